import type { Load } from '../../storage/postgres/kept-rows.ts';
import type { SqlRow } from '../../storage/statements.ts';
import { CHAIN_START, type ChainedRow } from '../hash-chain.ts';
import type { IdempotencyKey } from '../ledger.ts';
import type { AccountState } from '../posting.ts';
import type { LedgerHead } from '../rows.ts';
import { TRANSFER_COLUMNS } from '../sql/rows.ts';
import type { RowPlan } from './row-plan.ts';

/** Receives the rows of a load; null: there is no row under the key. */
export interface LedgerSink {
  head(head: LedgerHead): void;
  sum(inCirculation: number): void;
  account(id: string, account: AccountState | null): void;
  transfer(key: IdempotencyKey, row: ChainedRow | null): void;
}

/** The statements that load what a group of postings or a step of a chain needs: they travel together, in one round trip. */
export function loadLedger(keys: RowPlan, sink: LedgerSink): readonly Load[] {
  const loads: Load[] = [
    {
      command: { sql: HEAD, values: [] },
      accept: ([row]) =>
        sink.head({
          lastTransfer: Number(row?.id ?? 0),
          lastTs: Number(row?.ts ?? 0),
          lastHash: (row?.hash as Uint8Array | null) ?? CHAIN_START,
          closedBecause: (row?.closedBecause as string | null) ?? null,
        }),
    },
    {
      command: { sql: ACCOUNTS, values: [[...keys.accounts]] },
      accept: (rows) => {
        for (const id of keys.accounts) sink.account(id, null);
        for (const row of rows) sink.account(row.id as string, toAccount(row));
      },
    },
  ];
  if (keys.addresses.length + keys.wallets.length > 0) {
    loads.push({
      command: {
        sql: OWNERS,
        values: [
          ...[keys.addresses.map(({ scope }) => scope), keys.addresses.map(({ address }) => address)],
          ...[keys.wallets.map(({ family }) => family), keys.wallets.map(({ address }) => address)],
        ],
      },
      accept: (rows) => {
        for (const row of rows) sink.account(row.id as string, row.kind === null ? null : toAccount(row));
      },
    });
  }
  if (keys.transfers.length > 0) {
    loads.push({
      command: { sql: TRANSFERS, values: splitKeys(keys.transfers) },
      accept: (rows) => {
        for (const key of keys.transfers) sink.transfer(key, null);
        for (const row of rows as unknown as ChainedRow[]) sink.transfer(row, row);
      },
    });
  }
  if (keys.isMoneyEntering) {
    loads.push({
      command: { sql: IN_CIRCULATION, values: [] },
      accept: ([row]) => sink.sum(Number(row?.total ?? 0)),
    });
  }
  return loads;
}

const KEYS = '(scope, idem) IN (SELECT * FROM unnest($1::text[], $2::text[]))';

const HEAD = `SELECT last.id, last.ts, last.hash,
    (SELECT reason FROM ledger_closure WHERE opened_at IS NULL) AS "closedBecause"
  FROM (SELECT 1) AS always LEFT JOIN (SELECT id, ts, hash FROM transfer ORDER BY id DESC LIMIT 1) AS last ON TRUE`;

const ACCOUNTS = 'SELECT id, kind, balance, held, seq FROM account WHERE id = ANY($1::text[])';

/** Of each owner whose address or wallet is named: the balance and what is owed, also where no transfer has touched it. */
const OWNERS = `SELECT asked.id, kind, balance, held, seq
  FROM (
    SELECT prefix || owner AS id FROM (
      SELECT owner FROM deposit_address
        WHERE (scope, address) IN (SELECT * FROM unnest($1::text[], $2::text[]))
      UNION SELECT owner FROM wallet
        WHERE (family, address) IN (SELECT * FROM unnest($3::text[], $4::text[]))
    ) AS named CROSS JOIN (VALUES ('owner:'), ('receivable:')) AS prefixes (prefix)
  ) AS asked LEFT JOIN account ON account.id = asked.id`;

const TRANSFERS = `SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE ${KEYS}`;
const IN_CIRCULATION = `SELECT COALESCE(-SUM(balance), 0) AS total FROM account
  WHERE kind IN ('asset', 'adjust') AND balance < 0`;

function splitKeys(keys: readonly IdempotencyKey[]): [string[], string[]] {
  return [keys.map(({ scope }) => scope), keys.map(({ idem }) => idem)];
}

function toAccount({ kind, balance, held, seq }: SqlRow): AccountState {
  return { kind, balance, held, seq } as unknown as AccountState;
}
