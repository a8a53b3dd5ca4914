"""Figures kept in `tests/costs.txt`, and what those found now may differ from them by.

A line of figures is `KIND WHERE NAME FIGURE` (`instructions avx2 compute_yi 181234`), a line `tolerance KIND AMOUNT...` (`2%`,
`8` in the figure's unit, the larger of several) rules a kind; what follows `#` is a comment. A figure `?` is not known: it was
written where the machine could not count it, and passes until one that can records it.
"""

import sys
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "tests/costs.txt"
UNKNOWN = "?"


class Record:
    """The recorded figures beside those found, which `add` collects; only kinds and places that were looked at count."""

    def __init__(self):
        self.lines = FILE.read_text().splitlines()
        self.tolerances, self.recorded, self.found, self.unknown = {}, {}, {}, []
        for number, line in enumerate(self.lines, 1):
            words = line.split("#")[0].split()
            if words[:1] == ["tolerance"] and len(words) > 2:
                self.tolerances[words[1]] = words[2:]
            elif len(words) == 4 and words[3] == UNKNOWN:
                self.recorded[tuple(words[:3])] = UNKNOWN
            elif len(words) == 4 and words[3].isdecimal():
                self.recorded[tuple(words[:3])] = int(words[3])
            elif words:
                sys.exit(f"{FILE}:{number}: `{line}` is neither a tolerance nor a figure")

    def add(self, kind, where, name, figure):
        """A figure found now."""
        self.found[kind, where, name] = figure

    def lacks(self, kind, where):
        """This machine cannot count there: what is written now is not known there."""
        for key in self.recorded:
            if key[:2] == (kind, where):
                self.unknown.append(key)

    def finish(self, bless):
        """Compares, or with `bless` writes the figures found; exits with 1 if one is out of tolerance."""
        if bless:
            self._write()
            print(f"{FILE}: {len(self.found)} figures written, {len(self.unknown)} marked as not known; look at the difference")
            return
        messages = [m for m in map(self._message, self._looked_at()) if m]
        print(f"{len(self.found)} figures compared with {FILE.name}, {len(messages)} out of tolerance")
        if messages:
            sys.exit("\n".join(messages + ["if that is meant, run the same with --bless and commit the file"]))

    def _looked_at(self):
        places = {key[:2] for key in self.found}
        return [key for key in self.recorded if key[:2] in places] + [key for key in self.found if key not in self.recorded]

    def _message(self, key):
        kind, where, name = key
        recorded, found = self.recorded.get(key), self.found.get(key)
        start = f"{name} on {where}: {kind} recorded {recorded}, found {found}"
        if recorded == UNKNOWN:
            print(f"{start}: record it with --bless")
            return None
        if recorded is None or found is None:
            return start.replace("None", "none")
        amounts = self.tolerances[kind]
        if abs(found - recorded) <= max(_absolute(amount, recorded) for amount in amounts):
            return None
        change = f" ({100 * (found / recorded - 1):+.1f} %)" if recorded else ""
        return f"{start}{change}, tolerance {' or '.join(amounts)}"

    def _write(self):
        figures = self.found | dict.fromkeys(self.unknown, UNKNOWN)
        new = {key[:2]: [] for key in sorted(figures)}
        for key, figure in sorted(figures.items()):
            new[key[:2]].append(" ".join(map(str, [*key, figure])))
        lines, places = [], set(new)
        for line in self.lines:
            place = tuple(line.split()[:2])
            lines += new.pop(place, []) if place in places else [line]
        FILE.write_text("\n".join(lines + sum(new.values(), [])) + "\n")


def _absolute(amount, recorded):
    """An amount, which may be a percentage, in the unit of the figure."""
    return float(amount[:-1]) * recorded / 100 if amount.endswith("%") else float(amount)
