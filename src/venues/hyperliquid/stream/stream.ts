import {
  type AssetUpdate,
  buildPerpAsset,
  type Clock,
  computeAge,
  type EpochMs,
  epochMs,
  findProbability,
  MINUTE_MS,
  type TradesHeard,
  type VenueTrade,
} from '../../../domain/index.ts';
import type { Intake } from '../../../upstream/intake.ts';
import { findNumber } from '../../numbers.ts';
import type { StreamStatus, VenueStream } from '../../venue-adapter.ts';
import { findPrice, type OutcomeMarket, type TimedTouch } from '../normalise-outcomes.ts';
import { otherCoin, VenueTrades } from '../venue-trades.ts';
import type * as wire from '../wire.ts';
import { ContextFrames } from './context-frames.ts';
import { FrameReader, type TouchFrame } from './frames.ts';
import { StreamLine } from './line.ts';
import { MAX_STREAMED_OUTCOMES, planSubscriptions, SHARED_SUBSCRIPTIONS } from './subscription-plan.ts';
import { TradeCounter } from './trade-counter.ts';

export interface HyperliquidStreamOptions {
  readonly wsUrl: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Counts frames that a schema refused. */
  readonly intake: Intake;
  readonly onMetaUpdates: (updates: readonly wire.OutcomeMetaUpdate[]) => void;
  /**
   * Whether the streamed touch of an outcome agrees with the venue's mids. Updates are withheld while it does not.
   * Default: always.
   */
  readonly isBelieved?: (coin: string) => boolean;
}

const RENEW_AGAIN_MS = 60_000;
const TRADES = 'trades';

/**
 * The venue's streams over two connections: contexts of all perpetuals, touches and metadata of outcomes
 * on one, trades on the other, so that a busy tape does not delay prices.
 */
