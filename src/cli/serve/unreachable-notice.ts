import { SECOND_MS } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';

const NOTICE =
  'no venue can be reached from here: the API answers, and has no prices yet. `npm run demo` shows everything without a network.';

/**
 * Reports once that no venue can be reached, when every venue has failed and none has answered since the start.
 *
 * @param write Receives the line.
 * @returns A function that stops the check.
 */
export function noticeUnreachable(
  feed: Pick<Feed, 'venues' | 'health'>,
  write: (line: string) => void,
  everyMs: number = SECOND_MS,
): () => void {
  const timer = setInterval(() => {
    const polls = feed.venues.map((venue) => feed.health(venue));
    const hasAnswered = polls.some(({ okCount }) => okCount > 0);
    const haveFailed = polls.every(({ failCount }) => failCount > 0);
    if (!hasAnswered && !haveFailed) return;
    clearInterval(timer);
    if (!hasAnswered) write(NOTICE);
  }, everyMs).unref();
  return () => clearInterval(timer);
}
