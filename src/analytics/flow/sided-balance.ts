import { toFiniteOrNull } from '../numerics/finite.ts';

/** Sizes of trades by the side of their taker, in contracts or units of the base asset, all at least 0. */
export interface SidedVolume {
  readonly buyVolume: number;
  readonly sellVolume: number;
  /** Size of all trades, including those without a side. */
  readonly volume: number;
}

/** Balance of takers that bought and sold. */
export interface SidedBalance {
  /** Fraction of the volume whose side is known; null without volume. */
  readonly knownShare: number | null;
  /** Bought less sold over their sum, from -1 to 1; null when too little of the volume has a side. */
  readonly imbalance: number | null;
}

/**
 * Balances bought against sold volume; the imbalance is null while too little volume has a side.
 *
 * @param minKnownShare Minimum fraction of the volume that must have a side.
 */
export function sidedBalance(
  { buyVolume, sellVolume, volume }: SidedVolume,
  minKnownShare: number,
): SidedBalance {
  const sided = buyVolume + sellVolume;
  const knownShare = toFiniteOrNull(sided / volume);
  const isKnown = knownShare !== null && knownShare >= minKnownShare;
  return { knownShare, imbalance: isKnown ? toFiniteOrNull((buyVolume - sellVolume) / sided) : null };
}
