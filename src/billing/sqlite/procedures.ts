import type { EpochMs } from '../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../storage/sqlite/procedure.ts';
import type {
  Capture,
  ClawBack,
  DepositPosting,
  HoldRequest,
  IdempotencyKey,
  Posting,
  WriteOff,
} from '../ledger.ts';
import { clawBack, deposit, writeOff } from './debts.ts';
import { captureHold, extendHold, letGo, placeHold } from './holds.ts';
import { repayDebts } from './repayments.ts';
import { postTransfer } from './transfers.ts';

/** Every argument carries the wall clock of its caller. */
interface At {
  readonly now: number;
}

export const postProcedure = procedure('ledger.post', (tx, { posting, now }: At & { posting: Posting }) =>
  postTransfer(tx, posting, now),
);
export const depositProcedure = procedure(
  'ledger.deposit',
  (tx, { request, now }: At & { request: DepositPosting }) => deposit(tx, request, now),
);
export const clawBackProcedure = procedure(
  'ledger.clawBack',
  (tx, { request, now }: At & { request: ClawBack }) => clawBack(tx, request, now),
);
export const holdProcedure = procedure('ledger.hold', (tx, { request, now }: At & { request: HoldRequest }) =>
  placeHold(tx, request, now),
);
export const captureProcedure = procedure(
  'ledger.capture',
  (tx, { request, now }: At & { request: Capture }) => captureHold(tx, request, now),
);
export const letGoProcedure = procedure(
  'ledger.letGo',
  (tx, { key, state, now }: At & { key: IdempotencyKey; state: 'released' | 'expired' }) =>
    letGo(tx, key, state, now),
);
export const extendProcedure = procedure(
  'ledger.extend',
  (tx, { key, expiresAt }: { key: IdempotencyKey; expiresAt: EpochMs }) => extendHold(tx, key, expiresAt),
);

export const writeOffProcedure = procedure(
  'ledger.writeOff',
  (tx, { request, now }: At & { request: WriteOff }) => writeOff(tx, request, now),
);

/** Repays debts beside which money is free. @returns How many owners repaid. */
export const repayAllProcedure = procedure('ledger.repayAll', (tx, { now }: At): number => {
  const debtors = tx
    .get(
      `SELECT substr(id, 12) AS owner FROM account
       WHERE id >= 'receivable:' AND id < 'receivable;' AND balance < 0 ORDER BY id`,
    )
    .all() as { owner: string }[];
  return debtors.filter(({ owner }) => repayDebts(tx, owner, now) > 0).length;
});

/** Remembers up to where everything was found in order. */
export const auditedProcedure = procedure(
  'ledger.audited',
  (
    tx: Transaction,
    audit: At & { whole: boolean; transfers: number; lastTransfer: number; lastHash: Uint8Array },
  ): null => {
    tx.get(
      'INSERT INTO ledger_audit (at, whole, transfers, last_transfer, last_hash) VALUES (?, ?, ?, ?, ?)',
    ).run(audit.now, audit.whole ? 1 : 0, audit.transfers, audit.lastTransfer, audit.lastHash);
    // Enough to see when the ledger was last whole; the rest says nothing more.
    tx.get('DELETE FROM ledger_audit WHERE id <= (SELECT MAX(id) FROM ledger_audit) - 1000').run();
    return null;
  },
);

/** Why the ledger accepts no writes from here on; null: it does again. */
export const closureProcedure = procedure(
  'ledger.closure',
  (tx: Transaction, { reason, now }: At & { reason: string | null }): null => {
    if (reason === null) {
      tx.get('UPDATE ledger_closure SET opened_at = ? WHERE opened_at IS NULL').run(now);
    } else if (readClosure(tx) === null) {
      tx.get('INSERT INTO ledger_closure (closed_at, reason) VALUES (?, ?)').run(now, reason);
    }
    return null;
  },
);

/** Why the ledger accepts no writes; null: it does. */
export function readClosure(tx: Transaction): string | null {
  const row = tx.get('SELECT reason FROM ledger_closure WHERE opened_at IS NULL').get();
  return row === undefined ? null : (row.reason as string);
}

export const procedures = procedureModule(import.meta.url, [
  postProcedure,
  depositProcedure,
  clawBackProcedure,
  holdProcedure,
  captureProcedure,
  letGoProcedure,
  extendProcedure,
  writeOffProcedure,
  repayAllProcedure,
  auditedProcedure,
  closureProcedure,
]);
