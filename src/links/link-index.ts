import type { BinaryState, MarketState, VenueId } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import { CandidateIndex } from './candidates.ts';
import { compareMarkets, compareSiblings, type Verdict } from './compare.ts';
import { type CuratedLinks, NO_CURATED_LINKS, readCuratedLinks } from './curated.ts';
import { type MarketFeatures, readFeatures } from './features.ts';
import { type GroupMember, LinkGroups } from './groups.ts';
import { inverseRelation, isTraded, type Link, linkFrom, pairKey, type Refusal } from './link.ts';
import { judgeMirror } from './mirrored.ts';

/** The longest stretch of work between two turns of the event loop. */
const SLICE_MS = 8;
/** So many refusals are kept per market: enough to see why a link is missing. */
const REFUSALS_PER_MARKET = 4;
/** So many `related`, `subset` and `superset` links per market: ladders would otherwise hold thousands. */
const LOOSE_LINKS_PER_MARKET = 8;
const AMBIGUOUS_CONFIDENCE = 0.5;

export interface LinkIndexOptions {
  /** The curated file of the data directory; null: none. */
  readonly curatedPath: string | null;
  /** Milliseconds of a monotonic clock. Default `performance.now`. */
  readonly now?: () => number;
  /** Gives the event loop its turn. Default `setImmediate`. */
  readonly yieldTurn?: () => Promise<void>;
}

export interface LinkStats {
  readonly markets: number;
  readonly links: number;
  readonly groups: number;
  /** Computing time of the last matching, without the turns given away; null before the first. */
  readonly lastMatchMs: number | null;
  /** Longest stretch without a turn for the event loop in the last matching. */
  readonly longestSliceMs: number | null;
  readonly curatedError: string | null;
}

/**
 * Which markets of the venues ask the same question. Answers from memory.
 *
 * `update` takes the newest lists and matches again when a market came, went or changed its wording; prices
 * do not matter, so most updates end at once. The work is cut into slices of 8 ms.
 */
export class LinkIndex {
  private readonly options: Required<LinkIndexOptions>;
  private readonly read = new Map<string, CachedFeatures>();
  private curated: CuratedLinks = NO_CURATED_LINKS;
  private current: Matching = emptyMatching();
  private stats: LinkStats;
  private running: Promise<void> = Promise.resolve();
  private waiting: readonly MarketState[] | null = null;
  /** False until the first matching, and after the curated file was read again. */
  private isMatched = false;

  constructor(options: LinkIndexOptions) {
    this.options = {
      now: () => performance.now(),
      yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
      ...options,
    };
    this.stats = statsOf(this.current, 0, this.curated, null, null);
  }

  /** Every link, each pair once. */
  links(): readonly Link[] {
    return this.current.links;
  }

  /** Pairs that looked alike and were not linked. */
  refused(): readonly Refusal[] {
    return this.current.refusals;
  }

  /** The links of one asset, each read from it. */
  linksOf(asset: string): readonly Link[] {
    return this.current.byAsset.get(asset) ?? [];
  }

  linkBetween(a: string, b: string): Link | null {
    const link = this.current.byPair.get(pairKey(a, b));
    return link === undefined ? null : linkFrom(link, a);
  }

  /** The asset first, then the markets of the same question, with the side on which they pay. */
  group(asset: string): readonly GroupMember[] {
    return this.current.groups.of(asset);
  }

  /** Every group of at least two markets. */
  groups(): readonly (readonly GroupMember[])[] {
    return this.current.groups.all();
  }

  status(): LinkStats {
    return this.stats;
  }

  /** Takes the newest list of every venue. Resolves when the links fit it; calls never overlap. */
  update(markets: Iterable<MarketState>): Promise<void> {
    const isQueued = this.waiting !== null;
    this.waiting = [...markets];
    if (!isQueued) this.running = this.running.then(() => this.matchWaiting());
    return this.running;
  }

  /** Reads the curated file again. A broken file keeps the links of before and is told by `status`. */
  async reloadCurated(): Promise<void> {
    if (this.options.curatedPath === null) return;
    const read = await readCuratedLinks(this.options.curatedPath);
    this.curated = read.error === null ? read : { links: this.curated.links, error: read.error };
    this.stats = { ...this.stats, curatedError: read.error };
    this.isMatched = false;
  }

