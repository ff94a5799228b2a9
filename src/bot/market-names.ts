import type { AssetRef } from '../domain/index.ts';
import type { Feed } from '../feed/feed.ts';
import { getProfile } from '../venues/registry.ts';

/** Finds the venue's own name of an asset: coin, market slug or ticker. */
export function findVenueName(feed: Pick<Feed, 'find'>, ref: AssetRef): string {
  return getProfile(ref.venue).findOwnName(ref, feed.find(ref.asset));
}
