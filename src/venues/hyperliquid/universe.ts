import {
  type AssetRef,
  computeAge,
  getAssetName,
  MINUTE_MS,
  type PerpState,
  type VenuePoll,
} from '../../domain/index.ts';
import { BoundedMap } from '../../scheduling/bounded-map.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import type { PollPlan } from '../venue-adapter.ts';
import type { HyperliquidClient } from './client.ts';
import { OutcomeMarkets } from './outcome-markets.ts';
import { PerpDexes } from './perp-dexes.ts';
import { OWN_WEIGHT, WEIGHT } from './request-weights.ts';
import type { HyperliquidStream } from './stream/stream.ts';
import type { OutcomeMetaUpdate } from './wire.ts';

export interface UniverseOptions extends AdapterOptions {
  readonly client: HyperliquidClient;
  readonly stream: HyperliquidStream | null;
}

const STARTING_POLLS = 3;
const CHOICE_MS = 10 * MINUTE_MS;
/**
 * Maximum number of remembered coins. Delisted assets keep theirs, so that their books, candles and funding can be
 * read.
 */
const MAX_KNOWN_COINS = 20_000;

/**
 * Keeps the whole universe of the venue: decides what each poll reads from the stream or by REST, and joins the
 * results.
 */
export class Universe implements PollPlan {
  readonly #options: UniverseOptions;
  readonly #perps: PerpDexes;
  readonly #outcomes: OutcomeMarkets;
  readonly #coins = new BoundedMap<string, string>(MAX_KNOWN_COINS);
  #chosenAt = Number.NEGATIVE_INFINITY;
  #tradedPerps: string[] = [];
  #polls = 0;

  constructor(options: UniverseOptions) {
    this.#options = options;
    this.#outcomes = new OutcomeMarkets(options);
    this.#perps = new PerpDexes({
      ...options,
      midsByCoin: (now) => this.#outcomes.midsByCoin(now),
      outcomeWeight: () => this.#outcomes.weightAMinute(),
      onListed: (storeKey, coin) => this.#learn(storeKey, coin),
    });
  }

  /**
   * Reads what is due and builds the result of the poll.
   *
   * @throws {UpstreamError} when neither the stream nor REST gave the main dex.
   */
  async poll(signal: AbortSignal): Promise<VenuePoll> {
    this.#polls++;
    const startedAt = this.#options.clock();
    await this.#perps.readList(startedAt, signal);
    await Promise.all([
      this.#perps.readMain(startedAt, signal),
      this.#outcomes.refresh(startedAt, this.#perps.maxStreamAgeMs(), signal),
      this.#perps.readBuilders(startedAt, signal),
    ]);

    const perps = this.#perps.states(startedAt);
    // When two listings share a store key, books and candles are those of the selected one.
    for (const { ref } of perps) this.#learn(ref.storeKey, getAssetName(ref));
    const outcomes = this.#outcomes.states(startedAt, this.#perps.maxStreamAgeMs());
    for (const { ref, yesCoin } of this.#outcomes.tracked()) this.#learn(ref.storeKey, yesCoin);
    this.#chooseStreams(perps, startedAt);
    return {
      venue: 'hyperliquid',
      receivedAt: this.#options.clock(),
      markets: [...perps, ...outcomes],
      emptyBooks: outcomes.filter(({ price }) => price === null).length,
      isBeyondLimit: (storeKey) => this.#outcomes.lists(storeKey),
    };
  }

  keepRoom(): void {
    const isStreamed = this.#perps.isMainStreamed() || this.#isStreamStarting();
    const main = isStreamed ? WEIGHT.query : (MINUTE_MS / this.#perps.mainMs()) * WEIGHT.query;
    this.#options.client.announcePolls(Math.min(OWN_WEIGHT, main + this.#perps.weightBesideMain()));
  }

  minIntervalMs(): number {
    return this.#perps.isMainStreamed()
      ? (this.#options.stream?.contexts.everyMs ?? 0)
      : this.#perps.mainMs();
  }

  applyMetaUpdates(updates: readonly OutcomeMetaUpdate[]): void {
    this.#outcomes.applyMetaUpdates(updates);
  }

  /** Whether the streamed touch of an outcome's Yes coin may be used: it has not contradicted the venue's mids. */
  isBelieved(coin: string): boolean {
    return this.#outcomes.isBelieved(coin);
  }

  /** Finds the market-data coin of an asset, for an outcome its Yes coin. Delisted assets are found too. */
  findCoin(ref: AssetRef): string | null {
    return this.#coins.get(ref.storeKey) ?? null;
  }

  /**
   * Whether the stream is still starting. Its first frames come within seconds, so polls until then plan for a running
   * stream.
   */
  #isStreamStarting(): boolean {
    return this.#options.stream !== null && this.#polls < STARTING_POLLS;
  }

  /**
   * Subscribes the tracked outcomes and the trades of the largest perpetuals. The choice of perpetuals lasts ten
   * minutes.
   */
  #chooseStreams(perps: readonly PerpState[], now: number): void {
    const { stream } = this.#options;
    if (stream === null) return;
    if (computeAge(now, this.#chosenAt) >= CHOICE_MS) {
      this.#chosenAt = now;
      this.#tradedPerps = [...perps]
        .sort((a, b) => (b.ticker.volume24hUsd ?? 0) - (a.ticker.volume24hUsd ?? 0))
        .map(({ ticker }) => ticker.coin);
    }
    stream.track(this.#outcomes.tracked(), this.#tradedPerps);
  }

  #learn(storeKey: string, coin: string): void {
    this.#coins.delete(storeKey);
    this.#coins.set(storeKey, coin);
  }
}
