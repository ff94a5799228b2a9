import { findNumber } from '../numbers.ts';
import type { PerpContext, PerpMeta } from './wire.ts';

type Universe = readonly (PerpMeta | null)[];
type Contexts = readonly (PerpContext | null)[];

/** Two prices of one coin that are read within a minute differ by less than this factor. */
const SAME_COIN = 1.2;
/** A context is mispaired when its price is within this factor of another coin's mid and far from its own coin's. */
const OTHER_COIN = 1.03;
/** Marks of one asset in two lists that are minutes apart differ by less than this factor, except for a few coins. */
const SAME_MARK = 1.5;

/**
 * Finds the positions at which a context belongs to another asset. The evidence are the mids, which the venue lists by
 * name: the price is far from the mid of its own coin and next to that of another one. A price that only jumped does
 * not count.
 */
export function findMispaired(
  universe: Universe,
  contexts: Contexts,
  mids: ReadonlyMap<string, number>,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (let index = 0; index < universe.length; index++) {
    const meta = universe[index] ?? null;
    const context = contexts[index] ?? null;
    if (meta === null || context === null || meta.isDelisted === true) continue;
    const own = mids.get(meta.name);
    const price = findNumber(context.midPx) ?? Number(context.markPx);
    if (own === undefined || isWithin(price, own, SAME_COIN)) continue;
    if (isOthers(price, meta.name, mids)) found.add(index);
  }
  return found;
}

/** Whether two lists of contexts of one universe describe the same assets in the same order: most marks are similar. */
export function marksAgree(one: Contexts, two: Contexts): boolean {
  let compared = 0;
  let different = 0;
  for (const [index, context] of one.entries()) {
    const [a, b] = [Number(context?.markPx), Number(two[index]?.markPx)];
    if (!(a > 0 && b > 0)) continue;
    compared++;
    if (!isWithin(a, b, SAME_MARK)) different++;
  }
  return different * 2 <= compared;
}

function isWithin(a: number, b: number, factor: number): boolean {
  return a > 0 && b > 0 && a < b * factor && b < a * factor;
}

/**
 * Whether a price belongs to another coin. Coins outside of the universe count too, because their rows may have been
 * refused.
 */
function isOthers(price: number, name: string, mids: ReadonlyMap<string, number>): boolean {
  for (const [coin, mid] of mids) if (coin !== name && isWithin(price, mid, OTHER_COIN)) return true;
  return false;
}
