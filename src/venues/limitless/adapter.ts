import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AssetRef,
  type BinaryState,
  type Book,
  type Candle,
  DAY_MS,
  type EpochMs,
  MINUTE_MS,
  type ResolutionAnswer,
  UpstreamError,
  type VenuePoll,
} from '../../domain/index.ts';
import { mapInSlices } from '../../scheduling/slices.ts';
import type { Priority, RateBudget } from '../../upstream/budget.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { ListedNames } from '../listed-names.ts';
import { withStated } from '../settling/stated.ts';
import { StreamTrust } from '../stream-trust.ts';
import type { TimeWindow, UpstreamProbe, VenueAdapter } from '../venue-adapter.ts';
import { type GroupedMarket, type HistorySpan, LimitlessClient } from './client.ts';
import { isAmm, normaliseBook, normaliseHistory, normaliseMarket, normaliseResolution } from './normalise.ts';
import { PriceStream } from './price-stream.ts';
import { readStated } from './stated.ts';
import { type LimitlessMarket, marketRow, orderbookUpdate } from './wire.ts';

export interface LimitlessAdapterOptions extends AdapterOptions {
  readonly url: string;
  readonly wsUrl: string;
  /** Rate budget. Default: half of the published limit. */
  readonly budget?: RateBudget;
}

/** Creates the adapter of Limitless. */
export function createLimitlessAdapter(options: LimitlessAdapterOptions): VenueAdapter {
  return new LimitlessAdapter(options);
}

const MAX_PAGE_PAUSE_MS = 1_000;
/** Limit on how far a frame's time may be ahead of a poll. Frames arrive while a poll is running. */
const MAX_AHEAD_MS = MINUTE_MS;
/**
 * Number of pages for which the pauses of a poll are planned: more than the venue has ever listed, so that a walk ends
 * before the next one is due.
 */
const PAGES_PER_POLL = 60;

/**
 * One listed market with the time at which its page was read. A poll takes half a minute from the first to the last
 * page.
 */
interface ReadMarket extends GroupedMarket {
  readonly readAt: EpochMs;
}

/** Members of a market that decide where its book is read. */
type MarketKind = Readonly<Pick<LimitlessMarket, 'slug' | 'tradeType'>>;

class LimitlessAdapter implements VenueAdapter {
  readonly venue = 'limitless';
  readonly stream: PriceStream | null;
  readonly probes: readonly UpstreamProbe[];
  readonly #options: LimitlessAdapterOptions;
  readonly #client: LimitlessClient;
  readonly #names: ListedNames;
  readonly #trust: StreamTrust;
  /** End of trading of tracked markets by store key, where the venue states one. */
  #endTimes = new Map<string, EpochMs>();
  /** Listed markets that are no longer tracked because of our limit. Their books can still be read. */
  #beyond = new Map<string, MarketKind>();
  /** Tracked markets by store key, from the newest poll. Whole rows would take megabytes. */
  #tracked = new Map<string, MarketKind>();

