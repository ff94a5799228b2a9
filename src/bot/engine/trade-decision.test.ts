import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKalshiAsset, buildPerpAsset, epochMs, microUsd } from '../../domain/index.ts';
import { DEFAULT_BOT_CONFIG } from '../control/control.ts';
import type { Quote } from '../exits/quote.ts';
import { FLAT, type Position } from '../positions/position.ts';
import { buildEngineOrderId } from './engine-order-id.ts';
import { type Decision, type DecisionInputs, decideTrade, type MarketSignal } from './trade-decision.ts';

const LONG: MarketSignal = {
  ref: buildPerpAsset('BTC'),
  direction: 'LONG',
  confidence: 0.7,
  feedAgeMs: 1_000,
  price: 100,
};
const CONFIG = { ...DEFAULT_BOT_CONFIG, tradeSizeUsd: 20 };
const NOW = epochMs(1_763_700_000_000);
const position = (size: string, costUsd: number): Position => ({
  size,
  costMicroUsd: microUsd(costUsd * 1_000_000),
});
const decide = (signal: Partial<MarketSignal> | null, rest: Partial<DecisionInputs> = {}): Decision =>
  decideTrade({
    config: CONFIG,
    signal: signal === null ? null : { ...LONG, ...signal },
    position: FLAT,
    hasOpenOrder: false,
    isOpeningHalted: false,
    now: NOW,
    ...rest,
  });

test('a strong, fresh signal opens on its side; everything else holds, with its reason', () => {
  assert.deepEqual(decide({}), { action: 'open', side: 'buy', sizeUsd: 20, price: 100 });
  assert.deepEqual(decide({ direction: 'SHORT' }), { action: 'open', side: 'sell', sizeUsd: 20, price: 100 });
  const binary = buildKalshiAsset('A');
  const rows: [signal: Partial<MarketSignal> | null, rest: Partial<DecisionInputs>, reason: string][] = [
    [null, {}, 'unknown_asset'],
    [{ direction: 'NEUTRAL', confidence: 1 }, {}, 'neutral'],
    [{ confidence: 0.59 }, {}, 'weak_signal'],
    [{ feedAgeMs: 120_001 }, {}, 'stale_data'],
    [{ feedAgeMs: null }, {}, 'stale_data'],
    [{ price: null }, {}, 'no_price'],
    [{}, { config: { ...CONFIG, tradeSizeUsd: 1e10 } }, 'above_ceiling'],
    [{ ref: binary, price: 1e-6 }, { config: { ...CONFIG, tradeSizeUsd: 1e6 } }, 'above_ceiling'],
    [{ ref: binary, price: 1 }, {}, 'no_price'],
    [{ ref: binary, price: 0 }, {}, 'no_price'],
    [{}, { hasOpenOrder: true }, 'order_open'],
    [{}, { position: position('0.18', 18) }, 'in_position'],
    [{ direction: 'SHORT' }, { position: position('-0.3', 30) }, 'in_position'],
  ];
  for (const [signal, rest, reason] of rows) {
    assert.deepEqual(decide(signal, rest), { action: 'hold', reason }, reason);
  }
  assert.equal(decide({ confidence: 0.6, feedAgeMs: 120_000 }).action, 'open');
});

test('a position that cost less than nine tenths of the trade size is added to, no matter what it is worth now', () => {
  assert.equal(decide({ price: 500 }, { position: position('0.17', 17.9) }).action, 'open');
  assert.equal(decide({ price: 1 }, { position: position('0.18', 18) }).action, 'hold');
});

test('a flip closes the whole position first, at its size', () => {
  const closing = decide({ direction: 'SHORT', price: 333.33 }, { position: position('0.123457', 12) });
  assert.ok(closing.action === 'close');
  assert.equal(closing.side, 'sell');
  // The size that the venue computes from it, cut to a millionth.
  assert.equal(Math.floor((closing.sizeUsd / 333.33) * 1e6 + 1e-6) / 1e6, 0.123457);
  assert.deepEqual(decide({}, { position: position('-0.5', 50) }), {
    action: 'close',
    side: 'buy',
    sizeUsd: 50,
    price: 100,
  });
});

test('a position below the minimum of an order is closed too, and never opened over', () => {
  const perpetual = decide({ direction: 'SHORT' }, { position: position('0.000001', 0.0001) });
  assert.deepEqual(perpetual, { action: 'close', side: 'sell', sizeUsd: 0.0001, price: 100 });
  const outcome = { ref: buildKalshiAsset('A'), direction: 'SHORT', price: 0.06 } as const;
  const shares = decide(outcome, { position: position('145', 12) });
  assert.deepEqual(shares, { action: 'close', side: 'sell', sizeUsd: 8.7, price: 0.06 });
});

