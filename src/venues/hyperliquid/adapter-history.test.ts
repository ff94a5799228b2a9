import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fixture, startLoopbackVenue } from '../../../test/support/loopback-venues/hyperliquid.ts';
import {
  asking,
  bench,
  cleanUp,
  cleanups,
  countQueries,
  healthy,
  signal,
} from '../../../test/support/loopback-venues/hyperliquid-adapter.ts';
import { buildOutcomeAsset, buildPerpAsset, epochMs, HOUR_MS } from '../../domain/index.ts';
import { HyperliquidClient } from './client.ts';

after(cleanUp);

test('candles come page by page, oldest first, and not older than the venue keeps them', async () => {
  const venue = await startLoopbackVenue((query) => {
    const { startTime, endTime } = query.req as { startTime: number; endTime: number };
    const hours = [startTime, endTime].map((t) => ({
      t,
      T: t,
      s: 'BTC',
      i: '1h',
      o: '1',
      h: '2',
      l: '1',
      c: '2',
      v: '3',
      n: 4,
    }));
    return { json: hours };
  });
  cleanups.push(() => venue.close());
  const client = new HyperliquidClient({ url: venue.url, userAgent: 'x' });
  const now = epochMs(10_000 * HOUR_MS);
  const candles = await client.readCandles('BTC', { fromMs: epochMs(0), toMs: now }, now, asking);
  const ranges = venue.asked.map(({ req }) => req as { startTime: number; endTime: number });
  assert.equal(ranges[0]?.startTime, 5_000 * HOUR_MS);
  assert.equal(ranges.at(-1)?.endTime, now);
  assert.equal(ranges.length, 6);
  for (const [index, range] of ranges.entries()) {
    assert.ok((range.endTime - range.startTime) / HOUR_MS < 1_000);
    assert.equal(
      range.startTime,
      index === 0 ? range.startTime : (ranges[index - 1]?.endTime ?? 0) + HOUR_MS,
    );
  }
  assert.ok(candles.every(({ t }, index) => index === 0 || t > (candles[index - 1]?.t ?? 0)));
  assert.deepEqual(
    { ...candles[0], t: 0 },
    { t: 0, open: 1, high: 2, low: 1, close: 2, volume: 3, trades: 4 },
  );
});

test('candles that the venue no longer keeps are not requested', async () => {
  const { adapter, venue } = await bench();
  await adapter.poll(signal);
  const [first] = fixture('candleSnapshot') as { t: number }[];
  const window = { fromMs: epochMs(first?.t ?? 0), toMs: epochMs((first?.t ?? 0) + HOUR_MS) };
  assert.deepEqual(await adapter.readCandles(buildPerpAsset('kPEPE'), window, signal), []);
  assert.equal(countQueries(venue, 'candleSnapshot'), 0);
});

test('recorded candles are read unchanged', async () => {
  const venue = await startLoopbackVenue(healthy);
  cleanups.push(() => venue.close());
  const client = new HyperliquidClient({ url: venue.url, userAgent: 'x' });
  const fromMs = epochMs(1_684_699_200_000);
  const window = { fromMs, toMs: epochMs(fromMs + HOUR_MS) };
  const candles = await client.readCandles('kPEPE', window, epochMs(fromMs + 24 * HOUR_MS), asking);
  assert.equal(candles.length, 2, 'the third starts outside the window');
  assert.deepEqual(candles[0], {
    t: fromMs,
    open: 0.001601,
    high: 0.001616,
    low: 0.001601,
    close: 0.001604,
    volume: 520665683,
    trades: 709,
  });
});

test('a candle that contradicts itself is refused alone, and counted', async () => {
  const whole = { o: '2', h: '3', l: '1', c: '2', v: '4', n: 5 };
  const contradictions: Partial<typeof whole>[] = [
    { h: '0.5' },
    { o: '3.1' },
    { o: '0.9' },
    { c: '3.1' },
    { c: '0.9' },
    { v: '-1' },
  ];
  const rows = [whole, ...contradictions.map((members) => ({ ...whole, ...members })), whole].map(
    (row, i) => ({ ...row, t: i * HOUR_MS, T: (i + 1) * HOUR_MS - 1, s: 'BTC', i: '1h' }),
  );
  const venue = await startLoopbackVenue(() => ({ json: rows }));
  cleanups.push(() => venue.close());
  const client = new HyperliquidClient({ url: venue.url, userAgent: 'x' });
  const now = epochMs(20 * HOUR_MS);
  const candles = await client.readCandles('BTC', { fromMs: epochMs(0), toMs: now }, now, asking);
  assert.deepEqual(
    candles.map(({ t }) => t / HOUR_MS),
    [0, contradictions.length + 1],
  );
  const refused = client.intake.listRefused().map(({ kind, count, at }) => [kind, count, at.row]);
  assert.deepEqual(refused, [['candle', contradictions.length, 'BTC']]);
});

test('funding times are rounded down to the hour and pages follow each other', async () => {
  const start = 1_689_620_400_000;
  const venue = await startLoopbackVenue((query) => {
    const from = query.startTime as number;
    const rows = [];
    for (let hour = 0; hour < 1_200; hour++) {
      const time = start + hour * HOUR_MS + 65;
      if (time >= from && rows.length < 500) rows.push({ coin: 'BTC', fundingRate: '0.0000125', time });
    }
    return { json: rows };
  });
  cleanups.push(() => venue.close());
  const client = new HyperliquidClient({ url: venue.url, userAgent: 'x' });
  const window = { fromMs: epochMs(start), toMs: epochMs(start + 1_199.5 * HOUR_MS) };
  const rates = await client.readFunding('BTC', window, epochMs(start + 2_000 * HOUR_MS), asking);
  assert.equal(rates.length, 1_200);
  assert.ok(rates.every(({ t }, index) => t === start + index * HOUR_MS));
  assert.deepEqual(
    venue.asked.map(({ startTime }) => startTime),
    [start, start + 500 * HOUR_MS, start + 1_000 * HOUR_MS],
  );
});

test('funding is empty for outcomes and read for perpetuals', async () => {
  const { adapter } = await bench();
  await adapter.poll(signal);
  const window = { fromMs: epochMs(1_689_620_400_000), toMs: epochMs(1_689_624_000_000) };
  assert.deepEqual(await adapter.readFunding(buildOutcomeAsset('Recurring', 839), window, signal), []);
  assert.deepEqual(await adapter.readFunding(buildPerpAsset('BTC'), window, signal), [
    { t: 1_689_620_400_000, rate: 0.0000125 },
    { t: 1_689_624_000_000, rate: 0.0000125 },
  ]);
});
