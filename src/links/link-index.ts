import { stat } from 'node:fs/promises';
import { type Clock, type EpochMs, epochMs, type MarketState, type VenueId } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import { type SliceOptions, Slices } from '../scheduling/slices.ts';
import { isFileError } from '../storage/file-error.ts';
import { readCuratedLinks } from './curated.ts';
import type { DisputeStore } from './disputes/dispute-store.ts';
import { DisputeWatch } from './disputes/dispute-watch.ts';
import { PriceWitness, type PriceWitnessOptions, type TwoSidedQuote } from './disputes/price-witness.ts';
import { explainPair, type PairExplanation } from './explain.ts';
import type { GroupMember } from './graph/groups.ts';
import { LinkGraph } from './graph/link-graph.ts';
import type { Link, Refusal } from './link.ts';
import { computeDifference, type LinkDifference } from './link-difference.ts';
import type { LinkSpanLog } from './link-span-log.ts';
import { PairMatcher } from './pair-matcher.ts';
import { ReadMarkets } from './read-markets.ts';
import { loadBuiltInVocabulary } from './vocabulary/built-in.ts';
import { Vocabulary } from './vocabulary/vocabulary.ts';
import { eachBuiltInFile, readOperatorFiles } from './vocabulary/vocabulary-file.ts';

/** Length of a slice. It is short, because matching continues for seconds after a start. */
const SLICE_MS = 2;

export interface LinkIndexOptions extends Pick<SliceOptions, 'now' | 'yieldTurn'> {
  /** Path of the curated file in the data directory; null: there is none. */
  readonly curatedPath: string | null;
  /** Folder of the operator's own vocabulary; null or absent: there is none. */
  readonly vocabularyPath?: string | null;
  readonly disputes?: PriceWitnessOptions;
  /** Store that keeps disputes over restarts. Absent: each run begins without disputes. */
  readonly disputeStore?: Pick<DisputeStore, 'load' | 'change'>;
  /** Whether this process compares prices and stores disputes; false: another one does. Default: true. */
  readonly judgesDisputes?: boolean;
  /** Log of which links were in force when. Absent: no log is kept. */
  readonly kept?: LinkSpanLog;
  readonly clock?: Clock;
}

export interface LinkStats {
  readonly markets: number;
  readonly links: number;
  readonly groups: number;
  readonly disputed: number;
  /** Computing time of the last matching, without pauses for other work; null before the first one. */
  readonly lastMatchMs: number | null;
  /** Longest time in the last matching without a pause for other work. */
  readonly longestSliceMs: number | null;
  readonly curatedError: string | null;
  /** One sentence for each vocabulary file of the operator that was rejected. */
  readonly vocabularyErrors: readonly string[];
}

/**
 * Knows which markets of the venues ask the same question. Reads are answered from memory.
 *
 * `update` takes the newest lists and matches the markets that came, went or were reworded against their candidates.
 * Prices do not matter, so most updates end at once. The work is divided into slices of 2 ms.
 */
