import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { hasGoldens, readGolden, SHARED_GOLDENS } from './golden-files.ts';

const CHECKER = path.join(import.meta.dirname, '../../clients/check-settled.py');
/** Reasons that need more than a file of evidence holds. */
const NOT_IN_FILE = ['terms_changed', 'average_not_recorded', 'source_not_recorded'];

const skip = hasGoldens(SHARED_GOLDENS)
  ? false
  : 'the reference values are not beside the project: they are in a folder `shared` beside the checkout';

test('the checker of evidence decides, hashes and climbs as the reference does', { skip }, () => {
  const read = <T>(file: string) =>
    readGolden<{ cases: { name: string; input: T; expected: never }[] }>(
      SHARED_GOLDENS,
      `expected/settled/${file}`,
    ).cases;
  const verdicts = read<object>('verdicts.json').filter(
    ({ expected }) => !NOT_IN_FILE.includes((expected as { reason: string }).reason),
  );
  const [proof] = read<{ terms: Record<string, object> }>('proof.json');
  const { paths, roots, termsHash } = proof!.expected as {
    paths: { partRoot: string; entryPath: string[] }[];
    roots: string[];
    termsHash: Record<string, string>;
  };
  const lines = execFileSync('python3', [path.join(import.meta.dirname, 'check-settled.py'), CHECKER], {
    input: JSON.stringify({
      verdicts: verdicts.map(({ input }) => input),
      parts: paths,
      terms: Object.values(proof!.input.terms),
    }),
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

  assert.ok(verdicts.length >= 48);
  for (const { name, expected } of verdicts) {
    const { detail: _, ...decided } = expected as { detail: unknown };
    assert.deepEqual(lines.shift(), decided, name);
  }
  for (const { partRoot } of paths) assert.deepEqual(lines.shift(), [partRoot, roots[0]]);
  assert.deepEqual(lines, Object.values(termsHash));
});
