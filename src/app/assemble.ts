import type { Feed } from '../feed/feed.ts';
import type { SilenceStats } from '../feed/watchdog/silence.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import { type FoundationOptions, openFoundation } from './foundation.ts';
import { openRoles } from './roles.ts';
import { explainListenError } from './servers/server-addresses.ts';

export type AppOptions = FoundationOptions;

/** The running service, or the part of it that this process is. */
export interface App {
  /** Address of the server at the port of the main API. A process without that API serves its health probes there. */
  readonly apiUrl: string;
  /** Address of the bot API; null: another process serves it. */
  readonly botUrl: string | null;
  readonly feed: Feed;
  readonly history: HistoryReader;
  /** Returns statistics of silent streams, now and earlier. */
  silences(): SilenceStats;
  /** Stops in an order in which nothing is lost: answers, polls, snapshot, store. */
  stop(): Promise<void>;
}

/**
 * Builds every part of the process, connects them, and starts them in order. This folder is the only one that knows all
 * parts.
 */
export async function startApp(options: AppOptions): Promise<App> {
  // Start and stop use one list. The last opened part is stopped first, even when a later step of the start fails.
  const lifecycle = new AsyncDisposableStack();
  try {
    const foundation = await openFoundation(options, lifecycle);
    const { apiUrl, botUrl, feed, silences } = await openRoles(foundation, lifecycle);
    const { history } = foundation;
    return { apiUrl, botUrl, feed, history, silences, stop: () => lifecycle.disposeAsync() };
  } catch (error) {
    await lifecycle.disposeAsync();
    throw explainListenError(error);
  }
}
