import { MINUTE_MS, UpstreamError } from '../../../domain/index.ts';
import type { NodeAnswer } from './agreement.ts';
import type { Chain } from './chain.ts';
import type { ChainStore } from './chain-store.ts';
import { RpcError } from './json-rpc.ts';
import { createPassingFault, WatchFaultError } from './watch-fault.ts';

/** Time for which all other requests must have succeeded before an unreadable transaction is skipped. */
const PATIENCE_MS = 30 * MINUTE_MS;
const MIN_TRIES = 10;
/**
 * A longer pause between two attempts restarts the time: attempts further apart than polls prove nothing about the time
 * between.
 */
const MAX_PAUSE_POLLS = 3;
const MAX_PAUSE_MS = MINUTE_MS;

/** Error: a node has a transaction that it cannot return, or lists one that it does not have. */
export class UnreadableError extends WatchFaultError {
  /** The transaction, when an answer about several contains it; null: the requested one. */
  readonly item: string | null;

  constructor(message: string, item: string | null = null) {
    super(message, { isCritical: false });
    this.item = item;
  }
}

interface Tries {
  /** Time of the first attempt, monotonic ms. */
  readonly since: number;
  readonly last: number;
  readonly count: number;
}

export interface UnreadableItemsOptions {
  readonly chain: Chain;
  readonly store: Pick<ChainStore, 'listSkipped' | 'skip'>;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/**
 * Skips single transactions that cannot be read, so that none of them blocks the transactions after it. The operator
 * may skip one at any time (`deposits skip`). The reader skips one by itself only after half an hour in which no node
 * could read it and all other requests succeeded; never while a node is unreachable.
 */
export class UnreadableItems {
  readonly #options: UnreadableItemsOptions;
  readonly #tries = new Map<string, Tries>();
  #skipped: ReadonlySet<string> = new Set();

  constructor(options: UnreadableItemsOptions) {
    this.#options = options;
  }

  /** Reads the list of skipped transactions. Called at the beginning of a poll. */
  async refresh(): Promise<void> {
    this.#skipped = new Set(await this.#options.store.listSkipped(this.#options.chain));
  }

  isSkipped(item: string): boolean {
    return this.#skipped.has(item);
  }

  /**
   * Runs a poll. A failure that does not concern a single transaction means that a node does not answer, so the time of
   * every unreadable transaction restarts.
   */
  async guard<T>(poll: () => Promise<T>): Promise<T> {
    await this.refresh();
    try {
      return await poll();
    } catch (error) {
      if (!(error instanceof WatchFaultError)) this.#tries.clear();
      throw error;
    }
  }

  /**
   * Requests one transaction from all nodes.
   *
   * @returns null: the transaction cannot be read and is skipped from now on.
   * @throws {WatchFaultError | UpstreamError} the first node's error, while the transaction is not skipped.
   */
  async ask<Node extends { readonly shownUrl: string }, T>(
    nodes: readonly Node[],
    item: string,
    ask: (node: Node) => Promise<T>,
  ): Promise<NodeAnswer<T>[] | null> {
    const settled = await Promise.allSettled(nodes.map(ask));
    const answers: NodeAnswer<T>[] = [];
    let failure: { readonly node: string; readonly reason: unknown } | null = null;
    for (const [i, one] of settled.entries()) {
      const node = nodes[i]!.shownUrl;
      if (one.status === 'fulfilled') answers.push({ node, answer: one.value });
      else if (!isUnreadable(one.reason)) throw one.reason;
      else failure ??= { node, reason: one.reason };
    }
    if (failure === null) {
      this.#tries.delete(item);
      return answers;
    }
    const message = (failure.reason as Error).message;
    return (await this.#pass(item, answers[0]?.node ?? null, message))
      ? null
      : this.#fail(item, message, answers);
  }

  /**
   * Counts a failed attempt. @param reader A node that can read the transaction; null: none. @returns Whether the
   * transaction is skipped from now on.
   */
  async #pass(item: string, reader: string | null, reason: string): Promise<boolean> {
    const { chain, store, now } = this.#options;
    const at = now();
    const known = this.#tries.get(item);
    const isContinued =
      known !== undefined && at - known.last <= MAX_PAUSE_POLLS * chain.pollMs + MAX_PAUSE_MS;
    const tries: Tries = isContinued
      ? { ...known, last: at, count: known.count + 1 }
      : { since: at, last: at, count: 1 };
    this.#tries.set(item, tries);
    if (reader !== null || tries.count < MIN_TRIES || at - tries.since < PATIENCE_MS) return false;
    await store.skip(chain, item, reason);
    this.#tries.delete(item);
    this.#skipped = new Set([...this.#skipped, item]);
    return true;
  }

  #fail(item: string, message: string, answers: readonly NodeAnswer<unknown>[]): never {
    const [reader] = answers;
    const other = reader === undefined ? '' : `; ${reader.node} reads it`;
    throw createPassingFault(
      `${message}${other}; what comes after waits: crosstape deposits skip ${this.#options.chain.name} ${item} goes past it`,
    );
  }
}

/** Error codes and words with which nodes report too many requests. */
const LIMIT_CODES: readonly number[] = [-32_005, -32_007, -32_016, -32_429, 429];
const LIMIT_WORDS = /\b(rate|limit|too many|quota|capacity|throttl)/i;

/** Whether a failure concerns the requested item and not the node. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof UnreadableError) return true;
  if (error instanceof RpcError) return !LIMIT_CODES.includes(error.code) && !LIMIT_WORDS.test(error.message);
  if (!(error instanceof UpstreamError)) return false;
  if (error.failure === 'server') return error.status === 500;
  return ['malformed', 'too_large', 'not_found', 'refused'].includes(error.failure);
}
