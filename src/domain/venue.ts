import { type EpochMs, epochMs } from './time.ts';

/** The four venues, in the order in which answers list them. */
export const VENUES = ['hyperliquid', 'polymarket', 'kalshi', 'limitless'] as const;

export type VenueId = (typeof VENUES)[number];

export function isVenueId(text: string): text is VenueId {
  return (VENUES as readonly string[]).includes(text);
}

/**
 * No record of a venue is older: the start of the year in which it opened to the public. A time before it is a mistake
 * of units, not history.
 */
export const VENUE_OPENED_MS: Readonly<Record<VenueId, EpochMs>> = {
  hyperliquid: epochMs(Date.UTC(2023, 0, 1)),
  polymarket: epochMs(Date.UTC(2020, 0, 1)),
  kalshi: epochMs(Date.UTC(2021, 0, 1)),
  limitless: epochMs(Date.UTC(2023, 0, 1)),
};
