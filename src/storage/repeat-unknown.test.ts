import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatUnknown } from './repeat-unknown.ts';
import { StorageUnavailableError } from './service-database.ts';

const lost = new StorageUnavailableError('no answer', { isUnknown: true });
const away = new StorageUnavailableError('away');
const wrong = new RangeError('a rule refused');

test('a call is repeated while its outcome is unknown, at most so often and so long', async () => {
  const rows: [errors: Error[], callMs: number, calls: number, outcome: Error | 'stored'][] = [
    [[], 0, 1, 'stored'],
    [[lost], 0, 2, 'stored'],
    [[lost, lost], 0, 3, 'stored'],
    [[lost, lost, lost], 0, 3, lost],
    [[away], 0, 1, away],
    [[wrong], 0, 1, wrong],
    [[lost, away], 0, 2, away],
    [[lost], 100, 2, 'stored'],
    [[lost, lost], 100, 2, lost],
    [[lost], 101, 1, lost],
  ];
  for (const [i, [errors, callMs, calls, outcome]] of rows.entries()) {
    let now = 0;
    let made = 0;
    const call = async () => {
      const error = errors[made++];
      now += callMs;
      if (error !== undefined) throw error;
      return 'stored' as const;
    };
    const limits = { attempts: 3, withinMs: 100, elapsed: () => now };
    const result = await repeatUnknown(call, limits).catch((error: unknown) => error);
    assert.equal(result, outcome, `row ${i + 1}`);
    assert.equal(made, calls, `row ${i + 1}`);
  }
});
