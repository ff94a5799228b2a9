import { FORECAST_HORIZONS, type VenueId } from '../../../domain/index.ts';
import { decodeForecastDay } from '../../forecasts/day-coding.ts';
import type { ListedForecast } from '../../tree/tree-source.ts';

export function* listDay(data: Uint8Array, ofVenue: VenueId): Generator<ListedForecast> {
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
