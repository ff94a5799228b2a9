import { createHash } from 'node:crypto';
import { type EpochMs, MINUTE_MS } from '../../domain/index.ts';

const MAX_ASSET_LENGTH = 40;
const HASH_DIGITS = 16;

/**
 * Builds the client id of the engine's order in an asset and minute. A second decision of that minute, for example
 * after a restart, finds the first order by this id.
 */
export function buildEngineOrderId(asset: string, t: EpochMs): string {
  const name =
    asset.length <= MAX_ASSET_LENGTH
      ? asset
      : createHash('sha256').update(asset).digest('hex').slice(0, HASH_DIGITS);
  return `eng:${name}:${toMinute(t)}`;
}

/** Computes the whole minutes since the Unix epoch. */
export function toMinute(t: EpochMs): number {
  return Math.floor(t / MINUTE_MS);
}
