import type { VenueId } from '../../domain/index.ts';
import type { Anomaly } from './anomaly.ts';

/** How the venues take orders. */
export interface TradingFindings {
  /** Venues whose newest answer was that this service may not come in (403 or 451 for the whole address). */
  readonly blockedVenues: readonly VenueId[];
  /** Rows of private answers of each venue that could not be read; `last`: kind and member of the newest. */
  readonly refusedRows: readonly {
    readonly venue: VenueId;
    readonly count: number;
    readonly last: string | null;
  }[];
  /** How many stored credentials of each venue it refuses, by the newest check of each. */
  readonly refusedCredentials: readonly { readonly venue: VenueId; readonly count: number }[];
  /** In how many ended markets of each venue positions could not be closed at the newest look. */
  readonly unsettledMarkets: readonly { readonly venue: VenueId; readonly count: number }[];
  /** How many orders of each venue were sent more than a minute ago and have no known outcome. */
  readonly unconfirmedOrders: readonly { readonly venue: VenueId; readonly count: number }[];
  /** Positions of each venue that a stop, a limit or a closing looks at, and whose market gives no price. */
  readonly unpricedPositions: readonly { readonly venue: VenueId; readonly count: number }[];
  /** In how many markets of each venue accounts hold something else than the records of their bots. */
  readonly mismatchedPositions: readonly { readonly venue: VenueId; readonly count: number }[];
}

/** Anomalies of trading at this moment. */
export function findTradingAnomalies({
  blockedVenues,
  refusedRows,
  refusedCredentials,
  unsettledMarkets,
  unconfirmedOrders,
  unpricedPositions,
  mismatchedPositions,
}: TradingFindings): Anomaly[] {
  const blocked = blockedVenues.map(
    (venue): Anomaly => ({
      severity: 'warning',
      code: 'venue_blocked',
      venue,
      message: `${venue} turns away every order from this address (403 or 451)`,
    }),
  );
  const unreadable = refusedRows.map(
    ({ venue, count, last }): Anomaly => ({
      severity: 'warning',
      code: 'account_rows_refused',
      venue,
      message: `rows about accounts at ${venue} could not be read, the newest a ${last}: the others count, and what these say is taken for unknown`,
      count,
    }),
  );
  // Every owner of a bot can store credentials that no venue accepts: that must not make the service look ill to others.
  const refused = refusedCredentials.map(
    ({ venue, count }): Anomaly => ({
      severity: 'info',
      code: 'credentials_refused',
      venue,
      message: `${venue} refuses stored credentials, or they may do more than trade: no order is placed with them`,
      count,
    }),
  );
  const unsettled = unsettledMarkets.map(
    ({ venue, count }): Anomaly => ({
      severity: 'warning',
      code: 'positions_not_settled',
      venue,
      message: `positions in markets of ${venue} that have ended could not be closed: the log says why; others are settled`,
      count,
    }),
  );
  const unconfirmed = unconfirmedOrders.map(
    ({ venue, count }): Anomaly => ({
      severity: 'warning',
      code: 'orders_unconfirmed',
      venue,
      message: `${venue} has not said for more than a minute what became of orders that were sent: they are asked for until it does`,
      count,
    }),
  );
  const unpriced = unpricedPositions.map(
    ({ venue, count }): Anomaly => ({
      severity: 'warning',
      code: 'exit_price_missing',
      venue,
      message: `positions at ${venue} are to be watched or closed, and their markets are silent or halted: nothing is closed at a made-up price`,
      count,
    }),
  );
  const mismatched = mismatchedPositions.map(
    ({ venue, count }): Anomaly => ({
      severity: 'warning',
      code: 'position_mismatch',
      venue,
      message: `accounts at ${venue} hold something else than the records of their bots, and no event of the venue explains it: nothing is opened there until their owners adopt or forget it`,
      count,
    }),
  );
  return [...blocked, ...unreadable, ...refused, ...unsettled, ...unconfirmed, ...unpriced, ...mismatched];
}
