import { BOOK_BREAKS, type NullReason } from '../../../../domain/index.ts';
import type { NotRecorded, TapeCoverage } from '../../../../history/tape/contract/tape-coverage.ts';

/** Reason of a time behind the last span while a setting keeps the asset out. */
const OFF = 'off';

/** How much of a window of the tape is known, as answers say it. */
export interface ShownCoverage extends Omit<TapeCoverage, 'state'> {
  readonly state: TapeCoverage['state'] | typeof OFF;
  /** Setting for which nothing is recorded; null: no setting is why. */
  readonly setting: string | null;
}

/**
 * Coverage of a window, with the setting that keeps an asset out of the tape.
 *
 * @param exclusion Name of that setting; null: not kept out.
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

/** Whether a hole is behind the last span of all, where it was not damaged. */
function isBehind({ fromMs, reason }: NotRecorded, recordedToMs: number | null): boolean {
  return recordedToMs !== null && fromMs > recordedToMs && reason !== 'damaged';
}

/**
 * Why nothing is known of a moment, as `whyNull` says it.
 *
 * @param why Reason of the reader, where the coverage was read a moment later and has none.
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
