import type { AssetRef } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';

/**
 * The venue's own name of an asset: coin, market slug or ticker. Of an asset that is not listed now, what follows
 * from its store key.
 */
export function findVenueName(feed: Pick<Feed, 'find'>, ref: AssetRef): string {
  const state = feed.find(ref.asset);
  switch (ref.kind) {
    case 'hl-perp':
      return state?.kind === 'perp' ? state.ticker.coin : ref.asset.replace(/^hl-/, '');
    case 'hl-pred': {
      // A market's coin is its outcome number followed by its side; Yes is 0.
      const outcome = /-(\d+)$/.exec(ref.storeKey)?.[1];
      return outcome === undefined ? ref.storeKey : `#${outcome}0`;
    }
    case 'kalshi':
      return state?.kind === 'binary' ? state.ticker.venueId : ref.storeKey.toUpperCase();
    case 'pm':
    case 'limitless':
      return ref.storeKey;
    default:
      // A kind that this does not know has no orders: whoever would place one refuses it.
      ref.kind satisfies never;
      return ref.storeKey;
  }
}
