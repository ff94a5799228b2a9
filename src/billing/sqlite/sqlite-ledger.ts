import type { DatabaseSync } from 'node:sqlite';
import { type Clock, type EpochMs, type MicroUsd, microUsd } from '../../domain/index.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { openReader } from '../../storage/sqlite/open.ts';
import type { Procedure } from '../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import { type AuditDepth, decideClosure, decideStartAudit } from '../audit-depth.ts';
import { ownerAccount, REVIEW_HELD, REVIEW_UNATTRIBUTED, receivableAccount } from '../chart.ts';
import {
  type AuditReport,
  type Capture,
  type CaptureOutcome,
  type ClawBack,
  type ClawBackOutcome,
  type Debtor,
  type DepositOutcome,
  type DepositPosting,
  type EntryPage,
  type Float,
  type Hold,
  type HoldOutcome,
  type HoldRequest,
  type IdempotencyKey,
  type Ledger,
  type LedgerEntry,
  LedgerUnavailableError,
  type OwnerBalance,
  type Posting,
  type PostOutcome,
  type ReleaseOutcome,
  type Transfer,
  type WriteOff,
  type WriteOffOutcome,
} from '../ledger.ts';
import { readAccount } from './accounts.ts';
import { auditSteps } from './audit.ts';
import { fitsAuditMark, writeAuditMark } from './audit-mark.ts';
import { findHoldRow, HOLD_COLUMNS } from './holds.ts';
import {
  auditedProcedure,
  captureProcedure,
  clawBackProcedure,
  closureProcedure,
  depositProcedure,
  extendProcedure,
  holdProcedure,
  letGoProcedure,
  postProcedure,
  readClosure,
  repayAllProcedure,
  writeOffProcedure,
} from './procedures.ts';
import { findTransferRow, toTransfer } from './transfer-rows.ts';

/** The ledger in the service database: writes are procedures, reads see what is committed. */
export class SqliteLedger implements Ledger {
  readonly #database: SqliteServiceDatabase;
  readonly #clock: Clock;
  #closedBecause: string | null;

  constructor(database: SqliteServiceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    // What an audit closed stays closed over a restart.
    this.#closedBecause = readClosure(database.reads);
  }

  get closedBecause(): string | null {
    return this.#closedBecause;
  }

