import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../../../domain/index.ts';
import { askAll, findLaggard, requireSame } from '../../chains/agreement.ts';
import type { ChainToken } from '../../chains/chain.ts';
import { type ChainReader, type PollOutcome, requireCurrent } from '../../chains/chain-reader.ts';
import type { ChainPosition, ChainStore } from '../../chains/chain-store.ts';
import { DecimalsCheck } from '../../chains/decimals-check.ts';
import { computeTransferValue, type SeenTransfer } from '../../chains/seen-transfer.ts';
import { createPassingFault } from '../../chains/watch-fault.ts';
import { parseTronDigits, type TronAddress, toTronAddressDigits } from './address.ts';
import type { TronChain } from './tron-chain.ts';
import type { ListedTransfer, TronNode, TronTransaction } from './tron-node.ts';

/** `Transfer(address,address,uint256)`, as events of Tron write it. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** The index may learn of a transaction late; this much is listed again at every poll. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Pages of one poll beyond its position; the rest waits for the next poll. */
const MAX_NEW_PAGES = 25;
/** Pages of one poll in all; a list that is longer has to be looked at by the operator. */
const MAX_PAGES = 10_000;
/** Transactions that were looked at and need not be again while they are listed. */
const MAX_SETTLED = 20_000;
/** Nodes are never at the same block; one that is further behind is waited for. */
const MAX_LAG_MS = 2 * MINUTE_MS;

export interface TronReaderOptions {
  readonly chain: TronChain;
  /** At least one; all must agree. */
  readonly nodes: readonly TronNode[];
  readonly store: ChainStore;
  /** Monotonic ms. */
  readonly now: () => number;
}

/**
 * Reads transfers to the treasury on Tron. The index of a node lists candidate transactions; the amounts are read
 * from the events of the solidified transaction itself. Each token has a position of its own, in epoch ms of the
 * chain.
 */
export class TronReader implements ChainReader {
  readonly chain: TronChain;
  readonly streams: readonly string[];
  readonly #nodes: readonly TronNode[];
  readonly #store: ChainStore;
  readonly #decimals: DecimalsCheck;
  readonly #settled = new LRUCache<string, true>({ max: MAX_SETTLED });

  constructor({ chain, nodes, store, now }: TronReaderOptions) {
    this.chain = chain;
    this.streams = chain.tokens.map(({ address }) => address);
    this.#nodes = nodes;
    this.#store = store;
    this.#decimals = new DecimalsCheck({ chain, nodes, now });
  }

  async poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    await this.#decimals.requireDecimals(signal);
    const times = await askAll(this.#nodes, (node) => node.readSolidTime(signal));
    const solid = Math.min(...times.map(({ answer }) => answer));
    for (const token of this.chain.tokens) {
      if (await this.#readToken(token, solid, signal)) onProgress();
    }
    const late = findLaggard(times, MAX_LAG_MS);
    return {
      waitsFor: late === null ? null : `${late.node} to reach ${new Date(late.newest).toISOString()}`,
    };
  }

  /** @returns Whether there was anything after the position. */
  async #readToken(token: ChainToken, solid: number, signal: AbortSignal): Promise<boolean> {
    const stream = token.address;
    const known = await this.#store.findPosition(this.chain, stream);
    const position = known ?? this.#first(solid);
    if (known !== null && solid <= known.position) return false;
    // A repeated listing never begins before the position of the very first start.
    const fromMs = Math.max(Number(position.mark ?? 0), position.position + 1 - OVERLAP_MS);
    const range = await this.#list(token, { fromMs, position: position.position, toMs: solid }, signal);
    const transfers: SeenTransfer[] = [];
    for (const txId of range.txIds) {
      if (this.#settled.has(toSettledKey(token, txId))) continue;
      transfers.push(...(await this.#readTransaction(token, txId, solid, signal)));
    }
    const outcome = await this.#store.storeStep(this.chain, {
      stream,
      from: known,
      to: { position: Math.max(range.to, position.position), mark: position.mark },
      transfers,
    });
    if (!outcome.isCurrent) this.#settled.clear();
    requireCurrent(outcome);
    for (const txId of range.txIds) this.#settled.set(toSettledKey(token, txId), true);
    return true;
  }

  /** The mark keeps where it began, in epoch ms; a rescan forgets it. */
  #first(solid: number): ChainPosition {
    const position = this.chain.startMs === null ? solid : this.chain.startMs - 1;
    return { position, mark: String(position + 1) };
  }

