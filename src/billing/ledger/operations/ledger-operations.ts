import type { EpochMs } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import type { Posting } from '../posting.ts';
import type { AuditRow, LedgerRows } from '../rows.ts';
import { postTransfer } from './post-transfer.ts';
import { repayDebts } from './repayments.ts';

interface At {
  /** Wall clock of the caller, epoch ms. */
  readonly now: EpochMs;
}

export const post = operation(
  'ledger.post',
  (rows: LedgerRows, { posting, now }: At & { posting: Posting }) => postTransfer(rows, posting, now),
);

/** Repays the debts of owners with available money. @returns Number of owners who repaid. */
export const repayAll = operation(
  'ledger.repayAll',
  (rows: LedgerRows, { owners, now }: At & { owners: readonly string[] }): number =>
    owners.filter((owner) => repayDebts(rows, owner, now).repaid > 0).length,
);

/** Number of audits that are kept. A start needs only the newest whole one. */
const MAX_AUDITS = 1000;

/** Stores up to which transfer an audit was clean. */
export const rememberAudit = operation('ledger.audited', (rows: LedgerRows, audit: AuditRow): null => {
  rows.insertAudit(audit);
  rows.keepNewestAudits(MAX_AUDITS);
  return null;
});

/** Closes the ledger for writes, with a reason; the reason null opens it again. */
export const setClosure = operation(
  'ledger.closure',
  (rows: LedgerRows, { reason, now }: At & { reason: string | null }): null => {
    if (reason === null) rows.endClosure(now);
    else if (rows.readHead().closedBecause === null) rows.insertClosure(reason, now);
    return null;
  },
);

/** All operations of the ledger. The database engine finds them by name. */
export const LEDGER_OPERATIONS = [post, repayAll, rememberAudit, setClosure] as const;
