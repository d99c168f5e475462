"""The language of conditions: whole numbers, names, comparisons. It is parsed here and never given to Python.

    week >= least and usual > 0 and week >= usual * times

`/` rounds down. Only a number or a parameter may stand below it, so no rule in force can ever divide by zero.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _

Values = Sequence[int]
Compute = Callable[[Values], int]
Type = Literal["number", "truth"]

TOKEN = re.compile(r"\s*(?:(\d+)|([a-z_][a-z0-9_]*)|(>=|<=|==|!=|[<>+\-*/(),]))")
MAX_LENGTH = 500  # characters, so that nesting is bounded too
MAX_NESTING = 20
MAX_NUMBER = 10**15
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}


def larger(a: int, b: int) -> int:
    if type(a) is int and type(b) is int:
        return max(a, b)
    import numpy as np

    computed: int = np.maximum(a, b)
    return computed


def smaller(a: int, b: int) -> int:
    if type(a) is int and type(b) is int:
        return min(a, b)
    import numpy as np

    computed: int = np.minimum(a, b)
    return computed


FUNCTIONS: dict[str, Callable[[int, int], int]] = {"max": larger, "min": smaller}
# How large a result may be, by how large its parts may be; that of all others is the larger one.
REACHES: dict[Callable[[int, int], int], Callable[[int, int], int]] = {
    operator.add: operator.add,
    operator.sub: operator.add,
    operator.mul: lambda a, b: max(a, 1) * max(b, 1),
}
WORDS = frozenset({"and", "or", "not", *FUNCTIONS})


class RuleFault(Exception):
    """A rule that cannot be in force. Its text says why, in the language of the person who wrote it."""


class Part(NamedTuple):
    """A piece of an expression: what it computes, of which type, how large anything in it may become if the
    values are as large as these, and its number if that is known already.

    It computes columns of values (`columns.py`) as it computes single ones.
    """

    compute: Compute
    type: Type
    reach: Compute
    constant: int | None = None


def parse(text: str, names: Mapping[str, Part]) -> Part:
    """The expression, over these names. Raises RuleFault with the place of a mistake."""
    if len(text) > MAX_LENGTH:
        raise RuleFault(_("An expression has at most %(most)s characters.") % {"most": MAX_LENGTH})
    parser = Parser(text, names)
    part = parser.either()
    if parser.token:
        raise parser.fault()
    return part


def named_value(index: int, *, divisor: int = 1) -> Part:
    """The value at this place, in units of `divisor`."""
    value: Compute = operator.itemgetter(index)
    return Part(value if divisor == 1 else lambda values: values[index] // divisor, "number", value)


def constant(number: int) -> Part:
    return Part(lambda values: number, "number", lambda values: abs(number), number)


def disjunction(a: Part, b: Part) -> Part:
    def compute(values: Values) -> int:
        first = a.compute(values)
        return first if first is True else first | b.compute(values)

    return Part(compute, "truth", lambda values: max(a.reach(values), b.reach(values)))


def conjunction(a: Part, b: Part) -> Part:
    def compute(values: Values) -> int:
        first = a.compute(values)
        return first if first is False else first & b.compute(values)

    return Part(compute, "truth", lambda values: max(a.reach(values), b.reach(values)))


def tokens_of(text: str) -> list[str]:
    tokens, position = [], 0
    while position < len(text.rstrip()):
        match = TOKEN.match(text, position)
        if match is None:
            raise RuleFault(
                _("“%(text)s” cannot be read at “%(rest)s”.")
                % {"text": text, "rest": text[position:].strip()}
            )
        tokens.append(match.group().strip())
        position = match.end()
    return tokens


class Parser:
    """One method for each level of binding, the weakest first."""

    def __init__(self, text: str, names: Mapping[str, Part]) -> None:
        self.text, self.names = text, names
        self.tokens = tokens_of(text)
        self.position = 0
        if sum(token in ("(", "not", "-") for token in self.tokens) > MAX_NESTING:
            raise RuleFault(_("“%(text)s” is nested too deeply.") % {"text": text})

    @property
    def token(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self) -> str:
        token = self.token
        self.position += 1
        return token

    def takes(self, *wanted: str) -> str:
        return self.take() if self.token in wanted else ""

    def fault(self) -> RuleFault:
        if not self.token:
            return RuleFault(_("“%(text)s” ends too early.") % {"text": self.text})
        return RuleFault(
            _("“%(text)s” cannot be read at “%(rest)s”.")
            % {"text": self.text, "rest": " ".join(self.tokens[self.position :])}
        )

    def expect(self, part: Part, wanted: Type) -> Part:
        if part.type != wanted:
            sentence = (
                _("“%(text)s” uses a number where a comparison is needed.")
                if wanted == "truth"
                else _("“%(text)s” uses a comparison where a number is needed.")
            )
            raise RuleFault(sentence % {"text": self.text})
        return part

    def either(self) -> Part:
        part = self.both()
        while self.takes("or"):
            part = disjunction(self.expect(part, "truth"), self.expect(self.both(), "truth"))
        return part

    def both(self) -> Part:
        part = self.negation()
        while self.takes("and"):
            part = conjunction(self.expect(part, "truth"), self.expect(self.negation(), "truth"))
        return part

    def negation(self) -> Part:
        if self.takes("not"):
            inner = self.expect(self.negation(), "truth")
            return inner._replace(compute=lambda values: inner.compute(values) ^ True)
        return self.comparison()

    def comparison(self) -> Part:
        part = self.sum()
        if sign := self.takes(*COMPARISONS):
            return self.joined(COMPARISONS[sign], part, self.sum())._replace(type="truth", constant=None)
        return part

    def sum(self) -> Part:
        part = self.product()
        while sign := self.takes("+", "-"):
            part = self.joined(operator.add if sign == "+" else operator.sub, part, self.product())
        return part

    def product(self) -> Part:
        part = self.single()
        while sign := self.takes("*", "/"):
            right = self.single()
            if sign == "*":
                part = self.joined(operator.mul, part, right)
                continue
            if right.constant is None:
                raise RuleFault(
                    _("“%(text)s” divides by a figure that may be zero. Multiply the other side instead.")
                    % {"text": self.text}
                )
            if right.constant == 0:
                raise RuleFault(_("“%(text)s” divides by zero.") % {"text": self.text})
            part = self.joined(operator.floordiv, part, right)
        return part

    def joined(self, function: Callable[[int, int], int], left: Part, right: Part) -> Part:
        a, b = self.expect(left, "number"), self.expect(right, "number")
        first, second, number = a.compute, b.compute, b.constant
        if a.constant is not None and number is not None:
            return constant(function(a.constant, number))
        larger_of = REACHES.get(function, max)
        reach: Compute = lambda values: larger_of(a.reach(values), b.reach(values))  # noqa: E731
        if number is not None:
            return Part(lambda values: function(first(values), number), "number", reach)
        return Part(lambda values: function(first(values), second(values)), "number", reach)

    def single(self) -> Part:
        if self.takes("-"):
            return self.joined(operator.sub, constant(0), self.single())
        if self.takes("("):
            part = self.either()
            if not self.takes(")"):
                raise self.fault()
            return part
        token = self.token
        if token in FUNCTIONS:
            return self.call(FUNCTIONS[self.take()])
        if token.isdigit() and int(token) <= MAX_NUMBER:
            return constant(int(self.take()))
        if token in self.names:
            return self.names[self.take()]
        if token[:1].isalpha() and token not in WORDS:
            raise RuleFault(
                _("“%(text)s” uses the name “%(name)s”, which the rule does not define.")
                % {"text": self.text, "name": token}
            )
        raise self.fault()

    def call(self, function: Callable[[int, int], int]) -> Part:
        if not self.takes("("):
            raise self.fault()
        left = self.either()
        if not self.takes(","):
            raise self.fault()
        part = self.joined(function, left, self.either())
        if not self.takes(")"):
            raise self.fault()
        return part
