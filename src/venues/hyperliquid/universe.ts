// One file: the interval of each read depends on the weight that all the others take.
import {
  type AssetRef,
  buildPerpAsset,
  computeAge,
  getAssetName,
  MINUTE_MS,
  type PerpState,
  UpstreamError,
  type VenuePoll,
} from '../../domain/index.ts';
import { BoundedMap } from '../../scheduling/bounded-map.ts';
import { refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { ListedNames } from '../listed-names.ts';
import type { PollPlan } from '../venue-adapter.ts';
import type { HyperliquidClient } from './client.ts';
import { normalisePerps } from './normalise-perps.ts';
import { OutcomeMarkets } from './outcome-markets.ts';
import { findMispaired, marksAgree } from './pairs.ts';
import { OWN_WEIGHT, WEIGHT } from './request-weights.ts';
import type { HyperliquidStream } from './stream.ts';
import {
  metaAndAssetCtxs,
  type OutcomeMetaUpdate,
  type PerpContext,
  type PerpMeta,
  perpContext,
  perpMeta,
} from './wire.ts';

export interface UniverseOptions extends AdapterOptions {
  readonly client: HyperliquidClient;
  readonly stream: HyperliquidStream | null;
}

/** The last poll result of one dex. */
interface Dex {
  readonly name: string;
  universe: readonly (PerpMeta | null)[];
  contexts: readonly (PerpContext | null)[];
  /** Times when REST was last asked, and when it last answered. */
  askedAt: number;
  readAt: number;
  /** Our clock when the frame of the stream arrived that the last poll took; null: it took none. */
  sampledAt: number | null;
}

/**
 * Polls never plan more of our 600 weight a minute than this: what is left is for callers. Without streams and
 * with nine builder dexes: 12 x 20 for the main dex every 5 s, 9 x 20 for the builders, 52 for outcomes.
 */
const MAX_POLL_WEIGHT = 500;
const BUILDER_MS = MINUTE_MS;
/** Time over which the builder dexes take turns when the streams are lost, which leaves the main dex its pace. */
const BUILDER_WITHOUT_LINE_MS = 2 * MINUTE_MS;
const BUILDERS_A_MINUTE = 9;
const BUILDERS_A_POLL = 2;
const DEX_LIST_MS = 10 * MINUTE_MS;
/** Number of intervals of a dex without an answer after which the dex has no price any more. */
const LOST_AFTER = 3;
const STARTING_POLLS = 3;
const CHOICE_MS = 10 * MINUTE_MS;
/** Coins of assets that have left the list, kept for their books, candles and funding. */
const MAX_KNOWN_COINS = 20_000;

/** Keeps the whole universe of the venue: what is read when, by stream or by REST, and what it adds up to. */
export class Universe implements PollPlan {
  readonly #options: UniverseOptions;
  readonly #perpNames: ListedNames;
  readonly #dexes = new Map<string, Dex>();
  readonly #outcomes: OutcomeMarkets;
  readonly #coins = new BoundedMap<string, string>(MAX_KNOWN_COINS);
  #dexListAt = Number.NEGATIVE_INFINITY;
  #chosenAt = Number.NEGATIVE_INFINITY;
  #tradedPerps: string[] = [];
  #polls = 0;

  constructor(options: UniverseOptions) {
    const { name, endpoint } = perpMeta;
    this.#perpNames = new ListedNames(options.client.intake, { kind: name, endpoint, member: '/name' });
    this.#options = options;
    this.#outcomes = new OutcomeMarkets(options);
    this.#addDex('');
  }

  /**
   * Reads what is due and puts the venue together.
   *
   * @throws {UpstreamError} when the main dex could be had neither by stream nor by REST.
   */
  async poll(signal: AbortSignal): Promise<VenuePoll> {
    this.#polls++;
    const startedAt = this.#options.clock();
    await this.#readDexList(startedAt, signal);
    const builders = [...this.#dexes.values()].filter(({ name }) => name !== '');
    const due = this.#dueBuilders(builders, startedAt);
    await Promise.all([
      this.#readMain(startedAt, signal),
      this.#outcomes.refresh(startedAt, this.#maxStreamAgeMs(), signal),
      ...due.map((dex) => this.#readDex(dex, startedAt, signal).catch(tolerate(signal))),
    ]);

    const perps = this.#perpNames.select(
      [...this.#dexes.values()].flatMap((dex) => this.#buildPerps(dex, startedAt)),
      ({ ref }) => getAssetName(ref),
    );
    // Books and candles are those of the listing that has the key.
    for (const { ref } of perps) this.#learn(ref.storeKey, getAssetName(ref));
    const outcomes = this.#outcomes.states(startedAt, this.#maxStreamAgeMs());
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
    const isStreamed = this.#isMainStreamed() || this.#isStreamStarting();
    const main = isStreamed ? WEIGHT.query : (MINUTE_MS / this.#mainMs()) * WEIGHT.query;
    this.#options.client.announcePolls(Math.min(OWN_WEIGHT, main + this.#weightBesideMain()));
  }

  minIntervalMs(): number {
    return this.#isMainStreamed() ? (this.#options.stream?.contexts.everyMs ?? 0) : this.#mainMs();
  }

  applyMetaUpdates(updates: readonly OutcomeMetaUpdate[]): void {
    this.#outcomes.applyMetaUpdates(updates);
  }

  /** Whether the stream's touch of the Yes side of an outcome is that of the venue's own mids. */
  isBelieved(coin: string): boolean {
    return this.#outcomes.isBelieved(coin);
  }

  /** The venue's market-data coin of an asset (its Yes side), also of one that has left the list. */
  findCoin(ref: AssetRef): string | null {
    return this.#coins.get(ref.storeKey) ?? null;
  }

  async #readDexList(now: number, signal: AbortSignal): Promise<void> {
    if (computeAge(now, this.#dexListAt) < DEX_LIST_MS) return;
    try {
      const { names, isWhole } = await this.#options.client.readDexNames(signal);
      this.#dexListAt = now;
      for (const name of names) this.#addDex(name);
      // A dex whose row could not be read may be any of them.
      if (!isWhole) return;
      for (const name of this.#dexes.keys())
        if (name !== '' && !names.includes(name)) this.#dexes.delete(name);
    } catch (error) {
      tolerate(signal)(error);
      // The main dex can be read without the list, which is requested again in a minute.
      this.#dexListAt = now - DEX_LIST_MS + MINUTE_MS;
    }
  }

  async #readMain(now: number, signal: AbortSignal): Promise<void> {
    const main = this.#dexes.get('');
    if (main === undefined) return;
    const isStreamed = this.#findStreamed(main) !== null && main.universe.length > 0;
    // A little less than the interval, so that a poll that comes early by some milliseconds counts.
    const everyMs = isStreamed ? MINUTE_MS : this.#mainMs() * 0.9;
    // A question that failed is asked again, however soon: repeating the poll result before it would hide the failure.
    const hasFailed = main.askedAt > main.readAt && !isStreamed;
    if (computeAge(now, main.askedAt) < everyMs && !hasFailed) return;
    const reading = this.#readDex(main, now, signal);
    await (isStreamed ? reading.catch(tolerate(signal)) : reading);
  }

  async #readDex(dex: Dex, now: number, signal: AbortSignal): Promise<void> {
    dex.askedAt = now;
    const { universe, contexts } = await this.#options.client.readMetaAndAssetCtxs(dex.name, signal);
    this.#requireUniverse(dex, universe.length);
    const mispaired = this.#findMispaired(universe, contexts);
    if (mispaired.size * 2 > contexts.length)
      throw new UpstreamError(
        'malformed',
        `hyperliquid: the contexts of dex "${dex.name}" do not match its universe`,
      );
    dex.universe = universe;
    dex.contexts = contexts;
    dex.readAt = now;
    this.#options.stream?.contexts.setUniverse(dex.name, universe);
    for (const meta of universe)
      if (meta !== null) this.#learn(buildPerpAsset(meta.name).storeKey, meta.name);
  }

  /** Counts the contexts that are another asset's by the mids, which the venue lists by name. */
  #findMispaired(
    universe: readonly (PerpMeta | null)[],
    contexts: readonly (PerpContext | null)[],
  ): ReadonlySet<number> {
    const mispaired = findMispaired(universe, contexts, this.#outcomes.midsByCoin(this.#options.clock()));
    for (const index of mispaired) {
      const row = universe[index]?.name ?? null;
      this.#options.client.intake.count(
        refuse(perpContext.name, "the price is another asset's", {
          endpoint: perpContext.endpoint,
          row,
          member: '/markPx',
          value: contexts[index]?.markPx,
        }),
        true,
      );
    }
    return mispaired;
  }

  /** @throws {UpstreamError} `malformed` without any perpetual, where there always are some or have been before. */
  #requireUniverse({ name, universe }: Dex, count: number): void {
    if (count > 0 || (name !== '' && universe.length === 0)) return;
    const { intake } = this.#options.client;
    const at = { endpoint: metaAndAssetCtxs.endpoint, row: name, member: '/0/universe', value: [] };
    intake.count(refuse(metaAndAssetCtxs.name, 'the universe is empty', at));
    throw new UpstreamError('malformed', `hyperliquid: the universe of dex "${name}" is empty`);
  }

  /** The builder dexes whose turn it is: all of them at first, then a few a poll. */
  #dueBuilders(builders: readonly Dex[], now: number): Dex[] {
    const unread = builders.filter(({ askedAt }) => !Number.isFinite(askedAt));
    const everyMs = this.#builderMs(builders.length);
    const due = builders
      .filter(({ askedAt }) => Number.isFinite(askedAt) && computeAge(now, askedAt) >= everyMs)
      .sort((a, b) => a.askedAt - b.askedAt)
      .slice(0, BUILDERS_A_POLL);
    return [...unread.slice(0, BUILDERS_A_MINUTE), ...due];
  }

  #builderMs(count = this.#dexes.size - 1): number {
    const main = this.#dexes.get('');
    const isLineDead =
      this.#options.stream !== null && (main === undefined || this.#findStreamed(main) === null);
    const base = isLineDead ? BUILDER_WITHOUT_LINE_MS : BUILDER_MS;
    return base * Math.max(1, count / BUILDERS_A_MINUTE);
  }

  /** Interval of REST reads of the main dex: the poll interval, or longer where other polls leave too little weight. */
  #mainMs(): number {
    const left = Math.max(WEIGHT.query, MAX_POLL_WEIGHT - this.#weightBesideMain());
    return Math.max(this.#options.pollMs, Math.ceil((MINUTE_MS * WEIGHT.query) / left));
  }

  /** Weight a minute of builder dexes, outcomes and the list of dexes. Before the list is known: of as many as exist. */
  #weightBesideMain(): number {
    const builders = Number.isFinite(this.#dexListAt) ? this.#dexes.size - 1 : BUILDERS_A_MINUTE;
    const builderReads = (builders * MINUTE_MS) / this.#builderMs(builders);
    const listReads = MINUTE_MS / DEX_LIST_MS;
    return (builderReads + listReads) * WEIGHT.query + this.#outcomes.weightAMinute();
  }

  /**
   * Whether the stream starts: its first frames come within seconds, and until then polls plan the weight that they
   * will need with them.
   */
  #isStreamStarting(): boolean {
    return this.#options.stream !== null && this.#polls < STARTING_POLLS;
  }

  #isMainStreamed(): boolean {
    const main = this.#dexes.get('');
    return main !== undefined && main.universe.length > 0 && this.#findStreamed(main) !== null;
  }

  #buildPerps(dex: Dex, now: number): PerpState[] {
    const streamed = this.#findStreamed(dex);
    const wasReadNow = dex.readAt === now;
    // A frame that the last poll took already is no second piece of evidence.
    const isNewFrame = streamed !== null && streamed.receivedAt !== dex.sampledAt;
    dex.sampledAt = streamed?.receivedAt ?? null;
    if (!isNewFrame && !wasReadNow) return this.#repeated(dex, streamed?.contexts ?? dex.contexts, now);

    const contexts = streamed?.contexts ?? dex.contexts;
    const states = normalisePerps(dex.universe, contexts, {
      mispaired: this.#findMispaired(dex.universe, contexts),
      fromRest: wasReadNow,
      findVolumeCounter: (coin) => this.#options.stream?.trades.read(coin) ?? null,
      findTouch: (coin) => this.#options.stream?.touch(coin, this.#maxStreamAgeMs()) ?? null,
    });
    if (streamed === null || !wasReadNow) return states;

    const asked = normalisePerps(dex.universe, dex.contexts, {
      mispaired: this.#findMispaired(dex.universe, dex.contexts),
      fromRest: true,
      findVolumeCounter: () => null,
    });
    const polledByAsset = new Map(asked.map(({ ref, polled }) => [ref.asset, polled]));
    return states.map((state) => ({ ...state, polled: polledByAsset.get(state.ref.asset) ?? null }));
  }

  /** The last poll result again, without a price once it is too old. Counters wait for the next poll. */
  #repeated(dex: Dex, contexts: readonly (PerpContext | null)[], now: number): PerpState[] {
    const intervalMs = dex.name === '' ? this.#mainMs() : this.#builderMs();
    const isLost =
      dex.sampledAt === null && now - dex.readAt > LOST_AFTER * intervalMs + this.#options.pollMs;
    return normalisePerps(dex.universe, contexts, { fromRest: false, findVolumeCounter: () => null }).map(
      (state) => (isLost ? { ...state, price: null } : { ...state, carried: true }),
    );
  }

  /**
   * The newest frame of a dex; null when it is old, holds another number of assets than the universe, or most of its
   * marks are unlike those that REST gave last. In each of these cases the poll reads REST, and the next frame is compared
   * with that answer.
   */
  #findStreamed(dex: Dex) {
    const { stream } = this.#options;
    const streamed = stream?.contexts.find(dex.name, this.#maxStreamAgeMs()) ?? null;
    if (stream === null || streamed === null || dex.universe.length === 0) return streamed;
    if (streamed.contexts.length !== dex.universe.length) return null;
    const agrees = marksAgree(dex.contexts, streamed.contexts);
    stream.contexts.trust(dex.name, agrees);
    return agrees ? streamed : null;
  }

  /** Age above which frames are not trusted and REST is asked instead. */
  #maxStreamAgeMs(): number {
    return 2 * Math.max(this.#options.pollMs, this.#options.stream?.contexts.everyMs ?? 0);
  }

  /** Subscribes the tracked outcomes and the trades of the largest perpetuals; the choice holds a while. */
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

  #addDex(name: string): void {
    if (this.#dexes.has(name)) return;
    const never = Number.NEGATIVE_INFINITY;
    this.#dexes.set(name, {
      name,
      universe: [],
      contexts: [],
      askedAt: never,
      readAt: never,
      sampledAt: null,
    });
  }

  #learn(storeKey: string, coin: string): void {
    this.#coins.delete(storeKey);
    this.#coins.set(storeKey, coin);
  }
}

/** Lets a failure of one part pass, so that the rest is still read; the client has counted it. */
function tolerate(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (signal.aborted || !(error instanceof UpstreamError)) throw error;
  };
}
