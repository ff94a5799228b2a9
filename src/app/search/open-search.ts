import { SECOND_MS } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import { FeedSearch } from '../../search/feed-search.ts';
import type { Foundation } from '../foundation.ts';
import { ThreadSearch } from './thread-search.ts';

/** Longest wait for the first lists of all venues. Markets of a venue that answers later are listed again then. */
const WAIT_FOR_LISTS_MS = 30 * SECOND_MS;

/** A search that follows the feed. */
export interface OpenSearch {
  readonly search: FeedSearch;
  /** Follows the polls and reads the ended markets. A process that never starts it searches when it is asked. */
  start(): void;
}

/**
 * Opens the search over listed and ended markets in a thread of its own.
 *
 * @param lifecycle Receives its stop.
 */
export function openSearch(
  { config, secrets, log }: Pick<Foundation, 'config' | 'secrets' | 'log'>,
  feed: Feed,
  lifecycle: AsyncDisposableStack,
): OpenSearch {
  const { dataDir } = config;
  const { historyUrl, databaseUrl } = secrets;
  const thread = lifecycle.adopt(
    new ThreadSearch(
      { dataDir, history: { dataDir: config.history.dataDir, historyUrl, databaseUrl } },
      (problem) => log.warn(`search: ${problem}`),
    ),
    (open) => open.close(),
  );
  const search = new FeedSearch(feed, thread);
  const start = () => {
    let isWalking = false;
    const walk = () => {
      if (isWalking) return;
      isWalking = true;
      search.update();
      thread.walk();
    };
    const timer = setTimeout(walk, WAIT_FOR_LISTS_MS).unref();
    const stop = feed.onSnapshot(() => {
      search.update();
      if (feed.venues.every((venue) => feed.snapshot(venue)?.restored === false)) walk();
    });
    lifecycle.defer(() => {
      clearTimeout(timer);
      stop();
    });
  };
  return { search, start };
}
