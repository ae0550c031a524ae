"""Small records made by hand, for the tests of the readers: nobody ever played them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import online
import papers

if TYPE_CHECKING:
    from collections.abc import Iterable

WALL = [(29 * i + 5) % 136 for i in range(136)]
"""All tile ids in a fixed disorder; seat s is dealt WALL[13 * s : 13 * s + 13]."""


def ids(tiles: Iterable[int]) -> str:
    return ",".join(map(str, tiles))


def dealt(seat: int) -> str:
    return ids(WALL[13 * seat : 13 * seat + 13])


def init(seats: str = "0123", *, oya: int = 0, seed: str = "0,0,0,1,2,{dora}", points: str = "250,250,250,250") -> str:
    """The tag of a deal; chairs that are not in `seats` are empty."""
    hands = " ".join(f'hai{chair}="{dealt(chair) if str(chair) in seats else ""}"' for chair in range(4))
    return f'<INIT seed="{seed.format(dora=WALL[52])}" ten="{points}" oya="{oya}" {hands}/>'


HEAD = '<mjloggm ver="2.3"><SHUFFLE seed="x" ref=""/><GO type="169" lobby="0"/>'
PLAYERS = '<UN n0="%41" n1="%42" n2="%e3%81%82" n3="D" dan="1,1,1,1" rate="1500,1500,1500,1500" sx="M,M,M,M"/>'
WIN = (
    '<AGARI ba="0,1" hai="{hai}" machi="{machi}" ten="40,3900,0" yaku="1,1,54,1,53,0" doraHai="67"'
    ' doraHaiUra="64" who="2" fromWho="1" sc="250,0,240,-39,240,59,250,0"{more}/>'
)


def mjlog(*tags: str, head: str = HEAD + PLAYERS + '<TAIKYOKU oya="0"/>', end: str = "</mjloggm>") -> bytes:
    return (head + "".join(tags) + end).encode()


GAME = mjlog(
    init(),
    "<T53/><D53/><U54/><E2/>",
    '<N who="2" m="17418" /><F99/><BYE who="3" /><W55/><G55/><UN n3="D"/>',
    '<T88/><REACH who="0" step="1"/><D16/><REACH who="0" ten="240,250,250,250" step="2"/>',
    '<U60/><N who="1" m="15360"/><DORA hai="70"/><U61/><E61/>',
    WIN.format(hai=ids(range(14)), machi=61, more=""),
    init(seed="1,0,0,1,2,{dora}", oya=1),
    '<U1/><RYUUKYOKU type="yao9" ba="0,0" sc="250,0,201,0,309,0,240,0"/>',
    init(seed="2,1,0,1,2,{dora}", oya=2),
    '<V1/><F1/><RYUUKYOKU ba="0,0" sc="250,-10,201,-10,309,30,240,-10" hai2="1,2"',
    ' owari="240,-6.0,191,-21.0,339,33.9,230,-7.0"/>',
)
"""Three hands of one game: a win, an abort, an exhaustive draw."""

SANMA = mjlog(
    init("012", points="350,350,350,0"),
    '<T30/><N who="0" m="31008"/><T31/><D31/>',
    '<AGARI ba="0,0" hai="31" machi="31" ten="0,32000,5" yakuman="39,42" doraHai="1" who="1" fromWho="0" paoWho="2"'
    ' sc="350,-320,350,320,350,0,0,0" owari="30,-1.0,670,1.0,350,0.0,0,0.0"/>',
    head=HEAD.replace("169", "185"),
)

WON = 'who="0" fromWho="1" sc="250,10,250,-10,250,0,250,0" owari="260,1.0,240,-1.0,250,0,250,0"'
SESSION = "\n".join(
    [
        'Send: <HELO name="x"/>',
        'Get: <GO type="9" lobby="0" gpid="x"/> <UN n0="A" n1="B" n2="C" n3="D"/> <TAIKYOKU oya="1" log="2018gm"/> ',
        f'Get: <INIT seed="0,0,0,1,1,{WALL[52]}" ten="250,250,250,250" oya="1" hai="{dealt(0)}"/> <U/> ',
        'Get: <FURITEN show="1" /> <e34 t="5"/> ',
        'Send: <N type="3"/>',
        'Get: <N who="0" m="53487" /> ',
        'Get: <FURITEN show="0" /> <D70/> <U/> ',
        'Get: <E40 t="8"/>',
        f'Get: <AGARI ba="0,0" hai="{ids(range(14))}" machi="40" ten="30,1000,0" yaku="7,1" {WON} />',
    ]
).encode()

OLD_SANMA_SESSION = "\n".join(
    [
        'Get: <GO type="25" gpid="x"/>',
        'Get: <UN n0="A" n1="B" n2="" n3="D"/>',
        f'Get: <INIT seed="0,0,0,1,1,{WALL[52]}" ten="350,350,0,350" oya="3" hai="{dealt(0)}"/>',
        "Get: <W/>",
        'Get: <N who="3" m="31008"/>',
        "Get: <W/>",
        "Get: <g34/>",
        "Get: <T70/>",
        "Get: <D70/>",
        "Get: <U/>",
        'Get: <REINIT seed="0,0,0,1,1,1" ten="350,350,0,350" oya="3" hai="1"/>',
        "Get: <E34/>",
    ]
).encode()

HANDS = '["1m","2m","3m","4m","5mr","6m","7m","8m","9m","E","S","W","N"],' + ",".join(
    ['["?","?","?","?","?","?","?","?","?","?","?","?","?"]'] * 3
)
SCORES = '"scores":[25000,24000,26000,23000],"dora_marker":"P"'
ACCOUNT = '"yakus":[["tanyao",1]],"uradora_markers":["1m"],"deltas":[-2300,0,0,4300],"scores":[21700,24000,26000,27300]'
MJAI = "\n".join(
    [
        '{"type":"start_game","names":["a","b","c","d"],"id":0}',
        f'{{"type":"start_kyoku","bakaze":"S","kyoku":2,"honba":1,"kyotaku":2,"oya":1,{SCORES},"tehais":[{HANDS}]}}',
        '{"type":"tsumo","actor":1,"pai":"?"}',
        '{"type":"dahai","actor":1,"pai":"3p","tsumogiri":true}',
        '{"type":"pon","actor":2,"target":1,"pai":"3p","consumed":["3p","3p"]}',
        '{"type":"dahai","actor":2,"pai":"N","tsumogiri":false}',
        '{"type":"daiminkan","actor":0,"target":2,"pai":"N","consumed":["N","N","N"]}',
        '{"type":"tsumo","actor":0,"pai":"5sr"}',
        '{"type":"dora","dora_marker":"F"}',
        '{"type":"reach","actor":0}',
        '{"type":"dahai","actor":0,"pai":"5sr","tsumogiri":true}',
        '{"type":"reach_accepted","actor":0}',
        f'{{"type":"hora","actor":3,"target":0,"pai":"5sr","fu":30,"fan":2,"hora_points":2000,{ACCOUNT}}}',
        '{"type":"end_kyoku"}',
        '{"type":"end_game"}',
    ]
).encode()

ALL = {
    "mjlog": GAME,
    "sanma": SANMA,
    "session": SESSION,
    "old session": OLD_SANMA_SESSION,
    "mjai": MJAI,
    "tenhou6": papers.TENHOU6,
    "majiang": papers.MAJIANG,
    **online.ALL,
}