  /** Ids of transactions that may hold deposits, oldest first, as all nodes list them. */
  async #list(
    token: ChainToken,
    range: ListedRange,
    signal: AbortSignal,
  ): Promise<{ readonly txIds: readonly string[]; readonly to: number }> {
    const answers = await askAll(this.#nodes, (node) => this.#readList(node, token, range, signal));
    const to = Math.min(...answers.map(({ answer }) => answer.to));
    const upTo = answers.map(({ node, answer }) => ({
      node,
      answer: answer.lines.filter(({ timeMs }) => timeMs <= to),
    }));
    const lines = requireSame(upTo, `transfers of ${token.symbol}`, (answer) =>
      answer
        .map(({ txId, timeMs }) => `${timeMs}:${txId}`)
        .sort()
        .join(),
    );
    return { txIds: [...new Set(lines.map(({ txId }) => txId))], to };
  }

  /** Follows the pages of one node. `to` is the last time whose transfers are all among the lines. */
  async #readList(
    node: TronNode,
    token: ChainToken,
    { fromMs, position, toMs }: ListedRange,
    signal: AbortSignal,
  ): Promise<{ readonly lines: readonly ListedTransfer[]; readonly to: number }> {
    const lines: ListedTransfer[] = [];
    const { treasury } = this.chain;
    const read = new Set<string>();
    let newest = 0;
    let newPages = 0;
    let next: string | null = null;
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = { address: treasury, token: token.address, fromMs, ...(next === null ? {} : { next }) };
      const answer = await node.listTransfers(query, signal);
      for (const line of answer.lines) {
        if (line.timeMs < newest) throw createPassingFault(`${node.shownUrl} lists transfers out of order`);
        newest = line.timeMs;
        if (line.to === treasury && newest >= fromMs && newest <= toMs) lines.push(line);
      }
      if (answer.next === null || newest > toMs) return { lines, to: toMs };
      if (answer.next === next && answer.lines.length === 0) return { lines, to: toMs };
      if (read.has(answer.next)) throw createPassingFault(`${node.shownUrl} repeats a page of transfers`);
      read.add(answer.next);
      next = answer.next;
      // The newest time may continue on the next page, so it is read whole the next time.
      if (newest - 1 > position && ++newPages >= MAX_NEW_PAGES) return { lines, to: newest - 1 };
    }
    throw createPassingFault(
      `${node.shownUrl} lists transfers of ${token.symbol} on more than ${MAX_PAGES} pages`,
    );
  }

  async #readTransaction(
    token: ChainToken,
    txId: string,
    solid: number,
    signal: AbortSignal,
  ): Promise<SeenTransfer[]> {
    const answers = await askAll(this.#nodes, async (node) => {
      const transaction = await node.findTransaction(txId, signal);
      if (transaction === null)
        throw createPassingFault(`${node.shownUrl} does not have transaction ${txId} as final yet`);
      return transaction;
    });
    const transaction = requireSame(answers, `transaction ${txId}`, (answer) => JSON.stringify(answer));
    if (transaction.timeMs > solid)
      throw createPassingFault(`transaction ${txId} is newer than the newest final block`);
    return readTronTransfers(transaction, txId, token, this.chain.treasury as TronAddress);
  }
}

/** The listed window, in epoch ms. */
interface ListedRange {
  /** Behind the position by the longest delay of the index. */
  readonly fromMs: number;
  /** The last time that was read whole. A poll that ended before it would read the same again forever. */
  readonly position: number;
  readonly toMs: number;
}

/** The transfers of one token to the treasury in a transaction; none, when it failed. */
function readTronTransfers(
  { succeeded, timeMs, logs }: TronTransaction,
  txId: string,
  token: ChainToken,
  treasury: TronAddress,
): SeenTransfer[] {
  if (!succeeded) return [];
  const contract = toTronAddressDigits(token.address as TronAddress);
  const recipient = toTronAddressDigits(treasury);
  return logs.flatMap((log, logIndex): SeenTransfer[] => {
    const [topic, from, to] = log.topics;
    const isTransfer =
      log.contract === contract &&
      topic === TRANSFER_TOPIC &&
      log.topics.length === 3 &&
      log.data.length === 64;
    if (!isTransfer || from === undefined || to?.slice(-40) !== recipient) return [];
    const { amount, microUsd } = computeTransferValue(BigInt(`0x${log.data}`), token);
    if (microUsd === 0) return [];
    return [
      {
        idem: `${txId}:${logIndex}`,
        symbol: token.symbol,
        token: token.address,
        from: parseTronDigits(from),
        to: treasury,
        amount,
        microUsd,
        txHash: txId,
        logIndex,
        position: timeMs,
        minedAfter: timeMs,
      },
    ];
  });
}

function toSettledKey({ address }: ChainToken, txId: string): string {
  return `${address}:${txId}`;
}
