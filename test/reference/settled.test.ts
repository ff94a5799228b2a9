import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { SETTLED_KINDS } from '../../scripts/settled-cases.ts';
import { calibrate, wilsonInterval } from '../../src/analytics/index.ts';
import { hashMembers } from '../../src/history/settled/line-text.ts';
import { LeafCounter, type Tolerance } from './compare.ts';
import { hasGoldens, type Json, readGolden, SHARED_GOLDENS } from './golden-files.ts';

interface Case {
  readonly name: string;
  readonly input: Json;
  readonly tolerance: Tolerance;
  readonly expected: Json;
}

const skip = hasGoldens(SHARED_GOLDENS)
  ? false
  : 'the reference values are not beside the project: they are in a folder `shared` beside the checkout';

for (const [kind, folder] of [
  ['verdicts', 'settled'],
  ['admission', 'settled'],
  ['proof', 'settled'],
  ['recorded-day', 'settled'],
  ['samples', 'calibration'],
] as const) {
  test(`cases of ${kind} are those of the reference`, { skip }, () => {
    const { cases } = readGolden<{ cases: Case[] }>(SHARED_GOLDENS, `expected/${folder}/${kind}.json`);
    assert.ok(cases.length > 0);
    for (const { name, input, expected } of cases) {
      const result = SETTLED_KINDS[kind]!(withFile(input) as never);
      assert.deepEqual(JSON.parse(JSON.stringify(result)), expected, name);
    }
  });
}

test('hashes of what was stated are those of the reference', { skip }, () => {
  const { cases } = readGolden<{ cases: Case[] }>(SHARED_GOLDENS, 'expected/settled/proof.json');
  const lines = cases.flatMap(({ input }) =>
    (input as unknown as ProofDays).days.flatMap((day) => day.resolutions),
  );
  assert.ok(lines.length > 3);
  for (const { stated, statedHash } of lines)
    assert.equal(stated === null ? null : hashMembers(stated), statedHash);
});

test('scores and intervals of calibration agree with the reference', { skip }, (t) => {
  const counter = new LeafCounter();
  for (const { name, tolerance, expected } of readGolden<{ cases: Case[] }>(
    SHARED_GOLDENS,
    'expected/calibration/cells.json',
  ).cases) {
    const { samples } = readGolden<{ samples: [number, number, string | null][] }>(
      SHARED_GOLDENS,
      `inputs/calibration/${name}.json`,
    );
    counter.values(name, calibrate(samples.map(([p, y, event]) => ({ p, y, event }))), expected, tolerance);
  }
  const { wilson, tolerance } = readGolden<{
    wilson: [number, number, number, number][];
    tolerance: Tolerance;
  }>(SHARED_GOLDENS, 'expected/calibration/intervals.json');
  for (const [share, n, low, high] of wilson)
    counter.values(`${share} of ${n}`, wilsonInterval(share, n), { low, high }, tolerance);
  t.diagnostic(`compared ${counter.compared} values of calibration`);
  assert.ok(counter.compared > 1000);
});

interface ProofDays {
  readonly days: { resolutions: { stated: object | null; statedHash: string | null }[] }[];
}

/** Input with the path of the recording that it names, where it names one. */
function withFile(input: Json): object {
  const named = input as { recording?: string };
  if (named.recording === undefined) return named;
  return { ...named, file: path.join(SHARED_GOLDENS, '../../recordings/series', named.recording) };
}
