import { computed } from '@preact/signals-core';
import type { GetFeedAnswer, GetIndexAnswer } from '../../../client/src/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../format/time.ts';
import { getByVenue, VENUE_IDS } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { type MarketRow, marketRows } from '../market/model.ts';
import { splitNames } from '../market/name-parts.ts';

/** The largest come first and all of them right behind, so that the table is there at once; then the largest more often. */
const first = call<GetFeedAnswer>('/api/feed?top=100', { everyMs: HOUR_MS });
const whole = call<GetFeedAnswer>('/api/feed', { everyMs: MINUTE_MS });
const often = call<GetFeedAnswer>('/api/feed?top=250', { everyMs: 10_000 });
const index = call<GetIndexAnswer>('/api/m2m/index', { everyMs: MINUTE_MS });

/** Every listed market with what the newest answers say of it. */
export const listedMarkets = computed((): readonly MarketRow[] => {
  const feeds = [first.state.value.data, whole.state.value.data];
  // The other reads cost the service work: they start when the table can be used.
  const { data, failure } = whole.state.value;
  if (data === null && failure === null) return marketRows(feeds, null);
  return marketRows([...feeds, often.state.value.data], index.state.value.data);
});

/**
 * Venues of which every market is known: what is not among theirs is not listed, and not only on its way. null: the whole
 * answer has not come.
 */
export const wholeVenues = computed((): ReadonlySet<string> | null => {
  const { data } = whole.state.value;
  if (data === null) return null;
  // A service that has not read a venue yet, or has lost it since its start, knows none of its markets.
  return new Set(VENUE_IDS.filter((venue) => (getByVenue<object | null>(data, venue) ?? null) !== null));
});

/** Names of all markets, split where they begin to differ. */
export const marketNameParts = computed(() => splitNames(listedMarkets.value.map(({ name }) => name)));

/** Chooses the call whose answer a table of markets follows. */
export function pickFeed() {
  // Asked for in this order: the short answer must not wait for the long one to be written.
  first.state.value;
  return whole.state.value.data === null ? first : often;
}

/** Finds the newest time at which a venue was read, epoch ms; null: none was. */
export const findFeedTime = (feed: GetFeedAnswer): number | null =>
  Math.max(
    0,
    ...VENUE_IDS.map(
      (venue) => getByVenue<{ readonly fetchedAt: number } | null>(feed, venue)?.fetchedAt ?? 0,
    ),
  ) || null;
