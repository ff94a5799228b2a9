import { type Statements, toListValue } from '../../../../storage/statements.ts';
import type { NumberedAddress } from '../chain-step.ts';
import type {
  AddressRow,
  ChainQueries,
  ChainRows,
  CursorRow,
  FormerWalletRow,
  OwnedAddress,
  RecordedSum,
  SkippedRow,
  TreasuryRow,
  WalletRow,
} from '../rows.ts';
import { prepareReadingRows, SKIPPED_COLUMNS } from './reading-rows.ts';
import { FORMER_COLUMNS, prepareChallengeRows, prepareSpanRows, WALLET_COLUMNS } from './wallet-rows.ts';

/** Maximum number of wallets in the list of wallets that other owners took over. */
const MAX_REPLACED = 20;

/** Prepares the rows of chains as statements of one connection. */
export function prepareChainRows(tx: Statements): ChainRows {
  return {
    ...prepareCursorRows(tx),
    ...prepareWalletRows(tx),
    ...prepareSpanRows(tx),
    ...prepareChallengeRows(tx),
    ...prepareReadingRows(tx),
    ...prepareAddressRows(tx),
  };
}

function prepareCursorRows(tx: Statements) {
  return {
    findCursor: (scope, stream) =>
      tx
        .get<CursorRow>(
          `SELECT scope, stream, position, mark, updated_at AS "updatedAt" FROM chain_cursor
           WHERE scope = ? AND stream = ?`,
        )
        .get(scope, stream) ?? null,
    putCursor: ({ scope, stream, position, mark, updatedAt }) => {
      tx.get(
        `INSERT INTO chain_cursor (scope, stream, position, mark, updated_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (scope, stream)
         DO UPDATE SET position = excluded.position, mark = excluded.mark, updated_at = excluded.updated_at`,
      ).run(scope, stream, position, mark, updatedAt);
    },
    listCursors: () =>
      tx
        .get<CursorRow>('SELECT scope, stream, position, mark, updated_at AS "updatedAt" FROM chain_cursor')
        .all(),
    findHighest: (scope) => {
      const row = tx
        .get<{ highest: number | null }>('SELECT MAX(position) AS highest FROM chain_cursor WHERE scope = ?')
        .get(scope);
      return row!.highest;
    },
  } satisfies Partial<ChainRows>;
}

function prepareWalletRows(tx: Statements) {
  return {
    findWallet: (family, address) =>
      tx
        .get<WalletRow>(`SELECT ${WALLET_COLUMNS} FROM wallet WHERE family = ? AND address = ?`)
        .get(family, address) ?? null,
    countWallets: (owner) => {
      const row = tx.get<{ n: number }>('SELECT COUNT(*) AS n FROM wallet WHERE owner = ?').get(owner);
      return row!.n;
    },
    insertWallet: ({ family, address, owner, registeredAt, proved }) => {
      tx.get('INSERT INTO wallet (family, address, owner, registered_at, proved) VALUES (?, ?, ?, ?, ?)').run(
        family,
        address,
        owner,
        registeredAt,
        proved,
      );
    },
    updateWallet: ({ family, address, proved }) => {
      tx.get('UPDATE wallet SET proved = ? WHERE family = ? AND address = ?').run(proved, family, address);
    },
    removeWallet: ({ family, address }) => {
      tx.get('DELETE FROM wallet WHERE family = ? AND address = ?').run(family, address);
    },
    listRegistered: (family, addresses) =>
      tx
        .get<WalletRow>(
          `SELECT ${WALLET_COLUMNS} FROM wallet
           WHERE family = ? AND address IN (SELECT named.value FROM json_each(?) AS named)`,
        )
        .all(family, toListValue(addresses)),
  } satisfies Partial<ChainRows>;
}

