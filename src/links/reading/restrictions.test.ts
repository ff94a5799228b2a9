import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAdditions, listDays, listNumbers, listRestrictions, mayBeSameDay } from './restrictions.ts';

test('a sentence is taken to restrict the question unless it has a known form that does not', () => {
  const harmless = [
    'If the game is postponed, this market will remain open until the game has been completed.',
    'If the game is cancelled entirely, with no make-up game, this market resolves 50-50.',
    'If the Celtics win, the market will resolve to "Celtics".',
    'The resolution source for this market will be official information from the league (e.g., https://www.nba.com/).',
    'Trading involves risk.',
    'Kalshi is not affiliated with the organizers.',
    'This market will resolve according to the actor who wins the Academy Award for Best Actor.',
    'class:priceBinary|underlying:ETH|expiry:20261122-1700|targetPrice:3120|period:1d',
  ];
  // The variable part of a form must still be known to the other side.
  for (const text of harmless)
    assert.ok(
      listRestrictions(text).every(({ said }) => said !== null),
      text,
    );
  const restricting = [
    'A nomination is enough.',
    'The score at halftime decides.',
    'If the game is postponed, only goals before the interruption count, and this market will resolve by them.',
    'This market will resolve according to the actor who wins the first round of the vote.',
    'The resolution source is consulted only after certification.',
    'participantA:X|participantB:Y|countedPlay:the first half',
  ];
  for (const text of restricting) assert.equal(listRestrictions(text).length, 1, text);
});

test('sentences end where they end: not in names, numbers and addresses', () => {
  const text =
    'Washington vs. St. Louis is meant. Stephen F. Austin is not, at www.ncaa.com or by U.S. law.. A goal counts.';
  assert.deepEqual(
    listRestrictions(text).map((found) => found.text),
    [
      'Washington vs. St. Louis is meant',
      'Stephen F. Austin is not, at www.ncaa.com or by U.S. law.',
      'A goal counts',
    ],
  );
});

test('the condition of a contest may add nothing to the plain question', () => {
  const plain =
    'Boston wins the Boston at New York professional basketball game originally scheduled for Mar 12, 2026';
  const soccer =
    'Elche wins the Levante vs Elche La Liga soccer game originally scheduled for Jan 23, 2026 after 90 minutes plus stoppage time (does not include extra time or penalties)';
  for (const condition of [plain, soccer]) assert.deepEqual(listAdditions(condition), [], condition);
  for (const added of ['at Madison Square Garden', 'by more than 4 points', 'in the opening quarter'])
    assert.deepEqual(
      listAdditions(`${plain} ${added}`).map(({ text }) => text),
      [added],
    );
});

test('days and numbers are read in every form', () => {
  assert.deepEqual(listDays('by December 31, 2026 or before Jan 1, 2027, on May 5th'), [
    '2026-12-31',
    '2026-12-31',
    '05-05',
  ]);
  assert.deepEqual(listNumbers('two of 1,250.5 on May 5, 2026 at 5:00 PM'), ['2', '1250.5']);
  const rows: [string, string, boolean][] = [
    ['2026-12-31', '12-31', true],
    ['12-31', '2026-12-31', true],
    ['2026-12-31', '2027-12-31', false],
    ['12-31', '12-30', false],
  ];
  for (const [one, two, expected] of rows) assert.equal(mayBeSameDay(one, two), expected, `${one} ${two}`);
});

test('rules of any length and kind are read in bounded time', () => {
  const long = [
    'If the game is postponed '.repeat(2_000),
    'a '.repeat(25_000),
    '\n'.repeat(50_000),
    '('.repeat(50_000),
    'if '.repeat(17_000),
    '市场将根据结果决定。'.repeat(5_000),
  ];
  const startedAt = performance.now();
  for (const text of long) listRestrictions(text);
  assert.ok(performance.now() - startedAt < 2_000, `${performance.now() - startedAt} ms`);
  assert.deepEqual(listRestrictions(''), []);
});
