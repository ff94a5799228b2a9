import { type ResolutionAnswer, type StatedAfterwards, toWholeStatement } from '../../domain/index.ts';

/** Adds what the venue states later to a resolution; returns the resolution unchanged when it states nothing. */
export function withStated(
  resolution: ResolutionAnswer | null,
  stated: StatedAfterwards | null,
): ResolutionAnswer | null {
  const whole = toWholeStatement(stated);
  return resolution === null || whole === null ? resolution : { ...resolution, stated: whole };
}
