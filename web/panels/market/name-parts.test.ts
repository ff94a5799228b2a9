import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitNames } from './name-parts.ts';

const split = (...names: string[]) =>
  names.map((name) => [...splitNames(names).entries()].find(([key]) => key === name)?.[1]);

test('names that differ in strike or date keep the end in which they do', () => {
  const [low, high, later] = split(
    'Will the price of Bitcoin be above $76,000 on November 24?',
    'Will the price of Bitcoin be above $78,000 on November 24?',
    'Will the price of Bitcoin be above $76,000 on November 25?',
  );
  assert.deepEqual(low, { head: 'Will the price of Bitcoin be above ', tail: '$76,000 on November 24?' });
  assert.equal(high?.tail, '$78,000 on November 24?');
  assert.equal(later?.tail, '$76,000 on November 25?');
});

test('where what follows the difference is long, the end begins at the difference', () => {
  const [one] = split(
    'Will the governor of Arden sign the water treaty with both of its upstream neighbours this year?',
    'Will the governor of Arden veto the water treaty with both of its upstream neighbours this year?',
  );
  assert.match(one?.tail ?? '', /^sign the water treaty/);
});

test('a name that none resembles, or that has no spaces, is left whole', () => {
  const long = 'x'.repeat(500);
  assert.deepEqual(split('BTC', long, `${long}y`), [
    { head: 'BTC', tail: '' },
    { head: long, tail: '' },
    { head: `${long}y`, tail: '' },
  ]);
});

test('emoji and letters of other scripts stay whole', () => {
  const [one] = split('هل سيفوز الفريق الأول بالبطولة 🏆 2026؟', 'هل سيفوز الفريق الأول بالبطولة 🏆 2027؟');
  assert.equal(`${one?.head}${one?.tail}`, 'هل سيفوز الفريق الأول بالبطولة 🏆 2026؟');
  assert.doesNotMatch(`${one?.tail}`, /^[\udc00-\udfff]/);
});
