import { Type } from 'typebox';
import type { EpochMs, JsonObject } from '../../../../domain/index.ts';
import { WireSchema } from '../../../../upstream/client.ts';
import { type StripeApiOptions, StripePageReader } from './page-reader.ts';

/** Types of events that move money or report the progress of a dispute. */
const READ_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;

/** Lists events of the operator's Stripe account. */
export interface StripeEvents {
  /** Lists the events created since a time, newest first. */
  listSince(from: EpochMs, signal: AbortSignal): AsyncIterable<JsonObject>;
}

const eventList = new WireSchema(
  'events of Stripe',
  Type.Object({
    data: Type.Array(Type.Object({ id: Type.String({ minLength: 1 }), type: Type.String() })),
    has_more: Type.Boolean(),
  }),
);

/** Reads `GET /v1/events` in pages. Stripe keeps events for 30 days. */
export class StripeEventsApi implements StripeEvents {
  readonly #pages: StripePageReader;

  constructor(options: StripeApiOptions) {
    this.#pages = new StripePageReader('stripe', options);
  }

  async *listSince(from: EpochMs, signal: AbortSignal): AsyncGenerator<JsonObject> {
    const others = READ_TYPES.map((type) => ['types[]', type] as const);
    let after: string | undefined;
    for (;;) {
      const request = { path: '/v1/events', fromMs: from, after, others };
      const { data, has_more } = await this.#pages.read(request, eventList, signal);
      yield* data as readonly JsonObject[];
      after = data.at(-1)?.id;
      if (!has_more || after === undefined) return;
    }
  }
}
