import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { findRecordedBodies, requireFit } from '../../../test/support/recorded-bodies.ts';
import { balanceAnswer, createdOrder, ordersPage } from '../../bot/execution/kalshi/wire.ts';
import { epochMs } from '../../domain/index.ts';
import { normaliseBook, normaliseMarket, normaliseTickerMessage } from './normalise.ts';
import { findTakerFeeRate } from './taker-fee.ts';
import {
  bookAnswer,
  eventPage,
  eventRow,
  frame,
  marketRow,
  seriesAnswer,
  subscribedMessage,
  tickerMessage,
  tradePage,
  tradeRow,
} from './wire.ts';

const bodies = findRecordedBodies('kalshi');

/** Recorded bodies that the service does not read, with the reason. */
const UNREAD: Readonly<Record<string, string>> = {
  'account-limits-demo-2026-09': 'limits are the published ones',
  'exchange-status-shards-2026-08': 'asked as a probe, for its status alone',
  'portfolio-delete-order-demo-2026-09': 'an order is looked up after its cancellation',
  'ws-user_order-demo-2026-09': 'orders are asked over REST',
};

const now = epochMs(Date.parse('2026-09-17T12:00:00Z'));

/** Assertions about each recorded body that the service reads. */
const READ: Readonly<Record<string, (body: unknown) => void>> = {
  'events-nested-2026-09': (body) => {
    const { events } = requireFit(body, eventPage);
    for (const row of events) {
      const event = requireFit(row, eventRow);
      for (const market of (row as { markets: unknown[] }).markets) {
        const state = normaliseMarket(requireFit(market, marketRow), event, { now });
        assert.equal(state.refused, undefined);
      }
    }
  },
  'market-empty-sizes-2026': (body) => {
    const market = requireFit(body, marketRow);
    const { price, bid, ask, ticker } = normaliseMarket(market, null);
    assert.ok(price !== null && bid !== null && ask !== null, 'an empty size is no empty side');
    assert.equal(ticker.closeTime === null || ticker.closeTime > 0, true);
  },
  'orderbook-2026-09': (body) => {
    const answer = requireFit(body, bookAnswer);
    assert.ok('orderbook_fp' in answer);
    const book = normaliseBook(answer.orderbook_fp, 'kalshi-x', now);
    assert.ok(book.bids.length > 0 && book.asks.length > 0);
    assert.ok((book.bids[0]?.price ?? 1) < (book.asks[0]?.price ?? 0));
  },
  'series-2026-09': (body) => {
    const { series } = requireFit(body, seriesAnswer);
    assert.ok(series.category);
    const event = { event_ticker: 'E', series_ticker: series.ticker };
    assert.equal(findTakerFeeRate(event, series), 0.07 * (series.fee_multiplier ?? 1));
  },
  'trades-2026-09': (body) => {
    const { trades } = requireFit(body, tradePage);
    assert.ok(trades.length > 0);
    for (const trade of trades) requireFit(trade, tradeRow);
  },
  'ws-subscribed-ticker-demo-2026-09': (body) => {
    const { msg } = requireFit(body, frame);
    assert.equal(requireFit(msg, subscribedMessage).channel, 'ticker');
  },
  'ws-ticker-demo-2026-09': (body) => {
    const { msg, seq } = requireFit(body, frame);
    assert.equal(seq, undefined, 'the channel has no sequence');
    assert.ok(normaliseTickerMessage(requireFit(msg, tickerMessage), now).venueTime !== null);
  },
  'portfolio-balance-demo-2026-09': (body) => {
    const balance = requireFit(body, balanceAnswer);
    assert.equal(balance.balance_breakdown?.length, 4);
  },
  'portfolio-orders-demo-2026-09': (body) => {
    assert.equal(requireFit(body, ordersPage).orders.length, 3);
  },
  'portfolio-post-order-demo-2026-09': (body) => {
    assert.equal(requireFit(body, createdOrder).fill_count, '0.00');
  },
};

describe('every body of October that is read runs through its schema', { skip: bodies.skip }, () => {
  bodies.testEach(READ, UNREAD);
});
