import { type ResolutionAnswer, type StatedAfterwards, toWholeStatement } from '../../domain/index.ts';

/** A resolution with what the venue states afterwards, where it states anything. */
export function withStated(
  resolution: ResolutionAnswer | null,
  stated: StatedAfterwards | null,
): ResolutionAnswer | null {
  const whole = toWholeStatement(stated);
  return resolution === null || whole === null ? resolution : { ...resolution, stated: whole };
}
