import type { TestContext } from 'node:test';
import { fillStatus } from '../../src/domain/index.ts';
import type { Feed } from '../../src/feed/feed.ts';
import { FeedPort, type FeedPortOptions } from '../../src/feed/remote/feed-port.ts';
import { FeedReport } from '../../src/feed/remote/feed-report.ts';
import { PortClient } from '../../src/feed/remote/port-client.ts';
import { NO_REFERENCES } from './no-references.ts';
import { NO_TAPED_MARKETS } from './tape-stand.ts';

/** Token of both sides. */
export const PORT_TOKEN = 'a-token-of-thirty-two-characters';

export interface FeedPortStandOptions
  extends Pick<FeedPortOptions, 'books' | 'markets'>,
    Partial<Pick<FeedPortOptions, 'onFault' | 'tape' | 'tapedMarkets' | 'want'>> {
  readonly feed: Feed;
}

const NO_TAPE = { read: async () => null };

/** Starts the internal port of a feed with a lease of fence 4, on loopback, and its clients. */
export async function startFeedPort(
  t: TestContext,
  {
    feed,
    books,
    markets,
    tape = NO_TAPE,
    tapedMarkets = NO_TAPED_MARKETS,
    want = async (refs) => refs.map(() => fillStatus('filled')),
    onFault = rethrow,
  }: FeedPortStandOptions,
) {
  const port = new FeedPort({
    feed,
    books,
    markets,
    report: new FeedReport({
      feed,
      fence: () => 4,
      url: () => 'http://here',
      silences: () => ({ perVenue: new Map(), ended: [], ongoing: [] }),
      resolutions: () => ({ waiting: 1, recorded: 2 }),
      snapshots: () => ({ exists: false, sizeBytes: null, lastTs: null, ageMs: null, count24h: 0 }),
      refreshes: () => ({}),
      touches: () => ({}),
      forgedCalls: () => 0,
    }),
    references: { read: async () => NO_REFERENCES },
    tape,
    tapedMarkets,
    readProbes: async () => [],
    fill: async () => undefined,
    want,
    token: PORT_TOKEN,
    onFault,
  });
  const url = await port.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => port.close());
  // Longer than a second: what is measured here is not speed.
  const openClient = (token = PORT_TOKEN) =>
    new PortClient({ url: () => url, anyUrl: () => url, token, limitMs: 60_000 });
  return { port, url, openClient };
}

function rethrow(error: unknown): never {
  throw error;
}
