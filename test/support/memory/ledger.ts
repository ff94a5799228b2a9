import type { AccountState } from '../../../src/billing/ledger/account-state.ts';
import type {
  AuditedAccount,
  AuditPosition,
  AuditSnapshot,
  AuditSource,
} from '../../../src/billing/ledger/audit/audit-queries.ts';
import { findOwner, mayGoNegative, toOwnerAccount } from '../../../src/billing/ledger/chart.ts';
import { CHAIN_START, type TransferRow } from '../../../src/billing/ledger/hash-chain.ts';
import type { Hold } from '../../../src/billing/ledger/ledger.ts';
import type { IdempotencyKey } from '../../../src/billing/ledger/posting.ts';
import type {
  AuditRow,
  EntryRow,
  LedgerHead,
  LedgerQueries,
  LedgerRows,
} from '../../../src/billing/ledger/rows.ts';
import { StoredLedger } from '../../../src/billing/ledger/stored-ledger.ts';
import { type Clock, microUsd } from '../../../src/domain/index.ts';
import type { ServiceDatabase } from '../../../src/storage/service-database.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryLedger {
  readonly rows: LedgerRows;
  /** Opens a ledger over these rows. @param database Runs operations on them, and on others beside them. */
  open(database: ServiceDatabase, clock: Clock): StoredLedger;
}

type Account = AccountState & { readonly id: string };

const RECEIVABLE = 'receivable:';
const OPEN: LedgerHead = { lastTransfer: 0, lastTs: 0, lastHash: CHAIN_START, closedBecause: null };

/** Opens the ledger over rows in memory, alone. */
export function openMemoryLedger(clock: Clock): StoredLedger {
  const undo: UndoLog = [];
  const ledger = createMemoryLedger(undo);
  return ledger.open(new MemoryDatabase(ledger.rows, undo), clock);
}