  constructor(options: LimitlessAdapterOptions) {
    this.#options = options;
    const { url, wsUrl, userAgent, clock, random } = options;
    this.#client = new LimitlessClient({
      url,
      userAgent,
      random,
      ...(options.budget && { budget: options.budget }),
    });
    this.#names = new ListedNames(this.#client.intake, {
      kind: marketRow.name,
      endpoint: marketRow.endpoint,
      member: '/slug',
    });
    this.#trust = new StreamTrust({
      intake: this.#client.intake,
      wire: orderbookUpdate,
      source: 'the list',
      onDoubt: (asset) => this.stream?.restart(asset),
    });
    this.stream = options.streams
      ? new PriceStream({
          url: wsUrl,
          userAgent,
          clock,
          random,
          intake: this.#client.intake,
          hasEnded: (slug, now) => (this.#endTimes.get(slug) ?? now + 1) <= now,
          isBelieved: (asset) => this.#trust.isBelieved(asset),
        })
      : null;
    this.probes = [
      {
        upstream: 'limitless',
        venue: 'limitless',
        url: `${url.replace(/\/+$/, '')}/markets/categories/count`,
        method: 'GET',
        body: null,
        headers: { 'user-agent': userAgent },
      },
    ];
  }

  async poll(signal: AbortSignal): Promise<VenuePoll> {
    // Rows move between pages during a walk, so a market may be read twice. The later row counts.
    const read = new Map<string, ReadMarket>();
    await this.#client.readActiveMarkets(
      (markets) => {
        const readAt = this.#options.clock();
        for (const listed of markets) read.set(listed.market.slug, { ...listed, readAt });
      },
      { priority: 'poll', signal, pauseMs: this.#pagePauseMs() },
    );
    const receivedAt = this.#options.clock();
    const states = await mapInSlices(read.values(), (listed) => this.#buildState(listed, receivedAt));
    // Each pass over all markets takes milliseconds, so other work runs between two passes.
    await nextTurn();
    const largest = this.#selectLargest(this.#names.select(states, ({ ticker }) => ticker.venueId));
    await nextTurn();

    const before = [...this.#beyond, ...this.#tracked];
    this.#tracked = new Map(
      largest.map(({ ref, ticker }) => {
        const { slug, tradeType } = read.get(ticker.venueId)!.market;
        return [ref.storeKey, { slug, tradeType: tradeType ?? null }];
      }),
    );
    this.#beyond = new Map(
      before.filter(([storeKey, { slug }]) => !this.#tracked.has(storeKey) && read.has(slug)),
    );
    this.#endTimes = new Map(
      largest.flatMap(({ ref, ticker }) =>
        ticker.closeTime === null ? [] : [[ref.storeKey, ticker.closeTime] as const],
      ),
    );
    await nextTurn();
    this.#trust.keep(new Set(largest.map(({ ref }) => ref.asset)));
    this.stream?.setSlugs(
      largest
        .filter(({ ref, ticker }) => ticker.status === 'open' && !isAmm(this.#tracked.get(ref.storeKey)!))
        .map(({ ref }) => ref.storeKey),
    );
    return {
      venue: 'limitless',
      receivedAt,
      markets: largest,
      emptyBooks: this.#emptyBooks(largest),
      isBeyondLimit: findNames(new Set(read.keys())),
      statesTotals: true,
    };
  }

  async readBook(ref: AssetRef, signal: AbortSignal): Promise<Book> {
    const market = this.#tracked.get(ref.storeKey) ?? this.#beyond.get(ref.storeKey);
    if (market === undefined)
      throw new UpstreamError('not_found', `limitless does not list ${ref.asset} now`);
    const book = isAmm(market)
      ? { bids: [], asks: [] }
      : await this.#client.readBook(market.slug, { priority: 'book', signal });
    return normaliseBook(book, ref.asset, this.#options.clock());
  }

  async readCandles(
    ref: AssetRef,
    { fromMs, toMs }: TimeWindow,
    signal: AbortSignal,
    priority: Priority = 'backfill',
  ): Promise<Candle[]> {
    const span = chooseSpan(this.#options.clock() - fromMs);
    const history = await this.#client
      .readHistory(this.#getSlug(ref), span, { priority, signal })
      .catch(emptyIfNotFound);
    return normaliseHistory(history).filter(({ t }) => t >= fromMs && t <= toMs);
  }

  async readFunding(): Promise<never[]> {
    return [];
  }

  async readResolution(ref: AssetRef, signal: AbortSignal): Promise<ResolutionAnswer | null> {
    const slug = this.#getSlug(ref);
    const market = await this.#client.readMarket(slug, { priority: 'resolution', signal });
    const resolution = normaliseResolution(market, this.stream?.resolvedAt(slug) ?? null);
    return withStated(resolution, readStated(market));
  }

  get intake() {
    return this.#client.intake;
  }

  getCounters() {
    return this.#client.getCounters();
  }

  async close(): Promise<void> {
    await this.stream?.stop();
  }

  /**
   * Pause between two pages. The first walk uses the whole budget, so that the markets are known soon. Later walks use
   * about two thirds of it, so that books can be read meanwhile.
   */
  #pagePauseMs(): number {
    return this.#tracked.size === 0 ? 0 : Math.min(MAX_PAGE_PAUSE_MS, this.#options.pollMs / PAGES_PER_POLL);
  }

  /**
   * Builds the state of a market. A streamed book is used when it arrived after the row was read and does not
   * contradict the list. Otherwise the row is the newer of the two.
   */
  #buildState({ market, group, readAt }: ReadMarket, now: EpochMs): BinaryState {
    const streamed = this.stream?.findTouch(market.slug) ?? null;
    // A message whose time is far ahead of the clock arrived before the clock was set back.
    const isNewer =
      streamed !== null && streamed.receivedAt > readAt && streamed.receivedAt - now < MAX_AHEAD_MS;
    const state = normaliseMarket(market, { group, streamed: isNewer ? streamed : null, now });
    if (!isNewer) {
      this.stream?.compareListed(market.slug, state, now);
      return state;
    }
    const stated = { listed: state.polled?.price ?? null, streamed: state.price, isListLate: true };
    const streamDoubt = this.#trust.judge(state.ref.asset, stated);
    return streamDoubt === null
      ? state
      : { ...normaliseMarket(market, { group, streamed: null, now }), streamDoubt };
  }

  /**
   * Selects the largest markets by their total volume, because the venue states no 24 h volume. Ties are ordered by
   * name.
   */
  #selectLargest(states: BinaryState[]): BinaryState[] {
    const usd = ({ ticker }: BinaryState) => ticker.volumeTotalUsd ?? 0;
    return states
      .sort((a, b) => usd(b) - usd(a) || (a.ref.storeKey < b.ref.storeKey ? -1 : 1))
      .slice(0, this.#options.maxMarkets);
  }

  #emptyBooks(states: readonly BinaryState[]): number {
    return states.filter(
      ({ ref, bid, ask }) => bid === null && ask === null && !isAmm(this.#tracked.get(ref.storeKey)!),
    ).length;
  }

  #getSlug(ref: AssetRef): string {
    return this.#tracked.get(ref.storeKey)?.slug ?? ref.storeKey;
  }
}

/**
 * Creates the test outside of the poll, because a closure created in the poll would keep all rows of the poll in
 * memory.
 */
function findNames(read: ReadonlySet<string>): (storeKey: string) => boolean {
  return (storeKey) => read.has(storeKey);
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
