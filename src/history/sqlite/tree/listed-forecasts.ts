import { FORECAST_HORIZONS, findStoredAsset, type VenueId } from '../../../domain/index.ts';
import { decodeForecastDay } from '../../forecasts/day-coding.ts';
import type { ListedForecast } from '../../tree/tree-source.ts';
import type { ForecastTable } from '../forecasts/forecast-table.ts';
import type { Register } from '../register/register.ts';

/** Lists the forecasts of a venue: those of closed days, then those of unresolved markets. */
export function* listForecasts(
  table: ForecastTable,
  register: Register,
  venue: VenueId,
): Generator<ListedForecast> {
  for (const day of table.listDays()) {
    const data = table.findDay(day);
    if (data !== null) yield* listDay(data, venue);
  }
  for (const { storeKey, horizon, t, p, end } of table.listByVenue(venue)) {
    const market = register.findMarket({ venue, storeKey });
    const asset = market?.asset ?? findStoredAsset(venue, storeKey)?.asset ?? storeKey;
    const event = market?.eventKey ?? null;
    yield { asset, horizon, t, p, y: null, end, event, resolvedAt: null, leftOut: null };
  }
}

function* listDay(data: Uint8Array, ofVenue: VenueId): Generator<ListedForecast> {
  for (const { venue, asset, event, outcome, resolvedAt, forecasts } of decodeForecastDay(data).markets) {
    if (venue !== ofVenue) continue;
    for (const [h, { id: horizon }] of FORECAST_HORIZONS.entries()) {
      const forecast = forecasts[h]!;
      const market = { asset, horizon, event, resolvedAt };
      yield 'leftOut' in forecast
        ? { ...market, t: null, p: null, y: null, end: null, leftOut: forecast.leftOut }
        : { ...market, ...forecast, y: outcome === 'yes' ? 1 : 0, leftOut: null };
    }
  }
}