  /** Follows a feed: each new snapshot updates the links. Returns the way to stop. */
  follow(feed: Feed, onError: (error: unknown) => void): () => void {
    const refresh = () => {
      const markets = feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []);
      this.update(markets).catch(onError);
    };
    refresh();
    return feed.onSnapshot(refresh);
  }

  private async matchWaiting(): Promise<void> {
    const markets = this.waiting ?? [];
    this.waiting = null;
    const slices = new Slices(this.options.now, this.options.yieldTurn);
    const features = await this.featuresOf(markets, slices);
    if (features === null) return;

    const matching = await match(features, this.curated.links, slices);
    this.current = matching;
    this.stats = statsOf(matching, features.length, this.curated, slices.workMs(), slices.longestMs);
  }

  /** null when nothing that matters to links has changed since the last matching. */
  private async featuresOf(
    markets: readonly MarketState[],
    slices: Slices,
  ): Promise<MarketFeatures[] | null> {
    const features: MarketFeatures[] = [];
    let isChanged = false;
    const present = new Set<string>();
    for (const market of markets) {
      if (market.kind !== 'binary' || market.ticker.status === 'resolved') continue;
      const { asset } = market.ref;
      present.add(asset);
      const cached = this.read.get(asset);
      if (cached !== undefined && isSameText(cached.state, market)) {
        features.push(cached.features);
        continue;
      }
      isChanged = true;
      const fresh = readFeatures(market);
      this.read.set(asset, { state: market, features: fresh });
      features.push(fresh);
      await slices.pause();
    }
    for (const asset of this.read.keys()) {
      if (present.has(asset)) continue;
      this.read.delete(asset);
      isChanged = true;
    }
    if (!isChanged && this.isMatched) return null;
    this.isMatched = true;
    return features.sort((a, b) => (a.asset < b.asset ? -1 : 1));
  }
}

interface CachedFeatures {
  readonly state: BinaryState;
  readonly features: MarketFeatures;
}

/** The result of one matching. Immutable, replaced as a whole. */
interface Matching {
  readonly links: readonly Link[];
  readonly refusals: readonly Refusal[];
  readonly byAsset: ReadonlyMap<string, readonly Link[]>;
  readonly byPair: ReadonlyMap<string, Link>;
  readonly groups: LinkGroups;
}

function isSameText(a: BinaryState, b: BinaryState): boolean {
  if (a === b) return true;
  const [one, two] = [a.ticker, b.ticker];
  return (
    one.title === two.title &&
    one.eventTitle === two.eventTitle &&
    one.eventKey === two.eventKey &&
    one.outcomes[0] === two.outcomes[0] &&
    one.outcomes[1] === two.outcomes[1] &&
    one.endDate === two.endDate &&
    one.closeTime === two.closeTime &&
    one.exclusive === two.exclusive &&
    one.exhaustive === two.exhaustive &&
    a.rules === b.rules &&
    a.terms.strike === b.terms.strike &&
    a.terms.strikeHigh === b.terms.strikeHigh &&
    a.terms.direction === b.terms.direction &&
    a.terms.underlying === b.terms.underlying &&
    a.terms.settlementSource === b.terms.settlementSource &&
    a.terms.mirrorOf?.key === b.terms.mirrorOf?.key
  );
}

async function match(
  features: readonly MarketFeatures[],
  curated: readonly Link[],
  slices: Slices,
): Promise<Matching> {
  const book = new LinkBook();
  for (const link of curated) book.add(link);
  await mirrorLinks(features, book, slices);

  const candidates = new CandidateIndex(features);
  for (const position of features.keys()) {
    candidates.enter(position);
    await slices.pause();
  }
  const eventSizes = marketsPerEvent(features);
  const compared = new Set<number>();
  for (const [position, market] of features.entries()) {
    for (const other of candidates.of(position)) {
      const partner = features[other];
      const pair = Math.min(position, other) * features.length + Math.max(position, other);
      if (partner === undefined || compared.has(pair)) continue;
      compared.add(pair);
      if (book.holds(market.asset, partner.asset)) continue;
      const sizes = { a: eventSizes.get(eventOf(market)) ?? 0, b: eventSizes.get(eventOf(partner)) ?? 0 };
      const isSibling = market.venue === partner.venue;
      const verdict = isSibling
        ? compareSiblings(market, partner, sizes.a)
        : compareMarkets(market, partner, sizes);
      book.judge(market, partner, verdict, 'matched');
    }
    await slices.pause();
  }
  return book.matching(new Map(features.map(({ asset, venue }) => [asset, venue])), () => slices.pause());
}

function marketsPerEvent(features: readonly MarketFeatures[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const market of features) sizes.set(eventOf(market), (sizes.get(eventOf(market)) ?? 0) + 1);
  return sizes;
}

function eventOf({ venue, eventKey }: MarketFeatures): string {
  return `${venue} ${eventKey}`;
}

async function mirrorLinks(
  features: readonly MarketFeatures[],
  book: LinkBook,
  slices: Slices,
): Promise<void> {
  const byKey = new Map(features.map((market) => [`${market.venue} ${market.storeKey}`, market]));
  for (const market of features) {
    if (market.mirrorOf === null) continue;
    const model = byKey.get(`${market.mirrorOf.venue} ${market.mirrorOf.key.toLowerCase()}`);
    if (model === undefined || book.holds(market.asset, model.asset)) continue;
    book.judge(market, model, judgeMirror(market, model), 'mirrored');
    await slices.pause();
  }
}

/** Collects links and refusals while they are found. The first word on a pair stands: curated, mirrored, matched. */
class LinkBook {
  private readonly byPair = new Map<string, Link>();
  private readonly refusals: Refusal[] = [];
  private readonly refusedOf = new Map<string, number>();
  private readonly looseOf = new Map<string, number>();

  add(link: Link): void {
    const key = pairKey(link.a, link.b);
    if (!this.byPair.has(key)) this.byPair.set(key, link);
  }

