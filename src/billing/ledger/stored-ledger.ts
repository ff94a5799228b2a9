import {
  type Clock,
  cutPage,
  decodeCursor,
  type EpochMs,
  encodeCursor,
  type MicroUsd,
  microUsd,
} from '../../domain/index.ts';
import type { Operation } from '../../storage/operation.ts';
import { type ServiceDatabase, StorageUnavailableError } from '../../storage/service-database.ts';
import { type AccountState, createEmptyAccount, getOwed } from './account-state.ts';
import { auditLedger } from './audit/audit.ts';
import { type AuditDepth, decideClosure, decideStartAudit } from './audit/audit-decision.ts';
import { addPast } from './audit/audit-mark.ts';
import type { AuditSource } from './audit/audit-queries.ts';
import { describePast, isPastClosure, type PastFinding, readPastKind } from './audit/past-decision.ts';
import {
  type AccountId,
  REVIEW_HELD,
  REVIEW_UNATTRIBUTED,
  toOwnerAccount,
  toReceivableAccount,
} from './chart.ts';
import { type Hold, type Ledger, LedgerUnavailableError } from './ledger.ts';
import type {
  AccountBalance,
  AuditReport,
  Debtor,
  EntryPage,
  Float,
  OpenDebt,
  OwnerBalance,
} from './ledger-views.ts';
import { post, rememberAudit, repayAll, setClosure } from './operations/ledger-operations.ts';
import { isLedgerClosed } from './operations/open.ts';
import type { IdempotencyKey, Posting, PostOutcome } from './posting.ts';
import type { LedgerQueries } from './rows.ts';

/** Number of owners whose debts are repaid in one transaction. */
const DEBTORS_PER_CALL = 200;

/** Maximum number of debts or holds that are listed for one owner. */
const MAX_LISTED = 1_000;

export interface StoredLedgerOptions {
  readonly database: ServiceDatabase;
  readonly queries: LedgerQueries;
  readonly audits: AuditSource;
  readonly clock: Clock;
}

const FROM_NEWEST = [Number.MAX_SAFE_INTEGER] as const;

/** The ledger in the service database. Writes run operations in transactions; reads see committed rows. */
export class StoredLedger implements Ledger, ServiceDatabase {
  readonly #database: ServiceDatabase;
  readonly #queries: LedgerQueries;
  readonly #audits: AuditSource;
  readonly #clock: Clock;
  /** Reason of a closure that could not be stored because the disk is full; null: none. */
  #unstoredReason: string | null = null;
  /**
   * Whether the ledger may be closed. false: it was open at the last check of this process. Postings check again within
   * their transaction.
   */
  #mayBeClosed = true;
  #writes = 0;

  constructor({ database, queries, audits, clock }: StoredLedgerOptions) {
    this.#database = database;
    this.#queries = queries;
    this.#audits = audits;
    this.#clock = clock;
  }

  async findClosure(): Promise<string | null> {
    const reason = this.#unstoredReason ?? (await this.#queries.findClosure());
    this.#mayBeClosed = reason !== null;
    return reason;
  }

  get writes(): number {
    return this.#writes;
  }

