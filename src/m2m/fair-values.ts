import { type FairValue, fairValue, type VenueMid } from '../analytics/index.ts';
import { type AssetKind, complement, findNarrowMid, isPerpKind, KIND_TRAITS } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import type { GroupMember } from '../links/graph/groups.ts';
import type { LiveView } from './live-view.ts';

/** Groups of markets that ask the same question. */
export interface QuestionGroups {
  /** The asset first, then the markets of the same question, with the side on which they pay. */
  group(asset: string): readonly GroupMember[];
  /** Returns another object after each matching. Absent: the groups never change. */
  status?(): object;
}

/** A fair value as a bundle shows it. */
export interface FairValueBlock extends FairValue {
  readonly unit: 'usd' | 'probability';
  /** Whether the asset's own feed is stale. */
  readonly isStale: boolean;
}

/** Fair values: the oracle of perpetuals, the consensus of linked venues for binaries. */
export class FairValues {
  readonly #feed: Feed;
  readonly #groups: QuestionGroups | null;

  /** @param groups null: no links are known, so binaries have no fair value. */
  constructor(feed: Feed, groups: QuestionGroups | null) {
    this.#feed = feed;
    this.#groups = groups;
  }

  /** An object that is another one when the groups have changed. */
  get version(): object | null {
    return this.#groups?.status?.() ?? null;
  }

  compute(view: LiveView): FairValueBlock {
    const { ref, state, last, isStale } = view;
    if (isPerpKind(ref.kind)) {
      const oracle = state?.kind === 'perp' ? state.ticker.oraclePx : null;
      return { ...fairValue({ unit: 'usd', last, oracle }), unit: 'usd', isStale };
    }
    const venues = this.#collectMids(view);
    return { ...fairValue({ unit: 'probability', last, venues }), unit: 'probability', isStale };
  }

  /** One mid per venue: a second market of a venue would count that venue's opinion twice. */
  #collectMids(view: LiveView): VenueMid[] {
    const group = this.#groups?.group(view.ref.asset) ?? [];
    if (group.length < 2) return [];

    const mids = new Map<string, VenueMid>();
    for (const { asset, polarity } of group) {
      const isOwn = asset === view.ref.asset;
      const market = isOwn ? view.state : this.#feed.find(asset);
      if (market === null) continue;
      const { venue, kind } = market.ref;
      const { bid, ask } = isOwn ? view : market;
      const price = isOwn ? view.last : market.price;
      const mid = computeMid({ kind, price, bid, ask });
      const before = mids.get(venue);
      if (mid === null || (before !== undefined && before.mid !== null)) continue;
      mids.set(venue, { mid: polarity === 1 ? mid : complement(mid), isStale: this.#feed.isStale(venue) });
    }
    return [...mids.values()];
  }
}

interface Quote {
  readonly kind: AssetKind;
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Computes the mid; null without a real touch: a last trade is history, not an order that is still offered. */
function computeMid({ kind, price, bid, ask }: Quote): number | null {
  // Hyperliquid's recorded price of an outcome is always a mid, also where the touch is not stated.
  if (KIND_TRAITS[kind].assetClass === 'pred' && bid === null && ask === null) return price;
  return findNarrowMid(bid, ask);
}
