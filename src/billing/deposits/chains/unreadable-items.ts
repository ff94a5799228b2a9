import { MINUTE_MS, UpstreamError } from '../../../domain/index.ts';
import type { NodeAnswer } from './agreement.ts';
import type { Chain } from './chain.ts';
import type { ChainStore } from './chain-store.ts';
import { RpcError } from './json-rpc.ts';
import { createPassingFault, WatchFault } from './watch-fault.ts';

/** How long a node must have answered everything else before one transaction is passed over. */
const PATIENCE_MS = 30 * MINUTE_MS;
const MIN_TRIES = 10;
/** Tries that are further apart than polls are say nothing about the time between. */
const MAX_PAUSE_POLLS = 3;
const MAX_PAUSE_MS = MINUTE_MS;

/** The node has a transaction that it cannot show, or lists one that it does not have. */
export class UnreadableError extends WatchFault {
  /** The transaction, where an answer about several holds it; null: the one that was asked for. */
  readonly item: string | null;

  constructor(message: string, item: string | null = null) {
    super(message, { isCritical: false });
    this.item = item;
  }
}

interface Tries {
  /** Time of the beginning, monotonic ms. */
  readonly since: number;
  readonly last: number;
  readonly count: number;
}

export interface UnreadableItemsOptions {
  readonly chain: Chain;
  readonly store: Pick<ChainStore, 'listSkipped' | 'skip'>;
  /** Monotonic ms. */
  readonly now: () => number;
}

/**
 * Goes past single transactions that cannot be read, so that none of them ends the reading of what comes after. The
 * operator may do so at any time (`deposits skip`). By itself the reader does so only while the nodes answer everything
 * else, and none of them reads it, for half an hour: never while a node is unreachable.
 */
export class UnreadableItems {
  readonly #options: UnreadableItemsOptions;
  readonly #tries = new Map<string, Tries>();
  #skipped: ReadonlySet<string> = new Set();

  constructor(options: UnreadableItemsOptions) {
    this.#options = options;
  }

  /** Reads the skipped transactions, at the begin of a poll. */
  async refresh(): Promise<void> {
    this.#skipped = new Set(await this.#options.store.listSkipped(this.#options.chain));
  }

  isSkipped(item: string): boolean {
    return this.#skipped.has(item);
  }

  /**
   * Runs a poll. A failure that is not about a single transaction says that a node does not answer, so that the time
   * begins again for all.
   */
  async guard<T>(poll: () => Promise<T>): Promise<T> {
    await this.refresh();
    try {
      return await poll();
    } catch (error) {
      if (!(error instanceof WatchFault)) this.#tries.clear();
      throw error;
    }
  }

  /**
   * Asks all nodes about one transaction.
   *
   * @returns null: it cannot be read, and is passed over from now on.
   * @throws what the first node says, while it is not.
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

  /** @param reader A node that can read it. @returns Whether it is passed over. */
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

/** Codes and words by which nodes say that they were asked too often. */
const LIMIT_CODES: readonly number[] = [-32_005, -32_007, -32_016, -32_429, 429];
const LIMIT_WORDS = /\b(rate|limit|too many|quota|capacity|throttl)/i;

/** Whether a failure is about the request and not about the node. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof UnreadableError) return true;
  if (error instanceof RpcError) return !LIMIT_CODES.includes(error.code) && !LIMIT_WORDS.test(error.message);
  if (!(error instanceof UpstreamError)) return false;
  if (error.failure === 'server') return error.status === 500;
  return ['malformed', 'too_large', 'not_found', 'refused'].includes(error.failure);
}