function prepareAddressRows(tx: Statements) {
  return {
    findAddress: (scope, owner) =>
      tx
        .get<AddressRow>(
          `SELECT scope, owner, address, salt, factory, implementation, created_at AS "createdAt",
             former
           FROM deposit_address WHERE scope = ? AND owner = ? AND former = 0`,
        )
        .get(scope, owner) ?? null,
    findAddressOwner: (scope, address) => {
      const row = tx
        .get<{ owner: string }>('SELECT owner FROM deposit_address WHERE address = ? AND scope = ?')
        .get(address, scope);
      return row?.owner ?? null;
    },
    hasAddress: (address) =>
      tx.get('SELECT 1 FROM deposit_address WHERE address = ? LIMIT 1').get(address) !== undefined,
    listAddressOwners: (scope, addresses) =>
      tx
        .get<OwnedAddress>(
          `SELECT address, owner FROM deposit_address
           WHERE scope = ? AND address IN (SELECT named.value FROM json_each(?) AS named)`,
        )
        .all(scope, toListValue(addresses)),
    listForwarders: (addresses) =>
      tx
        .get(
          'SELECT address FROM deposit_address WHERE address IN (SELECT named.value FROM json_each(?) AS named)',
        )
        .all(toListValue(addresses))
        .map((row) => row.address as string),
    insertAddress: (row) => {
      tx.get(
        `INSERT INTO deposit_address (scope, owner, address, salt, factory, implementation, created_at, former)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        row.scope,
        row.owner,
        row.address,
        row.salt,
        row.factory,
        row.implementation,
        row.createdAt,
        row.former,
      );
    },
  } satisfies Partial<ChainRows>;
}

/** Reads of positions, wallets and addresses outside of transactions, as SQL for both engines. */
export function prepareChainQueries(reads: Statements): ChainQueries {
  const rows = prepareChainRows(reads);
  return {
    findCursor: async (scope, stream) => rows.findCursor(scope, stream),
    findWallet: async (family, address) => rows.findWallet(family, address),
    findAddress: async (scope, owner) => rows.findAddress(scope, owner),
    findAddressOwner: async (scope, address) => rows.findAddressOwner(scope, address),
    hasAddress: async (address) => rows.hasAddress(address),
    listWallets: async (owner) =>
      reads.get<WalletRow>(`SELECT ${WALLET_COLUMNS} FROM wallet WHERE owner = ? ORDER BY seq`).all(owner),
    listReplaced: async (owner) =>
      reads
        .get<FormerWalletRow>(
          `SELECT ${FORMER_COLUMNS} FROM former_wallet WHERE owner = ? AND cause = 'replaced'
           ORDER BY id DESC LIMIT ${MAX_REPLACED}`,
        )
        .all(owner),
    listSpans: async (family, scope, addresses) => rows.listSpans(family, scope, addresses),
    listChallenges: async (wallet, owner) => rows.listChallenges(wallet, owner),
    listSkipped: async (scope) =>
      reads
        .get<SkippedRow>(
          `SELECT ${SKIPPED_COLUMNS} FROM skipped_transaction WHERE scope = ? AND read_at IS NULL`,
        )
        .all(scope),
    listSkippedOpen: async (scope) =>
      reads
        .get<SkippedRow>(
          `SELECT ${SKIPPED_COLUMNS} FROM skipped_transaction AS skipped
           WHERE scope = ? AND read_at IS NULL AND EXISTS (SELECT 1 FROM review_item
             WHERE kind = 'skipped_transaction' AND ended_at IS NULL
               AND subject = skipped.scope || ':' || skipped.tx)`,
        )
        .all(scope),
    listPayers: async (family, addresses) =>
      reads
        .get(
          `SELECT payer.value AS address FROM json_each(?) AS payer
           WHERE EXISTS (SELECT 1 FROM wallet WHERE family = ? AND address = payer.value)
             OR EXISTS (SELECT 1 FROM wallet_span WHERE family = ? AND address = payer.value)
             OR EXISTS (SELECT 1 FROM deposit_address WHERE address = payer.value)`,
        )
        .all(toListValue(addresses), family, family)
        .map((row) => row.address as string),
    listRecorded: async (scope, hashes) =>
      reads
        .get(
          `SELECT named.value AS tx FROM json_each(?) AS named
           WHERE EXISTS (SELECT 1 FROM small_transfer WHERE scope = ? AND tx = named.value)
             OR EXISTS (SELECT 1 FROM deposit
               WHERE scope = ? AND idem > named.value || ':' AND idem < named.value || ';')`,
        )
        .all(toListValue(hashes), scope, scope)
        .map((row) => row.tx as string),
    listIncome: async ({ scope, treasury, token }, after, upTo) =>
      reads
        .get(
          `SELECT amount FROM chain_income
           WHERE scope = ? AND treasury = ? AND token = ? AND position > ? AND position <= ?`,
        )
        .all(scope, treasury, token, after, upTo)
        .map((row) => row.amount as string),
    listAllTreasuries: async () =>
      reads
        .get<TreasuryRow>('SELECT scope, treasury, chain, since FROM chain_treasury ORDER BY since, treasury')
        .all(),
    listAddressesAfter: async (scope, seq) =>
      reads
        .get<NumberedAddress>(
          'SELECT seq, address FROM deposit_address WHERE scope = ? AND seq > ? ORDER BY seq',
        )
        .all(scope, seq)
        .map((row) => ({ ...row })),
    hasDeposit: async (scope, txHash, idem) =>
      // In ASCII ';' follows ':', so the range contains exactly the keys of this transaction.
      reads
        .get(
          `SELECT 1 FROM deposit WHERE scope = ? AND (idem = ? OR idem > ? || ':' AND idem < ? || ';') LIMIT 1`,
        )
        .get(scope, idem, txHash, txHash) !== undefined,
    sumDeposits: async (scope, owner, token) =>
      reads
        .get<RecordedSum>(
          `SELECT COALESCE(SUM(micro_usd), 0) AS total, COUNT(*) - COUNT(micro_usd) AS uncounted
           FROM deposit WHERE owner = ? AND scope = ? AND token = ?`,
        )
        .get(owner, scope, token) as RecordedSum,
  };
}
