import { type MarketTerms, NO_TERMS } from '../../domain/index.ts';
import { findVenueTime } from '../times.ts';
import { cleanTitle } from './clean-title.ts';
import type { KalshiEvent, KalshiMarket } from './wire.ts';

/** Reads the terms of a market from its fields and those of its event; a term that they do not state is null. */
export function readTerms(market: KalshiMarket, event: KalshiEvent | null): MarketTerms {
  const floor = market.floor_strike ?? null;
  const cap = market.cap_strike ?? null;
  const sources = (event?.settlement_sources ?? []).flatMap(({ name, url }) => name || url || []);
  const series = getSeries(market.event_ticker, event);
  const shared = {
    ...NO_TERMS,
    underlying: series,
    settlementSource: sources.join('; ') || null,
    answer: cleanTitle(market.yes_sub_title),
    eventSubtitle: cleanTitle(event?.sub_title),
    series,
    startsAt: findVenueTime(market.occurrence_datetime),
  };
  const isStrikeIncluded = market.strike_type?.endsWith('_or_equal') ?? null;
  switch (market.strike_type) {
    case 'greater':
    case 'greater_or_equal':
      return { ...shared, direction: 'above', strike: floor, isStrikeIncluded };
    case 'less':
    case 'less_or_equal':
      return { ...shared, direction: 'below', strike: cap, isStrikeIncluded };
    case 'between':
      return { ...shared, direction: 'between', strike: floor, strikeHigh: cap };
    default:
      return shared;
  }
}

/** Finds the series: as the event states it, else the part of the ticker before its first dash. */
export function getSeries(ticker: string, event: KalshiEvent | null): string {
  if (event !== null) return event.series_ticker;
  const dash = ticker.indexOf('-');
  return dash === -1 ? ticker : ticker.slice(0, dash);
}