  post(posting: Posting): Promise<PostOutcome> {
    return this.transact(post, { posting, now: this.#clock() });
  }

  async transact<Argument, Result>(
    operation: Operation<never, Argument, Result>,
    argument: Argument,
  ): Promise<Result> {
    try {
      const reason = this.#mayBeClosed ? await this.findClosure() : null;
      if (reason !== null) throw toClosed(reason);
      // A failed write counts too: its commit may have succeeded.
      return await this.#database.transact(operation, argument).finally(() => this.#writes++);
    } catch (error) {
      if (isLedgerClosed(error)) {
        this.#mayBeClosed = true;
        throw toClosed(error.message);
      }
      if (!(error instanceof StorageUnavailableError)) throw error;
      const { isUnknown } = error;
      throw new LedgerUnavailableError('the ledger could not be written', { cause: error, isUnknown });
    }
  }

  listOverdueHolds(now: EpochMs, limit: number): Promise<readonly Hold[]> {
    return this.#queries.listOverdueHolds(now, limit);
  }

  findHold(key: IdempotencyKey): Promise<Hold | null> {
    return this.#queries.findHold(key);
  }

  async readBalance(owner: string): Promise<OwnerBalance> {
    const { balance, held } = await this.#readAccount(toOwnerAccount(owner));
    return { microUsd: balance, heldMicroUsd: held };
  }

  async readOwed(owner: string): Promise<MicroUsd> {
    return getOwed(await this.#readAccount(toReceivableAccount(owner)));
  }

  listDebtors(limit: number): Promise<readonly Debtor[]> {
    return this.#queries.listDebtors(limit);
  }

  async listDebts(owner: string): Promise<readonly OpenDebt[]> {
    const receivable = toReceivableAccount(owner);
    let owed: number = getOwed(await this.#readAccount(receivable));
    if (owed === 0) return [];
    const debts: OpenDebt[] = [];
    for (const { id, ts, ref, meta, amount } of await this.#queries.listDebtTransfers(
      receivable,
      MAX_LISTED,
    )) {
      // Repayments reduce the oldest debt first, so the newest debts are open.
      const open = Math.min(amount, owed);
      if (open <= 0) break;
      debts.unshift({ id, microUsd: microUsd(open), reason: findReason(meta) ?? ref, since: ts });
      owed -= open;
    }
    return debts;
  }

  listHolds(owner: string): Promise<readonly Hold[]> {
    return this.#queries.listPendingHolds(owner, MAX_LISTED);
  }

  listAccounts(): Promise<readonly AccountBalance[]> {
    return this.#queries.sumAccounts();
  }

  async repayDebts(): Promise<number> {
    let repaid = 0;
    let last = '';
    for (;;) {
      const owners = await this.#queries.listAbleDebtors(last, DEBTORS_PER_CALL);
      repaid += await this.transact(repayAll, { owners, now: this.#clock() });
      if (owners.length < DEBTORS_PER_CALL) return repaid;
      last = owners.at(-1)!;
    }
  }

  async readEntries(
    owner: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<EntryPage | null> {
    const from = cursor === undefined ? FROM_NEWEST : decodeCursor('entry', ['count'], cursor);
    if (from === null) return null;
    const rows = await this.#queries.listEntries(toOwnerAccount(owner), from[0], limit + 1);
    const { shown, nextCursor } = cutPage(rows, limit, ({ seq }) => encodeCursor('entry', [seq]));
    return {
      entries: shown.map(({ seq: _seq, ...entry }) => entry).reverse(),
      truncated: nextCursor !== null,
      nextCursor,
    };
  }

  async readFloat(): Promise<Float> {
    const { total, accounts, nonZero, owed } = await this.#queries.sumFloat();
    return {
      totalMicroUsd: microUsd(total),
      accounts,
      nonZeroAccounts: nonZero,
      heldForReviewMicroUsd: microUsd((await this.#readAccount(REVIEW_HELD)).balance),
      unattributedMicroUsd: microUsd((await this.#readAccount(REVIEW_UNATTRIBUTED)).balance),
      receivableMicroUsd: microUsd(owed),
    };
  }

  audit({ whole }: { readonly whole: boolean }): Promise<AuditReport> {
    return this.#audit(whole ? 'whole' : 'recent');
  }

  async auditAtStart(): Promise<AuditReport> {
    const depth = decideStartAudit({
      closedBecause: await this.findClosure(),
      lastWholeAt: await this.#queries.findWholeAuditAt(),
      isSameFile: (await this.#audits.checkPast()).fits,
      now: this.#clock(),
    });
    return this.#audit(depth);
  }

  async findPast(): Promise<PastFinding | null> {
    const { mismatch } = await this.#audits.checkPast();
    if (mismatch !== null) return { kind: mismatch.kind, message: describePast(mismatch) };
    const reason = await this.findClosure();
    if (reason === null || !isPastClosure(reason)) return null;
    // Another machine has the audit mark, so only the stored reason is known.
    return { kind: readPastKind(reason), message: reason };
  }

  auditAsItIs(): Promise<AuditReport> {
    return this.#audits.readSnapshot((snapshot) => auditLedger(snapshot, 'whole'));
  }

  async replaceMark(report: AuditReport): Promise<void> {
    this.#unstoredReason = null;
    this.#mayBeClosed = true;
    await this.#audits.keepMark(this.#clock());
    await this.#remember(report);
  }

  async #audit(depth: AuditDepth): Promise<AuditReport> {
    const past = await this.#audits.checkPast();
    const audited = await this.#audits.readSnapshot((snapshot) => auditLedger(snapshot, depth));
    const report = addPast(audited, past);
    const before = await this.findClosure();
    const firstFinding = report.findings[0]?.message ?? null;
    const reason = decideClosure(before, { whole: report.whole, firstFinding });
    if (reason === null) await this.#remember(report);
    if (reason !== before || this.#unstoredReason !== null) await this.#storeClosure(reason);
    return report;
  }

  async #remember({ whole, transfers, lastTransfer, lastHash: hex }: AuditReport): Promise<void> {
    const lastHash = Buffer.from(hex, 'hex');
    try {
      await this.#database.transact(rememberAudit, {
        at: this.#clock(),
        whole,
        transfers,
        lastTransfer,
        lastHash,
      });
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      // Without this row the next audit only reads a little more.
      return;
    }
    await this.#audits.writeMark({ lastTransfer, lastHash }, this.#clock());
  }

  /**
   * Stores a closure. If the database is full, the reason is kept in memory, and the audit of the next start finds it
   * again.
   */
  async #storeClosure(reason: string | null): Promise<void> {
    this.#unstoredReason = reason;
    this.#mayBeClosed = true;
    try {
      await this.#database.transact(setClosure, { reason, now: this.#clock() });
      this.#unstoredReason = null;
    } catch (error) {
      // The closure stored before remains in force.
      if (!(error instanceof StorageUnavailableError)) throw error;
    }
  }

  async #readAccount(id: AccountId): Promise<AccountState> {
    return (await this.#queries.findAccount(id)) ?? createEmptyAccount(id);
  }
}

/** Finds the reason that a person gave for a debit. @param meta Facts of the transfer as JSON. */
function findReason(meta: string | null): string | null {
  const { reason = null } = meta === null ? {} : (JSON.parse(meta) as { reason?: string });
  return reason;
}

function toClosed(reason: string): LedgerUnavailableError {
  return new LedgerUnavailableError(`the ledger is closed: ${reason}`);
}
