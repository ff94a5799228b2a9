// One file: links, bans and groups are one state, and each change touches all of them.
import { findAssetRef, type VenueId } from '../../domain/index.ts';
import type { Slices } from '../../scheduling/slices.ts';
import type { CuratedPair } from '../curated.ts';
import {
  type Dispute,
  formatPairKey,
  invertRelation,
  isFirm,
  type Link,
  type Refusal,
  turnLink,
} from '../link.ts';
import type { MatchResult } from '../matching/finding.ts';
import type { MarketFeatures } from '../reading/features.ts';
import { ShardedMap } from '../sharded-map.ts';
import { EndedLinks } from './ended-links.ts';
import type { GroupMember } from './groups.ts';
import { addKey, removeKey } from './key-sets.ts';
import { LinkGroups } from './link-groups.ts';
import { LinkRefusals } from './link-refusals.ts';
import { SortedKeys } from './sorted-keys.ts';

/**
 * Maximum number of `related`, `subset` and `superset` links of a market, because ladders of strikes would have
 * thousands.
 */
const MAX_LOOSE_LINKS_PER_MARKET = 8;
const AMBIGUOUS_CONFIDENCE = 0.5;
const AMBIGUOUS = 'Another market of the same venue fits equally well.';

/** Compares two markets by the matcher; null when one of them is not tracked. */
type Compare = (a: string, b: string) => MatchResult | null;

/** A link that the matcher found, with the venues of both markets. */
interface MatchedLink {
  readonly link: Link;
  readonly venues: readonly [a: VenueId, b: VenueId];
}

/**
 * The links between the tracked markets. A market that comes or goes costs an update of its own pairs and their groups
 * only.
 *
 * `setMatch` stores a result of the matcher, and `apply` puts it in force. A pair that a person has decided overrides
 * everything. A market that fits two markets of one venue equally well is linked to neither with certainty.
 */
export class LinkGraph {
  /** Links that the matcher found, by pair. */
  readonly #matched = new ShardedMap<MatchedLink>();
  /** Number of markets of a venue that fit one market with one relation, by the keys of `toFits`. */
  readonly #fits = new ShardedMap<number>();
  readonly #matchedByAsset = new ShardedMap<Set<string>>();
  readonly #looseByAsset = new Map<string, number>();
  readonly #refusals = new LinkRefusals();
  readonly #ended = new EndedLinks();
  #curated = new Map<string, CuratedPair>();
  readonly #curatedByAsset = new Map<string, Set<string>>();
  #disputes: ReadonlyMap<string, Dispute> = new Map();
  /** Links in force, by pair and by asset. */
  readonly #byPair = new ShardedMap<Link>();
  readonly #byAsset = new ShardedMap<Map<string, Link>>();
  readonly #linkGroups = new LinkGroups((a, b, by) => this.#findBan(a, b, by));
  readonly #dirty = new Set<string>();
  readonly #sortedKeys = new SortedKeys();
  /** Links in force that prices can contradict, by pair. */
  readonly #firm = new ShardedMap<Link>();
  readonly #compare: Compare;
  readonly #onLink: (key: string, link: Link | null) => void;

  /**
   * Begins without a market.
   *
   * @param compare Compares pairs that a group would join without a link of their own.
   * @param onLink Receives each pair whose link may have changed, by `formatPairKey`, with the link now in force.
   */
  constructor(
    compare: Compare = () => null,
    onLink: (key: string, link: Link | null) => void = () => undefined,
  ) {
    this.#compare = compare;
    this.#onLink = onLink;
  }

  listLinks(): readonly Link[] {
    return [...this.eachLink(null)];
  }

  /**
   * Yields every link in the order of pair keys, after the given `formatPairKey`; null: from the start. Links may
   * change meanwhile.
   */
  *eachLink(after: string | null): Generator<Link> {
    for (const key of this.#sortedKeys.after(after)) {
      const link = this.#byPair.get(key);
      if (link !== undefined) yield link;
    }
  }

