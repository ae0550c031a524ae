"""A bot that keeps what it hears in a file and ends at its third act, unless it has been started before."""

from __future__ import annotations

import json
import sys
from pathlib import Path

HEARD = Path(sys.argv[1])
first = not HEARD.exists()
acts = 0
with HEARD.open("a", encoding="utf-8") as file:
    for row in sys.stdin:
        file.write(row)
        file.flush()
        event = json.loads(row)
        answer = '{"type":"none"}'
        if event["type"] == "tsumo" and event["pai"] != "?":
            acts += 1
            answer = json.dumps({"type": "dahai", "pai": event["pai"]})
        if first and acts == 3:
            sys.exit()
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
