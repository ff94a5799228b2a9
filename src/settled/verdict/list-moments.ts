import { type EpochMs, epochMs, type SettlingTerms, type WholeStatement } from '../../domain/index.ts';

type StatedMoments = Pick<SettlingTerms, 'openAt' | 'closeAt'>;

/**
 * Lists the times shown in evidence: opening, closing, and those that the venue states it used. Sorted, without
 * duplicates.
 */
export function listMoments(
  { openAt, closeAt }: StatedMoments,
  stated: WholeStatement | null,
): readonly EpochMs[] {
  const moments = [openAt, closeAt, stated?.openTakenAt ?? null, stated?.closeTakenAt ?? null];
  return [...new Set(moments.filter((moment) => moment !== null))].sort((a, b) => a - b).map(epochMs);
}

/** Lists the times whose values decide a market. The opening is included only when the strike is taken from it. */
export function listDecidingMoments(
  { openAt, closeAt, strikeFrom }: SettlingTerms,
  stated: WholeStatement | null,
): readonly EpochMs[] {
  return listMoments({ openAt: strikeFrom === 'opening' ? openAt : null, closeAt }, stated);
}
