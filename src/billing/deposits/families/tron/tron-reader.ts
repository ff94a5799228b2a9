import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../domain/index.ts';
import { createLastUsed } from '../../../../scheduling/last-used.ts';
import { askAll, findLaggard, requireSame, runAll } from '../../chains/agreement.ts';
import type { ChainToken } from '../../chains/chain.ts';
import { type ChainReader, type PollOutcome, requireCurrent } from '../../chains/chain-reader.ts';
import type { ChainPosition, ChainStep, SkippedRead } from '../../chains/chain-step.ts';
import type { ChainStore } from '../../chains/chain-store.ts';
import { DecimalsCheck } from '../../chains/decimals-check.ts';
import { computeTransferValue, type SeenTransfer } from '../../chains/seen-transfer.ts';
import { readSkippedAgain } from '../../chains/skipped-again.ts';
import { UnreadableError, UnreadableItems } from '../../chains/unreadable-items.ts';
import { WatchFaultError } from '../../chains/watch-fault.ts';
import { type TronChain, toStream } from './tron-chain.ts';
import { type ListedRange, readTronList, type TronList } from './tron-list.ts';
import type { ListedTransfer, TronNode, TronTransaction } from './tron-node.ts';
import { type Source, toSmall, toTransfers } from './tron-transfers.ts';

/** Time span that every poll lists again, because the index may add a transaction late. */
const OVERLAP_MS = HOUR_MS + 5 * MINUTE_MS;
/** Time span that is listed again once a day, to find lines that the index added up to a day late. */
const DAY_WINDOW_MS = 2 * DAY_MS + HOUR_MS;
/** Number of transactions that are read before their deposits are stored. */
const TRANSACTIONS_PER_STEP = 50;
/**
 * Maximum number of remembered transactions that are already processed and can be skipped while they are still listed.
 */
const MAX_SETTLED = 20_000;
/** Time by which a node may lag: nodes are never at the same block. The reader waits for a node that lags further. */
const MAX_LAG_MS = 2 * MINUTE_MS;

export interface TronReaderOptions {
  readonly chain: TronChain;
  /** Nodes of the chain, at least one. All must agree. */
  readonly nodes: readonly TronNode[];
  readonly store: ChainStore;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/**
 * Reads transfers to the treasury on Tron. The index of a node lists candidate transactions. The amounts come from the
 * events of the solidified transaction itself. Each token has its own position, in epoch ms of the chain.
 */
export class TronReader implements ChainReader {
  readonly chain: TronChain;
  #sources: readonly Source[];
  readonly #nodes: readonly TronNode[];
  readonly #store: ChainStore;
  readonly #decimals: DecimalsCheck;
  readonly #items: UnreadableItems;
  readonly #now: () => number;
  readonly #settled = createLastUsed<string, true>(MAX_SETTLED);
  /** Monotonic time of the last daily listing, ms; null: none yet. */
  #lastDay: number | null = null;

  constructor({ chain, nodes, store, now }: TronReaderOptions) {
    this.chain = chain;
    this.#sources = listSources(chain, [chain.treasury]);
    this.#nodes = nodes;
    this.#store = store;
    this.#decimals = new DecimalsCheck({ chain, nodes, now });
    this.#items = new UnreadableItems({ chain, store, now });
    this.#now = now;
  }

  get streams(): readonly string[] {
    return this.#sources.map(({ stream }) => stream);
  }

  poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    return this.#items.guard(() => this.#poll(signal, onProgress));
  }

  async #poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    await this.#decimals.requireDecimals(signal);
    const times = await askAll(this.#nodes, (node) => node.readSolidTime(signal));
    const solid = Math.min(...times.map(({ answer }) => answer));
    this.#sources = listSources(this.chain, await this.#store.listTreasuries(this.chain));
    // The failure of one token does not stop the others.
    await runAll(this.#sources, async (source) => {
      if (await this.#readSource(source, solid, signal)) onProgress();
    });
    await this.#readDay(solid, signal);
    await this.#readSkipped(solid, signal);
    const late = findLaggard(times, MAX_LAG_MS);
    return {
      waitsFor: late === null ? null : `${late.node} to reach ${new Date(late.newest).toISOString()}`,
    };
  }

