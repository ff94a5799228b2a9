import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRecordedBodies, requireFit } from '../../../test/support/recorded-bodies.ts';
import { positionsAnswer, statusBatch, statusRow } from '../../bot/execution/limitless/wire.ts';
import { epochMs } from '../../domain/index.ts';
import { listYesPoints, normaliseBook, normaliseHistory, normaliseMarket } from './normalise.ts';
import { readTouch } from './quote.ts';
import {
  bookAnswer,
  bookMarketRow,
  groupRow,
  historyAnswer,
  marketRow,
  orderbookUpdate,
  pointRow,
} from './wire.ts';

const bodies = findRecordedBodies('limitless');

/** Recorded bodies that the service does not read, with the reason. */
const UNREAD: Readonly<Record<string, string>> = {
  'events-2026-10': 'trades of a market are not asked: whose side they state is not known',
  'ws-system-subscribed-2026-10': 'says in words what the first book says',
};

const now = epochMs(Date.parse('2026-10-07T12:00:00Z'));

/** Assertions about each recorded body that the service reads. */
const READ: Readonly<Record<string, (body: unknown) => void>> = {
  'historical-price-2026-10': (body) => {
    const points = listYesPoints(requireFit(body, historyAnswer)).map((point) => requireFit(point, pointRow));
    assert.ok(points.length > 0 && normaliseHistory(points).length > 0);
  },
  'market-child-2026-10': (body) => {
    const state = normaliseMarket(requireFit(body, bookMarketRow), { group: null, streamed: null, now });
    assert.deepEqual([state.price, state.ticker.status], [null, 'open'], 'orders at the edges alone');
    assert.equal(state.terms.isStrikeIncluded, null);
  },
  'market-daily-2026-10': (body) => {
    const { terms, price, refused } = normaliseMarket(requireFit(body, bookMarketRow), {
      group: null,
      streamed: null,
      now,
    });
    assert.deepEqual([price, refused], [0.037, undefined]);
    assert.deepEqual(
      [terms.direction, terms.isStrikeIncluded, terms.underlying, terms.settlementSource],
      ['above', false, 'BTC', 'binance spot BTCUSDT'],
      'strictly lower than the final close: a tie is Down',
    );
  },
  'market-group-2026-10': (body) => {
    const group = requireFit(body, groupRow);
    for (const child of group.markets) {
      const state = normaliseMarket(requireFit(child, bookMarketRow), { group, streamed: null, now });
      assert.equal(state.ticker.eventKey, group.slug);
    }
    assert.ok(group.markets.length > 0);
  },
  'orderbook-2026-10': (body) => {
    const book = normaliseBook(requireFit(body, bookAnswer), 'limitless-x', now);
    assert.ok(book.bids.length > 0 && book.asks.length > 0);
  },
  'ws-orderbookUpdate-2026-10': (body) => {
    const [, update] = body as unknown[];
    readTouch(requireFit(update, orderbookUpdate).orderbook);
  },
  'orders-status-batch-filled-2026-05': (body) => {
    assert.equal(requireFit(requireFit(body, statusBatch).results[0], statusRow).status, 'found');
  },
  'portfolio-positions-2026-10': (body) => {
    assert.ok(requireFit(body, positionsAnswer).clob.length > 0);
  },
};

describe('every body of October that is read runs through its schema', { skip: bodies.skip }, () => {
  bodies.testEach(READ, UNREAD);
  it('a market alone is read by the loose schema too, which its end needs', () => {
    requireFit(bodies.read('market-daily-2026-10'), marketRow);
  });
});
