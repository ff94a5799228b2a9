import { type HttpResult, VenueHttp } from '../../src/bot/execution/calls/venue-http.ts';
import type { PreparedOrder } from '../../src/bot/execution/execution-venue.ts';
import type { ErrorRow } from '../../src/bot/execution/live/error-table.ts';
import { OrderSender } from '../../src/bot/execution/live/order-sender.ts';
import { epochMs } from '../../src/domain/index.ts';

/** The venue's time in tests of answers. */
export const ANSWERED_AT = epochMs(1_780_000_000_000);

/** A buy of ten Yes shares at up to 0.5 that was prepared a minute before {@link ANSWERED_AT}. */
export const SENT_ORDER: PreparedOrder = {
  format: 1,
  venue: 'kalshi',
  account: 'one',
  storeKey: 'm',
  venueAsset: 'M',
  side: 'buy',
  leg: 'yes',
  limitPrice: '0.5',
  size: '10',
  venueClientId: 'sent-1',
  body: '{}',
  details: {},
  preparedAt: epochMs(ANSWERED_AT - 60_000),
  expiresAt: null,
};

/** Creates a sender that makes no requests: it knows the time and the venue's errors. */
export function createIdleSender(rows: readonly ErrorRow[]): OrderSender {
  return new OrderSender(
    new VenueHttp({ baseUrl: 'http://127.0.0.1:1', userAgent: 'test', clock: () => ANSWERED_AT }),
    rows,
  );
}

export function toAnswer(json: unknown, status = 200): HttpResult {
  return { kind: 'answer', status, text: JSON.stringify(json), json, retryAfterMs: null, clockErrorMs: 0 };
}

export const LOST: HttpResult = { kind: 'lost', message: 'the connection was reset' };
