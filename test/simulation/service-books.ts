import assert from 'node:assert/strict';
import { auditLedger } from '../../src/billing/ledger/audit/audit.ts';
import { auditSnapshot } from '../../src/billing/ledger/sql/audit-queries.ts';
import { openPostgresReader } from '../../src/storage/postgres/postgres-reader.ts';
import type { SchemaReads } from '../../src/storage/service-database.ts';
import { openReader } from '../../src/storage/sqlite/open.ts';
import { readSchema } from '../../src/storage/sqlite/schema-reads.ts';
import { SqliteStatements } from '../../src/storage/sqlite/statements.ts';
import type { Statements } from '../../src/storage/statements.ts';
import type { Customer, ServiceCalls } from './service-callers.ts';
import { DEPOSIT_MICRO_USD, VOUCHER_MICRO_USD } from './service-callers.ts';
import type { Diary, Fate } from './service-diary.ts';

/** Entries of the ledger by owner and type. */
export type Books = ReadonlyMap<string, { readonly count: number; readonly amount: number }>;

/**
 * Counts and sums of all transfers that touch an owner, of a ledger that is found to be whole.
 *
 * @param url Of the service database; null: it is a file of the directory.
 */
export async function readAuditedBooks(dataDir: string, url: string | null): Promise<Books> {
  if (url !== null) {
    const reader = await openPostgresReader(url);
    return reader.readSnapshot(auditedBooks, requireWhole).finally(() => reader.close());
  }
  const db = openReader(dataDir);
  try {
    db.exec('BEGIN');
    const statements = new SqliteStatements(db);
    return await requireWhole(auditedBooks(statements, readSchema(statements)));
  } finally {
    db.close();
  }
}

const auditedBooks = (statements: Statements, schema: SchemaReads) => ({
  ...auditSnapshot(statements, schema),
  readBooks: async (): Promise<Books> => {
    const rows = statements
      .get(
        `SELECT owner || ' ' || type AS name, COUNT(*) AS count, SUM(amount) AS amount FROM (
           SELECT substr(src, 7) AS owner, type, amount FROM transfer WHERE src >= 'owner:' AND src < 'owner;'
           UNION ALL
           SELECT substr(dst, 7), type, amount FROM transfer WHERE dst >= 'owner:' AND dst < 'owner;'
         ) AS moved GROUP BY owner, type`,
      )
      .all() as unknown as { name: string; count: number; amount: number }[];
    return new Map(rows.map(({ name, count, amount }) => [name, { count, amount }]));
  },
});

async function requireWhole(queries: ReturnType<typeof auditedBooks>): Promise<Books> {
  assert.deepEqual((await auditLedger(queries, 'whole')).findings, []);
  return queries.readBooks();
}

export interface KeptOptions {
  readonly calls: ServiceCalls;
  readonly diary: Diary;
  readonly customers: readonly Customer[];
  /** Books at the start of the diary's life. */
  readonly before: Books;
  /** Audits and reads them. */
  readonly read: () => Promise<Books>;
}

/**
 * Compares a service that was started again with what its callers wrote down before it was killed. What has a key of
 * its own is sent again, so that afterwards everything is known; what has none (streams) is counted.
 *
 * @returns The books for the next round.
 */
