import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDate } from './date-fact.ts';
import { readDate } from './dates.ts';

const near = Date.parse('2026-12-05T00:00:00Z');

const rows: readonly (readonly [text: string, expected: string | null])[] = [
  ['Will Bitcoin be above $90,000 on December 1?', '2026-12-01'],
  ['BTC above 64953 at 2026-07-16 06:00 UTC', '2026-07-16 06:00 UTC'],
  ['Bitcoin price on Dec 1, 2026 at 5pm EST?', '2026-12-01 22:00 UTC'],
  ['Bitcoin price on Jul 1, 2026 at 5pm EDT?', '2026-07-01 21:00 UTC'],
  ['ETH below $3k on December 5, 1:00 AM ET?', '2026-12-05 06:00 UTC'],
  ['ETH below $3k on July 5, 2026 1:00 AM ET?', '2026-07-05 05:00 UTC'],
  ['Bitcoin Up or Down - July 23, 2026, 7:55PM-8:00PM ET', '2026-07-24 00:00 UTC'],
  ['Will it be out before Jan 1, 2027?', 'by 2026-12-31'],
  ['Xi Jinping out before 2027?', 'by 2026-12-31'],
  ['Out by December 31, 2026?', 'by 2026-12-31'],
  ['Out by end of 2026?', 'by 2026-12-31'],
  ['Syria elections before July?', 'by 2026-06-30'],
  ['Ceasefire by June 30, 2027?', 'by 2027-06-30'],
  ['Recession in 2027?', '2027'],
  ['Will PSG win the 2025–26 Champions League?', '2026'],
  ['Unemployment above 5% in December 2026?', '2026-12'],
  ['Will Arsenal win on 2026-12-19?', '2026-12-19'],
  ['Fed decision in December?', '2026-12'],
  ['Will Elon Musk visit Mars?', null],
];

test('a date is read with its last day, its hour and its zone', () => {
  for (const [text, expected] of rows) {
    const { fact } = readDate(text, near);
    assert.equal(fact === null ? null : formatDate(fact), expected, text);
  }
});

test('a day that does not exist is no date', () => {
  for (const text of ['by November 31, 2026', 'on 2026-02-29', 'on 31 April 2026', 'on February 30?'])
    assert.notEqual(readDate(text, near).fact?.grain, 'day', text);
  assert.equal(readDate('on February 29, 2028', near).fact?.day, 29);
});

test('a day without a year belongs to the year closest to the end of the market', () => {
  assert.equal(readDate('on January 3?', near).fact?.year, 2027);
  assert.equal(readDate('on January 3?', null).fact?.year, null);
});

test('New York changes its clock on the second Sunday of March and the first of November', () => {
  const utc = (text: string) => new Date(readDate(text, null).fact?.instant ?? 0).toISOString().slice(0, 16);
  assert.equal(utc('March 7, 2026 12:00 PM ET'), '2026-03-07T17:00');
  assert.equal(utc('March 8, 2026 12:00 PM ET'), '2026-03-08T16:00');
  assert.equal(utc('October 31, 2026 12:00 PM ET'), '2026-10-31T16:00');
  assert.equal(utc('November 1, 2026 12:00 PM ET'), '2026-11-01T17:00');
  assert.equal(utc('November 1, 2026 12:00 AM ET'), '2026-11-01T04:00');
});

test('what was read as a date is no longer in the text', () => {
  assert.doesNotMatch(readDate('BTC above 90000 at 2026-12-01 22:00 UTC', null).rest, /2026|22:00|utc/);
});
