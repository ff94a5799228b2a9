import type { GetTradesAnswer, TapeHole, TapeTrade } from '../../../client/src/index.ts';

/** A row of the list: a trade, or a time of which no trades are known. */
export type TradeRow =
  | { readonly kind: 'trade'; readonly trade: TapeTrade }
  | { readonly kind: 'hole'; readonly hole: TapeHole };

/** Trades of one window, newest first, without one left out between them. */
export interface TradeList {
  readonly trades: readonly TapeTrade[];
  readonly coverage: GetTradesAnswer['coverage'];
  /** Leads to the trades before; null: the window has none. */
  readonly nextCursor: string | null;
}

/**
 * Trades with the holes of their record between them, newest first. A hole stands where it ends; what is still to come and
 * the time before the first record are none.
 */
export function buildRows({ trades, coverage, nextCursor }: TradeList): readonly TradeRow[] {
  const oldest = trades.at(-1)?.t ?? Number.POSITIVE_INFINITY;
  // Holes before the oldest trade come with the trades before it.
  const leastMs = nextCursor === null ? Number.NEGATIVE_INFINITY : oldest;
  const holes = coverage.notRecorded
    .filter(({ reason, toMs }) => reason !== 'before' && reason !== 'pending' && toMs >= leastMs)
    .toSorted((a, b) => b.toMs - a.toMs);
  const rows: TradeRow[] = [];
  let next = 0;
  const addHoles = (downTo: number) => {
    for (let hole = holes[next]; hole !== undefined && hole.toMs >= downTo; hole = holes[++next]) {
      rows.push({ kind: 'hole', hole });
    }
  };
  for (const trade of trades) {
    addHoles(trade.t);
    rows.push({ kind: 'trade', trade });
  }
  addHoles(Number.NEGATIVE_INFINITY);
  return rows;
}

/** Joins a list with the older page behind it. */
export function withOlder(list: TradeList, page: GetTradesAnswer): TradeList {
  return { ...list, trades: [...list.trades, ...page.trades], nextCursor: page.nextCursor };
}

/** Trades of the newest answer that are newer than the newest of a list; `isMore`: and others before these. */
export function countNewer(
  { trades }: Pick<TradeList, 'trades'>,
  newest: Pick<TradeList, 'trades'>,
): { readonly count: number; readonly isMore: boolean } {
  const [first] = trades;
  if (first === undefined) return { count: newest.trades.length, isMore: false };
  const index = newest.trades.findIndex((trade) => isSame(trade, first));
  return index === -1 ? { count: newest.trades.length, isMore: true } : { count: index, isMore: false };
}

function isSame(a: TapeTrade, b: TapeTrade): boolean {
  return a.t === b.t && a.id === b.id && a.price === b.price && a.size === b.size;
}
