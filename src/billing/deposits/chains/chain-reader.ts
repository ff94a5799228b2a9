import type { Chain } from './chain.ts';
import type { StepOutcome } from './chain-step.ts';
import { createPassingFault } from './watch-fault.ts';

/** Outcome of one poll of a chain. */
export interface PollOutcome {
  /** Reason why reading waits, for example a lagging node; null: all final blocks are read. */
  readonly waitsFor: string | null;
}

/** Reads the deposits of one chain from its nodes. */
export interface ChainReader {
  readonly chain: Chain;
  /** Names of the streams, which are read separately and have a position each. */
  readonly streams: readonly string[];
  /**
   * Reads and stores all transfers that have become final since the last poll.
   *
   * @param onProgress Called whenever a range was stored.
   * @throws {WatchFaultError} when answers of the nodes contradict each other or are impossible; none of their transfers is
   * credited.
   * @throws {UpstreamError | RpcError | LedgerUnavailableError} when the chain cannot be read or the deposits cannot be
   * stored.
   */
  poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome>;
}

/**
 * Requires that the stored position did not change while a range was read.
 *
 * @throws {WatchFaultError} when it did.
 */
export function requireCurrent({ isCurrent }: Pick<StepOutcome, 'isCurrent'>): void {
  if (!isCurrent)
    throw createPassingFault('the position was moved by a rescan; the next poll continues from there');
}
