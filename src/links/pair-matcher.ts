import type { Slices } from '../scheduling/slices.ts';
import type { LinkGraph } from './graph/link-graph.ts';
import { CandidateIndex, toEventKey } from './matching/candidates.ts';
import { compareMarkets, compareSiblings } from './matching/compare.ts';
import { compareMirror } from './matching/mirrored.ts';
import { isMirror, MirrorIndex } from './mirror-index.ts';
import type { MarketFeatures } from './reading/features.ts';
import { ShardedMap } from './sharded-map.ts';

/** Finds the candidates of markets, compares each pair, and gives the results to the graph. */
export class PairMatcher {
  readonly #graph: LinkGraph;
  readonly #getFeatures: (asset: string) => MarketFeatures | null;
  readonly #candidates = new CandidateIndex();
  readonly #mirrors = new MirrorIndex();

  /**
   * Gives its results to a graph.
   *
   * @param getFeatures Returns the facts of a market as last read; null: the market is not tracked.
   */
  constructor(graph: LinkGraph, getFeatures: (asset: string) => MarketFeatures | null) {
    this.#graph = graph;
    this.#getFeatures = getFeatures;
  }

  /** Compares new and reworded markets with their candidates, and forgets those that are gone. */
  async match(fresh: readonly MarketFeatures[], gone: readonly string[], slices: Slices): Promise<void> {
    const events = new ShardedMap<true>();
    const hasLeft = new Set(gone);
    const held: (readonly [asset: string, partner: string])[] = [];
    for (const asset of [...gone, ...fresh.map((market) => market.asset)]) {
      const before = this.#candidates.find(asset);
      if (before === null) continue;
      events.set(toEventKey(before), true);
      if (hasLeft.has(asset)) this.#graph.leave(asset);
      else for (const partner of this.#graph.listFirmPartners(asset)) held.push([asset, partner]);
      this.#graph.forget(asset);
      this.#candidates.remove(asset);
      this.#mirrors.remove(before);
      if (slices.isDue()) await slices.pause();
    }
    const due: MarketFeatures[] = [];
    // Sets of 50,000 markets grow in steps that take tens of milliseconds.
    const isDue = new ShardedMap<true>();
    const add = (market: MarketFeatures) => {
      if (isDue.get(market.asset) === true) return;
      isDue.set(market.asset, true);
      due.push(market);
    };
    for (const market of fresh) {
      add(market);
      this.#candidates.add(market);
      this.#mirrors.add(market);
      events.set(toEventKey(market), true);
      if (slices.isDue()) await slices.pause();
    }
    // The number of markets in an event decides whether its contest can be drawn, so a change affects all of them.
    for (const event of events.keys()) {
      for (const market of this.#candidates.listEventMarkets(event)) if (market.matchUp !== null) add(market);
      if (slices.isDue()) await slices.pause();
    }
    await this.#matchAll(due, slices);
    for (const [asset, partner] of held) {
      const result = this.compareTracked(asset, partner);
      if (result !== null) this.#graph.end(asset, partner, result.refusals);
      if (slices.isDue()) await slices.pause();
    }
  }

  async #matchAll(due: readonly MarketFeatures[], slices: Slices): Promise<void> {
    const done = new ShardedMap<true>();
    for (const market of due) {
      for (const partner of this.#findPartners(market)) {
        if (done.get(partner.asset) === true) continue;
        const { result, source } = this.compare(market, partner);
        this.#graph.setMatch(market, partner, result, source);
        if (slices.isDue()) await slices.pause();
      }
      done.set(market.asset, true);
      if (slices.isDue()) await slices.pause();
    }
  }

  #findPartners(market: MarketFeatures): ReadonlySet<MarketFeatures> {
    const partners = this.#candidates.findNear(market);
    for (const asset of this.#mirrors.findPartners(market)) {
      const partner = this.#candidates.find(asset);
      if (partner !== null) partners.add(partner);
    }
    return partners;
  }

  /** Compares a pair by the rules for a copied market, for one venue, or for two venues. */
  compare(a: MarketFeatures, b: MarketFeatures) {
    if (isMirror(a, b)) return { result: compareMirror(a, b), source: 'mirrored' } as const;
    if (isMirror(b, a)) return { result: compareMirror(b, a), source: 'mirrored' } as const;
    const source = 'matched';
    if (a.venue === b.venue)
      return { result: compareSiblings(a, b, this.#candidates.countEvent(a)), source } as const;
    // Only contests need the number of markets in the events.
    if (a.matchUp === null || b.matchUp === null) return { result: compareMarkets(a, b), source } as const;
    const sizes = { a: this.#candidates.countEvent(a), b: this.#candidates.countEvent(b) };
    return { result: compareMarkets(a, b, sizes), source } as const;
  }

  /** Compares a pair as its markets were last read; null when one of the two is not tracked. */
  compareTracked(a: string, b: string) {
    const [one, two] = [this.#getFeatures(a), this.#getFeatures(b)];
    return one === null || two === null ? null : this.compare(one, two).result;
  }
}
