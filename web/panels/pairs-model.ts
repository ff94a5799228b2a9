import type { Link } from '../../client/src/index.ts';
import type { MarketRow } from './markets-model.ts';

/** Bid, ask and last price by asset id. */
type Board = ReadonlyMap<string, Pick<MarketRow, 'bid' | 'ask' | 'last'>>;
type Pair = Pick<Link, 'a' | 'b' | 'relation'>;

/** How far the two listings of one question are apart. */
export interface Distance {
  /** From the mid of a to the mid of b, as a probability; of opposite listings b counts as its complement. */
  readonly mids: number;
  /** What is left of it when each side gives half its spread: above 0 the touches do not meet. */
  readonly beyondSpreads: number;
}

/** null when one of the two has no price. */
export function computeDistance({ a, b, relation }: Pair, rows: Board): Distance | null {
  const [one, other] = [computeMiddle(rows.get(a)), computeMiddle(rows.get(b))];
  if (one === null || other === null) return null;
  const mids = (relation === 'opposite' ? 1 - other.mid : other.mid) - one.mid;
  return { mids, beyondSpreads: Math.abs(mids) - one.halfSpread - other.halfSpread };
}

function computeMiddle(
  row: Pick<MarketRow, 'bid' | 'ask' | 'last'> | undefined,
): { readonly mid: number; readonly halfSpread: number } | null {
  if (row === undefined) return null;
  const { bid, ask, last } = row;
  if (bid !== null && ask !== null) return { mid: (bid + ask) / 2, halfSpread: (ask - bid) / 2 };
  return last === null ? null : { mid: last, halfSpread: 0 };
}

/** A pair of which a Yes of one makes the other a Yes, and whose prices say otherwise. */
export interface Contradiction {
  readonly narrow: string;
  readonly wide: string;
  /** What is bid for the narrow one beyond what the wide one costs. */
  readonly byPoints: number;
}

/** Subset pairs whose touch contradicts their order: never called an arbitrage. */
export function findContradictions(links: readonly Pair[], rows: Board): readonly Contradiction[] {
  return links
    .flatMap(({ a, b, relation }): Contradiction[] => {
      if (relation !== 'subset' && relation !== 'superset') return [];
      const [narrow, wide] = relation === 'subset' ? [a, b] : [b, a];
      const bid = rows.get(narrow)?.bid ?? null;
      const ask = rows.get(wide)?.ask ?? null;
      return bid !== null && ask !== null && bid > ask ? [{ narrow, wide, byPoints: bid - ask }] : [];
    })
    .sort((x, y) => y.byPoints - x.byPoints);
}