  /** Reads one source from its position. @returns Whether the chain had new solidified blocks. */
  async #readSource(source: Source, solid: number, signal: AbortSignal): Promise<boolean> {
    const { stream, token } = source;
    const known = await this.#store.findPosition(this.chain, stream);
    const position =
      known ?? (await this.#store.findPosition(this.chain, token.address)) ?? this.#first(solid);
    // A chain that is watched from now on has no earlier days to list again.
    if (known === null) this.#lastDay ??= this.#now();
    if (known !== null && solid <= known.position) return false;
    const fromMs = toListStart(position, OVERLAP_MS);
    const window: Window = { ...source, fromMs, position: position.position, toMs: solid };
    const range = await this.#list(window, signal);
    await this.#readTransactions(window, known, range.lines, signal);
    const to = { position: Math.max(range.to, position.position), mark: position.mark };
    await this.#storeStep({ stream, from: known, to, transfers: [] });
    return true;
  }

  /** Lists the last two days again, once a day: the index may add a line long after its block. */
  async #readDay(solid: number, signal: AbortSignal): Promise<void> {
    const now = this.#now();
    if (this.#lastDay !== null && now - this.#lastDay < DAY_MS) return;
    let hasRead = false;
    for (const source of this.#sources) {
      const known = await this.#store.findPosition(this.chain, source.stream);
      if (known === null) continue;
      const { position } = known;
      const window: Window = {
        ...source,
        fromMs: toListStart(known, DAY_WINDOW_MS),
        position,
        toMs: position,
      };
      if (window.toMs > solid) continue;
      const { lines } = await this.#list(window, signal);
      const recorded = await this.#store.listRecorded(this.chain, [
        ...new Set(lines.map(({ txId }) => txId)),
      ]);
      await this.#readTransactions(
        window,
        known,
        lines.filter(({ txId }) => !recorded.has(txId)),
        signal,
      );
      hasRead = true;
    }
    if (hasRead) this.#lastDay = now;
  }

  /**
   * Reads listed transactions and stores their deposits, without moving the position. Transactions of registered
   * wallets come first, so that transfers of strangers do not delay them. Small amounts of unknown senders are taken
   * from the index without a request for each.
   *
   * @throws {Error} The first failure, after everything else was read and stored.
   */
  async #readTransactions(
    source: Window,
    from: ChainPosition | null,
    lines: readonly ListedTransfer[],
    signal: AbortSignal,
  ): Promise<void> {
    const { stream, token, toMs } = source;
    const toKey = (txId: string) => `${stream}:${txId}`;
    const isOpen = ({ txId }: ListedTransfer) =>
      !this.#settled.has(toKey(txId)) && !this.#items.isSkipped(txId);
    const open = lines.filter(isOpen);
    const senders = [...new Set(open.flatMap(({ from: sender }) => (sender === null ? [] : [sender])))];
    const payers = await this.#store.listPayers(this.chain, senders);
    const byTransaction = [...Map.groupBy(open, ({ txId }) => txId)];
    const isPayer = (sender: string | null) => sender !== null && payers.has(sender);
    const ofPayers = byTransaction.filter(([, some]) => some.some((line) => isPayer(line.from)));
    const others = byTransaction.filter(([, some]) => !some.some((line) => isPayer(line.from)));
    const small = others.filter(([, some]) => some.every((line) => this.#isSmall(line, token)));
    const large = others.filter(([, some]) => !some.every((line) => this.#isSmall(line, token)));

    const store = async (transfers: readonly SeenTransfer[], txIds: readonly string[]) => {
      await this.#storeStep({ stream, from, to: null, transfers });
      for (const txId of txIds) this.#settled.set(toKey(txId), true);
    };
    const failures: unknown[] = [];
    const read: { readonly transfers: SeenTransfer[]; readonly txIds: string[] } = {
      transfers: [],
      txIds: [],
    };
    for (const [txId] of [...ofPayers, ...large]) {
      try {
        read.transfers.push(...(await this.#readTransaction(source, txId, toMs, signal)));
        read.txIds.push(txId);
      } catch (error) {
        failures.push(error);
        if (!(error instanceof WatchFaultError)) break;
      }
      if (read.txIds.length >= TRANSACTIONS_PER_STEP)
        await store(read.transfers.splice(0), read.txIds.splice(0));
    }
    if (read.txIds.length > 0) await store(read.transfers, read.txIds);
    if (small.length > 0) {
      const transfers = small.flatMap(([, some]) =>
        some.map((line, i) => toSmall(line, i, source)).filter(({ microUsd }) => microUsd !== 0),
      );
      await store(
        transfers,
        small.map(([txId]) => txId),
      );
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Whether the index states an amount below the smallest deposit. */
  #isSmall({ units, from }: ListedTransfer, token: ChainToken): boolean {
    if (units === null || from === null) return false;
    const { microUsd } = computeTransferValue(units, token);
    return microUsd !== null && microUsd < this.#store.minDeposit;
  }

  /** Retries skipped transactions once a day. */
  async #readSkipped(solid: number, signal: AbortSignal): Promise<void> {
    await readSkippedAgain(this.chain, this.#store, async (txId) => {
      const found: SkippedRead[] = [];
      const answers = await askAll(this.#nodes, (node) => findTransaction(node, txId, signal));
      for (const source of this.#sources) {
        found.push({ stream: source.stream, transfers: toTransfers(answers, txId, source, solid) });
      }
      return found;
    });
  }

  async #storeStep(step: ChainStep): Promise<void> {
    const outcome = await this.#store.storeStep(this.chain, step);
    if (!outcome.isCurrent) this.#settled.clear();
    requireCurrent(outcome);
  }

  /**
   * Creates the first position. Its mark stores the start time in epoch ms, before which no listing goes back; a rescan
   * clears the mark.
   */
  #first(solid: number): ChainPosition {
    const position = this.chain.startMs === null ? solid : this.chain.startMs - 1;
    return { position, mark: String(position + 1) };
  }

  /** Lists the lines of the index that may be deposits, oldest first. All nodes must list the same. */
  async #list({ token, ...window }: Window, signal: AbortSignal): Promise<TronList> {
    const range = { ...window, token: token.address };
    const answers = await askAll(this.#nodes, (node) => readTronList(node, range, signal));
    const to = Math.min(...answers.map(({ answer }) => answer.to));
    const upTo = answers.map(({ node, answer }) => ({
      node,
      answer: answer.lines.filter(({ timeMs }) => timeMs <= to),
    }));
    const lines = requireSame(upTo, `transfers of ${token.symbol}`, (answer) =>
      answer
        .map(({ txId, timeMs, from, units }) => `${timeMs}:${txId}:${from}:${units}`)
        .sort()
        .join(),
    );
    return { lines, to };
  }

  async #readTransaction(
    source: Source,
    txId: string,
    solid: number,
    signal: AbortSignal,
  ): Promise<SeenTransfer[]> {
    const answers = await this.#items.ask(this.#nodes, txId, (node) => findTransaction(node, txId, signal));
    return answers === null ? [] : toTransfers(answers, txId, source, solid);
  }
}

/**
 * Lists the sources, former treasuries first. A former treasury without a stored position starts at the position that
 * the whole token had.
 */
function listSources(chain: TronChain, treasuries: readonly string[]): readonly Source[] {
  const former = treasuries.filter((treasury) => treasury !== chain.treasury);
  return [...former, chain.treasury].flatMap((treasury) =>
    chain.tokens.map((token) => ({
      stream: toStream(chain, treasury, token),
      token,
      treasury,
    })),
  );
}

/** A source with the time window in which its transfers are listed. */
type Window = Source & Pick<ListedRange, 'fromMs' | 'position' | 'toMs'>;

/** Returns the start of a listing, which is never before the position of the first start. */
function toListStart({ position, mark }: ChainPosition, overlapMs: number): number {
  return Math.max(Number(mark ?? 0), position + 1 - overlapMs);
}

/** Finds a transaction. @throws {UnreadableError} when the node lists the transaction but does not have it as final. */
async function findTransaction(node: TronNode, txId: string, signal: AbortSignal): Promise<TronTransaction> {
  const transaction = /^[0-9a-f]{64}$/.test(txId) ? await node.findTransaction(txId, signal) : null;
  if (transaction !== null) return transaction;
  throw new UnreadableError(`${node.shownUrl} does not have transaction ${txId} as final yet`);
}
