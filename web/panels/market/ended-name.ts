import type { GetQuoteAnswer } from '../../../client/src/index.ts';
import { HOUR_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { toShownName } from './shown-name.ts';

/**
 * Finds the name under which a market was registered before its venue took it off the list; its id until that is known.
 */
export function findEndedName(asset: string): string {
  // The page of an asset repeats its quote every few seconds, under another path.
  const path = `/api/m2m/${encodeURIComponent(asset)}/quote?venueNativeUrl=false`;
  const { data } = call<GetQuoteAnswer>(path, { everyMs: HOUR_MS }).state.value;
  if (data === null || data.name === null) return asset;
  return toShownName({ name: data.name, yesMeans: data.yesMeans, noMeans: data.noMeans });
}
