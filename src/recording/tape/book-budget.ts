/** Most books that are recorded at a time. */
export const MAX_BOOKS = 20_000;

/** Time over which the changes of a market are counted, in minutes. */
export const COUNTED_MINUTES = 10;
/** So many times a day. */
const COUNTED_TIMES_A_DAY = (24 * 60) / COUNTED_MINUTES;

/** Bytes of a change before a slice has shown them. */
const ASSUMED_BYTES = 4;

/** Markets get every change while all of them need no more than this share of the budget. */
const FULL_FRAC = 0.8;
/** A sampled market comes back to every change within this share. */
const RETURN_FRAC = 0.7;

const MEGABYTE = 1_000_000;

/** Market that is ranked for recording. */
export interface RankedMarket {
  /** Canonical id. */
  readonly asset: string;
  /** Traded volume of the last 24 hours in US dollars; null where it is not known. */
  readonly volume24hUsd: number | null;
}

/** Market whose book is recorded. */
export interface BudgetedMarket extends RankedMarket {
  /** Changes of its book that came within the last ten minutes, whether they were stored or not. */
  readonly changes: number;
  /** Whether it is recorded once a minute now. */
  readonly isSampled: boolean;
}

export interface BookBudget {
  /** Bytes of books a day. */
  readonly budgetBytes: number;
  /** Bytes of books of the day so far. */
  readonly usedBytes: number;
  /** Bytes of a change in the last slice; null before there is one. */
  readonly bytesPerChange: number | null;
}

export interface BudgetDecision {
  /** Ids of the markets that are recorded once a minute. */
  readonly sampled: ReadonlySet<string>;
  /** Bytes a day of every change of every market. */
  readonly neededBytes: number;
  /** Least number of MB a day with which every market gets every change, also those that are sampled now. */
  readonly fullMb: number;
}

/** The order in which markets get a share of what is limited: volume falling, then id. Without a volume they come last. */
function compareRank(a: RankedMarket, b: RankedMarket): number {
  const volume = (b.volume24hUsd ?? -1) - (a.volume24hUsd ?? -1);
  if (volume !== 0) return volume;
  return a.asset < b.asset ? -1 : Number(a.asset > b.asset);
}

/** Ids of the markets whose books are recorded: the largest, as many as memory is meant for. */
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
