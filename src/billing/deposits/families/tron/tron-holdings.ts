import { NotComparedError } from '../../../sources/source.ts';
import type { ChainToken } from '../../chains/chain.ts';
import type { ChainStore } from '../../chains/chain-store.ts';
import type { Holding, HoldingRange, TreasuryHoldings } from '../../chains/family.ts';
import type { TronAddress } from './address.ts';
import { type TronChain, toStream } from './tron-chain.ts';
import { readTronList } from './tron-list.ts';
import type { TronNode } from './tron-node.ts';
import { sumTronOutgoing } from './tron-transfers.ts';

/**
 * Maximum number of attempts to read a balance between two answers with the same block time. A new block comes every
 * three seconds.
 */
const MAX_TRIES = 5;

export interface TronHoldingsOptions {
  readonly chain: TronChain;
  /** Nodes. Each comparison uses another node, so that a difference between nodes is noticed. */
  readonly nodes: readonly TronNode[];
  readonly store: ChainStore;
}

/** Balances of the treasuries on Tron at a solidified block, and their outgoing transfers. */
export class TronHoldings implements TreasuryHoldings {
  readonly #options: TronHoldingsOptions;
  #rounds = 0;

  constructor(options: TronHoldingsOptions) {
    this.#options = options;
  }

  async isRead(treasury: string, token: ChainToken, position: number): Promise<boolean> {
    const { chain, store } = this.#options;
    const read = await store.findPosition(chain, toStream(chain, treasury, token));
    return read !== null && read.position >= position;
  }

  async readHolding(treasury: string, { address }: ChainToken, signal: AbortSignal): Promise<Holding> {
    const node = this.#nextNode();
    let before = await node.readSolidTime(signal);
    for (let i = 0; i < MAX_TRIES; i++) {
      const units = await node.readBalance(address, treasury, signal);
      if (units === null) throw new NotComparedError(`${node.shownUrl} gives no balance of ${address}`);
      const position = await node.readSolidTime(signal);
      if (position === before) return { position, units };
      before = position;
    }
    throw new NotComparedError(`${node.shownUrl} gives no balance within one block`);
  }

  async sumOutgoing(
    treasury: string,
    token: ChainToken,
    { after, upTo }: HoldingRange,
    signal: AbortSignal,
  ): Promise<bigint> {
    const node = this.#nextNode();
    const { lines } = await readTronList(
      node,
      {
        treasury,
        token: token.address,
        fromMs: after + 1,
        position: upTo,
        toMs: upTo,
        isWanted: ({ from, isNamed }) => isNamed && (from === null || from === treasury),
      },
      signal,
    );
    let sum = 0n;
    for (const txId of new Set(lines.map((line) => line.txId))) {
      const transaction = await node.findTransaction(txId, signal);
      if (transaction === null)
        throw new NotComparedError(`${node.shownUrl} does not have transaction ${txId}`);
      sum += sumTronOutgoing(transaction, token, treasury as TronAddress);
    }
    return sum;
  }

  #nextNode(): TronNode {
    const { nodes } = this.#options;
    return nodes[this.#rounds++ % nodes.length]!;
  }
}
