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
import { getBuiltInVocabulary, Vocabulary } from './vocabulary/vocabulary.ts';
import { readBuiltInFiles, readOperatorFiles } from './vocabulary/vocabulary-file.ts';

/** Matching goes on for seconds after a start: its slices are short. */
const SLICE_MS = 2;

export interface LinkIndexOptions extends Pick<SliceOptions, 'now' | 'yieldTurn'> {
  /** The curated file of the data directory; null: none. */
  readonly curatedPath: string | null;
  /** The folder of the operator's own vocabulary; null or absent: none. */
  readonly vocabularyPath?: string | null;
  readonly disputes?: PriceWitnessOptions;
  /** Keeps disputes over a restart. Absent: each run begins without any. */
  readonly disputeStore?: Pick<DisputeStore, 'load' | 'change'>;
  /** Whether this process compares prices and stores disputes; false: another one does. Default: true. */
  readonly judgesDisputes?: boolean;
  /** Keeps which links were held when. Absent: nothing does. */
  readonly kept?: LinkSpanLog;
  readonly clock?: Clock;
}

export interface LinkStats {
  readonly markets: number;
  readonly links: number;
  readonly groups: number;
  readonly disputed: number;
  /** Computing time of the last matching, without the turns given away; null before the first. */
  readonly lastMatchMs: number | null;
  /** Longest time without a turn for the event loop in the last matching. */
  readonly longestSliceMs: number | null;
  readonly curatedError: string | null;
  /** One sentence for each vocabulary file of the operator that was left out. */
  readonly vocabularyErrors: readonly string[];
}

/**
 * Which markets of the venues ask the same question. Answers from memory.
 *
 * `update` takes the newest lists and matches the markets that came, went or changed their wording against
 * their candidates; prices do not matter, so most updates end at once. The work is cut into slices of 2 ms.
 */
export class LinkIndex {
  readonly #options: LinkIndexOptions;
  readonly #now: () => number;
  readonly #markets = new ReadMarkets(getBuiltInVocabulary);
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

  /** Every link, each pair once. */
  listLinks(): readonly Link[] {
    return this.#graph.listLinks();
  }

  /** Links one by one, in the order of pairs, from behind one by `formatPairKey`. Changes may come between. */
  eachLink(after: string | null = null): Iterable<Link> {
    return this.#graph.eachLink(after);
  }

  /** Pairs that looked alike and were not linked, one by one in no order. Changes may come between. */
  eachRefused(): Iterable<Refusal> {
    return this.#graph.eachRefused();
  }

  /** Pairs that looked alike and were not linked, those refused by people first. */
  listRefused(): readonly Refusal[] {
    return this.#graph.listRefused();
  }

  /** The links of one asset, each read from it. */
  getLinks(asset: string): readonly Link[] {
    return this.#graph.getLinks(asset);
  }

  findLinkBetween(a: string, b: string): Link | null {
    return this.#graph.findLinkBetween(a, b);
  }

  /** How far the prices of the two are apart now; null where one has none, and for loose relations. */
  findDifference(link: Link): LinkDifference | null {
    return computeDifference(link, (asset) => this.#markets.find(asset));
  }

  /** The asset first, then the markets of the same question, with the side on which they pay. */
  group(asset: string): readonly GroupMember[] {
    return this.#graph.getGroup(asset);
  }

  /** Every group of at least two markets. */
  listGroups(): readonly (readonly GroupMember[])[] {
    return this.#graph.listGroups();
  }

  /** Reasons for and against a pair, computed again; null where one of the two is not tracked. */
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
   * Takes the newest list of every venue. Resolves when the links fit it; calls never overlap, and of several
   * that wait the last one counts.
   *
   * @param isStale Prices of such venues prove nothing.
   */
  update(markets: Iterable<MarketState>, isStale: IsStale = () => false): Promise<void> {
    const isQueued = this.#waiting !== null;
    this.#waiting = { markets: [...markets], isStale };
    if (!isQueued) this.#running = this.waitUntilIdle().then(() => this.#matchWaiting());
    return this.#running;
  }

  /** Resolves when no update is in progress, however it ended. */
  waitUntilIdle(): Promise<void> {
    return this.#running.catch(() => undefined);
  }

  /** Reads the curated file again. A broken file keeps the links of before and is reported by `status`. */
  async reloadCurated(): Promise<void> {
    if (this.#options.curatedPath === null) return;
    this.#curatedSeenAt = await findChangedAt(this.#options.curatedPath);
    const read = await readCuratedLinks(this.#options.curatedPath);
    this.#curatedError = read.error;
    if (read.error === null) this.#graph.setCurated(read.pairs);
  }

  /** Reads the operator's vocabulary. A file that does not fit is left out and reported by `status`. */
  async loadVocabulary(): Promise<void> {
    if (this.#options.vocabularyPath == null) return;
    const { files, errors } = await readOperatorFiles(this.#options.vocabularyPath);
    this.#vocabularyErrors = errors;
    if (files.length > 0) this.#markets.setVocabulary(new Vocabulary([...readBuiltInFiles(), ...files]));
  }

  /** Takes the disputes of an earlier run from their store. */
  async loadDisputes(): Promise<void> {
    await this.#disputes.load();
  }

  /** Follows a feed: each new snapshot updates the links. Returns a function that unsubscribes. */
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
    const { fresh, gone } = await this.#markets.take(markets, slices);
    const isChanged = fresh.length > 0 || gone.length > 0;
    if (isChanged) await this.#matcher.match(fresh, gone, slices);
    // The curated file may have changed even where the markets have not.
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

/** When a file was last written, in milliseconds; null while there is none, or its folder may not be read. */
async function findChangedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isFileError(error)) return null;
    throw error;
  }
}
