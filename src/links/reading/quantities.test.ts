import assert from 'node:assert/strict';
import test from 'node:test';
import { formatQuantity, readQuantities } from './quantities.ts';

const rows: readonly (readonly [text: string, expected: readonly string[]])[] = [
  ['Bitcoin above $90,000?', ['above 90000 usd']],
  ['ETH below $3k?', ['below 3000 usd']],
  ['OpenAI valued above $1t', ['above 1000000000000 usd']],
  ['OpenAI valued above $1,000 billion', ['above 1000000000000 usd']],
  ['rate above 5.0%', ['above 5 pct']],
  ['Above 5%', ['above 5 pct']],
  ['5% or below', ['at or below 5 pct']],
  ['91° or above', ['at or above 91 deg']],
  ['be <80°', ['below 80 deg']],
  ['between 50-51°F', ['between 50 to 51 deg']],
  ['80° to 81°', ['between 80 to 81 deg']],
  ['cut rates by 25bps', ['exact 25 bps']],
  ['cut rates by >25bps', ['above 25 bps']],
  ['at least 3 upsets', ['at or above 3']],
  ['exactly 4 upsets', ['exact 4']],
  ['3+ wins', ['at or above 3']],
  ['Will Bitcoin reach $100,000', ['touch 100000 usd']],
  ['Will Bitcoin dip to $70,000', ['dip 70000 usd']],
  ['cut between $50-100b', ['between 50000000000 to 100000000000 usd']],
  ['no numbers here', []],
];

test('numbers are read with unit, scale and direction', () => {
  for (const [text, expected] of rows) {
    assert.deepEqual(readQuantities(text).quantities.map(formatQuantity), expected, text);
  }
});
