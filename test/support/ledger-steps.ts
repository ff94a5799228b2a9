import { PROCEDURES } from '../../src/app/stores/service-database.ts';
import type {
  Capture,
  CaptureOutcome,
  ClawBack,
  ClawBackOutcome,
  Debit,
  DebitOutcome,
  HoldOutcome,
  HoldReleaseOutcome,
  HoldRequest,
  Ledger,
  Reinstatement,
  ReinstatementOutcome,
  WriteOff,
  WriteOffOutcome,
} from '../../src/billing/ledger/ledger.ts';
import { clawBack, debit, writeOff } from '../../src/billing/ledger/operations/debts.ts';
import {
  captureHold,
  extendHold,
  placeHold,
  releaseHold,
} from '../../src/billing/ledger/operations/holds.ts';
import { reinstate } from '../../src/billing/ledger/operations/reinstatement.ts';
import { toTransfer } from '../../src/billing/ledger/operations/store-transfer.ts';
import type { IdempotencyKey, Transfer } from '../../src/billing/ledger/posting.ts';
import type { LedgerRows } from '../../src/billing/ledger/rows.ts';
import { prepareLedgerRows } from '../../src/billing/ledger/sql/rows.ts';
import { type Clock, type EpochMs, epochMs } from '../../src/domain/index.ts';
import { type Operation, operation } from '../../src/storage/operation.ts';
import { bindOperations } from '../../src/storage/procedure.ts';
import type { ServiceDatabase } from '../../src/storage/service-database.ts';

/**
 * Steps of the ledger that the service takes only as parts of larger operations: of an order, of a deposit, of the
 * operator. Here each is an operation of its own, so that the ledger can be tested without them.
 */
export interface LedgerSteps {
  clawBack(request: ClawBack): Promise<ClawBackOutcome>;
  debit(request: Debit): Promise<DebitOutcome>;
  writeOff(request: WriteOff): Promise<WriteOffOutcome>;
  reinstate(request: Reinstatement): Promise<ReinstatementOutcome>;
  hold(request: HoldRequest): Promise<HoldOutcome>;
  capture(request: Capture): Promise<CaptureOutcome>;
  release(hold: IdempotencyKey): Promise<HoldReleaseOutcome>;
  extend(hold: IdempotencyKey, expiresAt: EpochMs): Promise<HoldReleaseOutcome['status'] | 'extended'>;
  find(key: IdempotencyKey): Promise<Transfer | null>;
}

/** A ledger with its steps. */
export type SteppedLedger = Ledger & ServiceDatabase & LedgerSteps;

interface Call<Request> {
  readonly request: Request;
  readonly now: EpochMs;
}

const takeClawBack = operation('test.clawBack', (rows: LedgerRows, { request, now }: Call<ClawBack>) =>
  clawBack(rows, request, now),
);
const takeDebit = operation('test.debit', (rows: LedgerRows, { request, now }: Call<Debit>) =>
  debit(rows, request, now),
);
const takeWriteOff = operation('test.writeOff', (rows: LedgerRows, { request, now }: Call<WriteOff>) =>
  writeOff(rows, request, now),
);
const takeReinstatement = operation(
  'test.reinstate',
  (rows: LedgerRows, { request, now }: Call<Reinstatement>) => reinstate(rows, request, now),
);
const takeHold = operation('test.hold', (rows: LedgerRows, { request, now }: Call<HoldRequest>) =>
  placeHold(rows, request, now),
);
const takeCapture = operation('test.capture', (rows: LedgerRows, { request, now }: Call<Capture>) =>
  captureHold(rows, request, now),
);
const takeRelease = operation('test.release', (rows: LedgerRows, { request, now }: Call<IdempotencyKey>) =>
  releaseHold(rows, request, now),
);
const takeExtend = operation(
  'test.extend',
  (rows: LedgerRows, { request, expiresAt }: { request: IdempotencyKey; expiresAt: EpochMs }) =>
    extendHold(rows, request, expiresAt),
);
const findTransfer = operation('test.findTransfer', (rows: LedgerRows, key: IdempotencyKey) => {
  const row = rows.findTransfer(key);
  return row === null ? null : toTransfer(row);
});

export const procedures = bindOperations(
  import.meta.url,
  [
    takeClawBack,
    takeDebit,
    takeWriteOff,
    takeReinstatement,
    takeHold,
    takeCapture,
    takeRelease,
    takeExtend,
    findTransfer,
  ],
  prepareLedgerRows,
);

/** Procedures of the service together with these steps. */
export const PROCEDURES_AND_STEPS = [...PROCEDURES, procedures];

const START = epochMs(1_763_700_000_000);

/** Binds the steps to a ledger whose database has `procedures`. */
export function ledgerSteps(ledger: ServiceDatabase, clock: Clock = () => START): LedgerSteps {
  const take = <Request, Outcome>(
    step: Operation<LedgerRows, Call<Request>, Outcome>,
    request: Request,
  ): Promise<Outcome> => ledger.transact(step, { request, now: clock() });
  return {
    clawBack: (request) => take(takeClawBack, request),
    debit: (request) => take(takeDebit, request),
    writeOff: (request) => take(takeWriteOff, request),
    reinstate: (request) => take(takeReinstatement, request),
    hold: (request) => take(takeHold, request),
    capture: (request) => take(takeCapture, request),
    release: (request) => take(takeRelease, request),
    extend: (request, expiresAt) => ledger.transact(takeExtend, { request, expiresAt }),
    find: (key) => ledger.transact(findTransfer, key),
  };
}

/** Adds the steps to a ledger as methods. */
export function withSteps(ledger: Ledger & ServiceDatabase, clock: Clock): SteppedLedger {
  return Object.assign(ledger, ledgerSteps(ledger, clock));
}
