import { type EpochMs, epochMs, type SettlingTerms, type WholeStatement } from '../../domain/index.ts';

type StatedMoments = Pick<SettlingTerms, 'openAt' | 'closeAt'>;

/** Moments that evidence shows: opening, closing, and those that the venue says it took; in order, each once. */
export function listMoments(
  { openAt, closeAt }: StatedMoments,
  stated: WholeStatement | null,
): readonly EpochMs[] {
  const moments = [openAt, closeAt, stated?.openTakenAt ?? null, stated?.closeTakenAt ?? null];
  return [...new Set(moments.filter((moment) => moment !== null))].sort((a, b) => a - b).map(epochMs);
}

/** Moments whose values decide a market: the opening is none of them where the terms state the strike. */
export function listDecidingMoments(
  { openAt, closeAt, strikeFrom }: SettlingTerms,
  stated: WholeStatement | null,
): readonly EpochMs[] {
  return listMoments({ openAt: strikeFrom === 'opening' ? openAt : null, closeAt }, stated);
}
