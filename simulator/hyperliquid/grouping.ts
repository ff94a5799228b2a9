import { buildLevels, type Coin, decimal } from './shapes.ts';

/** A coarser price grid: `nSigFigs` significant figures, in steps of `mantissa` of the last one. */
export interface Grouping {
  readonly nSigFigs: 2 | 3 | 4 | 5;
  readonly mantissa: 1 | 2 | 5;
}

const LEVELS = 20;
/** Levels of the full book that are grouped at most. */
const DEEPEST = 2_000;

/** Finds the grouping of a query; null: full precision. undefined: the venue refuses the query. */
export function findGrouping(query: Readonly<Record<string, unknown>>): Grouping | null | undefined {
  const { nSigFigs = null, mantissa = null } = query;
  if (nSigFigs === null) return mantissa === null ? null : undefined;
  if (nSigFigs !== 2 && nSigFigs !== 3 && nSigFigs !== 4 && nSigFigs !== 5) return undefined;
  if (mantissa === null) return { nSigFigs, mantissa: 1 };
  if (nSigFigs !== 5 || (mantissa !== 1 && mantissa !== 2 && mantissa !== 5)) return undefined;
  return { nSigFigs, mantissa };
}

/** Builds the book on the coarser grid: bids rounded down, asks up, sizes and orders of a group added. */
export function groupedBook(coin: Coin, t: number, now: number, { nSigFigs, mantissa }: Grouping) {
  const [touchBids, touchAsks] = buildLevels(coin, t, 1);
  const bid = Number(touchBids[0]?.px ?? 0);
  const ask = Number(touchAsks[0]?.px ?? 0);
  const step = 10 ** (Math.floor(Math.log10(bid || ask || 1)) - nSigFigs + 1) * mantissa;
  const [bids, asks] = buildLevels(coin, t, DEEPEST);
  const spread = bid > 0 && ask > 0 ? decimal(ask - bid, 8) : '0.0';
  return {
    coin: coin.coin,
    time: now,
    levels: [grouped(bids, step, Math.floor), grouped(asks, step, Math.ceil)],
    spread,
  };
}

function grouped(
  levels: readonly { px: string; sz: string; n: number }[],
  step: number,
  round: (value: number) => number,
) {
  const groups = new Map<number, { sz: number; n: number }>();
  for (const { px, sz, n } of levels) {
    // A price on the grid must not move by the rounding of binary fractions.
    const index = round(Number((Number(px) / step).toFixed(6)));
    const group = groups.get(index) ?? { sz: 0, n: 0 };
    groups.set(index, { sz: group.sz + Number(sz), n: group.n + n });
    if (groups.size > LEVELS) break;
  }
  return [...groups].slice(0, LEVELS).map(([index, { sz, n }]) => ({
    px: decimal(index * step, 8),
    sz: decimal(sz, 5),
    n,
  }));
}
