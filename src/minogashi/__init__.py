"""minogashi: a referee for mahjong claims."""