  post(posting: Posting): Promise<PostOutcome> {
    return this.transact(postProcedure, { posting, now: this.#clock() });
  }

  deposit(request: DepositPosting): Promise<DepositOutcome> {
    return this.transact(depositProcedure, { request, now: this.#clock() });
  }

  clawBack(request: ClawBack): Promise<ClawBackOutcome> {
    return this.transact(clawBackProcedure, { request, now: this.#clock() });
  }

  writeOff(request: WriteOff): Promise<WriteOffOutcome> {
    return this.transact(writeOffProcedure, { request, now: this.#clock() });
  }

  hold(request: HoldRequest): Promise<HoldOutcome> {
    return this.transact(holdProcedure, { request, now: this.#clock() });
  }

  capture(request: Capture): Promise<CaptureOutcome> {
    return this.transact(captureProcedure, { request, now: this.#clock() });
  }

  release(key: IdempotencyKey): Promise<ReleaseOutcome> {
    return this.transact(letGoProcedure, { key, state: 'released', now: this.#clock() });
  }

  expire(key: IdempotencyKey): Promise<ReleaseOutcome> {
    return this.transact(letGoProcedure, { key, state: 'expired', now: this.#clock() });
  }

  extend(key: IdempotencyKey, expiresAt: EpochMs): Promise<ReleaseOutcome['status'] | 'extended'> {
    return this.transact(extendProcedure, { key, expiresAt });
  }

  /**
   * Runs a procedure that posts beside its own work: a voucher and its credit, an order and its hold.
   *
   * @throws {LedgerUnavailableError} as every write of the ledger.
   */
  async transact<Argument, Result>(
    procedure: Procedure<Argument, Result>,
    argument: Argument,
  ): Promise<Result> {
    if (this.#closedBecause !== null) {
      throw new LedgerUnavailableError(`the ledger is closed: ${this.#closedBecause}`);
    }
    try {
      return await this.#database.transact(procedure, argument);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      throw new LedgerUnavailableError('the ledger could not be written', { cause: error });
    }
  }

  async overdueHolds(now: EpochMs, limit: number): Promise<readonly Hold[]> {
    return this.#database.reads
      .get(
        `SELECT ${HOLD_COLUMNS} FROM hold WHERE state = 'pending' AND expires_at < ? ORDER BY expires_at, id LIMIT ?`,
      )
      .all(now, limit) as unknown as Hold[];
  }

  async findHold(key: IdempotencyKey): Promise<Hold | null> {
    return findHoldRow(this.#database.reads, key);
  }

  async find(key: IdempotencyKey): Promise<Transfer | null> {
    const row = findTransferRow(this.#database.reads, key);
    return row === null ? null : toTransfer(row);
  }

  async balance(owner: string): Promise<OwnerBalance> {
    const { balance, held } = readAccount(this.#database.reads, ownerAccount(owner));
    return { microUsd: microUsd(balance), heldMicroUsd: microUsd(held) };
  }

  async owed(owner: string): Promise<MicroUsd> {
    return microUsd(0 - readAccount(this.#database.reads, receivableAccount(owner)).balance);
  }

  async debtors(limit: number): Promise<readonly Debtor[]> {
    const rows = this.#database.reads
      .get(
        `SELECT substr(r.id, 12) AS owner, -r.balance AS owedMicroUsd, COALESCE(o.balance, 0) AS microUsd,
           COALESCE(o.held, 0) AS heldMicroUsd
         FROM account r LEFT JOIN account o ON o.id = 'owner:' || substr(r.id, 12)
         WHERE r.id >= 'receivable:' AND r.id < 'receivable;' AND r.balance < 0
         ORDER BY r.balance, r.id LIMIT ?`,
      )
      .all(limit) as unknown as Debtor[];
    return rows.map((row) => ({ ...row }));
  }

  repayDebts(): Promise<number> {
    return this.transact(repayAllProcedure, { now: this.#clock() });
  }

  async entries(
    owner: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<EntryPage | null> {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
    if (before === null) return null;
    const rows = this.#database.reads
      .get(
        `SELECT * FROM (
           SELECT * FROM (SELECT id, ts, type, -amount AS microUsd, src_after AS balanceAfter, ref, src_seq AS seq
             FROM transfer WHERE src = ?1 AND src_seq < ?2 ORDER BY src_seq DESC LIMIT ?3)
           UNION ALL
           SELECT * FROM (SELECT id, ts, type, amount, dst_after, ref, dst_seq
             FROM transfer WHERE dst = ?1 AND dst_seq < ?2 ORDER BY dst_seq DESC LIMIT ?3)
         ) ORDER BY seq DESC LIMIT ?3`,
      )
      .all(ownerAccount(owner), before, limit + 1) as unknown as (LedgerEntry & { seq: number })[];
    const truncated = rows.length > limit;
    const page = rows.slice(0, limit).reverse();
    return {
      entries: page.map(({ seq: _seq, ...entry }) => entry),
      truncated,
      nextCursor: truncated ? writeCursor((page[0] as { seq: number }).seq) : null,
    };
  }

  async float(): Promise<Float> {
    const { reads } = this.#database;
    const owners = reads
      .get(
        `SELECT COALESCE(SUM(balance), 0) AS total, COUNT(*) AS accounts, COALESCE(SUM(balance <> 0), 0) AS nonZero
         FROM account WHERE id >= 'owner:' AND id < 'owner;'`,
      )
      .get() as { total: number; accounts: number; nonZero: number };
    const { owed } = reads
      .get(
        `SELECT COALESCE(-SUM(balance), 0) AS owed FROM account WHERE id >= 'receivable:' AND id < 'receivable;'`,
      )
      .get() as { owed: number };
    return {
      totalMicroUsd: microUsd(owners.total),
      accounts: owners.accounts,
      nonZeroAccounts: owners.nonZero,
      heldForReviewMicroUsd: microUsd(readAccount(reads, REVIEW_HELD).balance),
      unattributedMicroUsd: microUsd(readAccount(reads, REVIEW_UNATTRIBUTED).balance),
      receivableMicroUsd: microUsd(owed),
    };
  }

  audit({ whole }: { readonly whole: boolean }): Promise<AuditReport> {
    return this.#audit(whole ? 'whole' : 'recent');
  }

  auditAtStart(): Promise<AuditReport> {
    const { dataDir, reads } = this.#database;
    const row = reads.get('SELECT MAX(at) AS at FROM ledger_audit WHERE whole = 1').get();
    const depth = decideStartAudit({
      closedBecause: this.#closedBecause,
      lastWholeAt: (row as { at: number | null }).at,
      isSameFile: dataDir === null || fitsAuditMark(dataDir, reads),
      now: this.#clock(),
    });
    return this.#audit(depth);
  }

  async #audit(depth: AuditDepth): Promise<AuditReport> {
    const { dataDir, reader } = this.#database;
    const report = dataDir === null ? runToEnd(auditSteps(reader, depth)) : await auditFile(dataDir, depth);
    const before = this.#closedBecause;
    const firstFinding = report.findings[0]?.message ?? null;
    this.#closedBecause = decideClosure(before, { whole: report.whole, firstFinding });
    if (this.#closedBecause === null) await this.#remember(report, dataDir);
    // Without room to store it, the reason holds in memory, and the next start finds it again.
    if (this.#closedBecause !== before) await this.#storeClosure().catch(() => undefined);
    return report;
  }

  async #remember({ whole, transfers, lastTransfer, lastHash }: AuditReport, dataDir: string | null) {
    try {
      await this.#database.transact(auditedProcedure, {
        whole,
        transfers,
        lastTransfer,
        lastHash: Buffer.from(lastHash, 'hex'),
        now: this.#clock(),
      });
    } catch {
      // The next audit reads a little more.
      return;
    }
    if (dataDir !== null) writeAuditMark(dataDir, { lastTransfer, lastHash });
  }

  #storeClosure(): Promise<null> {
    return this.#database.transact(closureProcedure, { reason: this.#closedBecause, now: this.#clock() });
  }
}

/** On a connection of its own, which sees one state from the first row to the last, with pauses for other work. */
async function auditFile(dataDir: string, depth: AuditDepth): Promise<AuditReport> {
  const db = openReader(dataDir);
  try {
    db.exec('BEGIN');
    const steps = auditSteps(db, depth);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await new Promise(setImmediate);
    }
  } finally {
    db.close();
  }
}

function runToEnd(steps: Generator<void, AuditReport>): AuditReport {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** For a command beside a running service: everything, at once, without writing. */
export function auditWhole(db: DatabaseSync): AuditReport {
  db.exec('BEGIN');
  try {
    return runToEnd(auditSteps(db, 'whole'));
  } finally {
    db.exec('ROLLBACK');
  }
}

function writeCursor(seq: number): string {
  return `s${seq.toString(36)}`;
}

function readCursor(text: string): number | null {
  if (!/^s[0-9a-z]{1,11}$/.test(text)) return null;
  const seq = Number.parseInt(text.slice(1), 36);
  return Number.isSafeInteger(seq) ? seq : null;
}
