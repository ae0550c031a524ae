"""Small records of Mahjong Soul and Riichi City made by hand: nobody ever played them."""

from __future__ import annotations

import json
from typing import Any

from minogashi.tiles import name, parse_tiles

Message = tuple[str, dict[str, Any]]

HANDS = ("123456789m1123p9s", "78s4p258m36s23456z", "99s1111z369p147m7z", "69p258s36147m567z")
"""Four hands, the dealer's with its first draw."""
SANMA = ("123456789p1123s4z", "78s4p258p36s2345z6z", "99s1111z369p147p7z")
OFF = [False] * 4


def texts(row: str) -> list[str]:
    return [name(tile) for tile in parse_tiles(row)]


# Mahjong Soul


def new_round(hands: tuple[str, ...] = HANDS, **more: object) -> Message:
    """The deal; what is 0 is left out."""
    dealt = {f"tiles{seat}": texts(hand) for seat, hand in enumerate(hands)}
    points = [25000] * 4 if len(hands) == 4 else [35000] * 3
    left = 69 if len(hands) == 4 else 54
    return "NewRound", {"scores": points, "doras": ["6z"], "left_tile_count": left, **dealt, **more}


def deal(seat: int, tile: str, **more: object) -> Message:
    return "DealTile", {"seat": seat, "tile": tile, "left_tile_count": 60, "zhenting": OFF, **more}


def discard(seat: int, tile: str, **more: object) -> Message:
    return "DiscardTile", {"seat": seat, "tile": tile, "zhenting": OFF, **more}


def offer(seat: int, *choices: tuple[int, list[str]]) -> dict[str, Any]:
    """What the server offers a seat: operation types with their combinations."""
    return {"seat": seat, "operation_list": [{"type": number, "combination": sets} for number, sets in choices]}


def ting(tile: str, *, yaku: bool = True) -> dict[str, Any]:
    return {"tile": tile, "haveyi": yaku, "count": 1, "fu": 30}


RIICHI = offer(0, (1, []), (7, ["9s", "1p"]))
ROUND: tuple[Message, ...] = (
    new_round(operation=RIICHI),
    discard(
        0,
        "9s",
        moqie=True,
        tingpais=[ting("1p"), ting("4p")],
        operations=[offer(1, (2, ["7s|8s"])), offer(2, (3, ["9s|9s"]))],
    ),
    ("reply", {"seat": 2, "type": 3, "cpg": {"cancel_operation": True}}),
    (
        "ChiPengGang",
        {
            "seat": 1,
            "tiles": texts("789s"),
            "froms": [1, 1, 0],
            "zhenting": OFF,
            "operation": offer(1, (1, ["9s", "6s"])),
        },
    ),
    discard(1, "4p", zhenting=[True, False, False, False], operations=[offer(0, (9, ["4p"]))]),
    ("reply", {"seat": 0, "type": 3, "cpg": {"type": 9}}),
    (
        "Hule",
        {
            "hules": [
                {
                    "hand": texts("123456789m1123p"),
                    "hu_tile": "4p",
                    "seat": 0,
                    "qinjia": True,
                    "count": 3,
                    "fu": 30,
                    "fans": [{"id": 16, "val": 2}, {"id": 14, "val": 1}],
                    "point_rong": 5800,
                    "point_zimo_xian": 2000,
                }
            ],
            "old_scores": [25000] * 4,
            "delta_scores": [5800, -5800, 0, 0],
            "scores": [30800, 19200, 25000, 25000],
        },
    ),
)
"""A hand with a riichi let be, a pon declined, a chi, and a ron."""
HEAD = {
    "uuid": "000000-x",
    "config": {"meta": {"mode_id": 12}},
    "accounts": [{"account_id": 9, "seat": 1, "nickname": "B"}, {"account_id": 8, "nickname": "A"}],
    "result": {"players": [{"seat": seat, "part_point_1": 30800 - 100 * seat} for seat in range(4)]},
}


def soul(*messages: Message, head: dict[str, Any] | None = None, old: bool = False) -> bytes:
    """A record in JSON, in the form of today or in that of 2020."""
    named = [(f".lq.Record{kind}", data) for kind, data in messages]
    actions: list[dict[str, Any]] = [
        {"type": 2, "user_input": data} if kind == ".lq.Recordreply" else {"result": {"name": kind, "data": data}}
        for kind, data in named
    ]
    plain = [{"name": kind, "data": data} for kind, data in named if kind != ".lq.Recordreply"]
    inner = {"records": plain} if old else {"version": 210715, "actions": [{"type": 3}, *actions]}
    return json.dumps({"head": head or HEAD, "data": {"name": ".lq.GameDetailRecords", "data": inner}}).encode()


