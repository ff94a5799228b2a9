import { hostname } from 'node:os';
import { noFill, SECOND_MS } from '../../domain/index.ts';
import { FeedPort } from '../../feed/remote/feed-port.ts';
import { FeedReport } from '../../feed/remote/feed-report.ts';
import { PulsePublisher } from '../../feed/remote/pulse-publisher.ts';
import { StatusPublisher } from '../../feed/remote/status-publisher.ts';
import { SharedReads } from '../../scheduling/shared-reads.ts';
import type { Foundation } from '../foundation.ts';
import type { FeedRole } from './feed-role.ts';
import type { NewestState } from './newest-state.ts';
import type { Readers } from './readers.ts';

/** Time for which the results of upstream probes are valid: the cache time of `GET /api/health/upstream`. */
const PROBES_FRESH_MS = 30 * SECOND_MS;

/** The internal port that answers other processes, and the publishers that send to them. */
export interface FeedPublishing {
  /** Listens on the internal port and starts to publish. */
  start(): Promise<void>;
}

/**
 * Opens everything that a feed publishes to other processes: snapshots, frames of pulses, its status and its internal
 * port.
 *
 * @param lifecycle Receives the stop of each part.
 * @returns null when no other process follows this feed.
 */
export async function openFeedPublishing(
  { config, secrets, log, clock, redis, adapters }: Foundation,
  {
    feedRole,
    newest,
    readers,
  }: { readonly feedRole: FeedRole; readonly newest: NewestState; readonly readers: Readers },
  lifecycle: AsyncDisposableStack,
): Promise<FeedPublishing | null> {
  const { feed, publishing } = feedRole;
  const { internalToken: token } = secrets;
  const { internalHost: host, internalPort: port } = config.server;
  if (publishing === null || redis === null || token === null || port === null) return null;
  const { FrameStreams } = await import('../../feed/redis/frame-streams.ts');
  const { PublishedState } = await import('../../feed/redis/published-state.ts');
  const onFault = (error: unknown) => log.error({ err: error }, 'the newest state could not be published');
  const { fence, snapshots } = publishing;
  let url = '';

  const streams = new FrameStreams(redis, feed.venues);
  lifecycle.adopt(streams, (open) => open.close());
  const pulses = new PulsePublisher({
    feed,
    adapters,
    book: newest.readFreshBook,
    sink: streams,
    fence,
    onFault,
  });
  const report = new FeedReport({
    feed,
    fence,
    url: () => url,
    silences: newest.silences,
    resolutions: newest.resolutions,
    snapshots: () => snapshots.stats(),
    refreshes: (venue) => pulses.refreshes(venue),
    touches: (venue) => newest.touches?.list(venue) ?? {},
    forgedCalls: () => internal.stats().forged,
  });
  const status = new StatusPublisher({
    venues: feed.venues,
    report,
    sink: new PublishedState(redis),
    writeSnapshot: (venue) => snapshots.writeVenue(feed, venue),
    onFault,
  });
  const probes = new SharedReads<readonly unknown[]>({ max: 1, freshMs: PROBES_FRESH_MS, now: clock });
  const internal: FeedPort = new FeedPort({
    feed,
    books: newest.books,
    markets: newest.markets,
    report,
    references: newest.references,
    tape: newest.tapeStatus,
    tapedMarkets: newest.tapedMarkets,
    readProbes: () => probes.get('all', () => newest.probeUpstreams()),
    fill: async (ref, waitMs) => readers.screens.backfill?.ensure(ref, waitMs),
    want: async (refs, caller) =>
      readers.screens.backfill?.want(refs, caller) ?? refs.map(() => noFill('not_recorded')),
    token,
    onFault,
  });
  lifecycle.adopt(internal, (server) => server.close());
  lifecycle.adopt(status, (publisher) => publisher.stop());
  lifecycle.adopt(pulses, (publisher) => publisher.stop());
  return {
    start: async () => {
      url = reachable(await internal.listen({ host, port }));
      log.info({ url }, 'the internal port answers');
      pulses.start();
      status.start();
    },
  };
}

/** Replaces an address that means all interfaces with this machine's name, so that other machines can use the URL. */
function reachable(url: string): string {
  return url.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, `//${hostname()}`);
}
