import { type FairValue, fairValue, type VenueMid } from '../analytics/index.ts';
import { type AssetKind, complement, findNarrowMid, isPerpKind, KIND_TRAITS } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import type { GroupMember } from '../links/graph/groups.ts';
import type { LiveView } from './live-view.ts';

/** Groups of markets that ask the same question. */
export interface QuestionGroups {
  /** Returns the asset itself, followed by the markets of the same question, with the side on which each pays. */
  group(asset: string): readonly GroupMember[];
  /** Returns a different object after each matching run. Absent: the groups never change. */
  status?(): object;
}

/** A fair value in the form of a bundle. */
export interface FairValueBlock extends FairValue {
  readonly unit: 'usd' | 'probability';
  /** Whether the feed of the asset's venue is stale. */
  readonly isStale: boolean;
}

/** Fair values: the oracle price for perpetuals, the consensus of linked venues for binaries. */
export class FairValues {
  readonly #feed: Feed;
  readonly #groups: QuestionGroups | null;

  /**
   * Computes from the newest prices of a feed.
   *
   * @param groups Groups of linked markets; null: none are known, so binaries have no fair value.
   */
  constructor(feed: Feed, groups: QuestionGroups | null) {
    this.#feed = feed;
    this.#groups = groups;
  }

  /** Object that is replaced whenever the groups change; null: the groups never change. */
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

  /** Collects one mid per venue: a second market of a venue would count that venue twice. */
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

/** Computes the mid; null without a bid and an ask, because the price of a last trade may not be available any more. */
function computeMid({ kind, price, bid, ask }: Quote): number | null {
  // The recorded price of a Hyperliquid outcome is always a mid, even if the touch is not stated.
  if (KIND_TRAITS[kind].assetClass === 'pred' && bid === null && ask === null) return price;
  return findNarrowMid(bid, ask);
}
