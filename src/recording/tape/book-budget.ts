/** Maximum number of books that are recorded at a time. */
export const MAX_BOOKS = 20_000;

/** Length of the window in which the changes of a market are counted, in minutes. */
export const COUNTED_MINUTES = 10;
/** Number of such windows per day. */
const COUNTED_TIMES_A_DAY = (24 * 60) / COUNTED_MINUTES;

/** Assumed bytes per change until a slice has shown the actual number. */
const ASSUMED_BYTES = 4;

/** Fraction of the budget that markets with every change may use together. */
const FULL_FRAC = 0.8;
/** Fraction of the budget within which a sampled market gets every change again. */
const RETURN_FRAC = 0.7;

const MEGABYTE = 1_000_000;

/** A market that is ranked for recording. */
export interface RankedMarket {
  /** Canonical asset id. */
  readonly asset: string;
  /** Traded volume of the last 24 hours in USD; null when it is not known. */
  readonly volume24hUsd: number | null;
}

/** A market whose book is recorded. */
export interface BudgetedMarket extends RankedMarket {
  /** Number of changes of the book within the last ten minutes, stored or not. */
  readonly changes: number;
  /** Whether the book is recorded once a minute at present. */
  readonly isSampled: boolean;
}

export interface BookBudget {
  /** Bytes of books allowed per day. */
  readonly budgetBytes: number;
  /** Bytes of books used today. */
  readonly usedBytes: number;
  /** Bytes per change in the last slice; null before the first one. */
  readonly bytesPerChange: number | null;
}

export interface BudgetDecision {
  /** Asset ids of the markets that are recorded once a minute. */
  readonly sampled: ReadonlySet<string>;
  /** Bytes per day that every change of every market would need. */
  readonly neededBytes: number;
  /** Smallest budget in MB per day with which every market gets every change, including those sampled at present. */
  readonly fullMb: number;
}

/** Compares the rank of two markets for limited resources: by falling volume, then by id. Unknown volumes come last. */
function compareRank(a: RankedMarket, b: RankedMarket): number {
  const volume = (b.volume24hUsd ?? -1) - (a.volume24hUsd ?? -1);
  if (volume !== 0) return volume;
  return a.asset < b.asset ? -1 : Number(a.asset > b.asset);
}

/** Chooses the markets whose books are recorded: the largest, up to the limit. @returns Their asset ids. */
export function chooseBooks(markets: readonly RankedMarket[], most = MAX_BOOKS): ReadonlySet<string> {
  const ranked = markets.length <= most ? markets : markets.toSorted(compareRank).slice(0, most);
  return new Set(ranked.map(({ asset }) => asset));
}

/** Decides which markets get every change, and which are recorded once a minute. */
export function decideClasses(
  markets: readonly BudgetedMarket[],
  { budgetBytes, usedBytes, bytesPerChange }: BookBudget,
): BudgetDecision {
  const bytesADay = COUNTED_TIMES_A_DAY * (bytesPerChange ?? ASSUMED_BYTES);
  const sampled = new Set<string>();
  let neededBytes = 0;
  let isThinned = usedBytes >= budgetBytes;
  for (const { asset, changes, isSampled } of markets.toSorted(compareRank)) {
    neededBytes += changes * bytesADay;
    isThinned ||= neededBytes > budgetBytes * (isSampled ? RETURN_FRAC : FULL_FRAC);
    if (isThinned) sampled.add(asset);
  }
  return { sampled, neededBytes, fullMb: Math.ceil(neededBytes / RETURN_FRAC / MEGABYTE) };
}