  /** Lists the `same` and `opposite` links that do not come from a person, keyed by `formatPairKey`, in no order. */
  listFirmLinks(): Iterable<readonly [key: string, link: Link]> {
    return this.#firm;
  }

  get count(): number {
    return this.#byPair.size;
  }

  findLinkBetween(a: string, b: string): Link | null {
    const link = this.#byPair.get(formatPairKey(a, b));
    return link === undefined ? null : turnLink(link, a);
  }

  getLinks(asset: string): readonly Link[] {
    return [...(this.#byAsset.get(asset)?.values() ?? [])].map((link) => turnLink(link, asset));
  }

  listRefused(): readonly Refusal[] {
    return [...this.eachRefused()];
  }

  /** Yields refused pairs one by one. They may change meanwhile. */
  *eachRefused(): Generator<Refusal> {
    for (const { a, b, relation, reasons } of this.#curated.values())
      if (relation === 'none') yield { a, b, reasons: [...reasons] };
    const isCurated = ({ a, b }: Refusal) => this.#curated.has(formatPairKey(a, b));
    for (const refusal of this.#ended.listAll()) if (!isCurated(refusal)) yield refusal;
    for (const refusal of this.#refusals.listAll())
      if (!isCurated(refusal) && !this.#ended.has(refusal)) yield refusal;
    yield* this.#linkGroups.listConflicts();
  }

  getGroup(asset: string): readonly GroupMember[] {
    return this.#linkGroups.group(asset);
  }

  /** Lists every group once, starting from its alphabetically first market. */
  listGroups(): readonly (readonly GroupMember[])[] {
    return this.#linkGroups.listAll();
  }

  get groupCount(): number {
    return this.#linkGroups.count;
  }

  /** Stores the matcher's result for a pair. The markets are in the order in which they were compared. */
  setMatch(one: MarketFeatures, two: MarketFeatures, result: MatchResult, source: Link['source']): void {
    const [a, b] = [one.asset, two.asset];
    const isOrdered = a < b;
    const pair = isOrdered ? { a, b } : { a: b, b: a };
    const key = formatPairKey(a, b);
    if (this.#matched.get(key)?.link.source === 'mirrored') return;
    this.#removeMatch(key);
    if (result.refusals.length > 0 && result.isNear)
      this.#refusals.add(key, { ...pair, reasons: result.refusals });
    if (result.relation === null) return;

    const relation = isOrdered ? result.relation : invertRelation(result.relation);
    if (!isFirm(relation) && !this.#hasRoom(a, b)) return;
    const { confidence, reasons, differences, refusals } = result;
    const against = isFirm(relation) ? [] : refusals;
    const venues = isOrdered ? ([one.venue, two.venue] as const) : ([two.venue, one.venue] as const);
    const link = {
      ...pair,
      relation,
      confidence,
      reasons,
      source,
      differences: [...differences, ...against],
    };
    this.#storeMatch(key, { link, venues });
  }

  /** Lists the markets that the matcher found to be the same as this one or its opposite. */
  listFirmPartners(asset: string): readonly string[] {
    const links = [...(this.#matchedByAsset.get(asset) ?? [])].map((key) => this.#matched.get(key)?.link);
    return links.flatMap((link) =>
      link !== undefined && isFirm(link.relation) ? [link.a === asset ? link.b : link.a] : [],
    );
  }

  /** Stores why a pair is no longer linked. Does nothing when the pair is linked again. */
  end(a: string, b: string, reasons: readonly string[]): void {
    const link = this.#matched.get(formatPairKey(a, b))?.link;
    if (link !== undefined && isFirm(link.relation)) return;
    const pair = a < b ? { a, b } : { a: b, b: a };
    this.#ended.add({ ...pair, reasons: ['Linked until one of the two was reworded.', ...reasons] });
  }

  /** Forgets a market that is no longer tracked. */
  leave(asset: string): void {
    this.forget(asset);
    this.#ended.forget(asset);
  }

  /** Forgets the matcher's results for a market, before it is matched again or when it is no longer tracked. */
  forget(asset: string): void {
    for (const key of [...(this.#matchedByAsset.get(asset) ?? [])]) this.#removeMatch(key);
    this.#refusals.forget(asset);
    this.#dirty.add(asset);
  }

  /** Replaces the pairs that people have decided. */
  setCurated(pairs: readonly CuratedPair[]): void {
    const fresh = new Map(pairs.map((pair) => [formatPairKey(pair.a, pair.b), pair]));
    this.#curatedByAsset.clear();
    for (const [key, { a, b }] of fresh) for (const asset of [a, b]) addKey(this.#curatedByAsset, asset, key);
    for (const [key, pair] of [...this.#curated, ...fresh]) {
      if (this.#curated.get(key) === fresh.get(key)) continue;
      this.#dirty.add(pair.a);
      this.#dirty.add(pair.b);
    }
    this.#curated = fresh;
  }

  /** Replaces the pairs that prices contradict. */
  setDisputes(disputes: ReadonlyMap<string, Dispute>): void {
    const before = this.#disputes;
    if (before === disputes) return;
    for (const key of new Set([...before.keys(), ...disputes.keys()])) {
      if (before.get(key) === disputes.get(key)) continue;
      for (const asset of key.split(' ')) this.#dirty.add(asset);
    }
    this.#disputes = disputes;
  }

  /** Puts changes in force. Every group is complete whenever other work runs in between. */
  async apply(slices: Pick<Slices, 'isDue' | 'pause'>): Promise<void> {
    const changed = new Set<string>();
    const touched = [...this.#dirty];
    this.#dirty.clear();
    const updated = new ShardedMap<true>();
    for (const asset of touched) {
      for (const key of this.#collectKeys(asset)) {
        // Most pairs are found from both of their markets.
        if (updated.get(key) === true) continue;
        updated.set(key, true);
        this.#update(key, changed);
      }
      if (slices.isDue()) await slices.pause();
    }
    await this.#sortedKeys.apply(slices);
    const regrouped = new Set<string>();
    for (const asset of changed) {
      if (!regrouped.has(asset))
        for (const member of this.#linkGroups.rebuild(asset, this.#byAsset)) regrouped.add(member);
      if (slices.isDue()) await slices.pause();
    }
  }

  /**
   * Finds why a link must not join a pair in one group. Disputes and decisions of people apply to every link. Findings
   * of the matcher do not apply to links by a person.
   */
  #findBan(a: string, b: string, by: Link): string | null {
    const key = formatPairKey(a, b);
    if (this.#curated.get(key)?.relation === 'none') return 'A person has refused the two.';
    if (this.#byPair.get(key)?.dispute !== undefined) return 'The prices of the two contradict each other.';
    // The sides of one event are distinguished by the event, not by comparing their words.
    if (by.source === 'curated' || isOneVenue(a, b)) return null;
    const result = this.#compare(a, b);
    if (result === null || (result.relation !== null && isFirm(result.relation))) return null;
    return result.refusals[0] ?? 'The matcher does not call the two the same.';
  }

  #collectKeys(asset: string): Set<string> {
    const keys = new Set(this.#matchedByAsset.get(asset));
    for (const key of this.#byAsset.get(asset)?.keys() ?? []) keys.add(key);
    for (const key of this.#curatedByAsset.get(asset) ?? []) keys.add(key);
    return keys;
  }

  #update(key: string, changed: Set<string>): void {
    const link = this.#findLinkInForce(key);
    const before = this.#byPair.get(key);
    const pair = link ?? before ?? this.#curated.get(key);
    if (pair === undefined) return;
    const { a, b } = pair;
    for (const asset of [a, b]) {
      const own = this.#byAsset.get(asset) ?? new Map<string, Link>();
      if (link === null) own.delete(key);
      else own.set(key, link);
      if (own.size === 0) this.#byAsset.delete(asset);
      else this.#byAsset.set(asset, own);
      changed.add(asset);
    }
    if (link === null) {
      this.#byPair.delete(key);
      this.#sortedKeys.delete(key);
    } else {
      this.#byPair.set(key, link);
      this.#sortedKeys.add(key);
    }
    if (link !== null && link.source !== 'curated' && isFirm(link.relation)) this.#firm.set(key, link);
    else this.#firm.delete(key);
    this.#onLink(key, link);
  }

  #findLinkInForce(key: string): Link | null {
    const person = this.#curated.get(key);
    if (person !== undefined)
      return person.relation === 'none' ? null : { ...person, relation: person.relation };
    const matched = this.#matched.get(key);
    if (matched === undefined) return null;
    const { link } = matched;
    const sure = this.#isAmbiguous(matched)
      ? { ...link, relation: 'related' as const, confidence: AMBIGUOUS_CONFIDENCE, differences: [AMBIGUOUS] }
      : link;
    const dispute = this.#disputes.get(key);
    return dispute === undefined ? sure : { ...sure, dispute };
  }

  /**
   * Whether a link is ambiguous, because several markets of one venue fit equally well, such as two games of one day or
   * a listing and its renewal.
   */
  #isAmbiguous(matched: MatchedLink): boolean {
    if (!isRival(matched.link)) return false;
    return toFits(matched).some((fit) => (this.#fits.get(fit) ?? 0) > 1);
  }

  #storeMatch(key: string, matched: MatchedLink): void {
    const { link } = matched;
    this.#matched.set(key, matched);
    if (isFirm(link.relation)) this.#ended.remove(key);
    if (isRival(link)) for (const fit of toFits(matched)) this.#fits.set(fit, (this.#fits.get(fit) ?? 0) + 1);
    for (const asset of [link.a, link.b]) {
      addKey(this.#matchedByAsset, asset, key);
      if (!isFirm(link.relation)) this.#looseByAsset.set(asset, (this.#looseByAsset.get(asset) ?? 0) + 1);
      this.#touch(asset);
    }
  }

  #removeMatch(key: string): void {
    const matched = this.#matched.get(key);
    if (matched === undefined) return;
    const { link } = matched;
    if (isRival(link)) for (const fit of toFits(matched)) this.#removeFit(fit);
    for (const asset of [link.a, link.b]) {
      this.#touch(asset);
      removeKey(this.#matchedByAsset, asset, key);
      if (!isFirm(link.relation)) this.#looseByAsset.set(asset, (this.#looseByAsset.get(asset) ?? 1) - 1);
    }
    this.#matched.delete(key);
  }

  #removeFit(fit: string): void {
    const left = (this.#fits.get(fit) ?? 1) - 1;
    if (left === 0) this.#fits.delete(fit);
    else this.#fits.set(fit, left);
  }

  /** Marks a market for the next `apply`, because a rival that came or went may change its other links. */
  #touch(asset: string): void {
    this.#dirty.add(asset);
  }

  #hasRoom(a: string, b: string): boolean {
    return [a, b].every((asset) => (this.#looseByAsset.get(asset) ?? 0) < MAX_LOOSE_LINKS_PER_MARKET);
  }
}

function isOneVenue(a: string, b: string): boolean {
  return findAssetRef(a)?.venue === findAssetRef(b)?.venue;
}

/** Whether the link is of a kind of which a market may have one per venue only. */
function isRival(link: Link): boolean {
  return link.source === 'matched' && isFirm(link.relation);
}

/** Builds a key for each side of a pair: the market, the venue of its partner, and their relation. */
function toFits({ link: { a, b, relation }, venues }: MatchedLink): readonly [string, string] {
  return [`${a} ${venues[1]} ${relation}`, `${b} ${venues[0]} ${relation}`];
}
