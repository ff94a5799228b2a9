import {
  type AssetUpdate,
  type BookBreak,
  type BookEvent,
  type Clock,
  computeAge,
  type EpochMs,
  MINUTE_MS,
  type TradesHeard,
  type VenueTrade,
} from '../../../domain/index.ts';
import type { Intake } from '../../../upstream/intake.ts';
import { TapeListeners } from '../../taped-book.ts';
import type { StreamStatus, VenueStream } from '../../venue-adapter.ts';
import type { PolledMarket } from '../normalise.ts';
import { chooseRecordedPrice, type PolymarketQuote } from '../quote.ts';
import { CarriedMarket } from './carried-market.ts';
import { CarriedMarkets } from './carried-markets.ts';
import { LeftMarkets } from './left-markets.ts';
import { StreamShard } from './shard.ts';

export interface MarketStreamOptions {
  /** Address with or without the channel's path `/ws/market`. */
  readonly wsUrl: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Counts events that a schema refused. */
  readonly intake: Intake;
  /**
   * Whether the streamed touch of an asset agrees with the venue's list. Its updates are withheld while it does not.
   * Default: always.
   */
  readonly isBelieved?: (asset: string) => boolean;
  /** Maximum number of markets that the stream carries. Default 2,000: ten connections. */
  readonly maxAssets?: number;
  /** Time within which the books of a subscription must arrive, in ms. */
  readonly checkAfterMs?: number;
}

const MAX_ASSETS = 2_000;
/** A carried market stays until its rank exceeds the maximum number of markets by this factor. */
const KEEP_FACTOR = 1.1;
/** Age above which a touch counts only after the next poll has confirmed it. */
const FRESH_MS = MINUTE_MS;

/**
 * The market stream: carries the largest markets over as many connections as needed. Its books are those of Yes tokens.
 * No tokens are subscribed for their trades.
 */
export class MarketStream implements VenueStream {
  readonly #options: MarketStreamOptions;
  readonly #url: string;
  readonly #tape = new TapeListeners();
  readonly #markets: CarriedMarkets;
  readonly #left = new LeftMarkets();
  readonly #listeners = new Set<(update: AssetUpdate) => void>();
  #shards: StreamShard[] = [];
  #isRunning = false;
  #reconnectsBefore = 0;