export class HyperliquidStream implements VenueStream {
  readonly trades = new TradeCounter();
  readonly #venueTrades: VenueTrades;
  readonly #options: HyperliquidStreamOptions;
  readonly #prices: StreamLine;
  readonly #tape: StreamLine;
  readonly #listeners = new Set<(update: AssetUpdate) => void>();
  /** Contexts of the perpetuals, by dex. */
  readonly contexts: ContextFrames;
  readonly #touches = new Map<string, TimedTouch>();
  readonly #volumes = new Map<string, number>();
  readonly #updatedAt = new Map<string, EpochMs>();
  /** Time at which the subscription of a single outcome was last renewed. */
  readonly #renewedAt = new Map<string, EpochMs>();
  #outcomes = new Map<string, OutcomeMarket>();
  #outcomeCoins = new Map<string, string>();
  #tapeCoins = new Set<string>();
  #tracked: { readonly outcomes: readonly OutcomeMarket[]; readonly perps: readonly string[] } = {
    outcomes: [],
    perps: [],
  };
  #listened: readonly string[] = [];
  /** Mark prices of the perpetuals whose touch is subscribed. */
  readonly #marks = new Map<string, number>();

  constructor(options: HyperliquidStreamOptions) {
    this.#options = options;
    this.#venueTrades = new VenueTrades(options.intake);
    const { wsUrl: url, userAgent, clock, random } = options;
    this.contexts = new ContextFrames({
      clock,
      intake: options.intake,
      isHeard: () => this.#listeners.size > 0,
      onMark: (coin, price, receivedAt) => this.#readMark(coin, price, receivedAt),
    });
    const frames = new FrameReader({
      onContexts: (all, receivedAt) => this.contexts.read(all, receivedAt),
      onTouch: (frame, receivedAt) => this.#readTouch(frame, receivedAt),
      onTrades: (trades, receivedAt) => {
        this.trades.add(trades);
        this.#venueTrades.read(trades, receivedAt);
      },
      onTaken: (channel, coin, receivedAt) => {
        if (channel === TRADES) this.#venueTrades.begin(coin, receivedAt);
      },
      onVolume: (coin, volume) => {
        if (this.#outcomes.has(coin)) this.#volumes.set(coin, volume);
      },
      onMetaUpdates: options.onMetaUpdates,
      intake: options.intake,
    });
    const onMessage = (text: string, receivedAt: EpochMs) => frames.read(text, receivedAt);
    const shared = { url, userAgent, clock, random, onMessage };
    this.#prices = new StreamLine({
      ...shared,
      onSubscribed: () => undefined,
      onLost: () => {
        // Prices may change before the connection is back.
        this.contexts.clear();
        this.#touches.clear();
      },
    });
    this.#tape = new StreamLine({
      ...shared,
      onSubscribed: ({ coin }) => {
        if (coin === undefined) return;
        this.#venueTrades.expect(coin, clock());
        if (this.#tapeCoins.has(coin)) this.trades.begin(coin, clock());
      },
      onLost: (isSilent) => {
        this.#venueTrades.lose(isSilent ? 'silence' : 'connection', this.#tape.lastMessageAt);
        for (const coin of this.#tapeCoins) this.trades.end(coin);
      },
    });
    this.#prices.want(SHARED_SUBSCRIPTIONS);
  }

  start(): void {
    this.#prices.start();
    this.#tape.start();
  }

  async stop(): Promise<void> {
    this.#venueTrades.forget();
    this.#prices.stop();
    this.#tape.stop();
  }

  onUpdate(listener: (update: AssetUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onTrade(listener: (trade: VenueTrade) => void): () => void {
    this.#venueTrades.trades.add(listener);
    this.#subscribe();
    return () => this.#venueTrades.trades.delete(listener);
  }

  onHeard(listener: (heard: TradesHeard) => void): () => void {
    this.#venueTrades.heard.add(listener);
    return () => this.#venueTrades.heard.delete(listener);
  }

  carries(asset: string): boolean {
    return this.#prices.connected && (this.contexts.carries(asset) || this.#outcomeCoins.has(asset));
  }

  lastUpdateAt(asset: string): EpochMs | null {
    if (this.contexts.carries(asset)) return this.contexts.lastFrameAt(asset);
    return this.#updatedAt.get(asset) ?? null;
  }

  /**
   * Renews the subscription of an asset that sends nothing. An outcome has a subscription of its own, which is renewed
   * first. When the outcome needs a renewal again within a minute, the connection is at fault and is replaced. All
   * perpetuals share one subscription.
   */
  restart(asset: string): void {
    if (!this.carries(asset)) return;
    const coin = this.#outcomeCoins.get(asset);
    const now = this.#options.clock();
    const before = this.#renewedAt.get(asset) ?? Number.NEGATIVE_INFINITY;
    if (coin === undefined || computeAge(now, before) < RENEW_AGAIN_MS) {
      this.#renewedAt.clear();
      this.#prices.restart();
      return;
    }
    this.#renewedAt.set(asset, now);
    this.#touches.delete(coin);
    this.#prices.renew({ type: 'bbo', coin });
  }

  getStatus(): StreamStatus {
    const lines = [this.#prices, this.#tape];
    const times = lines.map(({ lastMessageAt }) => lastMessageAt).filter((time) => time !== null);
    return {
      connections: lines.length,
      connected: lines.filter(({ connected }) => connected).length,
      subscriptions: lines.reduce((sum, { size }) => sum + size, 0),
      reconnects: lines.reduce((sum, { reconnects }) => sum + reconnects, 0),
      lastMessageAt: times.length === 0 ? null : epochMs(Math.max(...times)),
    };
  }

  /** Subscribes these outcomes and the trades of these perpetuals, largest first. */
  track(outcomes: readonly OutcomeMarket[], perpCoins: readonly string[]): void {
    this.#tracked = { outcomes: outcomes.slice(0, MAX_STREAMED_OUTCOMES), perps: perpCoins };
    this.#subscribe();
  }

  /**
   * Subscribes the touch of perpetuals with subscribers, largest first, each on its own: the contexts have no touch.
   */
  listen(assets: readonly string[]): void {
    this.#listened = assets.filter((asset) => this.contexts.carries(asset)).map(toCoin);
    this.#subscribe();
  }

  #subscribe(): void {
    const { outcomes, perps } = this.#tracked;
    this.#outcomes = new Map(outcomes.map((market) => [market.yesCoin, market]));
    this.#outcomeCoins = new Map(outcomes.map((market) => [market.ref.asset, market.yesCoin]));
    const yesCoins = [...this.#outcomes.keys()];
    const { prices, tape, tapeCoins, tapePerps } = planSubscriptions(yesCoins, perps, this.#listened);
    this.#tapeCoins = tapeCoins;
    const assets = new Map(outcomes.map((market) => [market.yesCoin, market.ref.asset]));
    this.#venueTrades.want(assets, tapePerps, this.#tape.lastMessageAt);
    // The venue may print a match on the coin of its taker only. Traded sizes are still counted on the Yes coins.
    const noCoins = this.#venueTrades.trades.size === 0 ? [] : yesCoins.map(otherCoin);
    const ended = this.#tape.want([...tape, ...noCoins.map((coin) => ({ type: TRADES, coin }))]);
    for (const { coin } of ended) if (coin !== undefined) this.trades.end(coin);
    const gone = this.#prices.want(prices);
    for (const { coin } of gone) if (coin !== undefined) this.#forget(coin);
  }

  /**
   * Finds the touch of an outcome, or of a perpetual with subscribers. Touches are sent only when they change, so an
   * old one is valid while the connection that would report a change is alive.
   */
  touch(coin: string, maxSilenceMs: number): TimedTouch | null {
    const heardAt = this.#prices.lastMessageAt;
    const isAlive =
      this.#prices.connected &&
      heardAt !== null &&
      computeAge(this.#options.clock(), heardAt) <= maxSilenceMs;
    return isAlive ? (this.#touches.get(coin) ?? null) : null;
  }

  volume24hUsd(coin: string): number | null {
    return this.#volumes.get(coin) ?? null;
  }

  #readMark(coin: string, price: number | null, receivedAt: EpochMs): void {
    const touch = this.#touches.get(coin);
    if (touch !== undefined && price !== null) this.#marks.set(coin, price);
    const { bid = null, ask = null } = touch ?? {};
    this.#notify({ asset: buildPerpAsset(coin).asset, price, bid, ask, venueTime: null, receivedAt });
  }

  #readTouch(frame: TouchFrame, receivedAt: EpochMs): void {
    const market = this.#outcomes.get(frame.coin);
    const [bid, ask] = frame.bbo;
    const venueTime = epochMs(frame.time);
    const known = this.#touches.get(frame.coin)?.venueTime ?? null;
    // An older frame than the known one is ignored, unless the known time is more than a minute ahead of our clock:
    // such a time would block all later frames.
    if (known !== null && venueTime < known && known <= receivedAt + MINUTE_MS) return;
    const touch = { bid: findNumber(bid?.px), ask: findNumber(ask?.px), venueTime };
    if (market === undefined) {
      this.#readPerpTouch(frame.coin, touch, receivedAt);
      return;
    }
    this.#touches.set(frame.coin, touch);
    this.#updatedAt.set(market.ref.asset, receivedAt);
    if (this.#options.isBelieved?.(frame.coin) === false) return;
    const price = findPrice({ touch, isTouchFresh: true, mid: null });
    // A side that is not a probability remains as evidence for the next poll and is not shown.
    const valid = { bid: findProbability(touch.bid), ask: findProbability(touch.ask) };
    this.#notify({ asset: market.ref.asset, price, ...valid, venueTime, receivedAt });
  }

  /** Notifies listeners of a perpetual's new touch. The recorded price is the mark, which the touch does not change. */
  #readPerpTouch(coin: string, touch: TimedTouch, receivedAt: EpochMs): void {
    const { asset } = buildPerpAsset(coin);
    // Frames may still arrive after a subscription has ended.
    if (!this.contexts.carries(asset) || !this.#listened.includes(coin)) return;
    this.#touches.set(coin, touch);
    const { bid, ask, venueTime } = touch;
    this.#notify({ asset, price: this.#marks.get(coin) ?? null, bid, ask, venueTime, receivedAt });
  }

  #notify(update: AssetUpdate): void {
    for (const listener of this.#listeners) listener(update);
  }

  #forget(coin: string): void {
    this.#touches.delete(coin);
    this.#marks.delete(coin);
    this.#volumes.delete(coin);
    // The market is no longer listed, so its entries are found as those of untracked assets.
    for (const asset of this.#updatedAt.keys())
      if (!this.#outcomeCoins.has(asset)) {
        this.#updatedAt.delete(asset);
        this.#renewedAt.delete(asset);
      }
  }
}

/** Finds the coin of a perpetual, which its asset id contains in the venue's spelling. */
function toCoin(asset: string): string {
  return asset.slice('hl-'.length);
}