def client(*messages: Message) -> bytes:
    """What a client is sent, and its requests (`reply`), line by line."""
    lines = [
        {"name": "inputChiPengGang" if kind == "reply" else f"Action{kind}", "data": data} for kind, data in messages
    ]
    return "\n".join(json.dumps(line) for line in lines).encode()


SEEN: tuple[Message, ...] = (
    ("MJStart", {}),
    (
        "NewRound",
        {
            "scores": [25000] * 4,
            "tiles": texts(HANDS[1]),
            "doras": ["6z"],
            "left_tile_count": 69,
        },
    ),
    ("DiscardTile", {"tile": "9s", "operation": offer(1, (2, ["7s|8s"]))}),
    ("reply", {"cancel_operation": True}),
    ("DealTile", {"seat": 1, "tile": "9s", "left_tile_count": 68, "operation": offer(1, (1, []))}),
    ("DiscardTile", {"seat": 1, "tile": "9s", "moqie": True, "zhenting": False}),
    ("DealTile", {"seat": 2, "left_tile_count": 67}),
)
"""What the second seat sees of a hand."""

# The wire


def varint(number: int) -> bytes:
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def message(*fields: tuple[int, int | str | bytes]) -> bytes:
    return b"".join(field(number, value) for number, value in fields)


def many(number: int, values: list[str]) -> list[tuple[int, str]]:
    return [(number, value) for value in values]


def packed(*numbers: int) -> bytes:
    return b"".join(varint(number) for number in numbers)


def action(kind: str, *fields: tuple[int, int | str | bytes]) -> bytes:
    return message((3, message((1, f".lq.Record{kind}"), (2, message(*fields)))))


def details(*actions: bytes) -> bytes:
    return message((1, ".lq.GameDetailRecords"), (2, message((2, 210715), *[(3, one) for one in actions])))


WIRE_ACTIONS = (
    action(
        "NewRound",
        (5, packed(*[25000] * 4)),
        *[row for seat, hand in enumerate(HANDS) for row in many(7 + seat, texts(hand))],
        (12, message((2, message((1, 7), (2, "9s"), (2, "1p"))))),
        (15, 69),
        (16, "6z"),
    ),
    action(
        "DiscardTile",
        (2, "9s"),
        (5, 1),
        (6, packed(0, 0, 0, 0)),
        (7, message((1, "1p"), (2, 1))),
        (7, message((1, "4p"), (2, 1))),
        (10, message((1, 1), (2, message((1, 2), (2, "7s|8s"))))),
        (10, message((1, 2), (2, message((1, 3), (2, "9s|9s"))))),
    ),
    message((4, message((1, 2), (2, 3), (11, message((3, 1)))))),
    action("ChiPengGang", (1, 1), *many(3, texts("789s")), (4, packed(1, 1, 0)), (7, packed(0, 0, 0, 0))),
    action("DiscardTile", (1, 1), (2, "4p"), (6, packed(1, 0, 0, 0)), (10, message((2, message((1, 9), (2, "4p")))))),
    action(
        "Hule",
        (1, message(*many(1, texts("123456789m1123p")), (3, "4p"), (11, 3), (13, 30), (15, 5800))),
        (3, packed(5800, -5800, 0, 0)),
        (5, packed(30800, 19200, 25000, 25000)),
    ),
)
WIRE = details(*WIRE_ACTIONS)
FRAME = b"\3\1\0" + message(
    (1, ".lq.ResGameRecord"),
    (2, message((3, message((1, "000000-x"), (11, message((2, 1), (3, "B"))))), (4, WIRE))),
)

# Riichi City

_CITY = (*range(0x21, 0x2A), *range(0x01, 0x0A), *range(0x11, 0x1A), *range(0x31, 0x92, 16), 0x125, 0x105, 0x115)
USERS = (501, 502, 503, 504)


def cards(row: str) -> list[int]:
    """Riichi City's numbers of tiles."""
    return [_CITY[tile] for tile in parse_tiles(row)]


def card(text: str) -> int:
    return cards(text)[0]


Happening = tuple[int, int, dict[str, Any]]


def city_deal(hands: tuple[str, ...] = HANDS, *, dealer: int = 0, **more: object) -> list[Happening]:
    """The deal, once for each user; the first hand is the dealer's."""
    count = len(hands)
    users = [{"user_id": user, "hand_points": 25000} for user in USERS[:count]]
    common = {"dealer_pos": dealer, "bao_pai_card": card("6z"), "quan_feng": 0x31, "chang_ci": 1, **more}
    return [
        (
            1,
            USERS[(dealer + seat) % count],
            {"hand_cards": cards(hand), "user_info_list": users, "ben_chang_num": 0, "li_zhi_bang_num": 0, **common},
        )
        for seat, hand in enumerate(hands)
    ]


