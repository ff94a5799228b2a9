import { type MicroUsd, microUsd } from '../../domain/index.ts';
import type { Load } from '../../storage/postgres/cached-rows.ts';
import type { SqlRow } from '../../storage/statements.ts';
import type { AccountState } from '../ledger/account-state.ts';
import { CHAIN_START, type ChainedRow } from '../ledger/hash-chain.ts';
import { FIRST_PAGE } from '../ledger/operations/pages.ts';
import type { IdempotencyKey } from '../ledger/posting.ts';
import type { DebtRow, LedgerHead } from '../ledger/rows.ts';
import { TRANSFER_COLUMNS } from '../ledger/sql/rows.ts';
import type { RowPlan } from './row-plan.ts';

/** Receives the rows of a load; null: there is no row under the key. */
export interface LedgerSink {
  acceptHead(head: LedgerHead): void;
  sum(inCirculation: MicroUsd): void;
  acceptAccount(id: string, account: AccountState | null): void;
  transfer(key: IdempotencyKey, row: ChainedRow | null): void;
  /** Receives the newest debts of an account that owes money, newest first. */
  acceptDebts(receivable: string, newest: readonly DebtRow[]): void;
}

/**
 * Builds the statements that load the rows of a group of postings, or of a step of a chain. They are sent together in
 * one round trip.
 */
export function loadLedger(keys: RowPlan, sink: LedgerSink): readonly Load[] {
  const loads: Load[] = [
    {
      command: { sql: HEAD, values: [] },
      accept: ([row]) =>
        sink.acceptHead({
          lastTransfer: Number(row?.id ?? 0),
          lastTs: Number(row?.ts ?? 0),
          lastHash: (row?.hash as Uint8Array | null) ?? CHAIN_START,
          closedBecause: (row?.closedBecause as string | null) ?? null,
        }),
    },
    {
      command: { sql: ACCOUNTS, values: [[...keys.accounts]] },
      accept: (rows) => {
        for (const id of keys.accounts) sink.acceptAccount(id, null);
        for (const row of rows) sink.acceptAccount(row.id as string, toAccount(row));
      },
    },
  ];
  const places = [
    keys.addresses.map(({ scope }) => scope),
    keys.addresses.map(({ address }) => address),
    keys.wallets.map(({ family }) => family),
    keys.wallets.map(({ address }) => address),
  ];
  const hasPlaces = keys.addresses.length + keys.wallets.length > 0;
  if (keys.receivables.size > 0 || hasPlaces) {
    loads.push({
      command: { sql: DEBTS, values: [...places, [...keys.receivables]] },
      accept: (rows) => {
        for (const [receivable, newest] of Map.groupBy(rows, (row) => row.receivable as string)) {
          sink.acceptDebts(receivable, newest.map(toDebt));
        }
      },
    });
  }
  if (hasPlaces) {
    loads.push({
      command: { sql: OWNERS, values: places },
      accept: (rows) => {
        for (const row of rows)
          sink.acceptAccount(row.id as string, row.kind === null ? null : toAccount(row));
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
      accept: ([row]) => sink.sum(microUsd(Number(row?.total ?? 0))),
    });
  }
  return loads;
}

const KEYS = '(scope, idem) IN (SELECT * FROM unnest($1::text[], $2::text[]))';

const HEAD = `SELECT last.id, last.ts, last.hash,
    (SELECT reason FROM ledger_closure WHERE opened_at IS NULL) AS "closedBecause"
  FROM (SELECT 1) AS always LEFT JOIN (SELECT id, ts, hash FROM transfer ORDER BY id DESC LIMIT 1) AS last ON TRUE`;

const ACCOUNTS = 'SELECT id, kind, balance, held, seq FROM account WHERE id = ANY($1::text[])';

/** Owners of the given deposit addresses and wallets. */
const NAMED_OWNERS = `SELECT owner FROM deposit_address
    WHERE (scope, address) IN (SELECT * FROM unnest($1::text[], $2::text[]))
  UNION SELECT owner FROM wallet WHERE (family, address) IN (SELECT * FROM unnest($3::text[], $4::text[]))
  UNION SELECT owner FROM wallet_span WHERE (family, address) IN (SELECT * FROM unnest($3::text[], $4::text[]))`;

/** The newest debts of each receivable account with a debt, as `listDebts` returns them. */
const DEBTS = `SELECT account.id AS receivable, debt.*
  FROM account CROSS JOIN LATERAL (
    SELECT id AS transfer, ref, amount, src_seq AS seq FROM transfer WHERE src = account.id
    ORDER BY src_seq DESC LIMIT ${FIRST_PAGE}
  ) AS debt
  WHERE account.balance < 0 AND account.id IN (
    SELECT 'receivable:' || owner FROM (${NAMED_OWNERS}) AS owners UNION SELECT unnest($5::text[])
  ) ORDER BY account.id, debt.seq DESC`;

/** Owner account and receivable account of each named owner; an account without transfers has null columns. */
const OWNERS = `SELECT asked.id, kind, balance, held, seq
  FROM (
    SELECT prefix || owner AS id FROM (
      ${NAMED_OWNERS}
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

function toDebt({ transfer, ref, amount, seq }: SqlRow): DebtRow {
  return { transfer, ref, amount, seq } as unknown as DebtRow;
}
