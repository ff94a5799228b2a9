import {
  buildPerpAsset,
  computeAge,
  getAssetName,
  MINUTE_MS,
  type PerpState,
  UpstreamError,
} from '../../domain/index.ts';
import { refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { ListedNames } from '../listed-names.ts';
import type { HyperliquidClient } from './client.ts';
import { normalisePerps } from './normalise-perps.ts';
import type { OutcomeMarkets } from './outcome-markets.ts';
import { findMispaired, marksAgree } from './pairs.ts';
import { WEIGHT } from './request-weights.ts';
import type { HyperliquidStream } from './stream/stream.ts';
import { metaAndAssetCtxs, type PerpContext, type PerpMeta, perpContext, perpMeta } from './wire.ts';

export interface PerpDexesOptions extends AdapterOptions {
  readonly client: HyperliquidClient;
  readonly stream: HyperliquidStream | null;
  /** Returns the venue's mids by coin, which show the asset to which a context belongs. */
  readonly midsByCoin: (now: number) => ReturnType<OutcomeMarkets['midsByCoin']>;
  /** Weight per minute of the reads of outcomes. */
  readonly outcomeWeight: () => number;
  /** Receives the coin of an asset that a dex lists. */
  readonly onListed: (storeKey: string, coin: string) => void;
}

/** State of one dex after its last poll. */
interface Dex {
  readonly name: string;
  universe: readonly (PerpMeta | null)[];
  contexts: readonly (PerpContext | null)[];
  /** Times of the last REST request and of the last REST answer. */
  askedAt: number;
  readAt: number;
  /** Time by our clock at which the frame that the last poll used arrived; null: it used none. */
  sampledAt: number | null;
}

/**
 * Maximum weight that polls plan in a minute, of our budget of 600. Callers get the rest. Without streams and with nine
 * builder dexes, polls need 12 x 20 for the main dex every 5 s, 9 x 20 for the builders and 52 for outcomes.
 */
const MAX_POLL_WEIGHT = 500;
const BUILDER_MS = MINUTE_MS;
/** Interval of each builder dex while the streams are lost. It leaves the interval of the main dex unchanged. */
const BUILDER_WITHOUT_LINE_MS = 2 * MINUTE_MS;
const BUILDERS_A_MINUTE = 9;
const BUILDERS_A_POLL = 2;
const DEX_LIST_MS = 10 * MINUTE_MS;
/** Number of missed intervals after which the assets of a dex have no price. */
const LOST_AFTER = 3;

/**
 * Keeps the perpetuals of every dex: the main dex, and those of builders, which are read in turn. The interval of each
 * read depends on the weight that all other reads need.
 */
export class PerpDexes {
  readonly #options: PerpDexesOptions;
  readonly #names: ListedNames;
  readonly #dexes = new Map<string, Dex>();
  #dexListAt = Number.NEGATIVE_INFINITY;

  constructor(options: PerpDexesOptions) {
    const { name, endpoint } = perpMeta;
    this.#names = new ListedNames(options.client.intake, { kind: name, endpoint, member: '/name' });
    this.#options = options;
    this.#addDex('');
  }

  async readList(now: number, signal: AbortSignal): Promise<void> {
    if (computeAge(now, this.#dexListAt) < DEX_LIST_MS) return;
    try {
      const { names, isWhole } = await this.#options.client.readDexNames(signal);
      this.#dexListAt = now;
      for (const name of names) this.#addDex(name);
      // A row that could not be read may name any dex, so none is removed.
      if (!isWhole) return;
      for (const name of this.#dexes.keys())
        if (name !== '' && !names.includes(name)) this.#dexes.delete(name);
    } catch (error) {
      tolerate(signal)(error);
      // The main dex can be read without the list of dexes, which is requested again in a minute.
      this.#dexListAt = now - DEX_LIST_MS + MINUTE_MS;
    }
  }

  async readMain(now: number, signal: AbortSignal): Promise<void> {
    const main = this.#dexes.get('');
    if (main === undefined) return;
    const isStreamed = this.#findStreamed(main) !== null && main.universe.length > 0;
    // The interval is shortened by a tenth, so that a poll that starts some milliseconds early is not skipped.
    const everyMs = isStreamed ? MINUTE_MS : this.mainMs() * 0.9;
    // A failed read is repeated at the next poll. Returning the earlier result again would hide the failure.
    const hasFailed = main.askedAt > main.readAt && !isStreamed;
    if (computeAge(now, main.askedAt) < everyMs && !hasFailed) return;
    const reading = this.#readDex(main, now, signal);
    await (isStreamed ? reading.catch(tolerate(signal)) : reading);
  }

  /** Reads the builder dexes that are due. */
  async readBuilders(now: number, signal: AbortSignal): Promise<void> {
    const builders = [...this.#dexes.values()].filter(({ name }) => name !== '');
    const due = this.#dueBuilders(builders, now);
    await Promise.all(due.map((dex) => this.#readDex(dex, now, signal).catch(tolerate(signal))));
  }

  /** Builds the states of all perpetuals from the newest frames and answers. */
  states(now: number): PerpState[] {
    return this.#names.select(
      [...this.#dexes.values()].flatMap((dex) => this.#buildPerps(dex, now)),
      ({ ref }) => getAssetName(ref),
    );
  }

  isMainStreamed(): boolean {
    const main = this.#dexes.get('');
    return main !== undefined && main.universe.length > 0 && this.#findStreamed(main) !== null;
  }

  /**
   * Computes the interval of REST reads of the main dex: the poll interval, or longer where other polls leave too
   * little weight.
   */
  mainMs(): number {
    const left = Math.max(WEIGHT.query, MAX_POLL_WEIGHT - this.weightBesideMain());
    return Math.max(this.#options.pollMs, Math.ceil((MINUTE_MS * WEIGHT.query) / left));
  }

  /**
   * Computes the weight per minute of builder dexes, outcomes and the list of dexes. Until the list is known, nine
   * builder dexes count.
   */
  weightBesideMain(): number {
    const builders = Number.isFinite(this.#dexListAt) ? this.#dexes.size - 1 : BUILDERS_A_MINUTE;
    const builderReads = (builders * MINUTE_MS) / this.#builderMs(builders);
    const listReads = MINUTE_MS / DEX_LIST_MS;
    return (builderReads + listReads) * WEIGHT.query + this.#options.outcomeWeight();
  }

  /** Computes the maximum age of a frame. Polls read REST when frames are older. */
  maxStreamAgeMs(): number {
    return 2 * Math.max(this.#options.pollMs, this.#options.stream?.contexts.everyMs ?? 0);
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
      if (meta !== null) this.#options.onListed(buildPerpAsset(meta.name).storeKey, meta.name);
  }

  /** Finds and counts the contexts whose price belongs to another asset, by the mids, which the venue lists by name. */
  #findMispaired(
    universe: readonly (PerpMeta | null)[],
    contexts: readonly (PerpContext | null)[],
  ): ReadonlySet<number> {
    const mispaired = findMispaired(universe, contexts, this.#options.midsByCoin(this.#options.clock()));
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

  /** Requires a perpetual in the main dex, and in any dex that had one before. @throws {UpstreamError} `malformed`. */
  #requireUniverse({ name, universe }: Dex, count: number): void {
    if (count > 0 || (name !== '' && universe.length === 0)) return;
    const { intake } = this.#options.client;
    const at = { endpoint: metaAndAssetCtxs.endpoint, row: name, member: '/0/universe', value: [] };
    intake.count(refuse(metaAndAssetCtxs.name, 'the universe is empty', at));
    throw new UpstreamError('malformed', `hyperliquid: the universe of dex "${name}" is empty`);
  }

  /** Chooses the builder dexes to read: new ones at once, the others a few in each poll. */
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

  #buildPerps(dex: Dex, now: number): PerpState[] {
    const streamed = this.#findStreamed(dex);
    const wasReadNow = dex.readAt === now;
    // A frame that the last poll used is not new evidence.
    const isNewFrame = streamed !== null && streamed.receivedAt !== dex.sampledAt;
    dex.sampledAt = streamed?.receivedAt ?? null;
    if (!isNewFrame && !wasReadNow) return this.#repeated(dex, streamed?.contexts ?? dex.contexts, now);

    const contexts = streamed?.contexts ?? dex.contexts;
    const states = normalisePerps(dex.universe, contexts, {
      mispaired: this.#findMispaired(dex.universe, contexts),
      fromRest: wasReadNow,
      findVolumeCounter: (coin) => this.#options.stream?.trades.read(coin) ?? null,
      findTouch: (coin) => this.#options.stream?.touch(coin, this.maxStreamAgeMs()) ?? null,
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

  /**
   * Builds the assets of a dex from its last result. Prices are null once it is too old. Counters wait for the next
   * poll.
   */
  #repeated(dex: Dex, contexts: readonly (PerpContext | null)[], now: number): PerpState[] {
    const intervalMs = dex.name === '' ? this.mainMs() : this.#builderMs();
    const isLost =
      dex.sampledAt === null && now - dex.readAt > LOST_AFTER * intervalMs + this.#options.pollMs;
    return normalisePerps(dex.universe, contexts, { fromRest: false, findVolumeCounter: () => null }).map(
      (state) => (isLost ? { ...state, price: null } : { ...state, carried: true }),
    );
  }

  /**
   * Finds the newest frame of a dex; null when the frame is old, has another number of assets than the universe, or has
   * marks that mostly differ from those of the last REST answer. In each of these cases the poll reads REST, and the
   * next frame is compared with that answer.
   */
  #findStreamed(dex: Dex) {
    const { stream } = this.#options;
    const streamed = stream?.contexts.find(dex.name, this.maxStreamAgeMs()) ?? null;
    if (stream === null || streamed === null || dex.universe.length === 0) return streamed;
    if (streamed.contexts.length !== dex.universe.length) return null;
    const agrees = marksAgree(dex.contexts, streamed.contexts);
    stream.contexts.trust(dex.name, agrees);
    return agrees ? streamed : null;
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
}

/** Ignores the failure of one part, which the client has counted, so that the other parts are still read. */
function tolerate(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (signal.aborted || !(error instanceof UpstreamError)) throw error;
  };
}
