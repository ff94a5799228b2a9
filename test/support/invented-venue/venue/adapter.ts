import type { TSchema } from 'typebox';
import type { AssetRef, Book, TradesRead, VenueId, VenuePoll } from '../../../../src/domain/index.ts';
import { type Priority, RateBudget } from '../../../../src/upstream/budget.ts';
import { UpstreamClient, type WireSchema } from '../../../../src/upstream/client.ts';
import type { AdapterOptions } from '../../../../src/venues/adapter-options.ts';
import type { UpstreamProbe, VenueAdapter } from '../../../../src/venues/venue-adapter.ts';
import { normaliseBook, normaliseMarket } from './normalise.ts';
import { TidepoolStream } from './stream.ts';
import { bookAnswer, marketsAnswer } from './wire.ts';

const VENUE: string = 'tidepool';

export class TidepoolAdapter implements VenueAdapter {
  readonly venue = VENUE as VenueId;
  readonly stream: TidepoolStream | null;
  readonly probes: readonly UpstreamProbe[];
  readonly #options: AdapterOptions;
  readonly #url: string;
  readonly #upstream: UpstreamClient;

  constructor(options: AdapterOptions & { readonly url: string; readonly wsUrl: string }) {
    const { url, userAgent, random } = options;
    this.#options = options;
    this.#url = url;
    this.#upstream = new UpstreamClient({
      name: 'tidepool',
      budget: new RateBudget({ limit: 20, windowMs: 1_000 }),
      userAgent,
      random,
    });
    const { clock, streams, wsUrl } = options;
    const { intake } = this.#upstream;
    this.stream = streams ? new TidepoolStream({ wsUrl, intake, clock, random }) : null;
    const headers = { 'user-agent': userAgent };
    this.probes = [
      { upstream: 'tidepool', venue: this.venue, url: `${url}/markets`, method: 'GET', body: null, headers },
    ];
  }

  async poll(signal: AbortSignal): Promise<VenuePoll> {
    const { markets } = await this.#read('/markets', marketsAnswer, 'poll', signal);
    const states = markets.slice(0, this.#options.maxMarkets).map(normaliseMarket);
    return {
      venue: this.venue,
      receivedAt: this.#options.clock(),
      markets: states,
      emptyBooks: states.filter(({ bid, ask }) => bid === null && ask === null).length,
    };
  }

  async readBook(ref: AssetRef, signal: AbortSignal): Promise<Book> {
    const book = await this.#read(`/book/${ref.storeKey}`, bookAnswer, 'book', signal);
    return normaliseBook(ref.asset, book, this.#options.clock());
  }

  async readCandles(): Promise<never[]> {
    return [];
  }

  async readFunding(): Promise<never[]> {
    return [];
  }

  /** The venue keeps no trades. */
  async readTrades(): Promise<TradesRead> {
    return { trades: [], wholeFrom: null, isCut: false };
  }

  async readResolution(): Promise<null> {
    return null;
  }

  getCounters() {
    return this.#upstream.getCounters();
  }

  async close(): Promise<void> {
    await this.stream?.stop();
  }

  #read<Schema extends TSchema>(
    path: string,
    wire: WireSchema<Schema>,
    priority: Priority,
    signal: AbortSignal,
  ) {
    return this.#upstream.read({ url: this.#url + path, weight: 1, priority, signal }, wire);
  }
}
