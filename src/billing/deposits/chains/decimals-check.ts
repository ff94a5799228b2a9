import { HOUR_MS } from '../../../domain/index.ts';
import { askAll } from './agreement.ts';
import type { Chain, ChainToken } from './chain.ts';
import { createCriticalFault } from './watch-fault.ts';

/**
 * Interval of the check. The decimals of an honest token never change; a changed number shows that the address leads to
 * another contract.
 */
const RECHECK_MS = HOUR_MS;

/** A node, as far as the check of decimals needs it. */
export interface DecimalsSource {
  /** Scheme and host of the node, for error messages. */
  readonly shownUrl: string;
  /** Reads the decimals of a token; null: the contract returns no number. */
  readDecimals(token: string, signal: AbortSignal): Promise<number | null>;
}

export interface DecimalsCheckOptions {
  readonly chain: Chain;
  readonly nodes: readonly DecimalsSource[];
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Compares the decimals of a chain's tokens with those that its nodes report: at the first poll, and then once an hour. */
export class DecimalsCheck {
  readonly #options: DecimalsCheckOptions;
  #passedAt = Number.NEGATIVE_INFINITY;

  constructor(options: DecimalsCheckOptions) {
    this.#options = options;
  }

  /**
   * Requires that all nodes report the decimals of the chains file. @throws {WatchFaultError} when a node reports others.
   */
  async requireDecimals(signal: AbortSignal): Promise<void> {
    const { chain, nodes, now } = this.#options;
    if (now() - this.#passedAt < RECHECK_MS) return;
    for (const token of chain.tokens) {
      const { symbol, address, decimals } = token;
      const answers = await askAll(nodes, (node) => node.readDecimals(address, signal));
      const wrong = answers.find(({ answer }) => answer !== decimals);
      if (wrong === undefined) continue;
      throw createCriticalFault(
        `${wrong.node}: ${symbol} at ${address} ${describeDecimals(wrong.answer, token)}`,
      );
    }
    this.#passedAt = now();
  }
}

/** Finds the tokens for which a node reports other decimals, and describes each. */
export async function findWrongDecimals(
  chain: Chain,
  node: DecimalsSource,
  signal: AbortSignal,
): Promise<string[]> {
  const problems: string[] = [];
  for (const token of chain.tokens) {
    const given = await node.readDecimals(token.address, signal);
    if (given !== token.decimals) problems.push(`${token.symbol} ${describeDecimals(given, token)}`);
  }
  return problems;
}

function describeDecimals(given: number | null, { decimals }: ChainToken): string {
  return `has ${given ?? 'no number of'} decimals and not ${decimals}`;
}
