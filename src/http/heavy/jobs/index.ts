import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { PreparedBody } from '../prepared-body.ts';
import { prepareAgedText } from './aged-text.ts';
import { prepareAggregate } from './aggregate.ts';
import { prepareCalibration, prepareCalibrationSamples } from './calibration.ts';
import { prepareCatalogue } from './catalogue.ts';
import { prepareEvidence } from './evidence.ts';
import { prepareForward, prepareMerged } from './forward.ts';
import { prepareCsv, prepareRecords } from './records.ts';
import { prepareSparklines } from './sparklines.ts';
import { prepareCascades, prepareFlow, prepareVolumeProfile } from './trades.ts';

/** Every kind of heavy work has one line here. */
const JOBS = {
  records: prepareRecords,
  csv: prepareCsv,
  forward: prepareForward,
  merged: prepareMerged,
  aggregate: prepareAggregate,
  flow: prepareFlow,
  volumeProfile: prepareVolumeProfile,
  cascades: prepareCascades,
  calibration: prepareCalibration,
  calibrationSamples: prepareCalibrationSamples,
  catalogue: prepareCatalogue,
  sparklines: prepareSparklines,
  evidence: prepareEvidence,
  agedText: prepareAgedText,
} as const;

type Jobs = typeof JOBS;

/** Heavy work as plain data, so that it can be sent to a thread. */
export type Job = {
  [Kind in keyof Jobs]: { readonly kind: Kind; readonly input: Parameters<Jobs[Kind]>[1] };
}[keyof Jobs];

/** Reads and computes; the text follows when it is taken. */
export function prepare(history: HistoryReader, { kind, input }: Job): Promise<PreparedBody> {
  return JOBS[kind](history, input as never);
}
