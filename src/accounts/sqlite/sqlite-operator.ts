import { ADJUST_ADMIN, ownerAccount } from '../../billing/chart.ts';
import type { ReleaseOutcome, ReturnOutcome } from '../../billing/deposits/deposits.ts';
import { rewind } from '../../billing/deposits/sqlite/chain-procedures.ts';
import { releaseDeposit, returnDeposit } from '../../billing/deposits/sqlite/review.ts';
import type { Posting, PostOutcome, WriteOff, WriteOffOutcome } from '../../billing/ledger.ts';
import { writeOff } from '../../billing/sqlite/debts.ts';
import type { SqliteLedger } from '../../billing/sqlite/sqlite-ledger.ts';
import type { SqliteVouchers } from '../../billing/sqlite/sqlite-vouchers.ts';
import { postTransfer } from '../../billing/sqlite/transfers.ts';
import { type IssueVouchers, insertVouchers } from '../../billing/sqlite/voucher-procedures.ts';
import type { VoucherRequest } from '../../billing/vouchers.ts';
import type { Clock } from '../../domain/index.ts';
import { procedure, procedureModule } from '../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import type { AdminAction } from '../admin-actions.ts';
import type { Credit, DepositRelease, Operator, Rescan } from '../operator.ts';
import { adminActionProcedure, recordAdminAction } from './procedures.ts';

const GLOBAL_KILL = 'global_kill';

const creditProcedure = procedure(
  'operator.credit',
  (tx, { posting, by }: { posting: Posting; by: AdminAction }): PostOutcome => {
    const outcome = postTransfer(tx, posting, by.at);
    recordAdminAction(tx, { ...by, detail: `${by.detail ?? ''} ${outcome.status}`.trim() });
    return outcome;
  },
);

const writeOffProcedure = procedure(
  'operator.writeOff',
  (tx, { request, by }: { request: WriteOff; by: AdminAction }): WriteOffOutcome => {
    const outcome = writeOff(tx, request, by.at);
    recordAdminAction(tx, { ...by, detail: `${by.detail ?? ''} ${outcome.status}`.trim() });
    return outcome;
  },
);

const releaseProcedure = procedure(
  'operator.releaseDeposit',
  (tx, { release, by }: { release: DepositRelease; by: AdminAction }): ReleaseOutcome => {
    const outcome = releaseDeposit(tx, release, by.at);
    recordAdminAction(tx, { ...by, detail: `${by.detail ?? ''} ${outcome.status}`.trim() });
    return outcome;
  },
);

const returnProcedure = procedure(
  'operator.returnDeposit',
  (tx, { id, by }: { id: string; by: AdminAction }): ReturnOutcome => {
    const outcome = returnDeposit(tx, id, by.at);
    recordAdminAction(tx, { ...by, detail: outcome.status });
    return outcome;
  },
);

const rescanProcedure = procedure(
  'operator.rescan',
  (tx, { rescan, by }: { rescan: Rescan; by: AdminAction }): 'rescanned' | 'not_read' => {
    const { scope, streams, from } = rescan;
    const outcome = rewind(tx, { scope, streams, position: from - 1 }, by.at) > 0 ? 'rescanned' : 'not_read';
    recordAdminAction(tx, { ...by, detail: `from ${from}: ${outcome}` });
    return outcome;
  },
);

const issueProcedure = procedure(
  'operator.issueVouchers',
  (tx, { issue, by }: { issue: IssueVouchers; by: AdminAction }): null => {
    insertVouchers(tx, issue);
    recordAdminAction(tx, by);
    return null;
  },
);

const setFlagProcedure = procedure(
  'operator.setFlag',
  (tx, { name, value, by }: { name: string; value: boolean; by: AdminAction }): null => {
    tx.get(
      `INSERT INTO flag (name, value, changed_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (name) DO UPDATE SET value = ?2, changed_at = ?3`,
    ).run(name, value ? 1 : 0, by.at);
    recordAdminAction(tx, by);
    return null;
  },
);

export const procedures = procedureModule(import.meta.url, [
  creditProcedure,
  writeOffProcedure,
  releaseProcedure,
  returnProcedure,
  rescanProcedure,
  issueProcedure,
  setFlagProcedure,
]);

export interface SqliteOperatorOptions {
  readonly database: SqliteServiceDatabase;
  readonly ledger: SqliteLedger;
  readonly vouchers: SqliteVouchers;
  readonly clock: Clock;
}

/** The operator's work in the service database. */
export class SqliteOperator implements Operator {
  readonly #options: SqliteOperatorOptions;

  constructor(options: SqliteOperatorOptions) {
    this.#options = options;
  }

  credit({ owner, amount, ref }: Credit, by: Omit<AdminAction, 'at'>): Promise<PostOutcome> {
    const { ledger, clock } = this.#options;
    const posting: Posting = {
      scope: 'admin.credit',
      idem: ref,
      type: 'admin_credit',
      src: ADJUST_ADMIN,
      dst: ownerAccount(owner),
      amount,
      ref,
    };
    return ledger.transact(creditProcedure, { posting, by: { ...by, at: clock() } });
  }

  writeOff(request: WriteOff, by: Omit<AdminAction, 'at'>): Promise<WriteOffOutcome> {
    const { ledger, clock } = this.#options;
    return ledger.transact(writeOffProcedure, { request, by: { ...by, at: clock() } });
  }

  releaseDeposit(release: DepositRelease, by: Omit<AdminAction, 'at'>): Promise<ReleaseOutcome> {
    const { ledger, clock } = this.#options;
    return ledger.transact(releaseProcedure, { release, by: { ...by, at: clock() } });
  }

  returnDeposit(id: string, by: Omit<AdminAction, 'at'>): Promise<ReturnOutcome> {
    const { ledger, clock } = this.#options;
    return ledger.transact(returnProcedure, { id, by: { ...by, at: clock() } });
  }

  rescan(rescan: Rescan, by: Omit<AdminAction, 'at'>): Promise<'rescanned' | 'not_read'> {
    const { ledger, clock } = this.#options;
    return ledger.transact(rescanProcedure, { rescan, by: { ...by, at: clock() } });
  }

  async issueVouchers(request: VoucherRequest, by: Omit<AdminAction, 'at'>): Promise<readonly string[]> {
    const { ledger, vouchers, clock } = this.#options;
    const { codes, issue } = vouchers.prepare(request);
    await ledger.transact(issueProcedure, { issue, by: { ...by, at: clock() } });
    return codes;
  }

  async note(by: Omit<AdminAction, 'at'>): Promise<void> {
    const { database, clock } = this.#options;
    await database.transact(adminActionProcedure, { ...by, at: clock() });
  }

  globalKill(): boolean {
    const row = this.#options.database.reads.get('SELECT value FROM flag WHERE name = ?').get(GLOBAL_KILL) as
      | { value: number }
      | undefined;
    return row?.value === 1;
  }

  async setGlobalKill(value: boolean, by: Omit<AdminAction, 'at'>): Promise<void> {
    const { database, clock } = this.#options;
    await database.transact(setFlagProcedure, { name: GLOBAL_KILL, value, by: { ...by, at: clock() } });
  }
}
