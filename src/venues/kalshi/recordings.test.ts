import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { balanceAnswer, createdOrder, ordersPage } from '../../bot/execution/kalshi/wire.ts';
import { epochMs } from '../../domain/index.ts';
import { normaliseBook, normaliseMarket, normaliseTickerMessage, normaliseTrade } from './normalise.ts';
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

const folder = path.join(import.meta.dirname, '../../../../shared/recordings/2026-10/kalshi');
const skip = existsSync(folder)
  ? false
  : 'the recordings are not beside the project: they are in a folder `shared` beside the checkout';

/** Bodies that no part of the product reads, and why. */
const UNREAD: Readonly<Record<string, string>> = {
  'account-limits-demo-2026-09': 'limits are the published ones',
  'exchange-status-shards-2026-08': 'asked as a probe, for its status alone',
  'portfolio-delete-order-demo-2026-09': 'an order is looked up after its cancellation',
  'ws-user_order-demo-2026-09': 'orders are asked over REST',
};

const now = epochMs(Date.parse('2026-09-17T12:00:00Z'));
const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));

/** Reads a body by its schema; the test names what is refused. */
function read<T>(
  name: string,
  wire: { accepts(value: unknown): value is T; findProblem(value: unknown): string | null },
) {
  return requireFit(recorded(name), wire, name);
}

function requireFit<T>(
  value: unknown,
  wire: { accepts(value: unknown): value is T; findProblem(value: unknown): string | null },
  name: string,
): T {
  assert.ok(wire.accepts(value), `${name}${wire.findProblem(value) ?? ''}`);
  return value;
}

/** What each body says when it was read. */
const READ: Readonly<Record<string, () => void>> = {
  'events-nested-2026-09': () => {
    const { events } = read('events-nested-2026-09', eventPage);
    for (const row of events) {
      const event = requireFit(row, eventRow, 'event');
      for (const market of (row as { markets: unknown[] }).markets) {
        const state = normaliseMarket(requireFit(market, marketRow, 'market'), event, { now });
        assert.equal(state.refused, undefined);
      }
    }
  },
  'market-empty-sizes-2026': () => {
    const market = requireFit(recorded('market-empty-sizes-2026'), marketRow, 'market');
    const { price, bid, ask, ticker } = normaliseMarket(market, null);
    assert.ok(price !== null && bid !== null && ask !== null, 'an empty size is no empty side');
    assert.equal(ticker.closeTime === null || ticker.closeTime > 0, true);
  },
  'orderbook-2026-09': () => {
    const answer = read('orderbook-2026-09', bookAnswer);
    assert.ok('orderbook_fp' in answer);
    const book = normaliseBook(answer.orderbook_fp, 'kalshi-x', now);
    assert.ok(book.bids.length > 0 && book.asks.length > 0);
    assert.ok((book.bids[0]?.price ?? 1) < (book.asks[0]?.price ?? 0));
  },
  'series-2026-09': () => {
    const { series } = read('series-2026-09', seriesAnswer);
    assert.ok(series.category);
    const event = { event_ticker: 'E', series_ticker: series.ticker };
    assert.equal(findTakerFeeRate(event, series), 0.07 * (series.fee_multiplier ?? 1));
  },
  'trades-2026-09': () => {
    const { trades } = read('trades-2026-09', tradePage);
    const fills = trades.map((trade) => normaliseTrade(requireFit(trade, tradeRow, 'trade')));
    assert.ok(fills.length > 0 && fills.every((fill) => fill !== null && fill.side !== null));
  },
  'ws-subscribed-ticker-demo-2026-09': () => {
    const { msg } = read('ws-subscribed-ticker-demo-2026-09', frame);
    assert.equal(requireFit(msg, subscribedMessage, 'subscribed').channel, 'ticker');
  },
  'ws-ticker-demo-2026-09': () => {
    const { msg, seq } = read('ws-ticker-demo-2026-09', frame);
    assert.equal(seq, undefined, 'the channel has no sequence');
    assert.ok(normaliseTickerMessage(requireFit(msg, tickerMessage, 'ticker'), now).venueTime !== null);
  },
  'portfolio-balance-demo-2026-09': () => {
    const balance = read('portfolio-balance-demo-2026-09', balanceAnswer);
    assert.equal(balance.balance_breakdown?.length, 4);
  },
  'portfolio-orders-demo-2026-09': () => {
    assert.equal(read('portfolio-orders-demo-2026-09', ordersPage).orders.length, 3);
  },
  'portfolio-post-order-demo-2026-09': () => {
    assert.equal(read('portfolio-post-order-demo-2026-09', createdOrder).fill_count, '0.00');
  },
};

describe('every body of October that is read runs through its schema', { skip }, () => {
  const names = skip
    ? []
    : readdirSync(folder).flatMap((file) => /^(.*)(?<!\.request)\.json$/.exec(file)?.[1] ?? []);
  for (const name of names) {
    it(name, () => {
      const check = READ[name];
      assert.ok(check !== undefined || UNREAD[name] !== undefined, 'neither read nor named as unread');
      check?.();
    });
  }
});
