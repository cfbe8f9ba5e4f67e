"""A ledger: a sorted CSV file with one line a model, committed, that may only improve."""
import csv
import os

BETTER, WORSE = "improved", "fell"


class Ledger:
    """`key` is the first column; `marks` are the columns whose value 'yes' must not be lost, ranks the orders of stages."""

    def __init__(self, path, columns, marks, ranks=None):
        self.path, self.columns, self.marks, self.ranks = path, columns, marks, ranks or {}
        self.lines = {}
        if os.path.exists(path):
            with open(path, newline="") as file:
                self.lines = {row[columns[0]]: row for row in csv.DictReader(file)}

    def rank(self, column, value):
        if column in self.ranks:
            order = self.ranks[column]
            return order.index(value) if value in order else -1
        return {"yes": 1, "no": 0}.get(value, -1)

    def changes(self, measured):
        """[(model, BETTER or WORSE, what)] of what was measured against what is written."""
        found = []
        for model, row in sorted(measured.items()):
            old = self.lines.get(model)
            if old is None:
                continue
            for column in [*self.ranks, *self.marks]:
                if column not in row:
                    continue
                before, now = self.rank(column, old[column]), self.rank(column, row[column])
                if before == now or (before < 0 and column in self.marks and not now):
                    continue
                what = f"{column} {old[column] or 'unknown'} -> {row[column] or 'unknown'}"
                if now < before and row.get("cause"):
                    what += f" ({row['cause']})"
                found.append((model, WORSE if now < before else BETTER, what))
        return found

    def merge(self, measured, keep):
        """Takes what was measured, but not for the models of `keep`. Columns that were not measured stay as they are."""
        for model, row in measured.items():
            if model in keep:
                continue
            old = self.lines.get(model, {})
            new = {**old, **row}
            for column in self.columns:
                if column.endswith("seconds") and old.get(column) and row.get(column) and is_near(float(old[column]), float(row[column])):
                    new[column] = old[column]
            self.lines[model] = new

    def write(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, "w", newline="") as file:
            writer = csv.DictWriter(file, self.columns, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(row for _, row in sorted(self.lines.items()))


def is_near(a, b):
    return max(a, b) <= 2.5 * min(a, b) or max(a, b) < 0.2


def coarse(seconds):
    """One digit, so that noise does not churn the file."""
    return "0.1" if seconds < 0.15 else f"{seconds:.1f}" if seconds < 1 else f"{float(f'{seconds:.1g}'):.0f}"
