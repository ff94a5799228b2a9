import { listValue, type Statements } from '../../../../storage/statements.ts';
import type { NumberedAddress } from '../chain-store.ts';
import type {
  AddressRow,
  ChainQueries,
  ChainRows,
  CursorRow,
  OwnedAddress,
  RecordedSum,
  WalletRow,
} from '../rows.ts';

/** Rows of chains as statements of one connection. */
export function prepareChainRows(tx: Statements): ChainRows {
  return {
    findCursor: (scope, stream) =>
      (tx
        .get(
          `SELECT scope, stream, position, mark, updated_at AS "updatedAt" FROM chain_cursor
           WHERE scope = ? AND stream = ?`,
        )
        .get(scope, stream) as CursorRow | undefined) ?? null,
    putCursor: ({ scope, stream, position, mark, updatedAt }) => {
      tx.get(
        `INSERT INTO chain_cursor (scope, stream, position, mark, updated_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (scope, stream)
         DO UPDATE SET position = excluded.position, mark = excluded.mark, updated_at = excluded.updated_at`,
      ).run(scope, stream, position, mark, updatedAt);
    },
    findWallet: (family, address) =>
      (tx
        .get(
          `SELECT family, address, owner, registered_at AS "registeredAt" FROM wallet
           WHERE family = ? AND address = ?`,
        )
        .get(family, address) as WalletRow | undefined) ?? null,
    countWallets: (owner) => {
      const row = tx.get('SELECT COUNT(*) AS n FROM wallet WHERE owner = ?').get(owner);
      return (row as { n: number }).n;
    },
    insertWallet: ({ family, address, owner, registeredAt }) => {
      tx.get('INSERT INTO wallet (family, address, owner, registered_at) VALUES (?, ?, ?, ?)').run(
        family,
        address,
        owner,
        registeredAt,
      );
    },
    findAddress: (scope, owner) =>
      (tx
        .get(
          `SELECT scope, owner, address, salt, factory, implementation, created_at AS "createdAt"
           FROM deposit_address WHERE scope = ? AND owner = ?`,
        )
        .get(scope, owner) as AddressRow | undefined) ?? null,
    findAddressOwner: (scope, address) => {
      const row = tx
        .get('SELECT owner FROM deposit_address WHERE address = ? AND scope = ?')
        .get(address, scope);
      return (row as { owner: string } | undefined)?.owner ?? null;
    },
    hasAddress: (address) =>
      tx.get('SELECT 1 FROM deposit_address WHERE address = ? LIMIT 1').get(address) !== undefined,
    listAddressOwners: (scope, addresses) =>
      tx
        .get(
          `SELECT address, owner FROM deposit_address
           WHERE scope = ? AND address IN (SELECT named.value FROM json_each(?) AS named)`,
        )
        .all(scope, listValue(addresses)) as unknown as OwnedAddress[],
    listForwarders: (addresses) =>
      tx
        .get(
          'SELECT address FROM deposit_address WHERE address IN (SELECT named.value FROM json_each(?) AS named)',
        )
        .all(listValue(addresses))
        .map((row) => row.address as string),
    listRegistered: (family, addresses) =>
      tx
        .get(
          `SELECT family, address, owner, registered_at AS "registeredAt" FROM wallet
           WHERE family = ? AND address IN (SELECT named.value FROM json_each(?) AS named)`,
        )
        .all(family, listValue(addresses)) as unknown as WalletRow[],
    insertAddress: (row) => {
      tx.get(
        `INSERT INTO deposit_address (scope, owner, address, salt, factory, implementation, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(row.scope, row.owner, row.address, row.salt, row.factory, row.implementation, row.createdAt);
    },
  };
}

export function prepareChainQueries(reads: Statements): ChainQueries {
  const rows = prepareChainRows(reads);
  return {
    findCursor: async (scope, stream) => rows.findCursor(scope, stream),
    findWallet: async (family, address) => rows.findWallet(family, address),
    findAddress: async (scope, owner) => rows.findAddress(scope, owner),
    findAddressOwner: async (scope, address) => rows.findAddressOwner(scope, address),
    hasAddress: async (address) => rows.hasAddress(address),
    listWallets: async (owner) =>
      reads
        .get(
          `SELECT family, address, owner, registered_at AS "registeredAt" FROM wallet
           WHERE owner = ? ORDER BY seq`,
        )
        .all(owner) as unknown as WalletRow[],
    listAddressesAfter: async (scope, seq) =>
      (
        reads
          .get('SELECT seq, address FROM deposit_address WHERE scope = ? AND seq > ? ORDER BY seq')
          .all(scope, seq) as unknown as NumberedAddress[]
      ).map((row) => ({ ...row })),
    hasDeposit: async (scope, txHash, idem) =>
      // ';' follows ':', so the range holds the keys of this transaction alone.
      reads
        .get(
          `SELECT 1 FROM deposit WHERE scope = ? AND (idem = ? OR idem > ? || ':' AND idem < ? || ';') LIMIT 1`,
        )
        .get(scope, idem, txHash, txHash) !== undefined,
    sumDeposits: async (scope, owner, token) =>
      reads
        .get(
          `SELECT COALESCE(SUM(micro_usd), 0) AS total, COUNT(*) - COUNT(micro_usd) AS uncounted
           FROM deposit WHERE owner = ? AND scope = ? AND token = ?`,
        )
        .get(owner, scope, token) as unknown as RecordedSum,
  };
}
