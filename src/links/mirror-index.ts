import type { VenueId } from '../domain/index.ts';
import type { MarketFeatures } from './reading/features.ts';
import { ShardedMap } from './sharded-map.ts';

/**
 * Index of markets by venue and store key, with the markets that copy them. A copy names its model by venue and store
 * key.
 */
export class MirrorIndex {
  readonly #assetByKey = new ShardedMap<string>();
  readonly #copiesByKey = new Map<string, Set<string>>();

  add(market: MarketFeatures): void {
    this.#assetByKey.set(toKey({ venue: market.venue, key: market.storeKey }), market.asset);
    if (market.mirrorOf === null) return;
    const copies = this.#copiesByKey.get(toKey(market.mirrorOf)) ?? new Set<string>();
    this.#copiesByKey.set(toKey(market.mirrorOf), copies.add(market.asset));
  }

  remove(market: MarketFeatures): void {
    this.#assetByKey.delete(toKey({ venue: market.venue, key: market.storeKey }));
    if (market.mirrorOf === null) return;
    const copies = this.#copiesByKey.get(toKey(market.mirrorOf));
    copies?.delete(market.asset);
    if (copies?.size === 0) this.#copiesByKey.delete(toKey(market.mirrorOf));
  }

  /** Finds the tracked assets that this market copies and those that copy it. */
  findPartners(market: MarketFeatures): readonly string[] {
    if (market.mirrorOf === null && this.#copiesByKey.size === 0) return NO_PARTNERS;
    const model = market.mirrorOf === null ? undefined : this.#assetByKey.get(toKey(market.mirrorOf));
    const copies = this.#copiesByKey.get(toKey({ venue: market.venue, key: market.storeKey })) ?? [];
    return [...(model === undefined ? [] : [model]), ...copies];
  }
}

/** Shared empty list, because most markets neither copy nor are copied. */
const NO_PARTNERS: readonly string[] = [];

/** Whether the first market states that it copies the second. */
export function isMirror({ mirrorOf }: MarketFeatures, model: MarketFeatures): boolean {
  return (
    mirrorOf !== null &&
    mirrorOf.venue === model.venue &&
    mirrorOf.key.toLowerCase() === model.storeKey.toLowerCase()
  );
}

function toKey({ venue, key }: { readonly venue: VenueId; readonly key: string }): string {
  return `${venue} ${key.toLowerCase()}`;
}
