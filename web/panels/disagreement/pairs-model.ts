import type { Link } from '../../../client/src/index.ts';
import type { MarketRow } from '../market/model.ts';

/** Bid, ask and last price by asset id. */
type Board = ReadonlyMap<string, Pick<MarketRow, 'bid' | 'ask' | 'last'>>;
type Pair = Pick<Link, 'a' | 'b' | 'relation'>;

/** A pair of which a Yes of one makes the other a Yes, and whose prices say otherwise. */
export interface Contradiction {
  readonly narrow: string;
  readonly wide: string;
  /** The bid of the narrow one less the cost of the wide one, in points. */
  readonly byPoints: number;
}

/** Finds subset pairs whose touch contradicts their order: never called an arbitrage. */
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

/** Finds the listing of a pair whose Yes costs more by its mid; of opposites, against the other's complement. */
export function findDearerSide({ a, b, relation }: Pair, rows: Board): string | null {
  const [one, two] = [findMiddle(rows.get(a)), findMiddle(rows.get(b))];
  if (one === null || two === null) return null;
  const other = relation === 'opposite' ? 1 - two : two;
  return one === other ? null : one > other ? a : b;
}

function findMiddle(row: Pick<MarketRow, 'bid' | 'ask' | 'last'> | undefined): number | null {
  if (row === undefined) return null;
  return row.bid === null || row.ask === null ? row.last : (row.bid + row.ask) / 2;
}
