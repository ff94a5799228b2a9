import { HOUR_MS } from '../../../../domain/index.ts';
import { askAll, type NodeAnswer, requireSame } from '../../chains/agreement.ts';
import type { ChainToken } from '../../chains/chain.ts';
import { type ChainReader, type PollOutcome, requireCurrent } from '../../chains/chain-reader.ts';
import type { ChainPosition } from '../../chains/chain-step.ts';
import type { ChainStore } from '../../chains/chain-store.ts';
import { DecimalsCheck } from '../../chains/decimals-check.ts';
import { computeTransferValue, type SeenTransfer } from '../../chains/seen-transfer.ts';
import { readSkippedAgain } from '../../chains/skipped-again.ts';
import { UnreadableError, UnreadableItems } from '../../chains/unreadable-items.ts';
import { createCriticalFault, createPassingFault } from '../../chains/watch-fault.ts';
import { isTooLarge } from './answer-size.ts';
import type { EvmChain } from './evm-chain.ts';
import type { EvmBlock, EvmSource, LogQuery } from './evm-node.ts';
import { Recipients } from './recipients.ts';
import { Span } from './span.ts';
import { type EvmTransfer, readTransfers, requireAgreement } from './transfers.ts';

/** Name of the only stream: all tokens are read together. */
const STREAM = '';
/** Time without a new final block after which nodes have probably lost their peers: no major chain pauses that long. */
const MAX_FINAL_REST_MS = HOUR_MS;

export interface EvmReaderOptions {
  readonly chain: EvmChain;
  /** Nodes of the chain, at least one. All must agree. */
  readonly nodes: readonly EvmSource[];
  readonly store: ChainStore;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/**
 * Reads the transfers of one EVM chain up to its final block, in ranges. With several nodes, every answer must be the
 * same on all of them. Nothing is read while one of them is on another chain or has another history.
 */
export class EvmReader implements ChainReader {
  readonly chain: EvmChain;
  readonly streams = [STREAM];
  readonly #nodes: readonly EvmSource[];
  readonly #store: ChainStore;
  readonly #decimals: DecimalsCheck;
  readonly #items: UnreadableItems;
  readonly #now: () => number;
  readonly #recipients: Recipients;
  readonly #span: Span;
  readonly #tokens: ReadonlyMap<string, ChainToken>;
  /** Highest final block, and the monotonic time at which it was first seen. */
  #highest = { block: -1, since: 0 };

  constructor({ chain, nodes, store, now }: EvmReaderOptions) {
    this.chain = chain;
    this.#nodes = nodes;
    this.#store = store;
    this.#decimals = new DecimalsCheck({ chain, nodes, now });
    this.#items = new UnreadableItems({ chain, store, now });
    this.#now = now;
    this.#recipients = new Recipients(chain, store);
    this.#span = new Span(chain.maxSpan);
    this.#tokens = new Map(chain.tokens.map((token) => [token.address, token]));
  }

  poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    return this.#items.guard(() => this.#poll(signal, onProgress));
  }

  async #poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    await this.#requireChain(signal);
    await this.#decimals.requireDecimals(signal);
    const finals = await askAll(this.#nodes, (node) => this.#readFinalBlock(node, signal));
    const heights = finals.map(({ answer }) => answer.number);
    const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];

