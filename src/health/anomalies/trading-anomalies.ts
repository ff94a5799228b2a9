import type { VenueId } from '../../domain/index.ts';
import type { Anomaly } from './anomaly.ts';

/** State of trading at the venues. */
export interface TradingFindings {
  /** Venues that currently refuse this service, with 403 or 451 for the whole IP address. */
  readonly blockedVenues: readonly VenueId[];
  /** Rows of private answers that could not be read, by venue. `last`: kind and member of the newest one. */
  readonly refusedRows: readonly {
    readonly venue: VenueId;
    readonly count: number;
    readonly last: string | null;
  }[];
  /** Number of stored credentials that each venue refuses, by the newest check of each. */
  readonly refusedCredentials: readonly { readonly venue: VenueId; readonly count: number }[];
  /** Number of ended markets of each venue in which positions could not be closed at the last attempt. */
  readonly unsettledMarkets: readonly { readonly venue: VenueId; readonly count: number }[];
  /** Number of orders of each venue that were sent more than a minute ago and have no known outcome. */
  readonly unconfirmedOrders: readonly { readonly venue: VenueId; readonly count: number }[];
  /** Number of positions of each venue that a stop, a limit or a closing depends on, and whose market has no price. */
  readonly unpricedPositions: readonly { readonly venue: VenueId; readonly count: number }[];
  /** Number of markets of each venue in which accounts hold other positions than their bots have recorded. */
  readonly mismatchedPositions: readonly { readonly venue: VenueId; readonly count: number }[];
}

/** Finds the current anomalies of trading. */
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
  // Only `info`, because every owner of a bot can store credentials that no venue accepts. Other users must not see a
  // degraded service because of them.
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
