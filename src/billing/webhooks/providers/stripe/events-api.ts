import { Type } from 'typebox';
import type { JsonObject } from '../../../../domain/index.ts';
import { type EpochMs, SECOND_MS } from '../../../../domain/index.ts';
import { RateBudget } from '../../../../upstream/budget.ts';
import { UpstreamClient, WireSchema } from '../../../../upstream/client.ts';

/** The kinds of events that move money, or report the course of a dispute. */
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
/** Stripe allows a hundred reads a second to a key in live mode, and twenty-five in test mode. */
const REQUESTS_PER_SECOND = 10;

/** Lists events as the provider has them. */
export interface StripeEvents {
  /** Events created since then, newest first. */
  listSince(from: EpochMs, signal: AbortSignal): AsyncIterable<JsonObject>;
}

export interface StripeEventsApiOptions {
  /** A secret or restricted key that may read events. */
  readonly apiKey: string;
  readonly userAgent: string;
  /** Base address. Default: Stripe's own. */
  readonly baseUrl?: string;
}

const eventList = new WireSchema(
  'events of Stripe',
  Type.Object({
    data: Type.Array(Type.Object({ id: Type.String({ minLength: 1 }), type: Type.String() })),
    has_more: Type.Boolean(),
  }),
);

/** Reads `GET /v1/events`, which keeps events for 30 days, in pages. */
export class StripeEventsApi implements StripeEvents {
  readonly #options: StripeEventsApiOptions;
  readonly #client: UpstreamClient;

  constructor(options: StripeEventsApiOptions) {
    this.#options = options;
    this.#client = new UpstreamClient({
      name: 'stripe',
      budget: new RateBudget({ limit: REQUESTS_PER_SECOND, windowMs: SECOND_MS }),
      userAgent: options.userAgent,
      // Stripe's answer to a refused request may quote the key.
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
