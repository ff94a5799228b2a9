import type { TSchema } from 'typebox';
import type { VenueId } from '../../../../src/domain/index.ts';
import { type Priority, RateBudget } from '../../../../src/upstream/budget.ts';
import { UpstreamClient, type WireSchema } from '../../../../src/upstream/client.ts';
import type { AdapterOptions } from '../../../../src/venues/adapter-options.ts';
import type { VenueAdapter } from '../../../../src/venues/venue-adapter.ts';
import { normaliseBook, normaliseMarket } from './normalise.ts';
import { TidepoolStream } from './stream.ts';
import { bookAnswer, marketsAnswer } from './wire.ts';

const VENUE: string = 'tidepool';
const venue = VENUE as VenueId;

export interface TidepoolAdapterOptions extends AdapterOptions {
  readonly url: string;
  readonly wsUrl: string;
}

export function createTidepoolAdapter(options: TidepoolAdapterOptions): VenueAdapter {
  const { url, wsUrl, userAgent, clock, random, streams, maxMarkets } = options;
  const budget = new RateBudget({ limit: 20, windowMs: 1_000 });
  const upstream = new UpstreamClient({ name: 'tidepool', budget, userAgent, random });
  const { intake } = upstream;
  const stream = streams ? new TidepoolStream({ wsUrl, intake, clock, random }) : null;
  const headers = { 'user-agent': userAgent };

  function read<Schema extends TSchema>(
    path: string,
    wire: WireSchema<Schema>,
    priority: Priority,
    signal: AbortSignal,
  ) {
    return upstream.read({ url: url + path, weight: 1, priority, signal }, wire);
  }

  return {
    venue,
    stream,
    probes: [{ upstream: 'tidepool', venue, url: `${url}/markets`, method: 'GET', body: null, headers }],

    async poll(signal) {
      const answer = await read('/markets', marketsAnswer, 'poll', signal);
      const markets = answer.markets.slice(0, maxMarkets).map(normaliseMarket);
      const emptyBooks = markets.filter(({ bid, ask }) => bid === null && ask === null).length;
      return { venue, receivedAt: clock(), markets, emptyBooks };
    },

    async readBook({ asset, storeKey }, signal) {
      return normaliseBook(asset, await read(`/book/${storeKey}`, bookAnswer, 'book', signal), clock());
    },

    readCandles: async () => [],

    readFunding: async () => [],

    /** Returns no trades, because the venue keeps none. */
    readTrades: async () => ({ trades: [], wholeFrom: null, isCut: false }),

    readResolution: async () => null,

    getCounters: () => upstream.getCounters(),

    async close() {
      await stream?.stop();
    },
  };
}
