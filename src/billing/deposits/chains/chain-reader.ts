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
  /** The sources that are read separately, each with a position of its own. */
  readonly streams: readonly string[];
  /**
   * Reads everything that became final since the last time and stores it.
   *
   * @param onProgress Called whenever a range was stored.
   *
   * @throws {WatchFault} when answers of the nodes contradict each other or are impossible; no transfer of them is
   *   credited.
   * @throws {UpstreamError | RpcError | LedgerUnavailableError} when it could not be read or stored.
   */
  poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome>;
}

/** @throws {WatchFault} when the position was moved while the range was read. */
export function requireCurrent({ isCurrent }: Pick<StepOutcome, 'isCurrent'>): void {
  if (!isCurrent)
    throw createPassingFault('the position was moved by a rescan; the next poll continues from there');
}
