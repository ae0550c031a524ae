"""Runs where the package mjai is installed: reads the lines that one seat sees, answers with libriichi's flags.

One request a line of JSON, `{"seat": 2, "lines": [...]}`; one answer a line, an entry for every line of the request.
"""

import json
import sys

from mjai.mlibriichi.state import PlayerState

FLAGS = (
    "can_discard",
    "can_riichi",
    "can_chi_low",
    "can_chi_mid",
    "can_chi_high",
    "can_pon",
    "can_daiminkan",
    "can_kakan",
    "can_ankan",
    "can_ron_agari",
    "can_tsumo_agari",
    "can_ryukyoku",
)


def candidates(found: object) -> list[int]:
    """A list, which some versions give as a method."""
    return list(found() if callable(found) else found)  # type: ignore[call-overload]


def answer(seat: int, lines: list[dict[str, object]]) -> list[list[str]]:
    """Flags that are set after each line, and the kinds that a swap-calling ban or a kan is about."""
    state = PlayerState(seat)
    out = []
    for line in lines:
        can = state.update(json.dumps(line))
        said = [name for name in FLAGS if getattr(can, name)]
        if can.can_ankan:
            said += [f"ankan:{tile}" for tile in candidates(state.ankan_candidates)]
        if can.can_kakan:
            said += [f"kakan:{tile}" for tile in candidates(state.kakan_candidates)]
        if can.can_discard:
            held = state.tehai
            said += [f"barred:{kind}" for kind in range(34) if state.forbidden_tiles[kind] and held[kind]]
        out.append(said)
    return out


for request in sys.stdin:
    asked = json.loads(request)
    try:
        print(json.dumps(answer(asked["seat"], asked["lines"])), flush=True)
    except BaseException as error:  # noqa: BLE001  a Rust panic is no Exception
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
