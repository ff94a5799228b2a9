/** One line of the table of budgets. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Upper bound by the design; null: a figure of the machine or of a peer, for comparison. */
  readonly bar: number | null;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** @param share 0.95: the value that this many are at most. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The head of the table of Markdown that {@link formatRow} continues. */
export const TABLE_HEAD = '| What | Measured | At most | |\n|---|---:|---:|---|';

export function formatRow({ what, value, unit, bar }: Row): string {
  const figure = Number.isInteger(value) ? String(value) : value.toFixed(1);
  const verdict = bar === null ? '' : value <= bar ? 'held' : '**missed**';
  return `| ${what} | ${figure} ${unit} | ${bar === null ? '' : `${bar} ${unit}`} | ${verdict} |`;
}
