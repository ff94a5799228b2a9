import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateCode, hashCode, readCode } from './voucher-code.ts';

const SYMBOLS = '0123456789ABCDEFGHJKMNPQG';

test('a published code has the published check symbol and hash', () => {
  const { symbols, isPlausible } = readCode('TAPE', 'TAPE-01234-56789-ABCDE-FGHJK-MNPQG');
  assert.equal(isPlausible, true);
  assert.equal(symbols, SYMBOLS);
  assert.equal(hashCode(symbols), '029080dec70b564529087ac8e10772f9fddba29d32066cac50ad63d82bd59a3e');
});

test('a code is read as people write it', () => {
  for (const text of [
    'tape-01234-56789-abcde-fghjk-mnpqg',
    'TAPE0123456789ABCDEFGHJKMNPQG',
    ' tape O1234 56789 ABCDE FGHJK MNPQG ',
    'TAPE-OI234-56789-ABCDE-FGHJK-MNPQG',
    'TAPE-0L234-56789-ABCDE-FGHJK-MNPQG',
  ]) {
    assert.deepEqual(readCode('TAPE', text), { symbols: SYMBOLS, isPlausible: true }, text);
  }
});

test('every wrong symbol and every swap of neighbours is noticed', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let state = 11;
  const random = (count: number) =>
    Uint8Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
  for (let round = 0; round < 20; round++) {
    const { symbols } = readCode('TAPE', generateCode('TAPE', random));
    const tries: string[] = [];
    for (let i = 0; i < symbols.length; i++) {
      for (const other of alphabet) {
        if (other !== symbols[i]) tries.push(symbols.slice(0, i) + other + symbols.slice(i + 1));
      }
      const swapped = symbols.slice(0, i) + symbols[i + 1] + symbols[i] + symbols.slice(i + 2);
      if (i + 1 < symbols.length && symbols[i] !== symbols[i + 1]) tries.push(swapped);
    }
    for (const wrong of tries) assert.equal(readCode('TAPE', `TAPE${wrong}`).isPlausible, false, wrong);
  }
});

test('what is no code is not plausible', () => {
  for (const text of [
    '',
    'TAPE',
    'HYPO-01234-56789-ABCDE-FGHJK-MNPQG',
    '01234-56789-ABCDE-FGHJK-MNPQG',
    'TAPE-U',
  ]) {
    assert.equal(readCode('TAPE', text).isPlausible, false, text);
  }
});
