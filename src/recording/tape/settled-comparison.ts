import { HOUR_MS, type TakerSide, type VenueTrade } from '../../domain/index.ts';
import { getTransaction, numberId } from './known-trades.ts';

/** Longest time between a print and its settled trade. */
export const MAX_SETTLING_MS = 2 * HOUR_MS;

/** Largest difference of equal sizes, because lists round the sizes of prints. */
const SIZE_TOLERANCE = 0.000001;

/** A stored trade. */
export interface StoredTrade extends Pick<VenueTrade, 'id' | 'side' | 'size'> {
  readonly t: number;
}

/** A trade in the venue's list of settled ones. */
export type ListedTrade = Pick<VenueTrade, 'id' | 'side' | 'size'> & { readonly venueTime: number };

/** A stored trade that the list does not contain. */
export interface MissingTrade extends StoredTrade {
  readonly id: string;
  /** Whether the list contains later trades. */
  readonly isPassed: boolean;
}

export interface SettledComparison<Row> {
  /** Listed trades that are not stored, with the ids for the store. */
  readonly added: readonly Row[];
  /** Stored trades whose transactions the list does not contain, oldest first. */
  readonly missing: readonly MissingTrade[];
}

/**
 * Compares the stored trades of a market with the venue's list of settled ones, by transaction, token and side. Prints
 * are averages of several rows of the list, so sizes are compared and prices are not.
 */
export function compareSettled<Row extends ListedTrade>(
  stored: readonly StoredTrade[],
  listed: readonly Row[],
): SettledComparison<Row> {
  const byTransaction = Map.groupBy(stored.filter(hasId), ({ id }) => getTransaction(id));
  const nameless = stored.filter(({ id }) => id === null);
  const added: Row[] = [];
  const rows = Map.groupBy(listed, ({ id }) => id);
  for (const [id, ofId] of rows) {
    const own = id === null ? [] : (byTransaction.get(id) ?? []);
    const found = findMissingRows(own, ofId).filter((row) => !takeNameless(nameless, row));
    for (const [i, row] of found.entries())
      added.push({ ...row, id: id === null ? null : numberId(id, own.length + i) });
  }
  const newestListed = listed.reduce((newest, { venueTime }) => Math.max(newest, venueTime), -Infinity);
  const missing = [...byTransaction]
    .filter(([id]) => !rows.has(id))
    .flatMap(([, trades]) => trades)
    .map((trade) => ({ ...trade, isPassed: trade.t < newestListed }));
  return {
    added: added.toSorted((a, b) => a.venueTime - b.venueTime),
    missing: missing.toSorted((a, b) => a.t - b.t),
  };
}

function hasId(trade: StoredTrade): trade is StoredTrade & { readonly id: string } {
  return trade.id !== null;
}

/**
 * Finds the rows of one transaction and token that are not stored. When the rows of a side add up to more than the
 * stored trades, rows equal to a stored trade are matched first. Of the others, the largest that fit into the
 * difference are new.
 */
function findMissingRows<Row extends ListedTrade>(own: readonly StoredTrade[], rows: readonly Row[]): Row[] {
  // A stored trade without a side may account for rows of either side.
  let sideless = sumSizes(own.filter(({ side }) => side === null));
  const found: Row[] = [];
  for (const [side, ofSide] of Map.groupBy(rows, (row) => row.side)) {
    const ofOwn = own.filter((trade) => trade.side === side && side !== null);
    let left = sumSizes(ofSide) - sumSizes(ofOwn);
    const counted = Math.min(Math.max(0, left), sideless);
    sideless -= counted;
    left -= counted;
    const sizes = ofOwn.map(({ size }) => size);
    for (const row of ofSide.toSorted((a, b) => b.size - a.size)) {
      const equal = sizes.findIndex((size) => isSameSize(size, row.size));
      if (equal >= 0) sizes.splice(equal, 1);
      if (equal >= 0 || row.size > left + SIZE_TOLERANCE) continue;
      left -= row.size;
      found.push(row);
    }
  }
  return found;
}

/** Removes the stored trade without an id that corresponds to the row. @returns Whether there was one. */
function takeNameless(nameless: StoredTrade[], { side, size, venueTime }: ListedTrade): boolean {
  const isSame = (trade: StoredTrade) =>
    isSideOf(trade.side, side) &&
    isSameSize(trade.size, size) &&
    venueTime >= floorToSecond(trade.t) &&
    venueTime <= trade.t + MAX_SETTLING_MS;
  const found = nameless.findIndex(isSame);
  if (found < 0) return false;
  nameless.splice(found, 1);
  return true;
}

/** Rounds down to the second, because the list has whole seconds and a row of the same second is not before a print. */
function floorToSecond(t: number): number {
  return t - (t % 1_000);
}

function isSameSize(a: number, b: number): boolean {
  return Math.abs(a - b) <= SIZE_TOLERANCE;
}

function isSideOf(stored: TakerSide | null, listed: TakerSide | null): boolean {
  return stored === null || stored === listed;
}

function sumSizes(trades: readonly Pick<StoredTrade, 'size'>[]): number {
  return trades.reduce((sum, { size }) => sum + size, 0);
}
