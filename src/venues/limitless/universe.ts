import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AssetRef,
  type BinaryState,
  type EpochMs,
  MINUTE_MS,
  type VenuePoll,
} from '../../domain/index.ts';
import { mapInSlices } from '../../scheduling/slices.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { ListedNames } from '../listed-names.ts';
import { StreamTrust } from '../stream-trust.ts';
import { TrackedMarkets } from '../tracked-markets.ts';
import type { GroupedMarket, LimitlessClient } from './client.ts';
import { isAmm, normaliseMarket } from './normalise.ts';
import type { PriceStream } from './stream/price-stream.ts';
import { type LimitlessMarket, marketRow, orderbookUpdate } from './wire.ts';

export interface UniverseOptions extends AdapterOptions {
  readonly client: LimitlessClient;
  readonly stream: PriceStream | null;
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

/** Keeps the universe of the venue: the active markets, page by page, and which of them are tracked. */
export class Universe {
  readonly #options: UniverseOptions;
  readonly #names: ListedNames;
  readonly #trust: StreamTrust;
  /** Tracked markets by store key. */
  readonly #tracked = new TrackedMarkets<MarketKind>(({ ref }) => ref.storeKey);

  constructor(options: UniverseOptions) {
    this.#options = options;
    const { intake } = options.client;
    const { name, endpoint } = marketRow;
    this.#names = new ListedNames(intake, { kind: name, endpoint, member: '/slug' });
    this.#trust = new StreamTrust({
      intake,
      wire: orderbookUpdate,
      source: 'the list',
      onDoubt: (asset) => options.stream?.restart(asset),
    });
  }

  async poll(signal: AbortSignal): Promise<VenuePoll> {
    const { client, stream, clock } = this.#options;
    // Rows move between pages during a walk, so a market may be read twice. The later row counts.
    const read = new Map<string, ReadMarket>();
    await client.readActiveMarkets(
      (markets) => {
        const readAt = clock();
        for (const listed of markets) read.set(listed.market.slug, { ...listed, readAt });
      },
      { priority: 'poll', signal, pauseMs: this.#pagePauseMs() },
    );
    const receivedAt = clock();
    const states = await mapInSlices(read.values(), (listed) => this.#buildState(listed, receivedAt));
    // Each pass over all markets takes milliseconds, so other work runs between two passes.
    await nextTurn();
    const largest = this.#selectLargest(this.#names.select(states, ({ ticker }) => ticker.venueId));
    await nextTurn();

    this.#track(largest, read);
    await nextTurn();
    this.#trust.keep(new Set(largest.map(({ ref }) => ref.asset)));
    stream?.setSlugs(
      largest
        .filter((state) => state.ticker.status === 'open' && !this.#isAmm(state))
        .map(({ ref }) => ref.storeKey),
    );
    return {
      venue: 'limitless',
      receivedAt,
      markets: largest,
      emptyBooks: largest.filter((state) => state.bid === null && state.ask === null && !this.#isAmm(state))
        .length,
      isBeyondLimit: createListTest(new Set(read.keys())),
      statesTotals: true,
    };
  }

  /** Whether trading in a tracked market has ended. */
  hasEnded(slug: string, now: EpochMs): boolean {
    return this.#tracked.hasClosed(slug, now);
  }

  /** Whether a market's streamed touch may be used: it has not contradicted the venue's list. */
  isBelieved(asset: string): boolean {
    return this.#trust.isBelieved(asset);
  }

  /** Finds a market that the venue lists and that is or was tracked; null for other markets. */
  findListed({ storeKey }: AssetRef): MarketKind | null {
    return this.#tracked.findListed(storeKey);
  }

  getSlug({ storeKey }: AssetRef): string {
    return this.#tracked.find(storeKey)?.slug ?? storeKey;
  }

  /**
   * Computes the pause between two pages. The first walk uses the whole budget, so that the markets are known soon.
   * Later walks use about two thirds of it, so that books can be read meanwhile.
   */
  #pagePauseMs(): number {
    return this.#tracked.size === 0 ? 0 : Math.min(MAX_PAGE_PAUSE_MS, this.#options.pollMs / PAGES_PER_POLL);
  }

  /**
   * Builds the state of a market. A streamed book is used when it arrived after the row was read and does not
   * contradict the list. Otherwise the row is the newer of the two.
   */
  #buildState({ market, group, readAt }: ReadMarket, now: EpochMs): BinaryState {
    const { stream } = this.#options;
    const streamed = stream?.findTouch(market.slug) ?? null;
    // A message whose time is far ahead of the clock arrived before the clock was set back.
    const isNewer =
      streamed !== null && streamed.receivedAt > readAt && streamed.receivedAt - now < MAX_AHEAD_MS;
    const state = normaliseMarket(market, { group, streamed: isNewer ? streamed : null, now });
    if (!isNewer) {
      stream?.compareListed(market.slug, state, now);
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

  #track(states: readonly BinaryState[], read: ReadonlyMap<string, ReadMarket>): void {
    this.#tracked.replace(states, {
      getNames: ({ ticker }) => {
        const { slug, tradeType } = read.get(ticker.venueId)!.market;
        return { slug, tradeType: tradeType ?? null };
      },
      lists: ({ slug }) => read.has(slug),
    });
  }

  #isAmm({ ref }: BinaryState): boolean {
    return isAmm(this.#tracked.find(ref.storeKey)!);
  }
}

/**
 * Creates the test outside of the poll, because a closure created in the poll would keep all rows of the poll in
 * memory.
 */
function createListTest(read: ReadonlySet<string>): (storeKey: string) => boolean {
  return (storeKey) => read.has(storeKey);
}
