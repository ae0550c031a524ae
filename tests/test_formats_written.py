"""Our own records: whatever is written is read back exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from specimens import ALL

from minogashi import events as ev
from minogashi.claims import CHI, CLAIM_NAMES, OPEN_KAN, PON, Claim
from minogashi.errors import RecordError
from minogashi.formats import parse, read
from minogashi.formats.written import event_lines, start_line, write
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import HIDDEN, Tile

seats = st.integers(0, 3)
tiles = st.integers(0, int(HIDDEN)).map(Tile)
rows = st.lists(tiles, max_size=14).map(tuple)
scores = st.none() | st.tuples(*[st.integers(-50000, 200000)] * 4)
claims = st.sampled_from([Claim(bit) for bit in CLAIM_NAMES])
pairs = st.permutations(range(4)).map(lambda order: (order[0], order[1]))
starts = st.builds(
    ev.RoundStart,
    wind=seats,
    number=seats,
    honba=st.integers(0, 20),
    sticks=st.integers(0, 20),
    dealer=seats,
    scores=st.tuples(*[st.integers(-50000, 200000)] * 4),
    indicators=st.lists(tiles, max_size=5).map(tuple),
    hands=st.tuples(*[rows] * 4),
    live=st.none() | st.integers(0, 90),
)
melds = st.builds(ev.Meld, claims, rows, st.none() | tiles, st.none() | seats)
events = st.one_of(
    starts,
    st.builds(
        ev.Position,
        starts,
        st.tuples(*[st.lists(melds, max_size=4).map(tuple)] * 4),
        st.tuples(*[rows] * 4),
        st.tuples(*[st.booleans()] * 4),
        st.just(()) | st.tuples(*[st.booleans()] * 4),
        st.just(()) | st.tuples(*[rows] * 4),
        st.integers(-1, 3),
        st.booleans(),
    ),
    st.builds(ev.Draw, seats, tiles, st.booleans()),
    st.builds(ev.Discard, seats, tiles, st.none() | st.booleans()),
    st.builds(ev.Riichi, seats),
    pairs.flatmap(
        lambda pair: st.tuples(tiles, tiles, tiles, tiles).flatmap(
            lambda four: st.sampled_from(
                [
                    ev.Call(pair[0], CHI, four[0], pair[1], four[1:3]),
                    ev.Call(pair[0], PON, four[0], pair[1], four[1:3]),
                    ev.Call(pair[0], OPEN_KAN, four[0], pair[1], four[1:]),
                ]
            )
        )
    ),
    st.builds(ev.ClosedKan, seats, rows),
    st.builds(ev.AddedKan, seats, tiles),
    st.builds(ev.North, seats, tiles),
    st.builds(ev.Bonus, seats, tiles),
    st.builds(ev.Dora, tiles),
    st.builds(ev.Pass, seats),
    st.builds(ev.Ask, seats, claims, rows),
    st.builds(lambda pair, tile: ev.Ron(pair[0], pair[1], tile), pairs, tiles),
    st.builds(ev.Tsumo, seats, tiles),
    st.builds(ev.NineTerminals, seats),
    st.builds(ev.FalseWin, seats, st.booleans()),
    st.builds(ev.DeadHand, seats),
    st.builds(ev.Turn, seats),
    st.builds(ev.Live, st.integers(0, 90)),
    st.builds(
        ev.RoundEnd,
        st.sampled_from(["win", "exhaustive", "nine_terminals", "four_winds", "nagashi", "chombo", "cut"]),
        scores,
    ),
    st.builds(ev.GameEnd, scores),
)
texts = st.text(max_size=8)
wins = st.builds(
    WinClaim,
    points=st.integers(0, 200000),
    fu=st.integers(0, 130),
    han=st.integers(0, 40),
    yakuman=st.integers(0, 6),
    yaku=st.dictionaries(texts, st.integers(0, 13), max_size=4),
    hand=rows,
    ura=rows,
    pao=st.none() | seats,
    deltas=st.just(()) | st.tuples(*[st.integers(-99999, 99999)] * 4),
)
masks = st.integers(0, (1 << 11) - 1)


def statements(length: int) -> st.SearchStrategy[list[Statement]]:
    """Statements about the events of a record with so many, in the order of a reader."""
    at = st.integers(0, length - 1)
    return st.lists(
        st.builds(Statement, at, seats, st.just("furiten"), st.booleans())
        | st.builds(Statement, at, seats, st.just("offers"), masks, masks)
        | st.builds(Statement, at, seats, st.just("win"), wins)
        | st.builds(
            Statement, at, seats, st.just("deltas"), st.tuples(*[st.integers()] * 4).map(lambda _: (1, 2, 3, 4))
        )
        | st.builds(Statement, at, seats, texts, st.none() | texts),
        max_size=6,
    ).map(lambda found: sorted(found, key=lambda said: said.at))


records = st.lists(events, min_size=1, max_size=12).flatmap(
    lambda made: st.builds(
        Record,
        path=st.just("p"),
        format=st.just("minogashi"),
        profile=texts.filter(bool),
        options=st.dictionaries(texts, texts, max_size=3),
        seats=st.just(4),
        view=st.none() | seats,
        names=st.lists(texts, max_size=4).map(tuple),
        link=texts,
        events=st.just(made),
        statements=statements(len(made)),
        cut=st.booleans(),
    )
)


def told(record: Record) -> tuple[object, ...]:
    """All of a record but where it was read."""
    return (
        record.profile,
        record.options,
        record.seats,
        record.view,
        record.names,
        record.link,
        record.events,
        record.statements,
        record.cut,
    )


@given(records)
def test_every_record_is_read_back_exactly(record: Record) -> None:
    (again,) = parse(write(record), "p")
    assert told(again) == told(record)
    assert (again.format, again.path, again.unit) == ("minogashi", "p", "line")


@given(events)
def test_every_event_is_at_most_two_lines_of_json(event: ev.Event) -> None:
    lines = event_lines(event)
    assert lines.endswith(b"\n")
    assert 1 <= lines.count(b"\n") <= 2


@pytest.mark.parametrize("name", ALL)
def test_what_the_other_readers_read_is_written_and_read_back(name: str) -> None:
    record = read(ALL[name])
    assert told(read(write(record))) == told(record)


def test_a_record_can_be_written_line_by_line_while_it_is_played() -> None:
    record = Record("", "minogashi", "ema2016", options={"red_fives": "3"}, names=("a", "b", "c", "d"))
    data = start_line(record)
    for event in (ev.Draw(0, Tile(3)), ev.Pass(1), ev.RoundEnd("exhaustive")):
        data += event_lines(event)
        record.events.append(event)
    assert told(read(data)) == told(record)


def test_a_written_record_is_mjai_for_programs_that_know_only_that() -> None:
    data = write(read(ALL["mjlog"])).replace(b'"minogashi":1,', b"")
    as_mjai = read(data)
    assert as_mjai.format == "mjai"
    assert as_mjai.events == read(ALL["mjlog"]).events


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"type":"dance"}', "line 2: Invalid value 'dance' - at `$.type`"),
        ('{"type":"tsumo","actor":4,"pai":"1m"}', "line 2: seat 4: this game has seats 0 to 3"),
        ('{"type":"tsumo","actor":0,"pai":"0z"}', "line 2: '0z' is not a tile"),
        ('{"type":"ask","actor":0,"claim":"steal","consumed":[]}', "line 2: 'steal' is not a claim: expected one of"),
        ('{"type":"says","actor":0,"kind":"offers","judged":["steal"]}', "line 2: 'steal' is not a claim"),
        ('{"type":"says","actor":0,"kind":"win","value":3}', "line 2: Expected `object`, got `int`"),
        ('{"type":"hora","actor":0}', "line 2: hora needs target and pai"),
        ('{"type":"start_kyoku"}', "line 2: start_kyoku needs bakaze"),
        (
            '{"type":"start_kyoku","bakaze":"E","kyoku":1,"oya":0,"scores":[1,2,3]}',
            "line 2: expected hands, scores and the like for 4 seats, found 0",
        ),
        ('{"type":"start_kyoku","bakaze":"E","kyoku":1,"oya":4}', "line 2: seat 4: this game has seats 0 to 3"),
        ('{"type":"start_game","minogashi":1,"seats":9}', "line 2: seats must be 2 to 4, found 9"),
        ('{"type":"haipai","actor":0,"pais":[]}', "line 2: a line of type 'haipai' is never written here"),
        ("words", "line 2: JSON is malformed"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(line: str, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(b'{"type":"start_game","minogashi":1}\n' + line.encode())
    assert str(caught.value).startswith(f"<bytes>: {complaint}")


def test_a_record_that_breaks_off_keeps_its_whole_lines() -> None:
    data = write(read(ALL["mjai"]))
    assert read(data[: data.rindex(b"end_game")]).events == read(ALL["mjai"]).events[:-1]


def test_a_later_version_is_refused() -> None:
    with pytest.raises(RecordError, match="written by version 2 of this format; this program reads version 1"):
        read(b'{"type":"start_game","minogashi":2}')
