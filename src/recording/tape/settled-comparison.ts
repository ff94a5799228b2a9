import { HOUR_MS, type TakerSide, type VenueTrade } from '../../domain/index.ts';
import { getTransaction, numberId } from './known-trades.ts';

/** A settled trade is listed at most this long after its print. */
export const MAX_SETTLING_MS = 2 * HOUR_MS;

/** Sizes that differ by no more than this are equal: lists round what prints state. */
const SIZE_TOLERANCE = 0.000001;

/** A trade that is stored. */
export interface StoredTrade extends Pick<VenueTrade, 'id' | 'side' | 'size'> {
  readonly t: number;
}

/** A trade of the venue's list of settled ones. */
export type ListedTrade = Pick<VenueTrade, 'id' | 'side' | 'size'> & { readonly venueTime: number };

/** A stored trade that the list does not have. */
export interface MissingTrade extends StoredTrade {
  readonly id: string;
  /** Whether the list has later ones. */
  readonly isPassed: boolean;
}

export interface SettledComparison<Row> {
  /** Listed trades that are not stored, with the ids under which they are to be. */
  readonly added: readonly Row[];
  /** Stored trades of transactions that the list does not have. The oldest first. */
  readonly missing: readonly MissingTrade[];
}

/**
 * Compares stored trades of a market with the venue's list of settled ones, by transaction, token and side. Prints are
 * averages of what the list has as rows: sizes are compared, not prices.
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
 * Rows of one transaction and token that stored trades do not account for. Where the rows of a side add up to more than what
 * is stored, those that equal a stored trade are it, and of the rest the largest that fit into what is missing are new.
 */
function findMissingRows<Row extends ListedTrade>(own: readonly StoredTrade[], rows: readonly Row[]): Row[] {
  // A stored trade without a side counts for either.
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

/** Takes away the stored trade without an id that the row is. @returns Whether there was one. */
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

/** The list has whole seconds: a row of the second of a print is not before it. */
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
