import type { BinaryState } from '../../domain/index.ts';

/**
 * The markets that are tracked: by money traded in 24 h, then by contracts, then by name, so that ties never flicker.
 * Sorts `states` in place.
 */
export function selectLargest(states: BinaryState[], maxMarkets: number): BinaryState[] {
  const usd = ({ ticker }: BinaryState) => ticker.volume24hUsd ?? 0;
  const contracts = ({ ticker }: BinaryState) => ticker.volume24hContracts ?? 0;
  const name = ({ ref }: BinaryState) => ref.storeKey;
  return states
    .sort((a, b) => usd(b) - usd(a) || contracts(b) - contracts(a) || (name(a) < name(b) ? -1 : 1))
    .slice(0, maxMarkets);
}
