/** A range of returns. */
export interface ReturnBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface ReturnBins {
  /** Bins from the lowest to the highest; the outermost include the values beyond them. */
  readonly bins: readonly ReturnBin[];
  /** End of the scale, which begins at the negative of this number. */
  readonly limit: number;
  readonly most: number;
}

const BINS = 41;
/** Share of the returns that the scale covers: one extreme hour would press all others into a line. */
const COVERED = 0.995;

/** Returns from bar to bar, as the statistics take them. @param isLog Logarithms of ratios; false: differences. */
export function listReturns(closes: readonly number[], isLog: boolean): readonly number[] {
  const returns: number[] = [];
  for (let i = 1; i < closes.length; i++) {
    const [before, now] = [closes[i - 1]!, closes[i]!];
    if (!isLog) returns.push(now - before);
    else if (before > 0 && now > 0) returns.push(Math.log(now / before));
  }
  return returns;
}

/** Counts returns in ranges of one width around zero. @param least The scale reaches at least this far. */
export function binReturns(returns: readonly number[], least = 0): ReturnBins {
  const sizes = returns.map(Math.abs).sort((a, b) => a - b);
  const covered = sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * COVERED))] ?? 0;
  const limit = Math.max(covered, least * 1.1) || 1;
  const width = (2 * limit) / BINS;
  const counts = new Array<number>(BINS).fill(0);
  for (const value of returns) {
    const at = Math.max(0, Math.min(BINS - 1, Math.floor((value + limit) / width)));
    counts[at] = counts[at]! + 1;
  }
  const bins = counts.map((count, i) => ({ from: i * width - limit, to: (i + 1) * width - limit, count }));
  return { bins, limit, most: Math.max(0, ...counts) };
}
