import type { FamilyAddress } from '../../../src/billing/deposits/chains/chain.ts';
import { toSkipItem } from '../../../src/billing/deposits/chains/operations/reading.ts';
import type {
  AddressRow,
  ChainQueries,
  ChainRows,
  ChallengeRow,
  CursorRow,
  FormerWalletRow,
  IncomeRow,
  SkippedRow,
  TreasuryRow,
  WalletRow,
  WalletSpanRow,
} from '../../../src/billing/deposits/chains/rows.ts';
import { computeReviewId } from '../../../src/billing/review/review-item.ts';
import type { MemoryDeposits } from './deposits.ts';
import { MemoryTable, type UndoLog } from './memory-database.ts';
import type { MemoryReview } from './review.ts';

export interface MemoryChains {
  readonly rows: ChainRows;
  readonly queries: ChainQueries;
}

/** Rows of chains in memory. @param undo Of the database that they are a part of. */
export function createMemoryChains(
  undo: UndoLog,
  deposits: MemoryDeposits,
  review: MemoryReview,
): MemoryChains {
  const cursors = new MemoryTable<CursorRow>(undo);
  const wallets = new MemoryTable<WalletRow>(undo);
  const addresses = new MemoryTable<AddressRow & { readonly seq: number }>(undo);
  const spans = new MemoryTable<WalletSpanRow>(undo);
  const formerWallets = new MemoryTable<FormerWalletRow>(undo);
  const challenges = new MemoryTable<ChallengeRow>(undo);
  const skipped = new MemoryTable<SkippedRow>(undo);
  const small = new MemoryTable<string>(undo);
  const treasuries = new MemoryTable<TreasuryRow>(undo);
  const income = new MemoryTable<IncomeRow>(undo);
  const isRecorded = (scope: string, hash: string) =>
    small.find(scope, hash) !== null ||
    deposits.list().some((row) => row.scope === scope && row.idem.startsWith(`${hash}:`));
  const putSpan = (row: WalletSpanRow) =>
    spans.put([row.family, row.address, row.scope, row.owner, row.after], row);
  const isWallet = (one: FamilyAddress, other: FamilyAddress) =>
    one.family === other.family && one.address === other.address;
  const listSpans = (family: string, scope: string, named: readonly string[]) =>
    spans
      .list()
      .filter((row) => row.family === family && row.scope === scope && named.includes(row.address))
      .sort((a, b) => a.after - b.after);
  const listChallenges = (wallet: FamilyAddress, owner: string) =>
    challenges
      .list()
      .filter((row) => row.owner === owner && isWallet(row, wallet))
      .sort((a, b) => a.expiresAt - b.expiresAt);
  const listWallets = (owner: string) => wallets.list().filter((row) => row.owner === owner);
  const findAddressOwner = (scope: string, address: string) =>
    addresses.list().find((row) => row.scope === scope && row.address === address)?.owner ?? null;
  const hasAddress = (address: string) => addresses.list().some((row) => row.address === address);
  const rows: ChainRows = {
    findCursor: (scope, stream) => cursors.find(scope, stream),
    putCursor: (row) => cursors.put([row.scope, row.stream], row),
    findWallet: (family, address) => wallets.find(family, address),
    countWallets: (owner) => listWallets(owner).length,
    insertWallet: (row) => wallets.insert([row.family, row.address], row),
    updateWallet: (row) => wallets.put([row.family, row.address], row),
    removeWallet: ({ family, address }) => wallets.remove(family, address),
    listSpans,
    listCursors: () => cursors.list(),
    findHighest: (scope) => {
      const positions = cursors
        .list()
        .filter((row) => row.scope === scope)
        .map(({ position }) => position);
      return positions.length === 0 ? null : Math.max(...positions);
    },
    insertSpan: putSpan,
    listOpenSpans: (wallet, owner) =>
      spans.list().filter((row) => isWallet(row, wallet) && row.owner === owner && row.until === null),
    updateSpan: putSpan,
    insertFormerWallet: (row) => formerWallets.insert([formerWallets.size + 1], row),
    findFormerWallet: (wallet) =>
      formerWallets
        .list()
        .filter((row) => isWallet(row, wallet))
        .at(-1) ?? null,
    insertChallenge: (row) => challenges.insert([row.nonce], row),
    listChallenges,
    removeChallenge: (nonce) => challenges.remove(nonce),
    findSkipped: (scope, tx) => skipped.find(scope, tx),
    putSkipped: (row) => skipped.put([row.scope, row.tx], row),
    listSmall: (scope, hashes) => hashes.filter((hash) => small.find(scope, hash) !== null),
    insertSmall: (scope, hash) => small.insert([scope, hash], hash),
    putIncome: (row) => {
      if (income.find(row.scope, row.idem) === null) income.insert([row.scope, row.idem], row);
    },
    listTreasuries: (scope) => treasuries.list().filter((row) => row.scope === scope),
    insertTreasury: (row) => treasuries.insert([row.scope, row.treasury], row),
    removeExpiredChallenges: (before) => {
      for (const row of challenges.list()) if (row.expiresAt < before) challenges.remove(row.nonce);
    },
    findAddress: (scope, owner) =>
      addresses.list().find((row) => row.scope === scope && row.owner === owner && row.former === 0) ?? null,
    findAddressOwner,
    hasAddress,
    listAddressOwners: (scope, named) =>
      addresses.list().filter((row) => row.scope === scope && named.includes(row.address)),
    listForwarders: (named) => named.filter(hasAddress),
    listRegistered: (family, named) =>
      wallets.list().filter((row) => row.family === family && named.includes(row.address)),
    insertAddress: (row) => {
      if (findAddressOwner(row.scope, row.address) !== null) {
        throw new Error(`${row.address} belongs to an owner already`);
      }
      if (row.former === 0 && rows.findAddress(row.scope, row.owner) !== null) {
        throw new Error(`${row.owner} has an address in use already`);
      }
      addresses.insert([row.scope, row.address], { ...row, seq: addresses.size + 1 });
    },
  };
  const listDeposits = (scope: string) => deposits.list().filter((row) => row.scope === scope);
  const queries: ChainQueries = {
    findCursor: async (scope, stream) => rows.findCursor(scope, stream),
    findWallet: async (family, address) => rows.findWallet(family, address),
    findAddress: async (scope, owner) => rows.findAddress(scope, owner),
    findAddressOwner: async (scope, address) => findAddressOwner(scope, address),
    hasAddress: async (address) => hasAddress(address),
    listWallets: async (owner) => listWallets(owner),
    listReplaced: async (owner) =>
      formerWallets
        .list()
        .filter((row) => row.owner === owner && row.cause === 'replaced')
        .reverse()
        .slice(0, 20),
    listSpans: async (family, scope, named) => listSpans(family, scope, named),
    listChallenges: async (wallet, owner) => listChallenges(wallet, owner),
    listSkipped: async (scope) => skipped.list().filter((row) => row.scope === scope && row.readAt === null),
    listSkippedOpen: async (scope) =>
      skipped
        .list()
        .filter(
          (row) =>
            row.scope === scope &&
            row.readAt === null &&
            review.rows.find(computeReviewId(toSkipItem(row.scope, row.tx)))?.endedAt === null,
        ),
    listPayers: async (family, named) =>
      named.filter(
        (address) =>
          wallets.find(family, address) !== null ||
          spans.list().some((row) => row.family === family && row.address === address) ||
          hasAddress(address),
      ),
    listRecorded: async (scope, hashes) => hashes.filter((hash) => isRecorded(scope, hash)),
    listIncome: async ({ scope, treasury, token }, after, upTo) =>
      income
        .list()
        .filter(
          (row) =>
            row.scope === scope &&
            row.treasury === treasury &&
            row.token === token &&
            row.position > after &&
            row.position <= upTo,
        )
        .map(({ amount }) => amount),
    listAllTreasuries: async () => treasuries.list(),
    listAddressesAfter: async (scope, after) =>
      addresses
        .list()
        .filter((row) => row.scope === scope && row.seq > after)
        .map(({ seq, address }) => ({ seq, address })),
    hasDeposit: async (scope, txHash, idem) =>
      listDeposits(scope).some((row) => row.idem === idem || row.idem.startsWith(`${txHash}:`)),
    sumDeposits: async (scope, owner, token) => {
      const found = listDeposits(scope).filter((row) => row.owner === owner && row.token === token);
      return {
        total: found.reduce((sum, { microUsd }) => sum + (microUsd ?? 0), 0),
        uncounted: found.filter(({ microUsd }) => microUsd === null).length,
      };
    },
  };
  return { rows, queries };
}
