import { toFiniteOrNull } from '../numerics/finite.ts';

/** Sizes of trades by the side of their taker, in contracts or units of the base asset. None is negative. */
export interface SidedVolume {
  readonly buyVolume: number;
  readonly sellVolume: number;
  /** Size of all trades, those without a side among them. */
  readonly volume: number;
}

/** Balance of buyers and sellers. */
export interface SidedBalance {
  /** Share of the volume that has a side, 0 to 1; null without volume. */
  readonly knownShare: number | null;
  /** Bought less sold over both, -1 to 1; null where too little of the volume has a side. */
  readonly imbalance: number | null;
}

/** @param minKnownShare Least share of the volume that must have a side. */
export function sidedBalance(
  { buyVolume, sellVolume, volume }: SidedVolume,
  minKnownShare: number,
): SidedBalance {
  const sided = buyVolume + sellVolume;
  const knownShare = toFiniteOrNull(sided / volume);
  const isKnown = knownShare !== null && knownShare >= minKnownShare;
  return { knownShare, imbalance: isKnown ? toFiniteOrNull((buyVolume - sellVolume) / sided) : null };
}
