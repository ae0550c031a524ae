"""Rule books: options with their confidence and source, and lock rules, read from `rules/*.toml`.

A profile is its family's file (which declares every option and the lock rows) with one rule book's
values laid over it. No code asks for a profile's name: it asks for an option, or follows the locks.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from minogashi.claims import CLAIM_OF, Code
from minogashi.errors import ProfileError
from minogashi.locks import ENDS, MEMORIES, SCOPES, TRIGGERS, LockBook, LockRule

if TYPE_CHECKING:
    from collections.abc import Mapping

UNKNOWN: Final = "?"
Value = str | int


class OptionRule(Struct, frozen=True):
    """What the family says about an option: its section, values (or type), and the default."""

    name: str
    section: str
    about: str
    values: tuple[str, ...]
    type: str
    default: Value
    term: str = ""

    def read(self, text: str) -> Value:
        """A value given as text, checked against the values of this option."""
        if self.type == "int":
            try:
                return int(text)
            except ValueError:
                raise ProfileError(f"option {self.name} takes a whole number, not {text!r}") from None
        if self.values and text not in self.values:
            raise ProfileError(f"option {self.name} takes {', '.join(self.values)}, not {text!r}")
        return text


class Option(Struct, frozen=True):
    """An option's value in one profile.

    `origin` is `stated` (the rule book says so), `default` (it does not, so the family's default
    holds; R62) or `override` (set by the caller; R61). `stated` is what the rule book says, `?` if
    nothing was found.
    """

    name: str
    value: Value
    origin: str
    stated: Value
    confidence: str = ""
    source: str = ""
    note: str = ""


class Profile(Struct, frozen=True):
    """A rule book, ready for a table.

    `tiles` are in play, of which `dead_wall` are never drawn; `value` names the module of
    `minogashi.value` that judges wins; `terms` are the family's words for people.

    >>> profile("tenhou")["temp_furiten_reset"]
    'own_discard'
    >>> profile("tenhou", {"kuikae": "allowed"}).options["kuikae"].origin
    'override'
    """

    name: str
    family: str
    title: str
    seats: int
    tiles: int
    dead_wall: int
    value: str
    terms: dict[str, str]
    options: dict[str, Option]
    rules: dict[str, OptionRule]
    locks: LockBook
    lock_rows: list[dict[str, Any]]
    order: dict[str, tuple[str, ...]]
    rank: dict[str, dict[str, int]]
    sources: dict[str, str]

    def __getitem__(self, option: str) -> Value:
        """The value of an option; `ProfileError` for one that the family does not declare."""
        try:
            return self.options[option].value
        except KeyError:
            raise ProfileError(f"the {self.family} rules have no option {option!r}") from None

    def get(self, option: str, default: Value) -> Value:
        """The value of an option, or `default` where the family does not have it."""
        found = self.options.get(option)
        return default if found is None else found.value

    @property
    def overrides(self) -> dict[str, Value]:
        """The options that the caller set (R61)."""
        return {name: option.value for name, option in self.options.items() if option.origin == "override"}

    @property
    def assumed(self) -> list[str]:
        """The options that fell back to the family's default since the rule book's answer is unknown (R62)."""
        return [name for name, option in self.options.items() if option.origin == "default"]


def profiles(family: str = "") -> list[str]:
    """The names of all rule books that are shipped, those of one family if named.

    >>> "mleague" in profiles("riichi")
    True
    """
    names = [
        path.name.removesuffix(".toml")
        for path in resources.files("minogashi.rules").iterdir()
        if path.name.endswith(".toml")
    ]
    found = {name: _file(name) for name in sorted(names)}
    return [name for name, data in found.items() if "name" in data and family in {"", data["family"]}]


def scenario_books(family: str) -> list[str]:
    """The rule books under which the family's scenario blocks hold: those its file names, else all of them.

    >>> scenario_books("singapore"), len(scenario_books("riichi")) == len(profiles("riichi"))
    (['sg-wong-v1'], True)
    """
    return _file(family).get("scenarios") or profiles(family)


def profile(name: str, overrides: Mapping[str, Value] | None = None) -> Profile:
    """The rule book of this name, or in the TOML file of this path; `overrides` set single options.

    Raises `ProfileError` for an unknown name, option or value.
    """
    return _overridden(name, tuple(sorted(overrides.items()))) if overrides else _built(name)


def parse_overrides(pairs: list[str]) -> dict[str, Value]:
    """`option=value` texts, as `--set` takes them.

    >>> parse_overrides(["kuikae=allowed"])
    {'kuikae': 'allowed'}
    """
    out: dict[str, Value] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise ProfileError(f"--set takes option=value, not {pair!r}")
        out[name.strip()] = value.strip()
    return out


def differences(first: Profile, second: Profile) -> list[tuple[Option, Option]]:
    """The options whose values differ between two profiles of one family."""
    if first.family != second.family:
        raise ProfileError(f"{first.name} and {second.name} are of different families")
    return [
        (option, second.options[name])
        for name, option in first.options.items()
        if option.value != second.options[name].value
    ]


@lru_cache(maxsize=64)
def _file(name: str) -> dict[str, Any]:
    if name.endswith(".toml"):
        path = Path(name)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ProfileError(f"cannot read the rule book {name}: {error}") from None
    else:
        source = resources.files("minogashi.rules") / f"{name}.toml"
        if not source.is_file():
            raise ProfileError(f"no rule book is called {name!r}; there are {', '.join(profiles())}")
        text = source.read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{name} is not a TOML file: {error}") from None


@lru_cache(maxsize=64)
def _built(name: str) -> Profile:
    data = _file(name)
    if "name" not in data:
        raise ProfileError(f"no rule book is called {name!r}; there are {', '.join(profiles())}")
    family = _file(data["family"])
    rules = {key: _option_rule(key, row) for key, row in family["options"].items()}
    stated, sources = _stated(data)
    for key in stated:
        if key not in rules:
            raise ProfileError(f"{name}: the {data['family']} rules have no option {key!r}")
    options = {key: _option(rule, stated.get(key)) for key, rule in rules.items()}
    lock_rows = family["locks"] + data.get("locks", [])
    return Profile(
        name=data["name"],
        family=data["family"],
        title=data["title"],
        seats=data["seats"],
        tiles=data.get("tiles", family["tiles"]),
        dead_wall=family["dead_wall"],
        value=family["value"],
        terms=family["terms"],
        options=options,
        rules=rules,
        locks=_lock_book(lock_rows, options),
        lock_rows=lock_rows,
        order={claim: tuple(codes) for claim, codes in family["order"].items()},
        rank={claim: {code: place for place, code in enumerate(codes)} for claim, codes in family["order"].items()},
        sources=sources,
    )


def _stated(data: dict[str, Any]) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """The options and sources of a rule book, those of its base first."""
    base: tuple[dict[str, dict[str, Any]], dict[str, str]] = ({}, {})
    if data.get("base"):
        base = _stated(_file(data["base"]))
    return {**base[0], **data.get("options", {})}, {**base[1], **data.get("sources", {})}


def _option_rule(name: str, row: dict[str, Any]) -> OptionRule:
    return OptionRule(
        name=name,
        section=row["section"],
        about=row["about"],
        values=tuple(row.get("values", ())),
        type=row.get("type", "word"),
        default=row["default"],
        term=row.get("term", ""),
    )


def _option(rule: OptionRule, row: dict[str, Any] | None) -> Option:
    if row is None or row["value"] == UNKNOWN:
        confidence = "" if row is None else row.get("confidence", "")
        note = "" if row is None else row.get("note", "")
        return Option(rule.name, rule.default, "default", UNKNOWN, confidence, note=note)
    value = row["value"]
    if value != "-":
        rule.read(str(value))
    return Option(
        rule.name, value, "stated", value, row.get("confidence", ""), row.get("source", ""), row.get("note", "")
    )


@lru_cache(maxsize=256)
def _overridden(book: str, overrides: tuple[tuple[str, Value], ...]) -> Profile:
    built = _built(book)
    options = dict(built.options)
    for name, given in overrides:
        if name not in built.rules:
            raise ProfileError(f"the {built.family} rules have no option {name!r}")
        value = built.rules[name].read(str(given))
        options[name] = replace(options[name], value=value, origin="override")
    return replace(built, options=options, locks=_lock_book(built.lock_rows, options))


def _lock_book(rows: list[dict[str, Any]], options: Mapping[str, Option]) -> LockBook:
    rules = [_lock_rule(row, options) for row in rows if _switched(row.get("enabled", True), options)]
    return LockBook(rules)


def _lock_rule(row: dict[str, Any], options: Mapping[str, Option]) -> LockRule:
    def field(name: str, default: Any) -> Any:  # noqa: ANN401  a TOML value
        return _switched(row.get(name, default), options, default)

    blocks = 0
    for word in _list(row["blocks"], options):
        blocks |= CLAIM_OF[word]
    rule = LockRule(
        code=Code(row["code"]),
        triggers=tuple(_list(_as_list(field("trigger", "")), options)),
        blocks=blocks,
        scope=field("scope", "tile"),
        until=tuple(_list(field("until", []), options)),
        memory=field("memory", "all"),
        when=field("when", ""),
        eligibility=field("eligibility", "structural"),
        windows=tuple(_list(field("windows", ["discard", "kakan", "ankan", "kita"]), options)),
        kept_in_riichi=field("kept_in_riichi", False),  # noqa: FBT003
        unless=field("unless", ""),
    )
    for name, value, known in (
        *(("trigger", trigger, TRIGGERS) for trigger in rule.triggers),
        ("scope", rule.scope, SCOPES),
        ("memory", rule.memory, MEMORIES),
        *(("until", end, ENDS) for end in rule.until),
    ):
        if value not in known:
            raise ProfileError(f"lock {rule.code}: {name} is {value!r}, expected one of {', '.join(known)}")
    return rule


def _switched(value: Any, options: Mapping[str, Option], default: Any = None) -> Any:  # noqa: ANN401
    """A TOML value, or what a switch `{option = ..., VALUE = ..., else = ...}` gives for the option's value."""
    while isinstance(value, dict) and "option" in value:
        value = value.get(str(options[value["option"]].value), value.get("else", default))
    return value


def _as_list(value: Any) -> list[Any]:  # noqa: ANN401
    return value if isinstance(value, list) else [value]


def _list(values: Any, options: Mapping[str, Option]) -> list[str]:  # noqa: ANN401
    out: list[str] = []
    for value in values:
        found = _switched(value, options)
        if isinstance(found, list):
            out.extend(found)
        elif found is not None:
            out.append(found)
    return out
