import type { Chain } from './chain.ts';

/** Result of a poll. */
export interface PollOutcome {
  /** null: everything final was read. Otherwise what is waited for, for example a node that lags. */
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
   * @throws {WatchFault} when what the nodes say cannot be; nothing of it is credited.
   * @throws {UpstreamError | RpcError | LedgerUnavailableError} when it could not be read or stored.
   */
  poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome>;
}