/** Rows of the ledger in memory. @param undo Of the database that they are a part of. */
export function createMemoryLedger(undo: UndoLog): MemoryLedger {
  const heads = new MemoryTable<LedgerHead>(undo);
  const accounts = new MemoryTable<Account>(undo);
  const transfers = new MemoryTable<TransferRow>(undo);
  /** Balance of an account after each transfer, by the transfer's step. */
  const steps = new MemoryTable<{ readonly after: number }>(undo);
  const holds = new MemoryTable<Hold>(undo);
  const audits = new MemoryTable<AuditRow>(undo);
  const findHold = ({ scope, idem }: IdempotencyKey) => holds.find(scope, idem);
  const readHead = () => heads.find('head') ?? OPEN;
  const changeHead = (changes: Partial<LedgerHead>) => heads.put(['head'], { ...readHead(), ...changes });
  const toState = ({ id: _id, ...state }: Account): AccountState => state;

  const rows: LedgerRows = {
    readHead,
    readInCirculation: () =>
      microUsd(
        accounts
          .list()
          .filter(({ kind, balance }) => mayGoNegative(kind) && balance < 0)
          .reduce((sum, { balance }) => sum - balance, 0),
      ),
    findAccount: (id) => {
      const account = accounts.find(id);
      return account === null ? null : toState(account);
    },
    putAccount: (id, account) => {
      const { kind, balance, held } = account;
      if (held < 0 || (!mayGoNegative(kind) && balance < held))
        throw new Error(`${id} has less than its holds reserve`);
      accounts.put([id], { id, ...account });
    },
    findTransfer: ({ scope, idem }) => transfers.find(scope, idem),
    insertTransfer: (row) => {
      transfers.insert([row.scope, row.idem], row);
      steps.insert([row.src, row.srcSeq], { after: row.srcAfter });
      steps.insert([row.dst, row.dstSeq], { after: row.dstAfter });
      changeHead({ lastTransfer: row.id, lastTs: row.ts, lastHash: row.hash });
    },
    listDebts: (receivable, beforeSeq, limit) =>
      transfers
        .list()
        .filter(({ src, srcSeq }) => src === receivable && srcSeq < beforeSeq)
        .map(({ id, ref, amount, srcSeq }) => ({ transfer: id, ref, amount, seq: srcSeq }))
        .reverse()
        .slice(0, limit),
    listReductions: (receivable, afterSeq, limit) =>
      transfers
        .list()
        .filter(({ dst, dstSeq }) => dst === receivable && dstSeq > afterSeq)
        .map(({ type, amount, dstSeq }) => ({ type, amount, seq: dstSeq }))
        .slice(0, limit),
    findHold,
    insertHold: (added) => {
      const hold = { id: holds.size + 1, ...added };
      holds.insert([hold.scope, hold.idem], hold);
      return hold;
    },
    updateHold: (hold) => holds.put([hold.scope, hold.idem], hold),
    insertAudit: (row) => audits.insert([audits.size + 1], row),
    // Nothing reads more than the newest ones.
    keepNewestAudits: () => undefined,
    insertClosure: (closedBecause) => changeHead({ closedBecause }),
    endClosure: () => changeHead({ closedBecause: null }),
  };

  const listReceivables = () =>
    accounts
      .list()
      .filter(({ id, balance }) => id.startsWith(RECEIVABLE) && balance < 0)
      .map(({ id, balance }) => {
        const owner = id.slice(RECEIVABLE.length);
        const { balance: free, held } = accounts.find(toOwnerAccount(owner)) ?? { balance: 0, held: 0 };
        const [microUsdFree, heldMicroUsd] = [microUsd(free), microUsd(held)];
        return { owner, owedMicroUsd: microUsd(0 - balance), microUsd: microUsdFree, heldMicroUsd };
      });
  const listOwners = () => accounts.list().filter(({ id }) => findOwner(id as never) !== null);
  const sum = (list: readonly { readonly balance: number }[]) =>
    microUsd(list.reduce((total, { balance }) => total + balance, 0));

  const queries: LedgerQueries = {
    findClosure: async () => readHead().closedBecause,
    findAccount: async (id) => rows.findAccount(id),
    findHold: async (key) => findHold(key),
    listOverdueHolds: async (now, limit) =>
      holds
        .list()
        .filter(({ state, expiresAt }) => state === 'pending' && expiresAt < now)
        .sort((a, b) => a.expiresAt - b.expiresAt || a.id - b.id)
        .slice(0, limit),
    listDebtors: async (limit) =>
      listReceivables()
        .sort((a, b) => b.owedMicroUsd - a.owedMicroUsd || (a.owner < b.owner ? -1 : 1))
        .slice(0, limit),
    listAbleDebtors: async (after, limit) =>
      listReceivables()
        .filter((row) => row.owner > after && row.microUsd > row.heldMicroUsd)
        .map(({ owner }) => owner)
        .sort()
        .slice(0, limit),
    listEntries: async (account, beforeSeq, limit) =>
      transfers
        .list()
        .filter(({ src, dst }) => src === account || dst === account)
        .map((row) => toEntry(row, row.src === account))
        .filter(({ seq }) => seq < beforeSeq)
        .reverse()
        .slice(0, limit),
    listDebtTransfers: async (receivable, limit) =>
      transfers
        .list()
        .filter(({ src }) => src === receivable)
        .map(({ id, ts, ref, meta, amount }) => ({ id, ts, ref, meta, amount }))
        .reverse()
        .slice(0, limit),
    listPendingHolds: async (owner, limit) =>
      holds
        .list()
        .filter((hold) => hold.owner === owner && hold.state === 'pending')
        .sort((a, b) => a.createdAt - b.createdAt || a.id - b.id)
        .slice(0, limit),
    sumAccounts: async () => {
      const toShownName = (id: string) => (id.startsWith(RECEIVABLE) ? 'receivable' : id);
      const others = accounts.list().filter(({ kind }) => kind !== 'owner');
      return [...Map.groupBy(others, ({ id }) => toShownName(id))]
        .map(([account, rows]) => ({ account, balanceMicroUsd: sum(rows) }))
        .sort((a, b) => (a.account < b.account ? -1 : 1));
    },
    sumFloat: async () => {
      const owners = listOwners();
      return {
        total: sum(owners),
        accounts: owners.length,
        nonZero: owners.filter(({ balance }) => balance !== 0).length,
        owed: microUsd(listReceivables().reduce((total, { owedMicroUsd }) => total + owedMicroUsd, 0)),
      };
    },
    findWholeAuditAt: async () =>
      audits
        .list()
        .filter(({ whole }) => whole)
        .at(-1)?.at ?? null,
  };

  /** Copies all rows, so that writers beside an audit change nothing of what it reads. */
  const takeSnapshot = (): AuditSnapshot => {
    const rowsById = transfers.list();
    const findLeft = (id: string, seq: number) => (seq === 0 ? 0 : (steps.find(id, seq)?.after ?? null));
    const audited = accounts.list().map(
      (account): AuditedAccount => ({
        ...account,
        after: findLeft(account.id, account.seq),
        hasLater: findLeft(account.id, account.seq + 1) !== null,
      }),
    );
    const allHolds = holds.list();
    const lastAudit = audits.list().at(-1) ?? null;
    const sumPending = (id: string) =>
      allHolds
        .filter(({ owner, state }) => state === 'pending' && toOwnerAccount(owner) === id)
        .reduce((total, { amount }) => total + amount, 0);
    const isWrong = ({ state, owner, amount, transferId }: Hold) => {
      const captured = rowsById.find(({ id }) => id === transferId);
      if (state !== 'captured') return transferId !== null;
      return captured === undefined || captured.src !== toOwnerAccount(owner) || captured.amount > amount;
    };
    const isOwner = ({ kind }: Account) => kind === 'owner';
    const countAndSum = (list: readonly Account[]) => ({ count: list.length, balance: sum(list) });
    return {
      findLastAudit: async (): Promise<AuditPosition | null> => lastAudit,
      findHash: async (transfer) => rowsById.find(({ id }) => id === transfer)?.hash ?? null,
      listTransfers: async (after, limit) =>
        rowsById
          .filter(({ id }) => id > after)
          .slice(0, limit)
          .map((row) => ({
            ...row,
            srcBefore: findLeft(row.src, row.srcSeq - 1),
            dstBefore: findLeft(row.dst, row.dstSeq - 1),
          })),
      listAccounts: async (after, limit) =>
        audited
          .filter(({ id }) => id > after)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit),
      findAccounts: async (ids) => audited.filter(({ id }) => ids.includes(id)),
      sumTotals: async () => ({
        accounts: audited.length,
        balances: sum(audited),
        steps: audited.reduce((total, { seq }) => total + seq, 0),
        transfers: rowsById.length,
        ownersByName: countAndSum(audited.filter(({ id }) => id.startsWith('owner:'))),
        ownersByKind: countAndSum(audited.filter(isOwner)),
      }),
      listOverdrawn: async (limit) =>
        audited
          .filter(({ kind, balance, held }) => !mayGoNegative(kind) && balance < held)
          .map(({ id }) => id)
          .slice(0, limit),
      listUnequalHolds: async (limit) =>
        audited
          .map(({ id, held }) => ({ id, held, pending: sumPending(id) }))
          .filter(({ held, pending }) => held !== pending)
          .slice(0, limit),
      listWrongCaptures: async (limit) =>
        allHolds
          .filter(isWrong)
          .map(({ id }) => id)
          .slice(0, limit),
      listSharedCaptures: async (limit) =>
        [...Map.groupBy(allHolds, ({ transferId }) => transferId)]
          .flatMap(([id, { length }]) => (id !== null && length > 1 ? [id] : []))
          .slice(0, limit),
      listMissingGuards: async () => [],
    };
  };
  const source: AuditSource = {
    readSnapshot: (work) => work(takeSnapshot()),
    checkPast: async () => ({ fits: true, mismatch: null }),
    writeMark: async () => undefined,
    keepMark: async () => undefined,
  };

  return {
    rows,
    open: (database, clock) => new StoredLedger({ database, queries, audits: source, clock }),
  };
}

function toEntry({ id, ts, type, amount, ref, ...row }: TransferRow, isSpent: boolean): EntryRow {
  return {
    id,
    ts,
    type,
    microUsd: isSpent ? -amount : amount,
    balanceAfter: isSpent ? row.srcAfter : row.dstAfter,
    ref,
    seq: isSpent ? row.srcSeq : row.dstSeq,
  };
}
