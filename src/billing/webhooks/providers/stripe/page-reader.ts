import type { Static, TSchema } from 'typebox';
import { SECOND_MS } from '../../../../domain/index.ts';
import { RateBudget } from '../../../../upstream/budget.ts';
import { UpstreamClient, type WireSchema } from '../../../../upstream/client.ts';

export interface StripeApiOptions {
  /** A secret or restricted API key that may read what is listed. */
  readonly apiKey: string;
  readonly userAgent: string;
  /** Base address of the API. Default: the public address of Stripe. */
  readonly baseUrl?: string;
}

/** One page of a list, of which each row has an id. */
export interface PageRequest {
  /** Path of the list: `/v1/events`. */
  readonly path: string;
  /** Begin of the list, epoch ms. */
  readonly fromMs: number;
  /** Id of the last row of the page before; undefined: the first page. */
  readonly after: string | undefined;
  /** Further parameters of the list, as pairs of name and value. */
  readonly others: readonly (readonly [string, string])[];
}

const PAGE = 100;
/**
 * Maximum request rate, below Stripe's limits for an API key: a hundred reads a second in live mode, twenty-five in
 * test mode.
 */
const REQUESTS_PER_SECOND = 10;

/** Reads pages of lists of the operator's Stripe account, newest rows first. */
export class StripePageReader {
  readonly #options: StripeApiOptions;
  readonly #client: UpstreamClient;

  /**
   * Prepares a client with a request budget of its own.
   *
   * @param name Name of the upstream in counters and messages.
   */
  constructor(name: string, options: StripeApiOptions) {
    this.#options = options;
    this.#client = new UpstreamClient({
      name,
      budget: new RateBudget({ limit: REQUESTS_PER_SECOND, windowMs: SECOND_MS }),
      userAgent: options.userAgent,
      // Stripe's response to a refused request may quote the API key.
      hidesPaths: true,
    });
  }

  read<Schema extends TSchema>(
    { path, fromMs, after, others }: PageRequest,
    wire: WireSchema<Schema>,
    signal: AbortSignal,
  ): Promise<Static<Schema>> {
    const { apiKey, baseUrl = 'https://api.stripe.com' } = this.#options;
    const query = new URLSearchParams({
      limit: String(PAGE),
      'created[gte]': String(Math.floor(fromMs / SECOND_MS)),
      ...(after === undefined ? {} : { starting_after: after }),
    });
    for (const [name, value] of others) query.append(name, value);
    const headers = { authorization: `Bearer ${apiKey}` };
    return this.#client.read(
      { url: `${baseUrl}${path}?${query}`, headers, weight: 1, priority: 'poll', signal },
      wire,
    );
  }
}
