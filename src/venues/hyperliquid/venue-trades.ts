import {
  type BookBreak,
  buildPerpAsset,
  type EpochMs,
  type TakerSide,
  type TradeSource,
  type TradesHeard,
  type VenueTrade,
} from '../../domain/index.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import type { Refusal } from '../../upstream/refusal.ts';
import { complementOf } from '../complement.ts';
import { findTapePrice, findTapeSize, type PriceRange } from '../tape-levels.ts';
import { findVenueMillis } from '../times.ts';
import { SeenTrades } from './seen-trades.ts';
import { streamTrade, type WireTrade } from './wire.ts';

/** Market of a coin. Both coins of an outcome belong to one market, whose trades are stated in terms of its Yes. */
export interface TradedCoin {
  readonly asset: string;
  readonly outcome: 'yes' | 'no' | null;
}

/** Converts a trade of a coin to its market's terms; null when its price or size cannot be recorded. */
export function toVenueTrade(
  { px, sz, side, time, tid }: WireTrade,
  { asset, outcome }: TradedCoin,
  receivedAt: EpochMs | null,
  source: TradeSource,
): VenueTrade | null {
  const range: PriceRange = outcome === null ? 'money' : 'share';
  const stated = findTapePrice(px, range);
  const size = findTapeSize(sz);
  if (stated === null || size === null || size === 0) return null;
  const price = outcome === 'no' ? findTapePrice(complementOf(stated), range) : stated;
  if (price === null) return null;
  const taker = findSide(side, outcome === 'no');
  return {
    asset,
    price,
    size,
    side: taker,
    sideSource: taker === null ? null : 'venue',
    id: `${time}:${tid}`,
    venueTime: findVenueMillis(time),
    receivedAt,
    source,
    isBlock: false,
  };
}

/** Returns the coin of the other side of an outcome: `#8391` for `#8390`. */
export function otherCoin(coin: string): string {
  return `${coin.slice(0, -1)}${coin.endsWith('0') ? '1' : '0'}`;
}

function refuseTrade(value: WireTrade): Refusal {
  const { name, endpoint } = streamTrade;
  return refuse(name, 'no price or size of a trade', { endpoint, row: value.coin, value });
}

function findSide(stated: unknown, isOfNo: boolean): TakerSide | null {
  if (stated !== 'B' && stated !== 'A') return null;
  return (stated === 'B') === isOfNo ? 'sell' : 'buy';
}

/** Subscription of one coin on the current connection. */
interface CoinState {
  /** Time by our clock at which the subscription was sent. */
  readonly sentAt: EpochMs;
  isTaken: boolean;
  hasFrame: boolean;
}

/** A market whose trades are subscribed. */
interface TradedMarket {
  readonly coins: readonly string[];
  readonly states: Map<string, CoinState>;
  /** Recent trades of the market. A match of an outcome is printed on both of its coins and counts once. */
  readonly seen: SeenTrades;
  isHeard: boolean;
}

/** Passes the stream's trades to the tape, each once, and reports from when on the trades of a market are complete. */
export class VenueTrades {
  readonly trades = new Set<(trade: VenueTrade) => void>();
  readonly heard = new Set<(heard: TradesHeard) => void>();
  readonly #coins = new Map<string, TradedCoin>();
  readonly #markets = new Map<string, TradedMarket>();
  readonly #intake: Intake;

  /**
   * Begins without a market.
   *
   * @param intake Counts trades that cannot be recorded.
   */
  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /**
   * Sets the markets whose trades are subscribed.
   *
   * @param outcomes Assets by their Yes coins.
   * @param at Time of the last message, by our clock.
   */
  want(outcomes: ReadonlyMap<string, string>, perps: readonly string[], at: EpochMs | null): void {
    this.#coins.clear();
    for (const coin of perps) this.#coins.set(coin, { asset: buildPerpAsset(coin).asset, outcome: null });
    for (const [coin, asset] of outcomes) {
      this.#coins.set(coin, { asset, outcome: 'yes' });
      this.#coins.set(otherCoin(coin), { asset, outcome: 'no' });
    }
    const byAsset = Map.groupBy(this.#coins.keys(), (coin) => this.#coins.get(coin)?.asset ?? '');
    for (const [asset, market] of this.#markets) {
      if (byAsset.has(asset)) continue;
      this.#end(asset, market, 'dropped', at);
      this.#markets.delete(asset);
    }
    for (const [asset, coins] of byAsset)
      if (!this.#markets.has(asset))
        this.#markets.set(asset, { coins, states: new Map(), seen: new SeenTrades(), isHeard: false });
  }

  /** Notes that the subscription of a coin was sent. Earlier state of the coin is discarded. */
  expect(coin: string, sentAt: EpochMs): void {
    this.#find(coin)?.[1].states.set(coin, { sentAt, isTaken: false, hasFrame: false });
  }

  /**
   * Notes that the venue accepted the subscription of a coin. Trades count once all coins of the market are accepted.
   */
  begin(coin: string, at: EpochMs): void {
    const [asset, market] = this.#find(coin) ?? [];
    const state = market?.states.get(coin);
    if (asset === undefined || market === undefined || state === undefined) return;
    state.isTaken = true;
    if (market.isHeard || !market.coins.every((one) => market.states.get(one)?.isTaken === true)) return;
    market.isHeard = true;
    for (const listener of this.heard) listener({ kind: 'begin', asset, at });
  }

  /**
   * Forgets the subscriptions when we stop the stream. Listeners are not told of a break, because they stop as well.
   */
  forget(): void {
    for (const market of this.#markets.values()) {
      market.states.clear();
      market.isHeard = false;
    }
  }

  /** Reports a break on every market when the connection is lost. @param at Time of its last message, by our clock. */
  lose(reason: BookBreak, at: EpochMs | null): void {
    for (const [asset, market] of this.#markets) this.#end(asset, market, reason, at);
  }

  /** Reads the trades of one frame. The first frame of a subscription repeats some earlier trades. */
  read(rows: readonly WireTrade[], receivedAt: EpochMs): void {
    if (this.trades.size === 0) return;
    const read = new Set<CoinState>();
    for (const row of rows) {
      const coin = this.#coins.get(row.coin);
      const market = coin === undefined ? undefined : this.#markets.get(coin.asset);
      if (coin === undefined || market === undefined || !market.seen.add(row)) continue;
      const state = market.states.get(row.coin);
      if (state !== undefined) read.add(state);
      const isOlder = state !== undefined && !state.hasFrame && row.time < state.sentAt;
      const found = toVenueTrade(row, coin, receivedAt, isOlder ? 'backfill' : 'stream');
      if (found === null) this.#intake.count(refuseTrade(row), true);
      else for (const listener of this.trades) listener(found);
    }
    for (const state of read) state.hasFrame = true;
  }

  #find(coin: string): readonly [asset: string, market: TradedMarket] | null {
    const asset = this.#coins.get(coin)?.asset;
    const market = asset === undefined ? undefined : this.#markets.get(asset);
    return asset === undefined || market === undefined ? null : [asset, market];
  }

  #end(asset: string, market: TradedMarket, reason: BookBreak, at: EpochMs | null): void {
    const { isHeard } = market;
    market.states.clear();
    market.isHeard = false;
    if (isHeard && at !== null)
      for (const listener of this.heard) listener({ kind: 'end', asset, at, reason });
  }
}
