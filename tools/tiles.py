"""Draw the mahjong tile faces of minogashi as SVG. Standard library only.

    python tools/tiles.py                 write tiles.svg and tiles.css where the pages have them
    python tools/tiles.py --sheet FILE    write a page to look at the whole set

Every shape is drawn here: dots and bamboo are geometry; characters are stroke skeletons (a centre
line with a width at each point) that `brush` turns into outlines, the way a brush swells and lifts.

A tile is 60 x 80 units. The face is 58 x 73 and stands on a lip of 5 that gives it thickness.
Colours are custom properties with the light theme as fallback, so one sprite serves both themes.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src" / "minogashi" / "web" / "static"

# --------------------------------------------------------------------------- colours

THEMES = {
    "light": {
        "face": "#fdfcf8",
        "edge": "#cbc6b8",
        "line": "#b5af9f",
        "ink": "#1d2733",
        "red": "#bf3520",
        "green": "#0c6b57",
        "blue": "#2a56a5",
        "back": "#3f6b6c",
        "back-line": "#8fb3b0",
        "back-edge": "#2b4d4f",
    },
    "dark": {
        "face": "#333b45",
        "edge": "#191e24",
        "line": "#4d5864",
        "ink": "#eeeae0",
        "red": "#ff8b73",
        "green": "#5fd0ac",
        "blue": "#92baff",
        "back": "#3d6062",
        "back-line": "#6f9695",
        "back-edge": "#1b2c2e",
    },
}


def c(name: str) -> str:
    """A themed colour: a custom property that falls back to the light theme."""
    return f"var(--t-{name},{THEMES['light'][name]})"


# --------------------------------------------------------------------------- numbers and paths

Point = tuple[float, float]


def num(v: float) -> str:
    """A coordinate with one decimal and nothing to spare: .5, -3, 12.4."""
    s = f"{v:.1f}".rstrip("0").rstrip(".")
    if s in ("-0", ""):
        return "0"
    return s.replace("0.", ".", 1) if s.startswith(("0.", "-0.")) else s


def nums(*values: float) -> str:
    out = ""
    for v in values:
        s = num(v)
        out += s if not out or s.startswith("-") else " " + s
    return out


def bez(points: list[Point]) -> str:
    """Relative cubics through the points (Catmull-Rom), starting at the first."""
    if len(points) == 2:
        (x0, y0), (x1, y1) = points
        return "l" + nums(x1 - x0, y1 - y0)
    if len(points) == 3:  # one quadratic whose middle is the middle point
        (x0, y0), (xm, ym), (x2, y2) = points
        return "q" + nums(2 * xm - (x0 + x2) / 2 - x0, 2 * ym - (y0 + y2) / 2 - y0, x2 - x0, y2 - y0)
    out = ""
    ext = [points[0], *points, points[-1]]
    for i in range(1, len(ext) - 2):
        p0, p1, p2, p3 = ext[i - 1 : i + 3]
        a = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        b = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        out += "c" + nums(a[0] - p1[0], a[1] - p1[1], b[0] - p1[0], b[1] - p1[1], p2[0] - p1[0], p2[1] - p1[1])
    return out


def brush(points: list[Point], widths: list[float]) -> str:
    """The outline of one brush stroke: a centre line with a width at each point."""
    left, right = [], []
    n = len(points)
    for i, ((x, y), w) in enumerate(zip(points, widths, strict=True)):
        ax, ay = points[max(i - 1, 0)]
        bx, by = points[min(i + 1, n - 1)]
        d = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = (by - ay) / d * w / 2, -(bx - ax) / d * w / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    right.reverse()

    def cap(a: Point, b: Point, w: float) -> str:
        d = nums(b[0] - a[0], b[1] - a[1])
        return f"l{d}" if w < 0.8 else f"a{nums(w / 2, w / 2)} 0 01{d}"

    return (
        "M"
        + nums(*left[0])
        + bez(left)
        + cap(left[-1], right[0], widths[-1])
        + bez(right)
        + cap(right[-1], left[0], widths[0])
        + "z"
    )


# --------------------------------------------------------------------------- strokes
# A stroke is (points, relative widths) in a 100 x 100 box. The names are those of calligraphy.

Stroke = tuple[list[Point], list[float]]


def H(x1: float, y1: float, x2: float, y2: float) -> Stroke:
    """heng: across. Presses, travels lighter, and settles at the end."""
    return [(x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2 - 0.6), (x2, y2)], [1.0, 0.8, 1.12]


def S(x1: float, y1: float, x2: float, y2: float) -> Stroke:
    """shu: down."""
    return [(x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2)], [1.18, 0.96, 1.02]


def SP(x1: float, y1: float, x2: float, y2: float) -> Stroke:
    """Shu that ends in a point, as the long middle stroke of a character."""
    return [(x1, y1), (x1, y1 + (y2 - y1) * 0.55), (x2, y2)], [1.2, 1.02, 0.42]


def P(*pts: Point) -> Stroke:
    """pie: falls to the left and lifts."""
    n = len(pts) - 1
    return list(pts), [1.18 - (1.18 - 0.18) * (i / n) ** 1.5 for i in range(n + 1)]


def N(a: Point, b: Point, d: Point) -> Stroke:
    """na: falls to the right, swells and lifts at the foot."""
    foot = (b[0] + (d[0] - b[0]) * 0.62, b[1] + (d[1] - b[1]) * 0.66)
    return [a, b, foot, d], [0.5, 0.95, 1.42, 0.22]


def D(x1: float, y1: float, x2: float, y2: float) -> Stroke:
    """dian: a drop."""
    return [(x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2)], [0.3, 0.95, 1.3]


def T(x1: float, y1: float, x2: float, y2: float) -> Stroke:
    """ti: flicks up."""
    return [(x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2)], [1.2, 0.85, 0.25]


def K(x1: float, y1: float, x2: float, y2: float) -> Stroke:
    """gou: the small hook at the end of a stroke."""
    return [(x1, y1), (x2, y2)], [1.0, 0.2]


def C(pts: list[Point], ws: list[float] | None = None) -> Stroke:
    """Any curve, even width unless told."""
    return pts, ws or [1.12, *([1.0] * (len(pts) - 2)), 1.05]


GLYPHS: dict[str, list[Stroke]] = {
    "1": [H(7, 53, 93, 49)],
    "2": [H(21, 27, 79, 25), H(6, 78, 94, 75)],
    "3": [H(15, 17, 85, 15), H(23, 49, 77, 48), H(6, 83, 94, 81)],
    "4": [
        S(11, 22, 16, 84),
        H(11, 22, 88, 20),
        S(88, 20, 83, 84),
        P((39, 24), (38, 42), (28, 60)),
        C([(60, 23), (60, 45), (65, 54), (77, 54)], [1.05, 0.92, 0.9, 0.7]),
        H(16, 79, 84, 79),
    ],
    "5": [H(15, 13, 85, 12), S(49, 13, 37, 85), H(22, 46, 73, 44), S(73, 44, 68, 85), H(5, 87, 95, 86)],
    "6": [D(43, 5, 55, 22), H(6, 37, 94, 34), P((37, 50), (29, 70), (9, 92)), N((56, 50), (70, 65), (92, 93))],
    "7": [
        H(7, 49, 93, 34),
        C([(42, 8), (42, 62), (50, 83), (70, 86), (92, 84)], [1.18, 1.0, 1.0, 1.0, 1.0]),
        K(91, 84, 91, 63),
    ],
    "8": [P((37, 20), (32, 50), (6, 90)), N((56, 12), (66, 48), (95, 90))],
    "9": [
        P((39, 6), (37, 46), (6, 94)),
        H(12, 34, 66, 30),
        C([(66, 30), (63, 66), (68, 84), (80, 87), (93, 84)], [1.18, 1.0, 0.95, 1.0, 1.0]),
        K(92, 84, 92, 63),
    ],
    "wan": [
        H(8, 16, 92, 14),
        S(33, 4, 34, 25),
        S(67, 4, 66, 25),
        S(25, 33, 27, 58),
        H(25, 33, 75, 32),
        S(75, 32, 73, 58),
        H(27, 45, 73, 45),
        H(27, 57, 73, 57),
        S(50, 33, 50, 80),
        S(13, 69, 13, 97),
        H(13, 69, 87, 68),
        S(87, 68, 86, 95),
        K(86, 95, 74, 90),
        T(28, 86, 66, 80),
        D(60, 72, 73, 87),
    ],
    "east": [
        H(11, 18, 89, 16),
        S(23, 32, 25, 63),
        H(23, 33, 77, 32),
        S(77, 32, 75, 63),
        H(25, 47, 75, 47),
        H(25, 61, 75, 61),
        S(50, 3, 50, 97),
        P((48, 62), (34, 78), (6, 90)),
        N((52, 62), (66, 76), (95, 90)),
    ],
    "south": [
        H(13, 18, 87, 16),
        S(50, 3, 49, 34),
        S(12, 37, 13, 97),
        H(12, 37, 88, 35),
        S(88, 35, 86, 94),
        K(86, 94, 73, 89),
        D(35, 44, 42, 55),
        P((65, 43), (62, 50), (56, 57)),
        H(29, 60, 71, 59),
        H(27, 75, 73, 74),
        S(50, 60, 50, 94),
    ],
    "west": [
        H(7, 15, 93, 13),
        S(13, 37, 17, 92),
        H(13, 37, 87, 36),
        S(87, 36, 83, 92),
        P((39, 15), (38, 46), (26, 67)),
        C([(60, 15), (60, 50), (65, 61), (81, 61)], [1.05, 0.95, 0.92, 0.7]),
        H(17, 87, 83, 87),
    ],
    "north": [
        S(36, 7, 36, 93),
        H(9, 35, 35, 33),
        T(5, 80, 37, 66),
        P((90, 26), (78, 36), (61, 45)),
        C([(60, 6), (60, 66), (66, 83), (79, 86), (94, 84)], [1.18, 1.0, 0.95, 1.0, 1.0]),
        K(93, 84, 93, 62),
    ],
    "red": [S(11, 26, 15, 65), H(11, 27, 89, 25), S(89, 25, 85, 65), H(14, 60, 86, 60), SP(50, 2, 50, 99)],
    "green": [
        H(13, 13, 41, 12),
        P((41, 12), (31, 31), (5, 49)),
        D(16, 23, 27, 34),
        P((76, 4), (71, 11), (62, 18)),
        N((53, 6), (66, 30), (96, 47)),
        P((89, 15), (84, 22), (75, 29)),
        H(17, 52, 44, 51),
        S(44, 51, 43, 64),
        H(19, 64, 43, 64),
        S(19, 64, 16, 77),
        H(16, 77, 45, 76),
        C([(45, 76), (43, 90), (37, 96)], [1.1, 1.0, 0.9]),
        K(37, 96, 25, 90),
        P((60, 50), (59, 61), (51, 71)),
        H(60, 51, 80, 50),
        C([(80, 50), (80, 61), (84, 66), (94, 64)], [1, 0.95, 0.9, 0.5]),
        H(54, 77, 83, 76),
        P((83, 76), (73, 89), (50, 99)),
        N((59, 79), (70, 88), (95, 99)),
    ],
}


def glyph(name: str, x: float, y: float, w: float, h: float, weight: float) -> str:
    """Path data of a character in the box (x, y, w, h), its strokes `weight` units wide."""
    out = ""
    for points, widths in GLYPHS[name]:
        out += brush([(x + px * w / 100, y + py * h / 100) for px, py in points], [k * weight for k in widths])
    return out


def fill(d: str, colour: str) -> str:
    return f'<path fill="{c(colour)}" d="{d}"/>'


def line(d: str, colour: str, width: float, *, join: bool = False, flat: bool = False) -> str:
    cap = "" if flat else ' stroke-linecap="round"'
    jn = ' stroke-linejoin="round"' if join else ""
    return f'<path fill="none" stroke="{c(colour)}" stroke-width="{num(width)}"{cap}{jn} d="{d}"/>'


# --------------------------------------------------------------------------- suits


WAN = (13, 41.5, 34, 30, 2.7)  # the box and weight of the lower character


def man(n: int, *, red: bool = False) -> str:
    top = glyph(str(n), 12.5, 6.5, 35, 30.5, 4.6)
    low = glyph("wan", *WAN)
    if red:
        return fill(top + low, "red")
    return fill(top, "ink") + fill(low, "red")


def at(points: list[Point]) -> str:
    """Zero-length strokes: with round caps each is a disc."""
    return "".join(f"M{nums(x, y)}h0" for x, y in points)


def dots(groups: list[tuple[str, float, list[Point]]]) -> str:
    """Pin dots: a disc, a ring of face colour, a heart."""
    out, rings, hearts = "", {}, {}
    for colour, r, pts in groups:
        out += line(at(pts), colour, 2 * r)
        rings.setdefault(r, []).extend(pts)
        hearts[colour, r] = pts
    for r, pts in rings.items():
        out += line(at(pts), "face", 2 * r * 0.64)
    for (colour, r), pts in hearts.items():
        out += line(at(pts), colour, 2 * r * 0.38)
    return out


def pin(n: int, *, red: bool = False) -> str:
    if n == 1:
        cx, cy = 30, 38.5
        petals = [
            (cx + 12.6 * math.cos(math.radians(a)), cy + 12.6 * math.sin(math.radians(a))) for a in range(0, 360, 45)
        ]
        return (
            line(at([(cx, cy)]), "blue", 45)
            + line(at([(cx, cy)]), "face", 39)
            + line(at([(cx, cy)]), "green", 36)
            + line(at(petals), "face", 7)
            + line(at([(cx, cy)]), "face", 16.5)
            + line(at([(cx, cy)]), "red", 12.5)
            + line(at([(cx, cy)]), "face", 4.6)
        )
    if red:
        pts = [(16, 19.5), (44, 19.5), (30, 38.5), (16, 57.5), (44, 57.5)]
        return dots([("red", 9.4, pts)])
    x2, x3 = (18.5, 41.5), (13.2, 30, 46.8)
    lay: dict[int, list[tuple[str, float, list[Point]]]] = {
        2: [("blue", 12, [(30, 22.5)]), ("green", 12, [(30, 54.5)])],
        3: [("blue", 9.8, [(15.5, 18.5)]), ("red", 9.8, [(30, 38.5)]), ("green", 9.8, [(44.5, 58.5)])],
        4: [("blue", 10.4, [(17, 21), (43, 56)]), ("green", 10.4, [(43, 21), (17, 56)])],
        5: [
            ("blue", 9.4, [(16, 19.5), (44, 57.5)]),
            ("green", 9.4, [(44, 19.5), (16, 57.5)]),
            ("red", 9.4, [(30, 38.5)]),
        ],
        6: [("green", 8.6, [(x, 16) for x in x2]), ("red", 8.6, [(x, y) for y in (40, 60.5) for x in x2])],
        7: [
            ("green", 7.3, [(13.6, 13.2), (30, 19.6), (46.4, 26)]),
            ("red", 8, [(x, y) for y in (43.8, 62.6) for x in x2]),
        ],
        8: [("blue", 7.3, [(x, y) for y in (13, 30, 47, 64) for x in x2])],
        9: [
            ("green", 7.5, [(x, 15.5) for x in x3]),
            ("red", 7.5, [(x, 38.5) for x in x3]),
            ("blue", 7.5, [(x, 61.5) for x in x3]),
        ],
    }
    return dots(lay[n])


def sticks(groups: list[tuple[str, list[tuple[float, float, float, float]]]], w: float = 6.6) -> str:
    """Bamboo: each stick (x1, y1, x2, y2) is a cane with a joint at both ends and in the middle, and a light along it."""
    out, light = "", ""
    for colour, items in groups:
        cane = joint = ""
        for x1, y1, x2, y2 in items:
            length = math.hypot(x2 - x1, y2 - y1)
            ux, uy = (x2 - x1) / length, (y2 - y1) / length
            k = w * 0.28  # half the thickness of a joint
            cane += f"M{nums(x1 + ux * k, y1 + uy * k)}l{nums(ux * (length - 2 * k), uy * (length - 2 * k))}"
            jx, jy = -uy * w * 0.36, ux * w * 0.36
            for off in (k, length / 2, length - k):
                cx, cy = x1 + ux * off, y1 + uy * off
                joint += f"M{nums(cx - jx, cy - jy)}l{nums(2 * jx, 2 * jy)}"
            for off in (2 * k + 1.5, length / 2 + k + 1.5):
                run = length / 2 - 3 * k - 3
                light += f"M{nums(x1 + ux * off, y1 + uy * off)}l{nums(ux * run, uy * run)}"
        out += line(cane, colour, w * 0.9, flat=True) + line(joint, colour, w * 0.56)
    return out + line(light, "face", w * 0.25)


def bird() -> str:
    body = (
        "M16.5 21.5C17 13.5 24.5 10.2 30 13.2C34.4 15.6 35 20 37 25.2C39.4 31.4 45.4 36.4 45.6 45.4"
        "C45.8 54.6 38.2 59.6 30.2 59.2C21.6 58.8 16 52.4 16.2 44.4C16.4 37.6 20.4 34.4 19.8 28.4C19.6 25.8 16.4 24.6 16.5 21.5z"
    )
    wing = "M27.4 37.4C34 35.6 41 40.6 42 49.4C36 52.8 27.6 49.6 27.4 37.4z"
    return (
        line("M37 55.5 48.6 66M40.6 52.2 52 60.4M33 57.6 42.4 69.4", "blue", 4.4)
        + line("M25.5 58v8.4M32 58.6v7.8", "red", 2.2)
        + line("M12 69.2h33", "green", 4)
        + fill(body, "green")
        + fill("M17.4 17.6 8.6 22.4 17.6 25z", "red")
        + fill(wing, "face")
        + line("M31 40.6C35.6 40.8 38.6 44 39.4 48M30.4 44.2c3 .2 4.6 1.8 5.4 4", "green", 2)
        + line("M27 11.4 25.4 6.4M30.4 12.2l2-4.6", "red", 2.4)
        + line("M24.4 20.4h0", "face", 5.4)
        + line("M24 20.4h0", "ink", 2.8)
    )


def sou(n: int, *, red: bool = False) -> str:
    if n == 1:
        return bird()
    a, b = (8.5, 36.5), (40.5, 68.5)  # upper and lower rows
    up = lambda x: (x, a[0], x, a[1])  # noqa: E731
    lo = lambda x: (x, b[0], x, b[1])  # noqa: E731
    t1, t2, t3 = (7.5, 27), (29, 48.5), (50.5, 70)
    row = lambda x, t: (x, t[0], x, t[1])  # noqa: E731
    lay: dict[int, list[tuple[str, list[tuple[float, float, float, float]]]]] = {
        2: [("green", [up(30), lo(30)])],
        3: [("green", [up(30), lo(17), lo(43)])],
        4: [("green", [up(17), lo(43)]), ("blue", [up(43), lo(17)])],
        5: [("green", [up(14.5), lo(45.5)]), ("blue", [up(45.5), lo(14.5)]), ("red", [(30, 24.5, 30, 52.5)])],
        6: [("green", [up(x) for x in (13, 30, 47)]), ("blue", [lo(x) for x in (13, 30, 47)])],
        7: [
            ("red", [row(30, t1)]),
            ("green", [row(x, t) for x in (13, 47) for t in (t2, t3)]),
            ("blue", [row(30, t2), row(30, t3)]),
        ],
        8: [
            ("green", [up(10.5), up(49.5), (13.5, 36, 29, 10), (46.5, 36, 31, 10)]),
            ("blue", [lo(10.5), lo(49.5), (13.5, 41, 29, 67), (46.5, 41, 31, 67)]),
        ],
        9: [
            ("green", [row(13, t) for t in (t1, t2, t3)]),
            ("red", [row(30, t) for t in (t1, t2, t3)]),
            ("blue", [row(47, t) for t in (t1, t2, t3)]),
        ],
    }
    if red:
        return sticks([("red", [s for _, items in lay[n] for s in items])], 7.2)
    return sticks(lay[n], {2: 9.4, 3: 8.6, 4: 8.6, 8: 6.6}.get(n, 7.4))


# --------------------------------------------------------------------------- honours


def honour(n: int) -> str:
    if n == 5:
        return line("M14 13h32v51h-32z", "blue", 3.4, join=True) + line("M19.5 18.5h21v40h-21z", "blue", 1.5, join=True)
    name = ("east", "south", "west", "north", "", "green", "red")[n - 1]
    colour = {"green": "green", "red": "red"}.get(name, "ink")
    weight = {"green": 3.5, "red": 6, "east": 4.8, "south": 4.6}.get(name, 5)
    return fill(glyph(name, 8.5, 11.5, 43, 54, weight), colour)


# --------------------------------------------------------------------------- bonus tiles


def ring(cx: float, cy: float, r: float, n: int, start: float = -90) -> list[Point]:
    return [
        (cx + r * math.cos(math.radians(start + 360 / n * i)), cy + r * math.sin(math.radians(start + 360 / n * i)))
        for i in range(n)
    ]


def leaf(x: float, y: float, length: float, width: float, angle: float) -> str:
    """A pointed leaf from (x, y) in a direction (degrees, 0 = right, 90 = down)."""
    a = math.radians(angle)
    ux, uy, vx, vy = math.cos(a), math.sin(a), -math.sin(a), math.cos(a)
    k = width * 0.66

    def p(s: float, t: float) -> str:
        return nums(ux * length * s + vx * t, uy * length * s + vy * t)

    return f"M{nums(x, y)}c{p(0.25, k)} {p(0.7, k)} {p(1, 0)}c{nums(ux * length * -0.3 - vx * k, uy * length * -0.3 - vy * k)} {nums(ux * length * -0.75 - vx * k, uy * length * -0.75 - vy * k)} {nums(-ux * length, -uy * length)}z"


def flower(n: int) -> str:
    if n == 1:  # plum: five round petals on a bent twig
        return (
            line("M12 66C20 60 20 50 32 44M24 54l-9-5", "ink", 3)
            + line(at(ring(34, 33, 9.6, 5)), "red", 15.4)
            + line(at([(34, 33)]), "face", 8.4)
            + line(at(ring(34, 33, 2.6, 5, -54)), "red", 1.7)
            + line(at([(14.5, 47)]), "red", 7.4)
        )
    if n == 2:  # orchid: long blades and one bloom
        return (
            line(
                "M28 68C24 52 16 40 9 36M30 68C30 50 40 34 52 30M32 68C36 58 44 52 53 52M26 68C22 60 14 56 8 57",
                "green",
                3,
            )
            + fill(
                leaf(30, 26, 13, 6, -150)
                + leaf(30, 26, 13, 6, -30)
                + leaf(30, 26, 15, 7, -90)
                + leaf(30, 26, 11, 6, 50)
                + leaf(30, 26, 11, 6, 130),
                "blue",
            )
            + line("M29 62C28 48 29 38 30 29", "green", 2)
            + line(at([(30, 26)]), "red", 5.4)
        )
    if n == 3:  # chrysanthemum: many narrow petals
        petals = "".join(leaf(30, 32, 18.5, 5.6, a) for a in range(0, 360, 30))
        return (
            line("M30 48v22", "green", 3)
            + fill(leaf(30, 66, 16, 9, -28) + leaf(30, 66, 16, 9, -152), "green")
            + fill(petals, "red")
            + line(at([(30, 32)]), "face", 13)
            + line(at([(30, 32)]), "red", 8)
        )
    # bamboo: one stem and its leaves
    return line("M24 69.5V57.5M24 50V39M24 31.5V14", "green", 5.8) + fill(
        leaf(27, 33, 22, 8, -48)
        + leaf(27, 34, 24, 8, -8)
        + leaf(27, 34.5, 21, 8, 32)
        + leaf(21, 52, 15, 6.6, 150)
        + leaf(21, 51, 15, 6.6, -160),
        "blue",
    )


def season(n: int) -> str:
    if n == 1:  # spring: a shoot with two leaves
        return (
            line("M30 69V26", "green", 3.4)
            + fill(leaf(30, 44, 24, 14, -48) + leaf(30, 50, 22, 13, -138), "green")
            + line(at(ring(30, 22, 4.6, 5)), "red", 7.2)
            + line(at([(30, 22)]), "face", 4.2)
            + line("M17 69.5h26", "ink", 3)
        )
    if n == 2:  # summer: the sun over water
        rays = "".join(
            f"M{nums(*p)}L{nums(*q)}" for p, q in zip(ring(29, 34, 15, 12), ring(29, 34, 18.8, 12), strict=True)
        )
        return (
            line(at([(29, 34)]), "red", 20.5)
            + line(rays, "red", 2.8)
            + line(
                "M10.5 60.5c4-3.4 8.6-3.4 12.8 0s8.6 3.4 12.8 0 8.6-3.4 12.8 0M17 68c3.6-2.8 6.4-2.8 10 0s6.4 2.8 10 0 4-2.6 6-2",
                "blue",
                3,
            )
        )
    if n == 3:  # autumn: a maple leaf
        tips = [(-90, 27), (-38, 22), (-142, 22), (8, 17), (172, 17)]
        return (
            fill("".join(leaf(30, 43, r, 13, a) for a, r in tips), "red")
            + line("M30 43V69", "ink", 3)
            + line("M30 42V26M30 42 41 33.4M30 42 19 33.4", "face", 1.5)
        )
    arms = ""  # winter: a snow crystal
    for i in range(6):
        a = math.radians(60 * i - 90)
        x, y = 30 + 25 * math.cos(a), 40 + 25 * math.sin(a)
        arms += f"M30 40L{nums(x, y)}"
        for s in (-1, 1):
            b = a + s * math.radians(52)
            bx, by = 30 + 14 * math.cos(a), 40 + 14 * math.sin(a)
            arms += f"M{nums(bx, by)}l{nums(8 * math.cos(b), 8 * math.sin(b))}"
    return line(arms, "blue", 3.2) + line(at([(30, 40)]), "face", 5)


def animal(name: str) -> str:
    if name == "cat":  # seen from behind the ears forward: a seated cat, tail round its feet
        return (
            line("M41 66C53 66 53 53 47 49.5", "ink", 4.4)
            + fill(
                "M17 12.5 24.4 18.6C28 17.6 32 17.6 35.6 18.6L43 12.5C44.6 20 45.4 27 42.8 32.4C40.8 36.6 38.6 38 39 41.4"
                "C40 46 44.6 50 44.6 58.6C44.6 65 41.6 69 36 69H24C18.4 69 15.4 65 15.4 58.6C15.4 50 20 46 21 41.4C21.4 38 19.2 36.6 17.2 32.4C14.6 27 15.4 20 17 12.5z",
                "ink",
            )
            + line("M24.2 27.4h0M35.8 27.4h0", "face", 4.6)
            + line("M30 31.8h0", "red", 3.6)
            + line("M30 56v12.4", "face", 1.5)
            + line("M21.6 42.6C27 45.4 33 45.4 38.4 42.6", "red", 3.2)
        )
    if name == "rat":
        return (
            line("M44.5 60C54 61 55.5 50 49 44C44 39 47 31 52 31", "red", 2.6)
            + fill(
                "M7.5 58.6C9 51 14 45.5 19 42.5C26 36.4 38 37.5 43.5 45C48.5 52 48 62.5 41.5 66.5H19C12 66.5 7 63 7.5 58.6z",
                "ink",
            )
            + line("M25.5 38h0M16.8 40.4h0", "ink", 12.5)
            + line("M25.5 38h0", "face", 6.6)
            + line("M17 52h0", "face", 3.8)
            + line("M7.8 59.8h0", "red", 3.8)
            + line("M19 68.2h6M33 68.2h6", "red", 2.6)
            + line("M33 63C28.5 60 30 52.5 36 53", "face", 1.6)
        )
    if name == "rooster":
        return (
            line("M38 44C46 42 52 34 50 22M40 48C49 47 55 42 55 32M36 41C42 36 45 29 42.5 18", "blue", 4.6)
            + fill(
                "M13.5 21.5C15 14.5 25 14 27 22C28.6 29.5 33 36 41 42C45 46 43.5 56 36 59.5C26.5 63.5 15 58 13.6 47C12.6 39 15 33.5 13.5 21.5z",
                "ink",
            )
            + fill(
                "M14 17.5C11.5 13 14 9.5 17 12.5C17.5 8 22 7.5 22.5 12C26 9 29 12.5 26 17.5C23 15.5 17 15.5 14 17.5z",
                "red",
            )
            + fill("M13.6 20.5 6 24l7.8 2z", "red")
            + line("M14.5 29.5v3", "red", 4.2)
            + line("M20 21h0", "face", 3.8)
            + fill("M23 42C28 38 36 42 37.5 50C32 54.5 23.5 52 23 42z", "face")
            + line("M23.5 60v8.5M30.5 60v8.5M20 68.9h6.5M27.5 68.9h6.5", "red", 2.4)
        )
    # centipede: one winding body, cut into rings, a pair of legs to each ring
    path = [(30 + 11 * math.sin(t * 5.6 + 0.2), 18.5 + 46 * t) for t in (i / 8 for i in range(9))]
    legs = cuts = ""
    for i in range(1, 9):
        (x0, y0), (x1, y1) = path[i - 1], path[i]
        k = math.hypot(x1 - x0, y1 - y0)
        nx, ny = (y1 - y0) / k, -(x1 - x0) / k
        mx, my = (x0 + x1) / 2, (y0 + y1) / 2
        legs += f"M{nums(x1 - nx * 11, y1 - ny * 11)}L{nums(x1 + nx * 11, y1 + ny * 11)}"
        cuts += f"M{nums(mx - nx * 5, my - ny * 5)}L{nums(mx + nx * 5, my + ny * 5)}" if i > 1 else ""
    hx, hy = path[0]
    return (
        line(legs, "ink", 2.2)
        + line(f"M{nums(hx - 2, hy - 3)}l-6-6.5M{nums(hx + 2, hy - 3)}l6-6.5", "ink", 2.2)
        + line("M" + nums(*path[0]) + bez(path), "green", 10.5)
        + line(cuts, "face", 1.8, flat=True)
        + line(at(path[:1]), "red", 13.5)
        + line(f"M{nums(hx - 3, hy - 0.5)}h0m6 0h0", "face", 3.2)
    )


# --------------------------------------------------------------------------- numbers, body, back

PEN = {  # a one-line hand, 8 x 12 units, for the number of a bonus tile
    1: "M1.5 2.5 4.5 0V12",
    2: "M.5 3C.5-1 7.5-1 7.5 3.5 7.5 6.5 1.5 8.5.5 12h7.3",
    3: "M.8 1.5C3-.8 7.4 0 7.2 3.2 7 5.6 4.5 5.6 3.2 5.6 5 5.6 7.8 6.2 7.6 8.8 7.4 12.2 2.5 13 .3 10.5",
    4: "M6 12V0L0 8.5h8",
}


def number(n: int, colour: str) -> str:
    return (
        f'<path transform="translate(47.5 6.5)scale(0.83)" d="{PEN[n]}" fill="none" stroke="{c(colour)}" '
        'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def body(kind: str = "face") -> str:
    if kind == "back":
        return (
            f'<rect x=".5" y="1" width="59" height="78.5" rx="7.5" fill="{c("back-edge")}"/>'
            f'<rect x="1" y="1" width="58" height="73.5" rx="7" fill="{c("back")}"/>'
        )
    return (
        f'<rect x=".5" y="1" width="59" height="78.5" rx="7.5" fill="{c("edge")}"/>'
        f'<rect x="1" y="1" width="58" height="73.5" rx="7" fill="{c("face")}" stroke="{c("line")}"/>'
    )


def back() -> str:
    return (
        line("M12 8.5h36a4 4 0 0 1 4 4v50a4 4 0 0 1-4 4h-36a4 4 0 0 1-4-4v-50a4 4 0 0 1 4-4z", "back-line", 1.6)
        + line("M18 37.5C24 29.5 36 29.5 42 37.5 36 45.5 24 45.5 18 37.5z", "back-line", 2, join=True)
        + line("M30 37.5h0", "back-line", 5)
    )


def unknown() -> str:
    return line("M21.5 29C21.5 17.5 38.5 17.5 38.5 28.5 38.5 36 30 36.5 30 45M30 55h0", "ink", 5).replace(
        "<path", '<path opacity=".5"'
    )


# --------------------------------------------------------------------------- the set


def faces() -> dict[str, str]:
    """The art of every face, by its id."""
    out: dict[str, str] = {}
    for suit, draw in (("m", man), ("p", pin), ("s", sou)):
        for n in range(1, 10):
            out[f"{n}{suit}"] = draw(n)
        mark = line("M53 7.4h0", "red", 5.2)  # a shape as well as a colour: the red five carries a dot
        out[f"0{suit}"] = draw(5, red=True) + mark
    for n in range(1, 8):
        out[f"{n}z"] = honour(n)
    for n in range(1, 5):
        out[f"f{n}"] = flower(n) + number(n, "red")
    for n in range(1, 5):
        out[f"s{n}"] = season(n) + number(n, "blue")
    for name in ("cat", "rat", "rooster", "centipede"):
        out[name] = animal(name)
    return {**out, "back": back(), "unknown": unknown(), "blank": ""}


def sprite() -> str:
    wan = glyph("wan", *WAN)  # drawn once, used ten times
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="sprite" width="0" height="0" aria-hidden="true">',
        f'<defs><path id="t-wan" d="{wan}"/></defs>',
    ]
    for key, art in faces().items():
        shared = art
        if key.endswith("m"):
            shared = art.replace(wan, "").replace(fill("", "red"), "") + f'<use href="#t-wan" fill="{c("red")}"/>'
        ground = body("back") if key == "back" else body()
        out.append(f'<symbol id="t-{key}" viewBox="0 0 60 80">{ground}{shared}</symbol>')
    out.append("</svg>\n")
    return "\n".join(out)


def sheet() -> str:
    """A page to look at the whole set: at 120 px and at 30 px, in both themes."""
    keys = list(faces())
    rows = [keys[0:10], keys[10:20], keys[20:30], keys[30:37], keys[37:45], keys[45:]]

    def draw(ks: list[str], cls: str) -> str:
        return f'<p class="{cls}">' + "".join(f'<svg><use href="#t-{k}"/></svg>' for k in ks) + "</p>"

    part = "".join(draw(r, "b") for r in rows) + draw(keys[:20], "s") + draw(keys[20:37], "s") + draw(keys[37:], "s")
    css = (
        theme_css()
        + "body{margin:0;background:light-dark(#d9e2db,#1e2b2b)}section{padding:16px}p{display:flex;flex-wrap:wrap;gap:7px;margin:0 0 10px}"
        "section:first-of-type{color-scheme:light;background:#d9e2db}section:last-of-type{color-scheme:dark;background:#1e2b2b}"
        ".b svg{height:120px;width:90px}.s svg{height:30px;width:22.5px}"
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>minogashi tiles</title><style>{css}</style>{sprite()}'
        f"<section>{part}</section><section>{part}</section></html>\n"
    )


def theme_css() -> str:
    """What a page that uses the sprite needs: the colours of a theme."""
    pairs = "\n".join(f"  --t-{k}: light-dark({v}, {THEMES['dark'][k]});" for k, v in THEMES["light"].items())
    return f":root {{\n{pairs}\n}}\n.sprite {{ position: absolute; }}\n"


def main(argv: list[str]) -> int:
    """Write what was asked for."""
    if argv[:1] == ["--sheet"] and len(argv) == 2:
        Path(argv[1]).write_text(sheet(), encoding="utf-8")
    elif argv:
        print(__doc__)
        return 2
    else:
        STATIC.joinpath("tiles.svg").write_text(sprite(), encoding="utf-8")
        STATIC.joinpath("tiles.css").write_text("/* Written by tools/tiles.py. */\n" + theme_css(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
