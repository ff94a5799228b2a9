import type { VenueId } from '../domain/index.ts';
import type { Anomaly } from './anomalies.ts';

/** How the venues take orders. */
export interface TradingFindings {
  /** Their newest answer to this service was that it may not come in (403 or 451 for the whole address). */
  readonly blockedVenues: readonly VenueId[];
}

/** What looks wrong with trading just now. */
export function tradingAnomalies({ blockedVenues }: TradingFindings): Anomaly[] {
  return blockedVenues.map((venue) => ({
    severity: 'warning',
    code: 'venue_blocked',
    venue,
    message: `${venue} turns away every order from this address (403 or 451)`,
  }));
}