export async function requireKept({ calls, diary, customers, before, read }: KeptOptions): Promise<Books> {
  const atStart = await read();
  const since = (books: Books, owner: string, type: string) => {
    const [now, then] = [books, before].map((all) => all.get(`${owner} ${type}`) ?? { count: 0, amount: 0 });
    return {
      count: (now?.count ?? 0) - (then?.count ?? 0),
      amount: (now?.amount ?? 0) - (then?.amount ?? 0),
    };
  };
  for (const { owner } of customers) {
    const countNotes = (notes: readonly { readonly owner: string; readonly fate: Fate }[], fate: Fate) =>
      notes.filter((note) => note.owner === owner && note.fate === fate).length;
    const within = (found: number, notes: readonly { owner: string; fate: Fate }[], what: string) => {
      const [least, most] = [
        countNotes(notes, 'acknowledged'),
        countNotes(notes, 'acknowledged') + countNotes(notes, 'unknown'),
      ];
      assert.ok(
        found >= least && found <= most,
        `${owner}: ${found} ${what}, and ${least} to ${most} were sent`,
      );
    };
    const gone = since(atStart, owner, 'refund').count;
    within(since(atStart, owner, 'stream_fee').count - gone, diary.streams, 'streams');
    within(since(atStart, owner, 'trade_fee').count, diary.trades, 'trades');
  }

  for (const note of diary.credits) {
    const { owner, microUsd, ref, fate } = note;
    const first = await calls.credit(owner, microUsd, ref);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    if (fate === 'acknowledged') assert.equal(first.body.applied, false, JSON.stringify(note));
    else assert.equal((await calls.credit(owner, microUsd, ref)).body.applied, false, JSON.stringify(note));
  }
  for (const note of diary.deposits) {
    const { owner, id, fate } = note;
    const first = await calls.deposit(owner, id);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    if (fate === 'acknowledged') assert.equal(first.body.applied, false, JSON.stringify(note));
    else assert.equal((await calls.deposit(owner, id)).body.applied, false, JSON.stringify(note));
  }
  for (const { owner, code, fate } of diary.redeems) {
    const { rawKey } = customers.find((customer) => customer.owner === owner) as Customer;
    const { status } = await calls.call('POST', '/api/account/redeem', rawKey, { code });
    assert.ok(
      status === 404 || (fate === 'unknown' && status === 200),
      `${owner} ${fate}: a code was ${status}`,
    );
  }
  for (const { owner, clientOrderId, fate } of diary.trades) {
    if (fate === 'unknown') continue;
    const { rawKey } = customers.find((customer) => customer.owner === owner) as Customer;
    const { status, body } = await calls.trade(rawKey, clientOrderId);
    assert.deepEqual([status, body.outcome?.status], [200, 'duplicate'], JSON.stringify(body));
  }
  for (const [rawKey, state] of diary.keys) {
    const { status } = await calls.call('GET', '/api/account/usage', rawKey);
    if (state === 'unknown') continue;
    assert.equal(status, state === 'live' ? 200 : 401, `a key that was ${state}`);
  }

  const after = await read();
  for (const { owner, rawKey } of customers) {
    const credits = diary.credits.filter((note) => note.owner === owner);
    assert.deepEqual(
      since(after, owner, 'admin_credit'),
      { count: credits.length, amount: credits.reduce((sum, { microUsd }) => sum + microUsd, 0) },
      `${owner}: every credit once`,
    );
    const deposits = diary.deposits.filter((note) => note.owner === owner).length;
    assert.deepEqual(
      since(after, owner, 'deposit'),
      { count: deposits, amount: deposits * DEPOSIT_MICRO_USD },
      `${owner}: every deposit once`,
    );
    const { length } = diary.redeems.filter((note) => note.owner === owner);
    assert.deepEqual(
      since(after, owner, 'voucher'),
      { count: length, amount: length * VOUCHER_MICRO_USD },
      `${owner}: every code once`,
    );
    const { body } = await calls.call('GET', '/api/account/balance?limit=1', rawKey);
    assert.equal(body.balance.microUsd, balanceIn(after, owner), `${owner}: the balance that is shown`);
    assert.equal(body.balance.heldMicroUsd, 0, `${owner}: nothing stays set aside`);
  }
  return after;
}

const ADDED = new Set(['admin_credit', 'voucher', 'deposit', 'release', 'refund']);

/** Computes the income of an owner less the expenses. */
function balanceIn(books: Books, owner: string): number {
  let balance = 0;
  for (const [name, { amount }] of books) {
    const [whose, type] = name.split(' ') as [string, string];
    if (whose === owner) balance += ADDED.has(type) ? amount : -amount;
  }
  return balance;
}
