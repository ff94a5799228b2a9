import { describeMarketReader } from '../../../test/contract/market-reader.ts';
import { quietFeed } from '../../../test/support/quiet-feed.ts';
import { FeedPort } from './feed-port.ts';
import { FeedReport } from './feed-report.ts';
import { PortClient } from './port-client.ts';
import { RemoteMarkets } from './remote-markets.ts';

const TOKEN = 'a-token-of-thirty-two-characters';

describeMarketReader({
  name: 'of another process',
  open: async (t, { reads, clock }) => {
    const feed = quietFeed([], clock);
    const port = new FeedPort({
      feed,
      books: { book: () => Promise.reject(new Error('no books here')) },
      markets: reads,
      report: new FeedReport({
        feed,
        fence: () => 1,
        url: () => 'http://here',
        silences: () => ({ perVenue: new Map(), ended: [], ongoing: [] }),
        resolutions: () => ({ waiting: 0, recorded: 0 }),
        snapshots: () => ({ exists: false, sizeBytes: null, lastTs: null, ageMs: null, count24h: 0 }),
        refreshes: () => ({}),
        forgedCalls: () => 0,
      }),
      probes: async () => [],
      fill: async () => undefined,
      token: TOKEN,
      onFault: (error) => {
        throw error;
      },
    });
    const url = await port.listen({ host: '127.0.0.1', port: 0 });
    t.after(() => port.close());
    // Longer than a second: what is measured here is not speed.
    const client = new PortClient({ url: () => url, anyUrl: () => url, token: TOKEN, limitMs: 60_000 });
    return new RemoteMarkets(client, clock);
  },
});