  constructor(options: MarketStreamOptions) {
    this.#options = options;
    this.#url = buildChannelUrl(options.wsUrl);
    this.#markets = new CarriedMarkets({
      tape: this.#tape,
      intake: options.intake,
      onNews: (carried, venueTime, receivedAt) => this.#notify(carried, venueTime, receivedAt),
      onResolved: (tokens, receivedAt) => this.#leave(tokens, receivedAt),
    });
  }

  start(): void {
    this.#isRunning = true;
    for (const shard of this.#shards) shard.start();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    for (const shard of this.#shards) shard.stop();
    for (const { book, taped } of this.#markets.byToken.values()) {
      book.forget();
      taped.forget();
    }
  }

  onUpdate(listener: (update: AssetUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onBook(listener: (event: BookEvent) => void): () => void {
    this.#tape.books.add(listener);
    return () => this.#tape.books.delete(listener);
  }

  onTrade(listener: (trade: VenueTrade) => void): () => void {
    this.#tape.trades.add(listener);
    for (const shard of this.#shards) shard.addNoTokens();
    return () => this.#tape.trades.delete(listener);
  }

  onHeard(listener: (heard: TradesHeard) => void): () => void {
    this.#tape.heard.add(listener);
    return () => this.#tape.heard.delete(listener);
  }

  repeatBooks(): void {
    const now = this.#options.clock();
    for (const carried of this.#markets.byToken.values()) carried.repeat(now);
  }

  carries(asset: string): boolean {
    return this.#markets.byAsset.get(asset)?.shard.connected ?? false;
  }

  lastUpdateAt(asset: string): EpochMs | null {
    return this.#markets.byAsset.get(asset)?.book.updatedAt ?? null;
  }

  restart(asset: string): void {
    const carried = this.#markets.byAsset.get(asset);
    carried?.renew('silence', carried.book.updatedAt);
  }

  getStatus(): StreamStatus {
    const times = this.#shards.map(({ lastMessageAt }) => lastMessageAt).filter((time) => time !== null);
    return {
      connections: this.#shards.length,
      connected: this.#shards.filter(({ connected }) => connected).length,
      subscriptions: this.#markets.byToken.size,
      reconnects: this.#shards.reduce((sum, { reconnects }) => sum + reconnects, this.#reconnectsBefore),
      lastMessageAt: times.length === 0 ? null : (Math.max(...times) as EpochMs),
    };
  }

  /** Finds the touch of a market that has a whole book and a recent event; null otherwise. */
  freshQuote(asset: string): PolymarketQuote | null {
    const carried = this.#markets.byAsset.get(asset);
    if (carried === undefined || !carried.book.isComplete || !carried.shard.connected) return null;
    const { updatedAt } = carried.book;
    if (updatedAt === null || computeAge(this.#options.clock(), updatedAt) > FRESH_MS) return null;
    return carried.book.quote();
  }

  /**
   * Carries the largest markets that a poll listed. A carried market is not subscribed again, and small changes of rank
   * do not remove it.
   *
   * @param listed Markets of the poll, largest first.
   * @param isWhole Whether the poll listed every market, so that an unlisted one has ended. Default: false.
   */
  track(listed: readonly PolledMarket[], isWhole = false): void {
    const now = this.#options.clock();
    const places = this.#options.maxAssets ?? MAX_ASSETS;
    const open = listed.filter(({ lifecycle }) => lifecycle === 'open');

    const kept = new Set<string>();
    for (const { identity, quote } of open.slice(0, Math.ceil(places * KEEP_FACTOR))) {
      const carried = this.#markets.byToken.get(identity.yesToken);
      if (carried === undefined || kept.size >= places) continue;
      kept.add(identity.yesToken);
      carried.book.listed = quote.listed;
      carried.book.lastTrade ??= quote.lastTrade;
      carried.compareListed(quote, now);
    }
    const lifecycles = new Map(listed.map(({ identity, lifecycle }) => [identity.yesToken, lifecycle]));
    const hasEnded = (token: string) => {
      const lifecycle = lifecycles.get(token);
      return lifecycle === undefined ? isWhole : lifecycle !== 'open' && lifecycle !== 'paused';
    };
    const left = [...this.#markets.byToken.keys()].filter((token) => !kept.has(token));
    this.#drop(left.filter(hasEnded), 'ended', now);
    this.#drop(
      left.filter((token) => !hasEnded(token)),
      'dropped',
    );

    const fresh = open
      .filter(({ identity }) => !kept.has(identity.yesToken) && this.#left.mayAsk(identity.yesToken, now))
      .slice(0, places - kept.size);
    this.#carry(fresh);
    this.#closeEmptyShards();
    const tokens = new Set(open.map(({ identity }) => identity.yesToken));
    this.#left.forgetOthers(tokens);
  }

  #carry(fresh: readonly PolledMarket[]): void {
    const { intake } = this.#options;
    let next = 0;
    for (let i = 0; next < fresh.length; i++) {
      const shard = this.#shards[i] ?? this.#openShard();
      const part = fresh.slice(next, next + shard.room);
      next += part.length;
      for (const { identity, quote } of part) {
        const carried = new CarriedMarket(identity, quote, { shard, tape: this.#tape, intake });
        carried.hadBook = this.#left.take(identity.yesToken);
        this.#markets.add(carried);
      }
      shard.add(part.map(({ identity }) => ({ yes: identity.yesToken, no: identity.noToken })));
      if (this.#isRunning) shard.start();
    }
  }

  #openShard(): StreamShard {
    const { clock, random, intake, checkAfterMs } = this.#options;
    const shard: StreamShard = new StreamShard({
      url: this.#url,
      clock,
      random,
      intake,
      hasBothTokens: this.#tape.trades.size > 0,
      frames: {
        isMirror: (token) => this.#markets.isNoToken(token),
        onMirroredBook: (token) => this.#markets.byNoToken.get(token)?.heard.addBook('no', clock()),
        onRefused: (tokens) => this.#doubtRefused(tokens, shard),
      },
      onEvents: (events, receivedAt) => this.#markets.read(events, receivedAt),
      onLost: (tokens, reason) => {
        for (const token of tokens) this.#markets.byToken.get(token)?.lose(reason, shard.lastMessageAt);
      },
      onSettled: (tokens) => {
        for (const token of tokens) this.#markets.byToken.get(token)?.heard.begin(clock());
      },
      onWithoutBook: (tokens, areMost) => {
        for (const token of tokens) {
          const hadBook = this.#markets.byToken.get(token)?.hadBook ?? false;
          this.#left.leaveWithoutBook(token, clock(), hadBook, areMost);
        }
        this.#drop(tokens, 'dropped');
      },
      ...(checkAfterMs === undefined ? {} : { checkAfterMs }),
    });
    this.#shards.push(shard);
    return shard;
  }

  #closeEmptyShards(): void {
    for (const shard of this.#shards.filter(({ size }) => size === 0)) {
      this.#reconnectsBefore += shard.reconnects;
      shard.stop();
    }
    this.#shards = this.#shards.filter(({ size }) => size > 0);
  }

  /** Ends the books of tokens. @param endedAt Our time of the message that ended the markets; null: none did. */
  #drop(tokens: readonly string[], reason: BookBreak, endedAt: EpochMs | null = null): void {
    const byShard = Map.groupBy(tokens, (token) => this.#markets.byToken.get(token)?.shard);
    for (const [shard, part] of byShard) {
      for (const token of part) {
        const carried = this.#markets.byToken.get(token);
        if (carried === undefined) continue;
        this.#markets.delete(carried);
        carried.lose(reason, endedAt ?? carried.shard.lastMessageAt);
      }
      shard?.remove(part);
    }
  }

  /**
   * Drops resolved markets. The venue sends the event to every subscriber, about every market and several times. Gamma
   * may list a market a little longer.
   */
  #leave(tokens: readonly string[], receivedAt: EpochMs): void {
    const ours = tokens.filter((token) => this.#markets.byToken.has(token));
    for (const token of ours) this.#left.leaveResolved(token, receivedAt);
    this.#drop(ours, 'ended', receivedAt);
  }

  /** Marks books as unknown after a refused message. */
  #doubtRefused(tokens: readonly string[] | null, shard: StreamShard): void {
    if (this.#tape.books.size === 0) return;
    if (tokens === null) shard.giveUp();
    else for (const token of tokens) this.#markets.byToken.get(token)?.doubt();
  }

  #notify(carried: CarriedMarket, venueTime: EpochMs | null, receivedAt: EpochMs): void {
    carried.book.touch(venueTime, receivedAt);
    if (!carried.book.isComplete || this.#options.isBelieved?.(carried.asset) === false) return;
    const quote = carried.book.quote();
    const update: AssetUpdate = {
      asset: carried.asset,
      price: chooseRecordedPrice(quote),
      bid: quote.bid,
      ask: quote.ask,
      venueTime: carried.book.venueTime,
      receivedAt,
    };
    for (const listener of this.#listeners) listener(update);
  }
}

function buildChannelUrl(wsUrl: string): string {
  const base = wsUrl.replace(/\/+$/, '');
  return base.endsWith('/ws/market') ? base : `${base}/ws/market`;
}
