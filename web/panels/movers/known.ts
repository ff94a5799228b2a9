import { computed } from '@preact/signals-core';
import type {
  GetFeedAnswer,
  GetLinksAnswer,
  GetResolutionsAnswer,
  Mover,
} from '../../../client/src/index.ts';
import { distanceText } from '../../format/market.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../format/time.ts';
import { getPriceUnit, venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';
import { isPastComing } from '../../state/past.ts';
import { settings } from '../../state/settings.ts';
import { marketRows } from '../market/model.ts';
import { type BookNow, describeMove, findLinked } from '../market/move-reason.ts';
import { names } from '../market/names.ts';
import { toShownName } from '../market/shown-name.ts';
import { countBefore, HALF_HOUR_MS } from '../market/sparkline.ts';

const EVERY_MS = MINUTE_MS;

const links = call<GetLinksAnswer>('/api/links?limit=1000', { everyMs: EVERY_MS });

const feed = call<GetFeedAnswer>('/api/feed', { everyMs: EVERY_MS });
/** Books and states of all markets, by asset. */
const rows = computed(
  () => new Map(marketRows([feed.state.value.data], null).map((row) => [row.asset, row])),
);

const resolutions = computed(() => {
  // The window moves by an hour, so that a call lasts as long.
  const since = now.value === null ? null : Math.floor((now.value - DAY_MS) / HOUR_MS) * HOUR_MS;
  return since === null
    ? null
    : call<GetResolutionsAnswer>(withQuery('/api/resolutions', { since, limit: 1_000 }), {
        everyMs: EVERY_MS,
      });
});
const ended = computed(
  () => new Map((resolutions.value?.state.value.data?.resolutions ?? []).map((each) => [each.asset, each])),
);

/** Finds the name of a mover in lists, also when the market is listed no more. */
export const findName = (mover: Mover): string =>
  names.value.get(mover.asset.toLowerCase())?.name ?? toShownName(mover);

/** Changes of linked markets, in percent or points by their class. */
const changes = computed(
  () =>
    new Map(
      [...names.value].map(([asset, { change24hPct, change24hPts, venue }]) => [
        asset,
        { change: getPriceUnit(asset) === 'usd' ? change24hPct : change24hPts, venue: venueTitle(venue) },
      ]),
    ),
);

export const getMove = (mover: Mover): number | null =>
  getPriceUnit(mover.asset) === 'usd' ? mover.changeFrac * 100 : mover.change24hPts;

/** Empty half hours from which an asset counts as listed within the day: a first price may be late by two of them. */
const MANY_BEFORE = 3;

/**
 * Finds the time at which a market was listed: that of its first price, if its venue was recorded before. null: not in
 * this day.
 */
function findListing({ asset, venue }: Mover, shown: readonly Mover[]): number | null {
  const before = countBefore(asset) ?? 0;
  // A line whose hours of before are still being read begins with our record, not with the market.
  if (before < MANY_BEFORE || isPastComing(asset)) return null;
  const wasRecorded = shown.some((other) => other.venue === venue && countBefore(other.asset) === 0);
  return wasRecorded ? (now.peek() ?? 0) - (47 - before) * HALF_HOUR_MS : null;
}

function findResolved(asset: string): string | null {
  const own = ended.value.get(asset);
  if (own !== undefined) return OUTCOMES[own.outcome] ?? own.outcome;
  for (const { a, b, relation } of links.state.value.data?.links ?? []) {
    if (relation !== 'same' || (a !== asset && b !== asset)) continue;
    const other = ended.value.get(a === asset ? b : a);
    if (other !== undefined)
      return `${OUTCOMES[other.outcome] ?? other.outcome} on ${venueTitle(other.venue)}`;
  }
  return null;
}
const OUTCOMES: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No' };

function findBook({ asset }: Mover): BookNow | null {
  const row = rows.value.get(asset);
  if (row === undefined) return null;
  const { bid, ask, spread, unit } = row;
  return {
    hasBid: bid !== null && bid > 0,
    hasAsk: ask !== null && ask > 0,
    // For perpetuals the spread is in bps and the change in percent.
    spread: spread === null ? null : unit === 'usd' ? spread / 100 : spread,
    text: spread === null ? '' : distanceText(spread, unit, settings.value.odds),
  };
}

/** Describes what is known beside a move, in one sentence. @param shown All moves of the page. */
export function describeKnown(mover: Mover, shown: readonly Mover[]): string {
  const entry = names.value.get(mover.asset.toLowerCase());
  return describeMove(getMove(mover), {
    linked: findLinked(mover.asset, links.state.value.data?.links ?? [], changes.value),
    resolved: findResolved(mover.asset),
    status: rows.value.get(mover.asset)?.status ?? null,
    endDate: entry?.endDate ?? null,
    listedAt: findListing(mover, shown),
    volume24hUsd: entry?.volume24hUsd ?? null,
    book: findBook(mover),
    nowMs: now.peek() ?? 0,
  });
}
