import type { LiveFeed } from '../feed/live/live-feed.ts';
import type { SilenceStats } from '../feed/watchdog/silence.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { Log } from '../log.ts';
import { openFoundation } from './foundation.ts';
import { readableListenError } from './listening.ts';
import type { PartsOptions } from './parts.ts';
import { openAllRoles } from './roles.ts';

export interface AppOptions extends PartsOptions {
  readonly log: Log;
}

/** The running service. */
export interface App {
  /** Where the main API listens, as a user can type it. */
  readonly apiUrl: string;
  /** The same of the bot API. */
  readonly botUrl: string;
  readonly feed: LiveFeed;
  readonly history: HistoryStore;
  /** Streams that are or were silent. */
  silences(): SilenceStats;
  /** Stops in the order in which nothing is lost: answers, polls, snapshot, store. */
  stop(): Promise<void>;
}

/** Builds every part, joins them, and starts them in order. This folder is the only place that knows them all. */
export async function startApp(options: AppOptions): Promise<App> {
  // Start and stop are one list: what was opened last is stopped first, also when a later step of the start fails.
  const lifecycle = new AsyncDisposableStack();
  try {
    const foundation = await openFoundation(options, lifecycle);
    const { apiUrl, botUrl, feed, watchdog } = await openAllRoles(foundation, lifecycle);
    return {
      apiUrl,
      botUrl,
      feed,
      history: foundation.history,
      silences: () => watchdog.stats(),
      stop: () => lifecycle.disposeAsync(),
    };
  } catch (error) {
    await lifecycle.disposeAsync();
    throw readableListenError(error);
  }
}