test('less than a lot is not open: nothing is asked for it, and the other side opens', () => {
  const quote = { bid: 98, ask: 102, seenAt: NOW, isOpen: true, endsAt: null, lot: '0.001' };
  const dust = position('0.0009', 0.09);
  const closes = { ...CONFIG, onNeutral: 'close' } as const;
  const opens = { action: 'open', side: 'sell', sizeUsd: 20, price: 98 };
  assert.deepEqual(decide({ quote, direction: 'SHORT' }, { position: dust }), opens);
  assert.deepEqual(decide({ quote, direction: 'NEUTRAL' }, { position: dust, config: closes }), {
    action: 'hold',
    reason: 'dust',
  });
  assert.deepEqual(decide({ quote, direction: 'NEUTRAL' }, { position: dust }), {
    action: 'hold',
    reason: 'neutral',
  });
  // A position of a whole lot can be closed, however fine the lot.
  for (const [size, lot] of [
    ['0.001', '0.001'],
    ['0.0009', '0.0001'],
    ['-0.0009', '0.0009'],
  ] as const) {
    const direction = size.startsWith('-') ? 'LONG' : 'SHORT';
    const open = { position: position(size, 0.09) };
    assert.equal(decide({ quote: { ...quote, lot }, direction }, open).action, 'close', size);
  }
});

test('one id for each asset and minute; long assets appear by their hash', () => {
  const t = epochMs(1_763_700_059_999);
  assert.equal(buildEngineOrderId('hl-BTC', t), 'eng:hl-BTC:29395000');
  assert.equal(buildEngineOrderId('hl-BTC', epochMs(t + 1)), 'eng:hl-BTC:29395001');
  const long = `pm-${'a'.repeat(38)}`;
  assert.match(buildEngineOrderId(long, t), /^eng:[0-9a-f]{16}:29395000$/);
  assert.notEqual(buildEngineOrderId(long, t), buildEngineOrderId(`${long}b`, t));
  assert.equal(buildEngineOrderId(long.slice(0, 40), t).includes(long.slice(0, 40)), true);
});

test('it trades at the touch, only what is missing, in open markets that do not end soon, at a spread it is told', () => {
  const quote = { bid: 98, ask: 102, seenAt: NOW, isOpen: true, endsAt: epochMs(NOW + 60_000) };
  assert.deepEqual(decide({ quote }), { action: 'open', side: 'buy', sizeUsd: 20, price: 102 });
  assert.deepEqual(decide({ quote, direction: 'SHORT' }), {
    action: 'open',
    side: 'sell',
    sizeUsd: 20,
    price: 98,
  });
  const added = decide({ quote }, { position: position('0.1', 12.345) });
  assert.deepEqual(added, { action: 'open', side: 'buy', sizeUsd: 7.65, price: 102 });
  const rows: [quote: Partial<Quote>, config: object, reason: string][] = [
    [{ isOpen: false }, {}, 'market_closed'],
    [{ ask: null }, {}, 'no_price'],
    [{}, { closeBeforeEndMs: 60_000 }, 'ends_soon'],
    [{ endsAt: NOW }, {}, 'ends_soon'],
    [{}, { maxSpreadPct: 4 }, 'wide_spread'],
  ];
  for (const [changes, config, reason] of rows) {
    const decision = decide({ quote: { ...quote, ...changes } }, { config: { ...CONFIG, ...config } });
    assert.deepEqual(decision, { action: 'hold', reason }, reason);
  }
  assert.equal(decide({ quote }, { config: { ...CONFIG, maxSpreadPct: 4.01 } }).action, 'open');
  assert.equal(decide({ quote: null }).action, 'hold');
});

test('a neutral signal holds or closes as it is told, at the touch; a halt of openings lets closes go', () => {
  const quote = { bid: 98, ask: 102, seenAt: NOW, isOpen: true, endsAt: null };
  const config = { ...CONFIG, onNeutral: 'close' } as const;
  const neutral = { quote, direction: 'NEUTRAL', confidence: 0 } as const;
  const held = { config, position: position('0.1', 10), isOpeningHalted: true };
  const closing = decide(neutral, held);
  assert.deepEqual(closing, { action: 'close', side: 'sell', sizeUsd: 9.8, price: 98 });
  const short = decide(neutral, { ...held, position: position('-0.1', 10) });
  assert.deepEqual([short.action, short.action === 'close' && short.side], ['close', 'buy']);
  assert.deepEqual(decide(neutral, { config }), { action: 'hold', reason: 'neutral' });
  assert.deepEqual(decide({ quote }, { isOpeningHalted: true }), { action: 'hold', reason: 'halt' });
});
