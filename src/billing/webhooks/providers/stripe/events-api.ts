import { Type } from 'typebox';
import type { JsonObject } from '../../../../domain/index.ts';
import { type EpochMs, SECOND_MS } from '../../../../domain/index.ts';
import { RateBudget } from '../../../../upstream/budget.ts';
import { UpstreamClient, WireSchema } from '../../../../upstream/client.ts';

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

const PAGE = 100;
/** Below Stripe's limits for an API key: a hundred reads a second in live mode, twenty-five in test mode. */
const REQUESTS_PER_SECOND = 10;

/** Lists events of the operator's Stripe account. */
export interface StripeEvents {
  /** Lists the events created since a time, newest first. */
  listSince(from: EpochMs, signal: AbortSignal): AsyncIterable<JsonObject>;
}

export interface StripeEventsApiOptions {
  /** A secret or restricted API key that may read events. */
  readonly apiKey: string;
  readonly userAgent: string;
  /** Base address of the API. Default: the public address of Stripe. */
  readonly baseUrl?: string;
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
  readonly #options: StripeEventsApiOptions;
  readonly #client: UpstreamClient;

  constructor(options: StripeEventsApiOptions) {
    this.#options = options;
    this.#client = new UpstreamClient({
      name: 'stripe',
      budget: new RateBudget({ limit: REQUESTS_PER_SECOND, windowMs: SECOND_MS }),
      userAgent: options.userAgent,
      // Stripe's response to a refused request may quote the API key.
      hidesPaths: true,
    });
  }

  async *listSince(from: EpochMs, signal: AbortSignal): AsyncGenerator<JsonObject> {
    const { apiKey, baseUrl = 'https://api.stripe.com' } = this.#options;
    let after: string | undefined;
    for (;;) {
      const query = new URLSearchParams({
        limit: String(PAGE),
        'created[gte]': String(Math.floor(from / SECOND_MS)),
        ...(after === undefined ? {} : { starting_after: after }),
      });
      for (const type of READ_TYPES) query.append('types[]', type);
      const { data, has_more } = await this.#client.read(
        {
          url: `${baseUrl}/v1/events?${query}`,
          headers: { authorization: `Bearer ${apiKey}` },
          weight: 1,
          priority: 'poll',
          signal,
        },
        eventList,
      );
      yield* data as readonly JsonObject[];
      after = data.at(-1)?.id;
      if (!has_more || after === undefined) return;
    }
  }
}
