"""`python -m minogashi`: the command line."""

from __future__ import annotations

from minogashi.cli import main

if __name__ == "__main__":
    main()
