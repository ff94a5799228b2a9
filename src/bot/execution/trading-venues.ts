import type { VenueId } from '../../domain/index.ts';

/** Venues to which orders can be sent. */
export const TRADING_VENUES = [
  'hyperliquid',
  'polymarket',
  'kalshi',
  'limitless',
] as const satisfies readonly VenueId[];

export type TradingVenue = (typeof TRADING_VENUES)[number];
