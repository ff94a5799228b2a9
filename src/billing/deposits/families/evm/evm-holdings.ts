import { NotComparedError } from '../../../sources/source.ts';
import type { ChainToken } from '../../chains/chain.ts';
import type { ChainStore } from '../../chains/chain-store.ts';
import type { Holding, HoldingRange, TreasuryHoldings } from '../../chains/family.ts';
import { isTooLarge } from './answer-size.ts';
import type { EvmChain } from './evm-chain.ts';
import type { EvmNode } from './evm-node.ts';
import { Span } from './span.ts';
import { readTransfers } from './transfers.ts';

export interface EvmHoldingsOptions {
  readonly chain: EvmChain;
  /** Nodes. Each comparison uses another node, so that a difference between nodes is noticed. */
  readonly nodes: readonly EvmNode[];
  readonly store: ChainStore;
}

/** Progress of reading the outgoing transfers of a treasury. */
interface Progress {
  readonly after: number;
  readonly upTo: number;
  readonly units: bigint;
}

/** Balances of the treasuries of an EVM chain at the last read block, and their outgoing transfers. */
export class EvmHoldings implements TreasuryHoldings {
  readonly #options: EvmHoldingsOptions;
  readonly #span: Span;
  /** Progress by treasury and token, from which an interrupted comparison continues. */
  readonly #progress = new Map<string, Progress>();
  #rounds = 0;

  constructor(options: EvmHoldingsOptions) {
    this.#options = options;
    this.#span = new Span(options.chain.maxSpan);
  }

  async readHolding(treasury: string, token: ChainToken, signal: AbortSignal): Promise<Holding> {
    const { chain, store } = this.#options;
    const position = (await store.findPosition(chain, ''))?.position ?? -1;
    if (position < 0) throw new NotComparedError('the chain was not read yet');
    const node = this.#nextNode();
    const units = await node.readBalance(token.address, treasury, position, signal);
    if (units === null) throw new NotComparedError(`${node.shownUrl} gives no balance at block ${position}`);
    return { position, units };
  }

  async sumOutgoing(
    treasury: string,
    token: ChainToken,
    { after, upTo }: HoldingRange,
    signal: AbortSignal,
  ): Promise<bigint> {
    const node = this.#nextNode();
    const key = `${treasury} ${token.address}`;
    const known = this.#progress.get(key);
    const isUsable = known !== undefined && known.after === after && known.upTo <= upTo;
    let progress = isUsable ? known : { after, upTo: after, units: 0n };
    while (progress.upTo < upTo) {
      if (signal.aborted) {
        throw new NotComparedError(`outgoing transfers are read up to block ${progress.upTo} of ${upTo}`);
      }
      const fromBlock = progress.upTo + 1;
      const toBlock = Math.min(upTo, progress.upTo + this.#span.blocks);
      try {
        const units = await this.#sumRange(
          node,
          { fromBlock, toBlock, token: token.address, sender: treasury },
          signal,
        );
        progress = { after, upTo: toBlock, units: progress.units + units };
        this.#progress.set(key, progress);
        this.#span.succeed();
      } catch (error) {
        if (signal.aborted) continue;
        if (!isTooLarge(error) || toBlock === fromBlock || !this.#span.halve()) throw error;
      }
    }
    return progress.units;
  }

  async #sumRange(
    node: EvmNode,
    query: Parameters<EvmNode['readOutgoing']>[0],
    signal: AbortSignal,
  ): Promise<bigint> {
    const { fromBlock, toBlock, token, sender } = query;
    const logs = await node.readOutgoing(query, signal);
    const asked = { fromBlock, toBlock, addresses: [token], recipients: null };
    return readTransfers(logs, asked, node.shownUrl)
      .filter(({ from }) => from === sender)
      .reduce((sum, { units }) => sum + units, 0n);
  }

  #nextNode(): EvmNode {
    const { nodes } = this.#options;
    return nodes[this.#rounds++ % nodes.length]!;
  }
}
