import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ListingIntake } from '../../../test/support/strict-intake.ts';
import { epochMs } from '../../domain/index.ts';
import { classifyMarket } from './lifecycle.ts';
import { identify, normaliseMarket, normaliseResolution } from './normalise.ts';
import { normaliseBook } from './normalise-book.ts';
import { toHourlyCandles } from './price-history.ts';
import { readFrame } from './stream/frames.ts';
import { clobBook, type GammaMarket, gammaEvent, gammaMarket, pricesHistoryV1 } from './wire.ts';

const folder = path.join(import.meta.dirname, '../../../../shared/recordings/polymarket');
const skip = existsSync(folder)
  ? false
  : 'the recordings are not beside the project: they are in a folder `shared` beside the checkout';

function recording(name: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
}

function markets(rows: unknown): GammaMarket[] {
  assert.ok(Array.isArray(rows));
  return rows.map((row: unknown) => {
    assert.ok(gammaMarket.accepts(row), gammaMarket.findProblem(row) ?? '');
    return row;
  });
}

function normaliseAll(list: readonly GammaMarket[], at: string) {
  const now = epochMs(Date.parse(at));
  return list.flatMap((market) => {
    const identity = identify(market);
    return identity === null ? [] : [normaliseMarket(market, identity, now)];
  });
}

/** Asserts that every number is null or finite, and that every probability lies between 0 and 1. */
function assertSound(list: ReturnType<typeof normaliseAll>) {
  for (const { state } of list) {
    for (const value of Object.values(state.ticker))
      if (typeof value === 'number') assert.ok(Number.isFinite(value));
    for (const price of [state.price, state.bid, state.ask]) {
      assert.ok(price === null || (price > 0 && price < 1), state.ref.asset);
    }
  }
}

describe('the recordings run through the adapter', { skip }, () => {
  it('reads 500 open markets, each with a price near the listed one where its book is narrow', () => {
    const list = normaliseAll(markets(recording('gamma-markets-1.json')), '2026-02-07T21:00:00Z');
    assert.equal(list.length, 500);
    assertSound(list);
    assert.equal(list.filter(({ lifecycle }) => lifecycle === 'open').length, 500);
    const narrow = list.filter(({ quote: { bid, ask } }) => bid !== null && ask !== null && ask - bid <= 0.1);
    assert.ok(narrow.length > 400);
    for (const { state, quote } of narrow)
      assert.ok(Math.abs((state.price ?? 0) - (quote.listed ?? 0)) < 0.01, state.ref.asset);
  });

  it('reads 100 markets of 2024 with their missing members', () => {
    const list = normaliseAll(markets(recording('gamma-markets-5-2024.json')), '2025-05-07T00:00:00Z');
    assert.ok(list.length > 50);
    assertSound(list);
  });

  it('settles 292 resolved markets and prices none of them', () => {
    const list = markets(recording('gamma-markets-6-btc5m-resolved.json'));
    assertSound(normaliseAll(list, '2026-07-25T00:00:00Z'));
    for (const market of list) {
      const identity = identify(market);
      assert.ok(identity !== null);
      const resolution = normaliseResolution(market, identity);
      const [first] = JSON.parse(String(market.outcomePrices)) as string[];
      assert.equal(resolution?.outcome, first === '1' ? 'yes' : 'no');
      assert.equal(normaliseMarket(market, identity, epochMs(Date.now())).state.price, null);
    }
    assert.equal(list.length, 292);
  });

  it('finds the placeholders among the markets of 100 events', () => {
    const events = recording('gamma-events-1.json') as unknown[];
    let placeholders = 0;
    for (const event of events) {
      assert.ok(gammaEvent.accepts(event), gammaEvent.findProblem(event) ?? '');
      for (const market of markets(event.markets)) {
        const lifecycle = classifyMarket(market, epochMs(Date.parse('2025-06-28T00:00:00Z')));
        if (lifecycle === 'placeholder') placeholders++;
      }
    }
    assert.ok(placeholders >= 60, `${placeholders}`);
  });

  it('reads every recorded book and the recorded price history', () => {
    const books = readdirSync(folder).filter((name) => /^clob-book-.*(?<!request)\.json$/.test(name));
    assert.ok(books.length >= 3);
    for (const name of books) {
      const body = recording(name);
      assert.ok(clobBook.accepts(body), name);
      const { bids, asks } = normaliseBook(body, 'pm-x', epochMs(0));
      assert.ok((bids[0]?.price ?? 0) < (asks[0]?.price ?? 1), name);
      assert.deepEqual(
        bids,
        [...bids].sort((a, b) => b.price - a.price),
      );
      assert.deepEqual(
        asks,
        [...asks].sort((a, b) => a.price - b.price),
      );
    }
    const history = recording('clob-prices-history.json');
    assert.ok(pricesHistoryV1.accepts(history));
    const points = history.history.map(({ t, p }) => ({ seconds: t, price: p }));
    assert.ok(toHourlyCandles(points).length >= 11);
  });

  it('reads every recorded stream event of today, and refuses none but the old price_change', () => {
    const intake = new ListingIntake();
    const refused = readdirSync(folder)
      .filter((name) => name.startsWith('ws-'))
      .filter((name) => {
        const before = intake.refused.length;
        readFrame(readFileSync(path.join(folder, name), 'utf8'), { intake });
        return intake.refused.length > before;
      });
    assert.deepEqual(refused, ['ws-price_change-2024.json']);
  });
});
