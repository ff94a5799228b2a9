import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { TapeReader } from '../../../history/tape/contract/tape-reader.ts';
import type { PreparedBody } from '../prepared-body.ts';
import { prepareAgedText } from './aged-text.ts';
import { prepareAggregate } from './aggregate.ts';
import { prepareCalibration, prepareCalibrationSamples } from './calibration.ts';
import { prepareCatalogue } from './catalogue.ts';
import { prepareEvidence } from './evidence.ts';
import { prepareForward, prepareMerged } from './forward.ts';
import { prepareCsv, prepareRecords } from './records.ts';
import { prepareSparklines } from './sparklines.ts';
import { prepareBookAt } from './tape/book-at.ts';
import { prepareBookChanges, prepareBookChangesFile } from './tape/book-changes.ts';
import { prepareBookDepth } from './tape/book-depth.ts';
import { prepareBookHistory } from './tape/book-history.ts';
import { prepareBookSlippage } from './tape/book-slippage.ts';
import { prepareTrades, prepareTradesFile } from './tape/trades.ts';
import { type FlowInput, prepareCascades, prepareFlow, prepareVolumeProfile } from './trades.ts';

/** Stores that jobs read. */
export interface Sources {
  readonly history: HistoryReader;
  /** Reader of recorded books and trades; null: the server has no tape. */
  readonly tape: TapeReader | null;
}

type Prepare<Store, Input> = (store: Store, input: Input) => Promise<PreparedBody>;

const ofHistory =
  <Input>(make: Prepare<HistoryReader, Input>): Prepare<Sources, Input> =>
  ({ history }, input) =>
    make(history, input);

const ofTape =
  <Input>(make: Prepare<TapeReader, Input>): Prepare<Sources, Input> =>
  ({ tape }, input) =>
    make(requireTape(tape), input);

function requireTape(tape: TapeReader | null): TapeReader {
  if (tape === null) throw new Error('the server was built without a tape');
  return tape;
}

/** Function of each kind of job. The keys are the kinds. */
const JOBS = {
  records: ofHistory(prepareRecords),
  csv: ofHistory(prepareCsv),
  forward: ofHistory(prepareForward),
  merged: ofHistory(prepareMerged),
  aggregate: ofHistory(prepareAggregate),
  flow: ({ history, tape }: Sources, input: FlowInput) => prepareFlow(history, requireTape(tape), input),
  volumeProfile: ofHistory(prepareVolumeProfile),
  cascades: ofHistory(prepareCascades),
  calibration: ofHistory(prepareCalibration),
  calibrationSamples: ofHistory(prepareCalibrationSamples),
  catalogue: ofHistory(prepareCatalogue),
  sparklines: ofHistory(prepareSparklines),
  evidence: ofHistory(prepareEvidence),
  agedText: ofHistory(prepareAgedText),
  bookAt: ofTape(prepareBookAt),
  bookSlippage: ofTape(prepareBookSlippage),
  bookHistory: ofTape(prepareBookHistory),
  bookChanges: ofTape(prepareBookChanges),
  bookChangesFile: ofTape(prepareBookChangesFile),
  bookDepth: ofTape(prepareBookDepth),
  trades: ofTape(prepareTrades),
  tradesFile: ofTape(prepareTradesFile),
} as const;

type Jobs = typeof JOBS;

/** A job as plain data, so that it can be sent to a thread. */
export type Job = {
  [Kind in keyof Jobs]: { readonly kind: Kind; readonly input: Parameters<Jobs[Kind]>[1] };
}[keyof Jobs];

/** Reads and computes the data of a job. The text is written later, when it is read. */
export function prepare(sources: Sources, { kind, input }: Job): Promise<PreparedBody> {
  return JOBS[kind](sources, input as never);
}
