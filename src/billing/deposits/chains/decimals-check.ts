import { HOUR_MS } from '../../../domain/index.ts';
import { askAll } from './agreement.ts';
import type { Chain } from './chain.ts';
import { createCriticalFault } from './watch-fault.ts';

/** Decimals never change on an honest token; an address that leads to another contract would show. */
const RECHECK_MS = HOUR_MS;

/** The call of a node that the check needs. */
export interface DecimalsSource {
  /** Scheme and host, for messages. */
  readonly shownUrl: string;
  /** null: the contract gives no number. */
  readDecimals(token: string, signal: AbortSignal): Promise<number | null>;
}

export interface DecimalsCheckOptions {
  readonly chain: Chain;
  readonly nodes: readonly DecimalsSource[];
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Compares the decimals of a chain's tokens with those that its nodes report: at the first poll, and then once an hour. */
export class DecimalsCheck {
  readonly #options: DecimalsCheckOptions;
  #passedAt = Number.NEGATIVE_INFINITY;

  constructor(options: DecimalsCheckOptions) {
    this.#options = options;
  }

  /** @throws {WatchFault} when a node reports other decimals than the chains file states. */
  async requireDecimals(signal: AbortSignal): Promise<void> {
    const { chain, nodes, now } = this.#options;
    if (now() - this.#passedAt < RECHECK_MS) return;
    for (const { symbol, address, decimals } of chain.tokens) {
      const answers = await askAll(nodes, (node) => node.readDecimals(address, signal));
      for (const { node, answer } of answers) {
        if (answer === decimals) continue;
        throw createCriticalFault(
          `${node}: ${symbol} at ${address} has ${answer ?? 'no number of'} decimals and not ${decimals}`,
        );
      }
    }
    this.#passedAt = now();
  }
}