    let position =
      (await this.#store.findPosition(this.chain, STREAM)) ?? (await this.#begin(lowest, signal));
    let previous = await this.#requireHistory(position, lowest, signal);
    while (position.position < lowest && !signal.aborted) {
      const to = Math.min(position.position + this.#span.blocks, lowest);
      const range = await this.#readRange(position.position + 1, to, signal);
      if (range === null) continue;
      const { transfers, last } = range;
      const seen = await this.#toSeen(transfers, previous, signal);
      const next = { position: to, mark: last.hash };
      const step = { stream: STREAM, from: position, to: next, transfers: seen };
      requireCurrent(await this.#store.storeStep(this.chain, step));
      this.#span.succeed();
      position = next;
      previous = last;
      onProgress();
    }
    await this.#readSkipped(position.position, signal);
    if (highest > Math.max(lowest, position.position)) return { waitsFor: describeLaggards(finals, highest) };
    return { waitsFor: this.#isAtRest(highest) ? `a block after ${highest} to become final` : null };
  }

  /** Whether the highest final block has not changed for too long. */
  #isAtRest(highest: number): boolean {
    if (highest !== this.#highest.block) this.#highest = { block: highest, since: this.#now() };
    return this.#now() - this.#highest.since > MAX_FINAL_REST_MS;
  }

  async #requireChain(signal: AbortSignal): Promise<void> {
    const { chainId } = this.chain;
    const answers = await askAll(this.#nodes, (node) => node.readChainId(signal));
    const other = answers.find(({ answer }) => answer !== chainId);
    if (other !== undefined)
      throw createCriticalFault(`${other.node} is on chain ${other.answer} and not ${chainId}`);
  }

  async #readFinalBlock(node: EvmSource, signal: AbortSignal): Promise<EvmBlock> {
    const { finality, fallbackDepth } = this.chain;
    const block = await node.readFinalBlock(finality, fallbackDepth, signal);
    if (block !== null) return block;
    const wanted = typeof finality === 'number' ? `block ${finality} behind its newest` : `${finality} block`;
    throw createPassingFault(`${node.shownUrl} has no ${wanted}`);
  }

  /** Stores the first position of a chain that was never read before. */
  async #begin(newest: number, signal: AbortSignal): Promise<ChainPosition> {
    const { startBlock } = this.chain;
    const first: ChainPosition =
      startBlock === null
        ? { position: newest, mark: (await this.#readBlockOnAll(newest, signal)).hash }
        : { position: startBlock - 1, mark: null };
    const step = { stream: STREAM, from: null, to: first, transfers: [] };
    requireCurrent(await this.#store.storeStep(this.chain, step));
    return first;
  }

  /**
   * Compares the hash of the last read block with the hash stored for it.
   *
   * @returns The block; null: nothing was read yet, or no block is left to read.
   */
  async #requireHistory(
    { position, mark }: ChainPosition,
    lowest: number,
    signal: AbortSignal,
  ): Promise<EvmBlock | null> {
    if (mark === null)
      return position < 0 || position >= lowest ? null : this.#readBlockOnAll(position, signal);
    const answers = await askAll(this.#nodes, (node) => node.readBlock(position, signal));
    for (const { node, answer: block } of answers) {
      if (block === null) throw createPassingFault(`${node} lags: it does not have block ${position} yet`);
      if (block.hash !== mark) {
        throw createCriticalFault(
          `${node} has block ${position} as ${block.hash}, which was ${mark} when it was final`,
        );
      }
    }
    return answers[0]?.answer ?? null;
  }

  /** Reads a range; null: the range has to be read again, smaller or without the transaction that was skipped now. */
  async #readRange(
    fromBlock: number,
    toBlock: number,
    signal: AbortSignal,
  ): Promise<{ readonly transfers: readonly EvmTransfer[]; readonly last: EvmBlock } | null> {
    await this.#recipients.refresh();
    const last = await this.#readBlockOnAll(toBlock, signal);
    const ask = (node: EvmSource) => this.#readTransfers(node, fromBlock, toBlock, signal);
    let answers: NodeAnswer<readonly EvmTransfer[]>[];
    try {
      answers = this.#isBlockSkipped(fromBlock, toBlock) ? [] : await askAll(this.#nodes, ask);
    } catch (error) {
      if (isTooLarge(error) && !signal.aborted && toBlock > fromBlock && this.#span.halve()) return null;
      const item = this.#findUnreadable(error, fromBlock, toBlock);
      if (item === null) throw error;
      // The request is repeated on each node separately: an item is skipped only if none of the nodes can read it.
      const again = await this.#items.ask(this.#nodes, item, ask);
      if (again === null) return null;
      answers = again;
    }
    const transfers = requireAgreement(answers);
    // With a finality by depth the chain may change during the requests, so that events of two histories are mixed.
    const again = await this.#readBlockOnAll(toBlock, signal);
    if (again.hash !== last.hash) throw createPassingFault(`block ${toBlock} changed while it was read`);
    await this.#requireChain(signal);
    return { transfers, last };
  }

  /** Finds the item that a failure concerns: a transaction, or the only block of the range; null: the node itself. */
  #findUnreadable(error: unknown, fromBlock: number, toBlock: number): string | null {
    if (error instanceof UnreadableError) return error.item;
    return isTooLarge(error) && fromBlock === toBlock ? toBlockItem(toBlock) : null;
  }

  #isBlockSkipped(fromBlock: number, toBlock: number): boolean {
    return fromBlock === toBlock && this.#items.isSkipped(toBlockItem(toBlock));
  }

  /** Retries skipped transactions and blocks once a day. */
  async #readSkipped(position: number, signal: AbortSignal): Promise<void> {
    await readSkippedAgain(this.chain, this.#store, async (item) => {
      const answers = await askAll(this.#nodes, (node) => this.#readItem(node, item, signal));
      const transfers = requireAgreement(answers);
      if (transfers.some(({ block }) => block > position)) throw new UnreadableError(`${item} is not final`);
      return [{ stream: STREAM, transfers: await this.#toSeen(transfers, null, signal) }];
    });
  }

  async #readItem(node: EvmSource, item: string, signal: AbortSignal): Promise<readonly EvmTransfer[]> {
    const block = parseBlockItem(item);
    if (block !== null) return this.#readTransfers(node, block, block, signal);
    if (!/^0x[0-9a-f]{64}$/.test(item)) throw new UnreadableError(`${item} is not the hash of a transaction`);
    const addresses = [...this.#tokens.keys()];
    const found = await node.readTransactionLogs(item, addresses, signal);
    const query: LogQuery = {
      fromBlock: found.block,
      toBlock: found.block,
      addresses,
      recipients: null,
    };
    return readTransfers(found.logs, query, node.shownUrl).filter(({ to }) => this.#recipients.has(to));
  }

  async #readTransfers(
    node: EvmSource,
    fromBlock: number,
    toBlock: number,
    signal: AbortSignal,
  ): Promise<readonly EvmTransfer[]> {
    const found: EvmTransfer[] = [];
    for (const recipients of this.#recipients.lists()) {
      const query: LogQuery = { fromBlock, toBlock, addresses: [...this.#tokens.keys()], recipients };
      const logs = await node.readLogs(query, signal, (item) => this.#items.isSkipped(item));
      const transfers = readTransfers(logs, query, node.shownUrl);
      found.push(...transfers.filter(({ to }) => this.#recipients.has(to)));
    }
    return found.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
  }

  async #toSeen(
    transfers: readonly EvmTransfer[],
    previous: EvmBlock | null,
    signal: AbortSignal,
  ): Promise<SeenTransfer[]> {
    const times = new Map<number, number>();
    const seen: SeenTransfer[] = [];
    for (const transfer of transfers) {
      const { block, txHash, logIndex, token, from, to, units } = transfer;
      const known = this.#tokens.get(token)!;
      const { amount, microUsd } = computeTransferValue(units, known);
      // An amount below a micro-USD cannot be posted.
      if (microUsd === 0) continue;
      const registeredAt = this.#recipients.isTreasury(to)
        ? await this.#store.findRegisteredAt(this.chain, from)
        : null;
      let minedAfter = previous?.timeMs ?? 0;
      if (registeredAt !== null && minedAfter <= registeredAt) {
        // The wallet was registered recently and without a position, so the exact time of the block decides.
        minedAfter = times.get(block) ?? (await this.#readBlockOnAll(block, signal)).timeMs;
        times.set(block, minedAfter);
      }
      const idem = `${txHash}:${logIndex}`;
      seen.push({
        idem,
        symbol: known.symbol,
        token,
        from,
        to,
        amount,
        microUsd,
        txHash,
        logIndex,
        position: block,
        minedAfter,
      });
    }
    return seen;
  }

  /** Reads a block that must be the same on all nodes. */
  async #readBlockOnAll(number: number, signal: AbortSignal): Promise<EvmBlock> {
    const answers = await askAll(this.#nodes, (node) => node.readBlock(number, signal));
    const blocks = answers.map(({ node, answer }) => {
      if (answer === null) throw createPassingFault(`${node} has no block ${number}`);
      if (answer.number !== number)
        throw createCriticalFault(`${node} gave block ${answer.number} for ${number}`);
      return { node, answer };
    });
    return requireSame(blocks, `block ${number}`, ({ hash }) => hash);
  }
}

const toBlockItem = (block: number) => `block-${block}`;

function parseBlockItem(item: string): number | null {
  const [, digits] = /^block-(\d{1,15})$/.exec(item) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Describes the nodes that have not reached the highest final block. */
function describeLaggards(finals: readonly NodeAnswer<EvmBlock>[], highest: number): string {
  const behind = finals.filter(({ answer }) => answer.number < highest);
  return `${behind.map(({ node }) => node).join(', ')} to reach block ${highest}`;
}
