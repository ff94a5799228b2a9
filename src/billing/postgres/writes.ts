import type { Command } from '../../storage/postgres/replay.ts';
import type { AccountState } from '../ledger/account-state.ts';
import { type TransferRow, toChainedColumns } from '../ledger/hash-chain.ts';
import type { Hold } from '../ledger/ledger.ts';

/** Builds one statement that writes any number of accounts: each column is passed as an array. */
export function writeAccounts(accounts: readonly (readonly [id: string, account: AccountState])[]): Command {
  return {
    sql: `INSERT INTO account (id, kind, balance, held, seq)
      SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
      ON CONFLICT (id) DO UPDATE SET balance = excluded.balance, held = excluded.held, seq = excluded.seq`,
    values: columns(accounts.map(([id, { kind, balance, held, seq }]) => [id, kind, balance, held, seq])),
  };
}

/** Builds one statement that inserts any number of transfers with their hashes. */
export function writeTransfers(rows: readonly TransferRow[]): Command {
  return {
    sql: `INSERT INTO transfer (id, ts, type, scope, idem, req_hash, src, dst, amount, src_seq, src_after, dst_seq,
        dst_after, ref, meta, prev_hash, hash)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::text[],
        $16::bytea[], $17::bytea[])`,
    values: columns(rows.map((row) => [...toChainedColumns(row), row.prevHash, row.hash])),
  };
}

/** Builds one statement that inserts any number of holds. */
export function writeNewHolds(holds: readonly Hold[]): Command {
  return {
    sql: `INSERT INTO hold (id, scope, idem, owner, amount, state, created_at, expires_at, resolved_at, transfer_id)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[],
        $8::bigint[], $9::bigint[], $10::bigint[])`,
    values: columns(
      holds.map(({ id, scope, idem, owner, amount, state, createdAt, expiresAt, resolvedAt, transferId }) => [
        id,
        scope,
        idem,
        owner,
        amount,
        state,
        createdAt,
        expiresAt,
        resolvedAt,
        transferId,
      ]),
    ),
  };
}

/**
 * Builds one statement that updates state, expiry, time of resolution and capturing transfer of any number of holds.
 */
export function writeChangedHolds(holds: readonly Hold[]): Command {
  return {
    sql: `UPDATE hold SET state = changed.state, expires_at = changed.expires_at, resolved_at = changed.resolved_at,
        transfer_id = changed.transfer_id
      FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
        AS changed (id, state, expires_at, resolved_at, transfer_id)
      WHERE hold.id = changed.id`,
    values: columns(
      holds.map(({ id, state, expiresAt, resolvedAt, transferId }) => [
        id,
        state,
        expiresAt,
        resolvedAt,
        transferId,
      ]),
    ),
  };
}

type Value = null | number | string | Uint8Array;

function columns(rows: readonly (readonly Value[])[]): Value[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] as Value));
}
