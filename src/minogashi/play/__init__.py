"""Play: walls, menus, the hand and match loops, bots and people. The engine referees every step."""
