import type { WireTransaction } from './solana-node.ts';

/** Change of one token account by a transaction. */
export interface BalanceChange {
  /** Amount in smallest units; negative: money left. */
  readonly units: bigint;
  /** Owner of the only account whose balance of the mint fell; null: no balance fell, or several did. */
  readonly from: string | null;
  /** Time of the block, epoch ms; null: the node does not state it. */
  readonly timeMs: number | null;
}

/**
 * Reads the change of a token account from the balances before and after a transaction. This is correct for plain and
 * checked transfers, transfers inside other programs and several transfers in one transaction, and trusts no
 * instruction.
 *
 * @returns null when the transaction failed.
 */
export function readBalanceChange(
  { meta, blockTime, transaction }: WireTransaction,
  account: string,
  mint: string,
): BalanceChange | null {
  if (meta === null || meta.err !== null) return null;
  const before = indexBalances(meta.preTokenBalances ?? [], mint);
  const after = indexBalances(meta.postTokenBalances ?? [], mint);
  const change = (index: number) => (after.get(index)?.units ?? 0n) - (before.get(index)?.units ?? 0n);

  const ours = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === account);
  const payers = [...before].filter(([index]) => index !== ours && change(index) < 0n);
  const [payer] = payers;
  return {
    units: ours === -1 ? 0n : change(ours),
    from: payers.length === 1 && payer !== undefined ? payer[1].owner : null,
    timeMs: blockTime === null || blockTime === undefined ? null : blockTime * 1_000,
  };
}

type Balances = NonNullable<NonNullable<WireTransaction['meta']>['preTokenBalances']>;

function indexBalances(balances: Balances, mint: string) {
  return new Map(
    balances
      .filter((balance) => balance.mint === mint)
      .map(({ accountIndex, owner, uiTokenAmount }) => [
        accountIndex,
        { units: BigInt(uiTokenAmount.amount), owner: owner ?? null },
      ]),
  );
}