  holds(a: string, b: string): boolean {
    return this.byPair.size > 0 && this.byPair.has(pairKey(a, b));
  }

  judge(one: MarketFeatures, two: MarketFeatures, verdict: Verdict, source: Link['source']): void {
    const isOrdered = one.asset < two.asset;
    const [a, b] = isOrdered ? [one.asset, two.asset] : [two.asset, one.asset];
    if (verdict.refusals.length > 0 && verdict.isNear) this.refuse({ a, b, reasons: verdict.refusals });
    if (verdict.relation === null) return;

    const relation = isOrdered ? verdict.relation : inverseRelation(verdict.relation);
    const isFirm = relation === 'same' || relation === 'opposite';
    if (!isFirm && !this.takeRoom(this.looseOf, a, b, LOOSE_LINKS_PER_MARKET)) return;
    const { confidence, reasons, differences, refusals } = verdict;
    this.add({
      a,
      b,
      relation,
      confidence,
      reasons,
      source,
      differences: [...differences, ...(isFirm ? [] : refusals)],
    });
  }

  async matching(venues: ReadonlyMap<string, VenueId>, pause: () => Promise<void>): Promise<Matching> {
    this.demoteAmbiguous(venues);
    await pause();
    const keys = [...this.byPair.keys()].sort();
    const links: Link[] = [];
    const byAsset = new Map<string, Link[]>();
    for (const key of keys) {
      const link = this.byPair.get(key);
      if (link === undefined) continue;
      links.push(link);
      for (const asset of [link.a, link.b]) {
        const own = byAsset.get(asset);
        if (own === undefined) byAsset.set(asset, [linkFrom(link, asset)]);
        else own.push(linkFrom(link, asset));
      }
      await pause();
    }
    const groups = await LinkGroups.build(links, (asset) => venues.get(asset) ?? asset, pause);
    return {
      links,
      refusals: [...this.refusals, ...groups.conflicts],
      byAsset,
      byPair: this.byPair,
      groups,
    };
  }

  /**
   * A market that matches two of one venue equally well matches neither for certain: games of one day,
   * listings that were renewed. The matcher then knows less than it seems to.
   */
  private demoteAmbiguous(venues: ReadonlyMap<string, VenueId>): void {
    const partners = new Map<string, string[]>();
    const matched = [...this.byPair].filter(([, link]) => link.source === 'matched' && isTraded(link));
    for (const [key, { a, b, relation }] of matched) {
      for (const [one, two] of [
        [a, b],
        [b, a],
      ] as const) {
        const place = `${one} ${relation} ${venues.get(two)}`;
        partners.set(place, [...(partners.get(place) ?? []), key]);
      }
    }
    const reason = 'Another market of the same venue fits equally well.';
    for (const keys of partners.values()) {
      if (keys.length < 2) continue;
      for (const key of keys) {
        const link = this.byPair.get(key);
        if (link === undefined || link.relation === 'related') continue;
        this.byPair.set(key, {
          ...link,
          relation: 'related',
          confidence: AMBIGUOUS_CONFIDENCE,
          differences: [reason],
        });
        this.refuse({ a: link.a, b: link.b, reasons: [reason] });
      }
    }
  }

  private refuse(refusal: Refusal): void {
    if (this.takeRoom(this.refusedOf, refusal.a, refusal.b, REFUSALS_PER_MARKET)) this.refusals.push(refusal);
  }

  private takeRoom(counts: Map<string, number>, a: string, b: string, limit: number): boolean {
    const [one, two] = [counts.get(a) ?? 0, counts.get(b) ?? 0];
    if (one >= limit || two >= limit) return false;
    counts.set(a, one + 1);
    counts.set(b, two + 1);
    return true;
  }
}

/** Gives the event loop its turn when the work has run long enough, and measures both. */
class Slices {
  longestMs = 0;
  private worked = 0;
  private startedAt: number;
  private readonly now: () => number;
  private readonly yieldTurn: () => Promise<void>;

  constructor(now: () => number, yieldTurn: () => Promise<void>) {
    this.now = now;
    this.yieldTurn = yieldTurn;
    this.startedAt = now();
  }

  async pause(): Promise<void> {
    const elapsed = this.now() - this.startedAt;
    if (elapsed < SLICE_MS) return;
    this.count(elapsed);
    await this.yieldTurn();
    this.startedAt = this.now();
  }

  workMs(): number {
    this.count(this.now() - this.startedAt);
    this.startedAt = this.now();
    return this.worked;
  }

  private count(elapsed: number): void {
    this.worked += elapsed;
    this.longestMs = Math.max(this.longestMs, elapsed);
  }
}

function emptyMatching(): Matching {
  const groups = new LinkGroups([], (asset) => asset);
  return { links: [], refusals: [], byAsset: new Map(), byPair: new Map(), groups };
}

function statsOf(
  matching: Matching,
  markets: number,
  curated: CuratedLinks,
  lastMatchMs: number | null,
  longestSliceMs: number | null,
): LinkStats {
  return {
    markets,
    links: matching.links.length,
    groups: matching.groups.count,
    lastMatchMs,
    longestSliceMs,
    curatedError: curated.error,
  };
}
