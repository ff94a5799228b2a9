import { generateBase62 } from '../../accounts/random.ts';
import { ConfigError } from '../../config/config.ts';
import { type Clock, cryptoRandom, formatIsoTime, SECOND_MS, type VenueId } from '../../domain/index.ts';
import { LiveBooks } from '../../feed/live-books.ts';
import { FrameStreams } from '../../feed/redis/frame-streams.ts';
import { PublishedState } from '../../feed/redis/published-state.ts';
import { WantedAssets } from '../../feed/redis/wanted-assets.ts';
import { FrameFollower } from '../../feed/remote/frame-follower.ts';
import { PortClient } from '../../feed/remote/port-client.ts';
import { RemoteFeed } from '../../feed/remote/remote-feed.ts';
import { RemoteFiller } from '../../feed/remote/remote-filler.ts';
import { RemoteMarkets } from '../../feed/remote/remote-markets.ts';
import { RemotePulses } from '../../feed/remote/remote-pulses.ts';
import { RemoteTapedMarkets } from '../../feed/remote/remote-taped-markets.ts';
import type { TapeStatus } from '../../feed/tape-status.ts';
import type { UpstreamResult } from '../../health/upstream-probe.ts';
import type { ReferenceReport } from '../../references/recording/report.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import { SharedReads } from '../../scheduling/shared-reads.ts';
import { getProfile } from '../../venues/registry.ts';
import type { Foundation } from '../foundation.ts';
import type { NewestState } from './newest-state.ts';

/** Time for which simultaneous requests of this process share a book; the feed itself shares a book for four seconds. */
const BOOK_FRESH_MS = SECOND_MS;
/**
 * Longest time that a start waits for the last five minutes of frames. Without them the process answers all the same.
 */
const FILL_LIMIT_MS = 10 * SECOND_MS;
const PROCESS_ID_LENGTH = 12;

/**
 * Opens the newest state in a process that reads no venue, from the snapshots that another process publishes and from
 * the answers of its internal port.
 *
 * @param lifecycle Receives the stop of each part.
 */
export async function openRemoteState(
  { config, secrets, log, clock, redis }: Foundation,
  lifecycle: AsyncDisposableStack,
): Promise<NewestState> {
  const { internalToken: token } = secrets;
  const { venues, adapters } = config.feed;
  if (redis === null || token === null) {
    throw new ConfigError([
      'CROSSTAPE_ROLE: a process without a feed needs CROSSTAPE_REDIS_URL and CROSSTAPE_INTERNAL_TOKEN',
    ]);
  }
  const onFault = (error: unknown) =>
    log.error({ err: error }, 'what the feed publishes could not be followed');

  const frames = new FrameFollower({ source: new FrameStreams(redis, venues), onFault });
  const findLeaderUrl = (venue: VenueId) => feed.leaders().get(venue)?.url ?? null;
  const lastUrl = () =>
    venues.map(findLeaderUrl).find((url) => url !== null) ?? feed.lastUrl ?? configuredUrl(config);
  const port = new PortClient({ url: (venue) => findLeaderUrl(venue) ?? lastUrl(), anyUrl: lastUrl, token });
  const feed: RemoteFeed = new RemoteFeed({
    venues,
    source: new PublishedState(redis),
    fallback: port,
    frames,
    pollMs: (venue) => adapters[venue].pollMs,
    clock,
    onFault,
  });
  const wants = new WantedAssets({
    redis,
    processId: generateBase62(PROCESS_ID_LENGTH, cryptoRandom),
    onFault,
  });
  const pulses = new RemotePulses({
    feed,
    frames,
    wants,
    upstreamCalls: (asset) => feed.upstreamCalls(asset),
    onFault,
  });
  lifecycle.adopt(frames, (follower) => follower.stop());
  lifecycle.adopt(feed, (remote) => remote.stop());
  lifecycle.adopt(wants, (said) => said.stop());
  lifecycle.adopt(pulses, (running) => running.close());

  await feed.start();
  frames.start();
  await withDeadline(frames.filled, FILL_LIMIT_MS, () => undefined);
  const references = new SharedReads<ReferenceReport>({ max: 1, freshMs: SECOND_MS, now: clock });
  const tape = new SharedReads<TapeStatus | null>({ max: 1, freshMs: SECOND_MS, now: clock });
  const books = new LiveBooks({ read: (ref) => port.book(ref), clock, freshMs: BOOK_FRESH_MS });
  return {
    feed,
    pulses,
    books,
    readFreshBook: (ref) => books.readFreshBook(ref),
    bookTouch: (asset) => feed.bookTouch(asset),
    touches: null,
    markets: new RemoteMarkets(port, clock),
    snapshots: { stats: () => feed.snapshotStats() },
    silences: () => feed.silences(),
    resolutions: () => feed.resolutions(),
    references: { read: () => references.get('all', () => port.readReferences()) },
    tapeStatus: { read: () => tape.get('all', () => port.readTape()) },
    tapedMarkets: new RemoteTapedMarkets(port),
    liveTrades: null,
    leaders: () => Object.fromEntries(feed.leaders()),
    probeUpstreams: () => port.readProbes().catch((error: Error) => withoutAnswer(venues, error, clock)),
    backfiller: null,
    filler: new RemoteFiller(port),
    following: () => ({
      skippedFrames: frames.ignored.skipped,
      outdatedFrames: frames.ignored.outdated,
      forgedCalls: feed.forgedCalls(),
    }),
    budgetUsedFrac: () => 0,
  };
}

/** Finds the address of the feed from the shared settings, for a start without Redis; null: the port is not fixed. */
function configuredUrl({ server: { internalHost, internalPort } }: Foundation['config']): string | null {
  if (internalPort === null || internalPort === 0) return null;
  return `http://${internalHost.includes(':') ? `[${internalHost}]` : internalHost}:${internalPort}`;
}

/** Builds results that count every upstream as down, for when the probing process did not answer. */
function withoutAnswer(
  venues: readonly VenueId[],
  { message }: Error,
  clock: Clock,
): readonly UpstreamResult[] {
  const upstreams = venues.flatMap((venue) => getProfile(venue).upstreams);
  return upstreams.map((upstream) => ({
    upstream,
    probedUrl: '',
    method: 'GET',
    status: 'errored',
    statusCode: null,
    latencyMs: 0,
    lastChecked: formatIsoTime(clock()),
    error: message,
    reason: 'down',
  }));
}
