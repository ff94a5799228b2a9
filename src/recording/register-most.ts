import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Listing } from '../history/contract/market-register.ts';
import type { ListedMarkets } from './listed-markets.ts';
import type { RecorderStore } from './patient-writes.ts';

/** Maximum number of markets that one commit registers. */
const CHANGED_AT_ONCE = 200;

/**
 * Registers markets in separate commits when there are many, so that no commit delays others for long.
 *
 * @returns Markets that remain for the poll's own commit.
 */
export async function registerMost(
  history: Pick<RecorderStore, 'append'>,
  listed: ListedMarkets,
  listing: Listing,
): Promise<Listing> {
  let { changed } = listing;
  if (changed.length <= CHANGED_AT_ONCE) return listing;
  // The order by key reads adjacent entries together, because the store is ordered by key.
  changed = changed.toSorted((a, b) => (a.storeKey < b.storeKey ? -1 : 1));
  for (; changed.length > CHANGED_AT_ONCE; changed = changed.slice(CHANGED_AT_ONCE)) {
    const part = changed.slice(0, CHANGED_AT_ONCE);
    const { venue, at } = listing;
    await history.append([], { venue, at, changed: part }, () => listed.forget(part));
    await nextTurn();
  }
  return { ...listing, changed };
}
