import { NotComparedError } from '../../../sources/source.ts';
import type { Chain, ChainToken } from '../../chains/chain.ts';
import type { ChainStore } from '../../chains/chain-store.ts';
import type { Holding, HoldingRange, TreasuryHoldings } from '../../chains/family.ts';
import { RpcError } from '../../chains/json-rpc.ts';
import { computeAssociatedTokenAccount } from './address.ts';
import { readBalanceChange } from './balance-change.ts';
import type { SolanaNode } from './solana-node.ts';

export interface SolanaHoldingsOptions {
  readonly chain: Chain;
  /** Nodes. Each comparison uses another node, so that a difference between nodes is noticed. */
  readonly nodes: readonly SolanaNode[];
  readonly store: ChainStore;
}

/** Balances of the treasuries' token accounts on Solana, and their outgoing transfers. */
export class SolanaHoldings implements TreasuryHoldings {
  readonly #options: SolanaHoldingsOptions;
  #rounds = 0;

  constructor(options: SolanaHoldingsOptions) {
    this.#options = options;
  }

  /**
   * Slots without a transaction do not move the position, so the position cannot tell whether a slot was read. The
   * comparison itself waits for transfers that are not recorded yet.
   */
  async isRead(): Promise<boolean> {
    return true;
  }

  async readHolding(treasury: string, { address }: ChainToken, signal: AbortSignal): Promise<Holding> {
    const node = this.#nextNode();
    try {
      const { slot, units } = await node.readTokenBalance(
        computeAssociatedTokenAccount(treasury, address),
        signal,
      );
      return { position: slot, units };
    } catch (error) {
      // A token account does not exist before its first payment.
      if (!(error instanceof RpcError) || !/could not find account/i.test(error.message)) throw error;
      return { position: await node.readSlot(signal), units: 0n };
    }
  }

  async sumOutgoing(
    treasury: string,
    token: ChainToken,
    range: HoldingRange,
    signal: AbortSignal,
  ): Promise<bigint> {
    const { chain, store } = this.#options;
    const node = this.#nextNode();
    const account = computeAssociatedTokenAccount(treasury, token.address);
    const signatures = await listSignatures(node, account, range, signal);
    // A transaction with a recorded deposit is incoming.
    const recorded = await store.listRecorded(chain, signatures);
    const skipped = new Set(await store.listSkipped(chain));
    let sum = 0n;
    for (const signature of signatures) {
      if (recorded.has(signature) || skipped.has(signature)) continue;
      const transaction = await node.findTransaction(signature, signal);
      if (transaction === null) {
        throw new NotComparedError(`${node.shownUrl} does not have transaction ${signature}`);
      }
      const units = readBalanceChange(transaction, account, token.address)?.units ?? 0n;
      if (units < 0n) sum -= units;
    }
    return sum;
  }

  #nextNode(): SolanaNode {
    const { nodes } = this.#options;
    return nodes[this.#rounds++ % nodes.length]!;
  }
}

/** Lists the successful transactions of an account in a range of slots. */
async function listSignatures(
  node: SolanaNode,
  account: string,
  { after, upTo }: HoldingRange,
  signal: AbortSignal,
): Promise<string[]> {
  const found = new Set<string>();
  let before: string | null = null;
  for (;;) {
    const page = await node.listSignatures(account, { until: null, before }, signal);
    const last = page.findLast(({ isNamed }) => isNamed);
    for (const { signature, slot, failed, isNamed } of page) {
      if (isNamed && !failed && slot > after && slot <= upTo) found.add(signature);
    }
    if (last === undefined || last.slot <= after || last.signature === before) return [...found];
    before = last.signature;
  }
}
