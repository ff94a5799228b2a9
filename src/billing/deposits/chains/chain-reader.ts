import type { Chain } from './chain.ts';
import type { StepOutcome } from './chain-step.ts';
import { createPassingFault } from './watch-fault.ts';

/** Result of a poll. */
export interface PollOutcome {
  /** Reason why reading waits, for example a node that lags; null: everything final was read. */
  readonly waitsFor: string | null;
}

/** Reads the deposits of one chain. */
export interface ChainReader {
  readonly chain: Chain;
  /** Names of the sources that are read separately, each with a position of its own. */
  readonly streams: readonly string[];
  /**
   * Reads and stores everything that has become final since the last poll.
   *
   * @param onProgress Called whenever a range was stored.
   * @throws {WatchFault} when answers of the nodes contradict each other or are impossible; none of their transfers is
   * credited.
   * @throws {UpstreamError | RpcError | LedgerUnavailableError} when the chain cannot be read or the deposits cannot be
   * stored.
   */
  poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome>;
}

/**
 * Requires that the position is still that of the range.
 *
 * @throws {WatchFault} when it was moved while the range was read.
 */
export function requireCurrent({ isCurrent }: Pick<StepOutcome, 'isCurrent'>): void {
  if (!isCurrent)
    throw createPassingFault('the position was moved by a rescan; the next poll continues from there');
}
