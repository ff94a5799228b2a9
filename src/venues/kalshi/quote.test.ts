import assert from 'node:assert/strict';
import test from 'node:test';
import { complement } from '../../domain/index.ts';
import { chooseRecordedPrice, readQuote } from './quote.ts';

const wire = (bid: string, bidSize: string | null, ask: string, askSize: string | null) => ({
  yes_bid_dollars: bid,
  yes_bid_size_fp: bidSize,
  yes_ask_dollars: ask,
  yes_ask_size_fp: askSize,
});

test('the recording rule, row by row', () => {
  const rows: [why: string, ReturnType<typeof wire>, last: string | null, price: number | null][] = [
    ['both sides near: the mid', wire('0.3000', '8.41', '0.3100', '63.09'), '0.9000', 0.305],
    ['exactly 0.10 apart is still near', wire('0.2000', '1.00', '0.3000', '1.00'), '0.9000', 0.25],
    ['a tick more is not', wire('0.2000', '1.00', '0.3001', '1.00'), '0.2200', 0.22],
    ['far and never traded: none', wire('0.2000', '1.00', '0.9000', '1.00'), '0.0000', null],
    ['no bid: last trade', wire('0.0000', '0.00', '0.0100', '5.00'), '0.0300', 0.03],
    ['no ask: last trade', wire('0.9700', '5.00', '1.0000', '0.00'), '0.9800', 0.98],
    ['no ask written as 0', wire('0.9700', '5.00', '0.0000', '0.00'), '0.9800', 0.98],
    ['empty: none, although it traded once', wire('0.0000', '0.00', '1.0000', '0.00'), '0.4000', null],
    ['a price without size is no quote', wire('0.3000', '0.00', '0.3100', '0.00'), '0.4000', null],
    ['where no size is said, the price decides', wire('0.3000', null, '0.3100', null), '0.4000', 0.305],
    ['an empty text is no size', wire('0.3000', '', '0.3100', ''), '0.4000', 0.305],
    ['no size and the end of the scale: empty', wire('0.0000', '', '1.0000', ''), '0.4000', null],
    ['one size said, one not', wire('0.3000', '0.00', '0.3100', ''), '0.4000', 0.4],
    ['crossed: last trade', wire('0.4000', '1.00', '0.3000', '1.00'), '0.3500', 0.35],
    ['never traded and one sided: none', wire('0.0000', '0.00', '0.0100', '5.00'), '0.0000', null],
  ];
  for (const [why, market, last, price] of rows) {
    assert.equal(chooseRecordedPrice(readQuote(market, last)), price, why);
  }
});

test('a complement carries no floating-point error', () => {
  for (let cents = 1; cents < 100; cents++) assert.equal(complement(cents / 100), (100 - cents) / 100);
  assert.equal(complement(0.123456), 0.876544);
});
