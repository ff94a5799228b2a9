import { BOOK_BREAKS, type NullReason } from '../../../../domain/index.ts';
import type { NotRecorded, TapeCoverage } from '../../../../history/tape/contract/tape-coverage.ts';

/** Reason of a hole after the last recorded span while a setting excludes the asset. */
const OFF = 'off';

/** Coverage of a window of the tape, as responses show it. */
export interface ShownCoverage extends Omit<TapeCoverage, 'state'> {
  readonly state: TapeCoverage['state'] | typeof OFF;
  /** Name of the setting that excludes the asset; null: holes have other reasons. */
  readonly setting: string | null;
}

/**
 * Adds the setting that excludes an asset from recording to the coverage of a window.
 *
 * @param exclusion Name of that setting; null: the asset is not excluded.
 */
export function showCoverage(coverage: TapeCoverage, exclusion: string | null): ShownCoverage {
  const { state, recordedFromMs, recordedToMs, recordedFrac, sampled, resyncs, more } = coverage;
  const notRecorded = coverage.notRecorded.map((hole) => {
    const isOff = exclusion !== null && isBehind(hole, recordedToMs);
    return isOff ? { ...hole, reason: OFF } : hole;
  });
  const isOff = exclusion !== null && (state === 'never' || notRecorded.some(({ reason }) => reason === OFF));
  return {
    state: state === 'never' && exclusion !== null ? OFF : state,
    recordedFromMs,
    recordedToMs,
    recordedFrac,
    notRecorded,
    setting: isOff ? exclusion : null,
    sampled,
    resyncs,
    more,
  };
}

/** Whether a hole is after the last recorded span, and not caused by damage. */
function isBehind({ fromMs, reason }: NotRecorded, recordedToMs: number | null): boolean {
  return recordedToMs !== null && fromMs > recordedToMs && reason !== 'damaged';
}

/**
 * Returns the reason why a moment is unknown, as a value of `whyNull`.
 *
 * @param why Reason from the reader, for a coverage that was read a moment later and has none.
 */
export function explainUnknown({ state, notRecorded }: ShownCoverage, t: number, why: string): NullReason {
  if (state === 'never' || state === OFF || state === 'before') return state;
  const hole = notRecorded.find(({ fromMs, toMs }) => fromMs <= t && t <= toMs);
  const reason = NULL_REASON_OF.get(hole?.reason ?? why);
  if (reason === undefined) throw new Error(`the tape has no reason ${hole?.reason ?? why}`);
  return reason;
}

const NULL_REASON_OF: ReadonlyMap<string, NullReason> = new Map<string, NullReason>([
  ...BOOK_BREAKS.map((reason): [string, NullReason] => [reason, `break_${reason}`]),
  ['before', 'before'],
  [OFF, OFF],
  ['never', 'never'],
  ['pending', 'pending'],
  ['removed', 'removed'],
  ['damaged', 'damaged'],
]);