def turn(user: int, tile: str = "", **more: object) -> Happening:
    return 2, user, {"in_card": card(tile) if tile else 0, **more}


def act(user: int, number: int, tile: str = "1m", **more: object) -> Happening:
    return 4, user, {"action": number, "card": card(tile), **more}


def wait(tile: str, *, yaku: bool = True, furiten: bool = False) -> dict[str, Any]:
    return {"ting_card": card(tile), "is_wu_yi": not yaku, "is_zhen_ting": furiten}


AFTER = [
    {"discard_card": card("9s"), "ting_list": [wait("1p"), wait("4p")]},
    {"discard_card": card("1p"), "ting_list": [wait("9s")]},
]
LATER = [AFTER[0], {"discard_card": card("1p"), "ting_list": [wait("9s", furiten=True)]}]
YAKU = ((0, 1), (2, 1), (13, 1), (22, 2))
CITY_ROUND: tuple[Happening, ...] = (
    turn(501, is_can_lizhi=True, in_ting_info=AFTER, is_first_xun_in=True),
    act(501, 11, "9s", move_cards_pos=[14, 13]),
    (3, 502, {"out_card": card("9s"), "action_list": [4]}),
    (3, 503, {"out_card": card("9s"), "action_list": [5]}),
    act(502, 4, "9s", group_cards=cards("78s")),
    turn(502, is_first_xun_in=False),
    act(502, 11, "4p", move_cards_pos=[3, 1]),
    (3, 501, {"out_card": card("4p"), "action_list": [7]}),
    (9, 501, {}),
    turn(503, "3z", gang_cards=cards("1z"), is_first_xun_in=True),
    act(503, 11, "3z", move_cards_pos=[14, 13]),
    turn(504, "4z", is_first_xun_in=True),
    act(504, 11, "4z", move_cards_pos=[14, 13]),
    turn(501, "9s", is_can_lizhi=True, in_ting_info=LATER, is_first_xun_in=False),
    act(501, 11, "9s", is_li_zhi=True, move_cards_pos=[14, 13]),
    (3, 503, {"out_card": card("9s"), "action_list": [5]}),
    (8, 501, {"user_id": 501}),
    (11, 501, {"ting_info": [wait("1p"), wait("4p")]}),
    turn(502, "1p", is_first_xun_in=False),
    act(502, 11, "1p", move_cards_pos=[11, 10]),
    (3, 501, {"out_card": card("1p"), "action_list": [7]}),
    act(501, 7, "1p"),
    (
        5,
        0,
        {
            "end_type": 0,
            "win_info": [
                {
                    "user_id": 501,
                    "fang_info": [{"fang_type": number, "fang_num": han} for number, han in YAKU],
                    "all_fang_num": 5,
                    "all_fu": 30,
                    "all_point": 12000,
                    "user_cards": cards("123456789m1123p"),
                    "li_bao_card": cards("7z"),
                }
            ],
            "user_profit": [
                {"user_id": user, "point_profit": profit, "user_point": 25000 + profit - 1000 * (user == 501)}
                for user, profit in zip(USERS, (13000, -12000, 0, 0), strict=True)
            ],
        },
    ),
)
"""A chi, a ron let go, a riichi and a ron."""
CITY_OVER: Happening = (
    6,
    0,
    {"user_data": [{"user_id": user, "point_num": 25000} for user in reversed(USERS)]},
)


def city(*hands: list[Happening], count: int = 4, wrapped: bool = True, room: dict[str, object] | None = None) -> bytes:
    """A record in JSON, as the server gives it or as people keep it."""
    rounds = [
        {
            "handEventRecord": [
                {"eventType": kind, "userId": user, "eventPos": at, "data": json.dumps(data)}
                for at, (kind, user, data) in enumerate(happenings)
            ],
            "paiShan": [1] * ((136 if count == 4 else 108) - 13 * count - 1),
            "players": [{"userId": user, "nickname": f"p{user}"} for user in USERS[:count]],
        }
        for happenings in hands
    ]
    game = {"fangFu": 0, "gamePlay": 1001, "handRecord": rounds, "playerCount": count, "keyValue": "k", **(room or {})}
    return json.dumps({"code": 0, "data": game} if wrapped else game).encode()


SOUL, SOUL_2020 = soul(*ROUND), soul(*ROUND, old=True)
SOUL_CLIENT = client(*SEEN)
SOUL_HEX = json.dumps({"version": "x", "wire": WIRE.hex()}).encode()
CITY = city([*city_deal(), *CITY_ROUND, CITY_OVER])
ALL = {
    "majsoul": SOUL,
    "majsoul 2020": SOUL_2020,
    "majsoul client": SOUL_CLIENT,
    "majsoul wire": WIRE,
    "majsoul frame": FRAME,
    "majsoul hex": SOUL_HEX,
    "riichi city": CITY,
}
