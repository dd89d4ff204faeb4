"""What experiments come to: plain data that prints itself, and turns into pandas."""

from __future__ import annotations

from typing import Any, Iterator, Mapping


class Results(Mapping):
    """The results of a match, tournament, suite, tuning or published entry: a dictionary that prints as the command line would."""

    def __init__(self, data: dict):
        self.data = data

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    @property
    def run(self) -> str:
        """The run's name in the store."""
        return self.data["run"]

    @property
    def text(self) -> str:
        """The tables as text."""
        return self.data["text"]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<results of {self.run}>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.text)}</pre>"

    def to_pandas(self):
        """A data frame with a row for each pairing of a match, each search of a suite, or each verdict of a published entry."""
        import pandas

        data = self.data.get("outcome", self.data)
        return pandas.json_normalize(next(data[rows] for rows in ("pairings", "searches", "judgements") if rows in data))
