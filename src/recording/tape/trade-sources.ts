import {
  type Clock,
  findAssetRef,
  MINUTE_MS,
  type NullReason,
  type VenueId,
  type VenueTrade,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { LeftTrades } from './left-trades.ts';
import type { TapeMessage } from './messages.ts';
import type { TapeCollector } from './tape-collector.ts';
import type { TapeCounts } from './tape-counts.ts';
import type { TapeMarkets } from './tape-markets.ts';
import { TradePolls } from './trade-polls.ts';
import { TradeReads } from './trade-reads.ts';
import { type HoleSpan, VenueHoles } from './venue-holes.ts';

export interface TradeSourcesOptions {
  /** Adapters of the venues whose trades are recorded. */
  readonly adapters: readonly VenueAdapter[];
  /** Whether the venue lists trades after they settled, with ids of transactions. */
  readonly listsSettled: (venue: VenueId) => boolean;
  readonly feed: Pick<Feed, 'find' | 'snapshot'>;
  readonly markets: TapeMarkets;
  readonly collector: TapeCollector;
  readonly counts: TapeCounts;
  readonly clock: Clock;
  /** Whether a thread accepts trades. */
  readonly isThreadUp: () => boolean;
  /** Sends the waiting input, including the numbers of new markets. */
  readonly postWaiting: () => void;
  readonly post: (message: TapeMessage) => void;
  readonly log: { readonly warn: (facts: object, message: string) => void };
}

/** Age of the last complete poll above which trades of a polled venue are no longer known. */
const MAX_POLL_AGE_MS = 2 * MINUTE_MS;

/**
 * Reads trades that no stream sends: by polls, from lists of settled trades, and from lists of the times that streams
 * and polls missed.
 */
export class TradeSources {
  readonly polls: TradePolls;
  readonly reads: TradeReads;
  readonly #options: TradeSourcesOptions;
  readonly #holes: VenueHoles;
  readonly #left = new LeftTrades();

  constructor(options: TradeSourcesOptions) {
    this.#options = options;
    const { adapters, listsSettled, feed, markets, collector, counts, clock, post, log } = options;
    this.reads = new TradeReads({
      adapters,
      listsSettled,
      clock,
      onRead: (asset, { trades, fromMs, toMs, isOfSettled }) => {
        const { number } = markets.get(asset);
        const rows = trades.map(({ asset: _, ...trade }) => ({ ...trade, market: number }));
        post({ kind: 'listing', market: number, fromMs, toMs, trades: rows, isOfSettled });
      },
      onFilled: (asset, { fromMs, toMs }) => {
        const { number, venue } = markets.get(asset);
        collector.addHeard({ kind: 'fill', key: { venue, market: number }, fromMs, toMs });
      },
      onError: (error, venue) => log.warn({ err: error, venue }, 'trades of a market could not be read'),
    });
    this.#holes = new VenueHoles({
      adapters,
      clock,
      onRead: (venue, part, trades) => this.#sendHole(venue, part, trades),
      onError: (error, venue) => log.warn({ err: error, venue }, 'trades of a hole could not be read'),
    });
    this.polls = new TradePolls({
      adapters,
      clock,
      areMarketsKnown: (venue) => feed.snapshot(venue) !== null,
      onTrade: (trade) => {
        if (this.#isListed(trade)) collector.addTrade(trade);
      },
      onHeard: (change) => {
        if (!collector.areTradesPaused) collector.addHeard(change);
      },
      onHole: (venue, fromMs, toMs) => this.#holes.noteHole(venue, fromMs, toMs),
      onPolled: () => this.#readLeft(),
      onCut: () => counts.tradesLeft++,
      onError: (error, venue) => log.warn({ err: error, venue }, 'trades could not be polled'),
    });
  }

  start(): void {
    this.polls.start();
    this.reads.start();
    this.#holes.start();
  }

  async stop(): Promise<void> {
    await this.polls.stop();
    await this.reads.stop();
    await this.#holes.stop();
  }

  /** Finds why there are no trades of a market whose trades are recorded. */
  findWhyNone(asset: string, venue: VenueId): NullReason {
    if (!this.polls.polls(venue)) return this.#options.collector.findWhyUnheard(asset) ?? 'no_trades';
    const knownToMs = this.polls.findKnownTo(venue);
    if (knownToMs === null) return 'pending';
    return this.#options.clock() - knownToMs > MAX_POLL_AGE_MS ? 'break_silence' : 'no_trades';
  }

  #isListed({ asset, venueTime }: VenueTrade): boolean {
    const { feed, counts } = this.#options;
    if (feed.find(asset) !== null) return true;
    counts.unlisted++;
    const venue = findAssetRef(asset)?.venue;
    if (venue !== undefined && venueTime !== null) this.#left.note({ asset, venue, fromMs: venueTime });
    return false;
  }

  /** Reads the first trades of new markets, because a market is listed some time after them. */
  #readLeft(): void {
    const { feed, clock } = this.#options;
    const isListed = (asset: string) => feed.find(asset) !== null;
    for (const { asset, fromMs } of this.#left.takeListed(isListed, clock()))
      this.reads.noteLeft(asset, fromMs);
  }

  /** Sends trades that fill a hole. @throws {Error} while no thread accepts trades. */
  #sendHole(venue: VenueId, { fromMs, toMs }: HoleSpan, trades: readonly VenueTrade[]): void {
    const { markets, collector, isThreadUp, postWaiting, post } = this.#options;
    if (!isThreadUp() || collector.areTradesPaused) throw new Error('trades are not recorded now');
    const rows = trades
      .filter((trade) => this.#isListed(trade))
      .map(({ asset, ...trade }) => ({ ...trade, market: markets.get(asset).number }));
    // The numbers of new markets must be sent first.
    postWaiting();
    post({ kind: 'venueListing', venue, fromMs, toMs, trades: rows });
    collector.addHeard({ kind: 'fill', key: { venue, market: null }, fromMs, toMs });
  }
}
