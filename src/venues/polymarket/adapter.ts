import { type EpochMs, epochMs, HOUR_MS, UpstreamError } from '../../domain/index.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import type { TimeWindow, VenueAdapter } from '../venue-adapter.ts';
import { MAX_BOOKS } from './book-reads.ts';
import { PolymarketClient } from './client.ts';
import { identify, normaliseResolution } from './normalise.ts';
import { toHourlyCandles } from './price-history.ts';
import { buildProbes } from './probes.ts';
import { addStated } from './stated.ts';
import { MarketStream } from './stream/stream.ts';
import { Universe } from './universe.ts';

export interface PolymarketAdapterOptions extends AdapterOptions {
  readonly gammaUrl: string;
  readonly clobUrl: string;
  readonly dataUrl: string;
  /** Address of the WebSocket. `/ws/market` is appended unless the address ends with it. */
  readonly wsUrl: string;
  /** Number of retries after the first attempt. Tests set it. */
  readonly retries?: number;
}

/** A fifth of the calls of the CLOB's budget in a minute, each of which weighs two. */
const BATCHES_A_MINUTE = 120;

/**
 * Creates the adapter of Polymarket: Gamma for the list, the CLOB for books, the data API for history, and the market
 * stream.
 *
 * @see docs/venues/polymarket.md
 */
export function createPolymarketAdapter(options: PolymarketAdapterOptions): VenueAdapter {
  const client = new PolymarketClient(options);
  const { clock, random, wsUrl } = options;
  const stream = options.streams
    ? new MarketStream({
        wsUrl,
        clock,
        random,
        intake: client.intake,
        isBelieved: (asset) => universe.isBelieved(asset),
      })
    : null;
  const universe = new Universe({ ...options, client, stream });

  return {
    venue: 'polymarket',
    stream,
    probes: buildProbes(options),
    poll: (signal) => universe.poll(signal),

    async readBook(ref, signal) {
      const identity = universe.findIdentity(ref.storeKey);
      if (identity === undefined) {
        throw new UpstreamError('not_found', `polymarket: ${ref.asset} has not been seen in a poll`);
      }
      return client.books.read({ token: identity.yesToken, asset: ref.asset }, signal);
    },

    bookBatches: {
      max: MAX_BOOKS,
      callsPerMinute: BATCHES_A_MINUTE,
      async read(refs, signal) {
        const wanted = refs.flatMap(({ asset, storeKey }) => {
          const token = universe.findIdentity(storeKey)?.yesToken;
          return token === undefined ? [] : [{ token, asset }];
        });
        return wanted.length === 0 ? new Map() : client.books.readMany(wanted, signal);
      },
    },

    async readCandles(ref, window, signal) {
      const hours = wholeHours(window, clock());
      if (hours === null) return [];
      const { yesToken } = await universe.resolveIdentity(ref, signal);
      const candles = toHourlyCandles(await client.history.read(yesToken, hours, signal));
      return candles.filter(({ t }) => t >= window.fromMs && t <= window.toMs);
    },

    readFunding: async () => [],

    async readTrades(ref, window, signal) {
      return client.trades.read(await universe.resolveIdentity(ref, signal), window, signal);
    },

    async readResolution(ref, signal) {
      const conditionId = universe.findIdentity(ref.storeKey)?.conditionId ?? '';
      const by = conditionId === '' ? { slug: ref.storeKey } : { conditionId };
      const market = await client.findMarket(by, true, 'resolution', signal);
      const identity = market === null ? null : identify(market);
      if (market === null || identity === null) return null;
      return addStated(client, market, normaliseResolution(market, identity), signal);
    },

    intake: client.intake,

    getCounters: () => client.getCounters(),

    async close() {
      await stream?.stop();
      await universe.close();
    },
  };
}

/** Finds the full hours that start in the window and before now; null without one. */
function wholeHours({ fromMs, toMs }: TimeWindow, now: EpochMs): TimeWindow | null {
  const first = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  const end = Math.min(Math.floor(toMs / HOUR_MS) * HOUR_MS + HOUR_MS - 1, now);
  return first > end ? null : { fromMs: epochMs(first), toMs: epochMs(end) };
}
