import { DAY_MS, UpstreamError } from '../../domain/index.ts';
import type { RateBudget } from '../../upstream/budget.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { withStated } from '../settling/stated.ts';
import type { VenueAdapter } from '../venue-adapter.ts';
import { type HistorySpan, LimitlessClient } from './client.ts';
import { isAmm, normaliseBook, normaliseHistory, normaliseResolution } from './normalise.ts';
import { readStated } from './stated.ts';
import { PriceStream } from './stream/price-stream.ts';
import { Universe } from './universe.ts';

export interface LimitlessAdapterOptions extends AdapterOptions {
  readonly url: string;
  readonly wsUrl: string;
  /** Rate budget. Default: half of the published limit. */
  readonly budget?: RateBudget;
}

/**
 * Creates the adapter of Limitless.
 *
 * @see docs/venues/limitless.md
 */
export function createLimitlessAdapter(options: LimitlessAdapterOptions): VenueAdapter {
  const { url, wsUrl, userAgent, clock, random, budget } = options;
  const client = new LimitlessClient({ url, userAgent, random, ...(budget && { budget }) });
  const stream = options.streams
    ? new PriceStream({
        url: wsUrl,
        userAgent,
        clock,
        random,
        intake: client.intake,
        hasEnded: (slug, now) => universe.hasEnded(slug, now),
        isBelieved: (asset) => universe.isBelieved(asset),
      })
    : null;
  const universe = new Universe({ ...options, client, stream });

  return {
    venue: 'limitless',
    stream,
    probes: [
      {
        upstream: 'limitless',
        venue: 'limitless',
        url: `${url.replace(/\/+$/, '')}/markets/categories/count`,
        method: 'GET',
        body: null,
        headers: { 'user-agent': userAgent },
      },
    ],
    poll: (signal) => universe.poll(signal),

    async readBook(ref, signal) {
      const market = universe.findListed(ref);
      if (market === null) throw new UpstreamError('not_found', `limitless does not list ${ref.asset} now`);
      const book = isAmm(market)
        ? { bids: [], asks: [] }
        : await client.readBook(market.slug, { priority: 'book', signal });
      return normaliseBook(book, ref.asset, clock());
    },

    async readCandles(ref, { fromMs, toMs }, signal, priority = 'backfill') {
      const span = chooseSpan(clock() - fromMs);
      const history = await client
        .readHistory(universe.getSlug(ref), span, { priority, signal })
        .catch(emptyIfNotFound);
      return normaliseHistory(history).filter(({ t }) => t >= fromMs && t <= toMs);
    },

    readFunding: async () => [],

    async readResolution(ref, signal) {
      const slug = universe.getSlug(ref);
      const market = await client.readMarket(slug, { priority: 'resolution', signal });
      const resolution = normaliseResolution(market, stream?.resolvedAt(slug) ?? null);
      return withStated(resolution, readStated(market));
    },

    intake: client.intake,

    getCounters: () => client.getCounters(),

    async close() {
      await stream?.stop();
    },
  };
}

/** Chooses the shortest of the venue's spans that covers this age. Shorter spans have finer points. */
function chooseSpan(ageMs: number): HistorySpan {
  if (ageMs <= DAY_MS) return '1d';
  if (ageMs <= 7 * DAY_MS) return '1w';
  return ageMs <= 31 * DAY_MS ? '1m' : 'all';
}

/** Treats `not_found` as an empty history, which a market without pool or trades may have. */
function emptyIfNotFound(error: unknown): [] {
  if (error instanceof UpstreamError && error.failure === 'not_found') return [];
  throw error;
}