export class LinkIndex {
  readonly #options: LinkIndexOptions;
  readonly #now: () => number;
  readonly #markets = new ReadMarkets(loadBuiltInVocabulary);
  readonly #graph = new LinkGraph(
    (a, b) => this.#matcher.compareTracked(a, b),
    (key, link) => this.#options.kept?.note(key, link),
  );
  readonly #disputes: DisputeWatch;
  readonly #matcher = new PairMatcher(this.#graph, (asset) => this.#markets.getFeatures(asset));
  #running: Promise<void> = Promise.resolve();
  #waiting: { readonly markets: readonly MarketState[]; readonly isStale: IsStale } | null = null;
  #curatedError: string | null = null;
  #curatedSeenAt: number | null = null;
  #vocabularyErrors: readonly string[] = [];
  #lastMatchMs: number | null = null;
  #longestSliceMs: number | null = null;

  constructor(options: LinkIndexOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    const clock = options.clock ?? ((): EpochMs => epochMs(Date.now()));
    const witness = new PriceWitness({ ...options.disputes, clock, now: this.#now });
    this.#disputes = new DisputeWatch(
      witness,
      options.disputeStore ?? null,
      options.judgesDisputes ?? true,
      this.#now,
    );
  }

  /** Lists every link, each pair once. */
  listLinks(): readonly Link[] {
    return this.#graph.listLinks();
  }

  /** Yields links one by one in the order of pair keys, after the given `formatPairKey`. Links may change meanwhile. */
  eachLink(after: string | null = null): Iterable<Link> {
    return this.#graph.eachLink(after);
  }

  /** Yields similar pairs that were not linked, one by one in no order. They may change meanwhile. */
  eachRefused(): Iterable<Refusal> {
    return this.#graph.eachRefused();
  }

  /** Lists similar pairs that were not linked, those that people refused first. */
  listRefused(): readonly Refusal[] {
    return this.#graph.listRefused();
  }

  /** Lists the links of one asset, each with the asset as its `a`. */
  getLinks(asset: string): readonly Link[] {
    return this.#graph.getLinks(asset);
  }

  findLinkBetween(a: string, b: string): Link | null {
    return this.#graph.findLinkBetween(a, b);
  }

  /** Computes the present difference of the prices; null when a market has no price, and for `related`. */
  findDifference(link: Link): LinkDifference | null {
    return computeDifference(link, (asset) => this.#markets.find(asset));
  }

  /** Lists the asset first, then the markets of the same question with the side on which they pay. */
  group(asset: string): readonly GroupMember[] {
    return this.#graph.getGroup(asset);
  }

  /** Lists every group of at least two markets. */
  listGroups(): readonly (readonly GroupMember[])[] {
    return this.#graph.listGroups();
  }

  /** Computes the reasons for and against a pair again; null when one of the two is not tracked. */
  explain(a: string, b: string): PairExplanation | null {
    const [one, two] = [this.#markets.getFeatures(a), this.#markets.getFeatures(b)];
    if (one === null || two === null) return null;
    return explainPair(one, two, this.#matcher.compare(one, two).result, this.#graph.findLinkBetween(a, b));
  }

  status(): LinkStats {
    return {
      markets: this.#markets.size,
      links: this.#graph.count,
      groups: this.#graph.groupCount,
      disputed: this.#disputes.count,
      lastMatchMs: this.#lastMatchMs,
      longestSliceMs: this.#longestSliceMs,
      curatedError: this.#curatedError,
      vocabularyErrors: this.#vocabularyErrors,
    };
  }

  /**
   * Takes the newest list of every venue. Resolves when the links correspond to it. Calls never overlap, and of several
   * waiting calls only the last counts.
   *
   * @param isStale Tells which venues are stale, so that their prices prove nothing.
   */
  update(markets: Iterable<MarketState>, isStale: IsStale = () => false): Promise<void> {
    const isQueued = this.#waiting !== null;
    this.#waiting = { markets: [...markets], isStale };
    if (!isQueued) this.#running = this.waitUntilIdle().then(() => this.#matchWaiting());
    return this.#running;
  }

  /** Resolves when no update is in progress, whether the last one succeeded or failed. */
  waitUntilIdle(): Promise<void> {
    return this.#running.catch(() => undefined);
  }

  /** Reads the curated file again. An invalid file leaves the present links unchanged and is reported by `status`. */
  async reloadCurated(): Promise<void> {
    if (this.#options.curatedPath === null) return;
    this.#curatedSeenAt = await findChangedAt(this.#options.curatedPath);
    const read = await readCuratedLinks(this.#options.curatedPath);
    this.#curatedError = read.error;
    if (read.error === null) this.#graph.setCurated(read.pairs);
  }

  /** Reads the operator's vocabulary. An invalid file is left out and reported by `status`. */
  async loadVocabulary(): Promise<void> {
    if (this.#options.vocabularyPath == null) return;
    const { files, errors } = await readOperatorFiles(this.#options.vocabularyPath);
    this.#vocabularyErrors = errors;
    if (files.length > 0) this.#markets.setVocabulary(new Vocabulary([...eachBuiltInFile(), ...files]));
  }

  /** Loads the disputes of an earlier run from their store. */
  async loadDisputes(): Promise<void> {
    await this.#disputes.load();
  }

  /** Follows a feed: each new snapshot updates the links. Returns a function that stops it. */
  follow(feed: Feed, onError: (error: unknown) => void): () => void {
    const refresh = () => {
      const markets = feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []);
      this.update(markets, (venue) => feed.isStale(venue)).catch(onError);
    };
    refresh();
    return feed.onSnapshot(refresh);
  }

  async #matchWaiting(): Promise<void> {
    const { markets, isStale } = this.#waiting ?? { markets: [], isStale: () => false };
    this.#waiting = null;
    await this.#reloadChangedCurated();
    const slices = new Slices({ ...this.#options, sliceMs: SLICE_MS });
    const { fresh, gone } = await this.#markets.update(markets, slices);
    const isChanged = fresh.length > 0 || gone.length > 0;
    if (isChanged) await this.#matcher.match(fresh, gone, slices);
    // The curated file may have changed although the markets have not.
    await this.#graph.apply(slices);
    if (isChanged) {
      this.#lastMatchMs = slices.workMs();
      this.#longestSliceMs = slices.longestMs;
    }
    await this.#comparePrices(isStale, slices);
    await this.#options.kept?.store();
  }

  async #comparePrices(isStale: IsStale, slices: Slices): Promise<void> {
    if (!this.#disputes.isDue()) return;
    const findQuote = (asset: string) => this.#findQuote(asset, isStale);
    this.#graph.setDisputes(await this.#disputes.compare(this.#graph.listFirmLinks(), findQuote, slices));
    await this.#graph.apply(slices);
    await this.#disputes.store();
  }

  #findQuote(asset: string, isStale: IsStale): TwoSidedQuote | null {
    const state = this.#markets.find(asset);
    if (state === null || state.bid === null || state.ask === null || isStale(state.ref.venue)) return null;
    return { bid: state.bid, ask: state.ask };
  }

  async #reloadChangedCurated(): Promise<void> {
    const { curatedPath } = this.#options;
    if (curatedPath === null || (await findChangedAt(curatedPath)) === this.#curatedSeenAt) return;
    await this.reloadCurated();
  }
}

type IsStale = (venue: VenueId) => boolean;

/** Finds when a file was last written, in epoch ms; null when it does not exist, or its folder may not be read. */
async function findChangedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
}
