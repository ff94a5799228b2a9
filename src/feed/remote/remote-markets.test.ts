import { describeMarketReader } from '../../../test/contract/market-reader.ts';
import { startFeedPort } from '../../../test/support/feed-port-stand.ts';
import { quietFeed } from '../../../test/support/quiet-feed.ts';
import { RemoteMarkets } from './remote-markets.ts';

describeMarketReader({
  name: 'of another process',
  open: async (t, { reads, clock }) => {
    const { openClient } = await startFeedPort(t, {
      feed: quietFeed([], clock),
      books: { book: () => Promise.reject(new Error('no books here')) },
      markets: reads,
    });
    return new RemoteMarkets(openClient(), clock);
  },
});
