import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import * as analytics from '../src/analytics/index.ts';

const SRC = path.join(import.meta.dirname, '..', 'src');
const INDEX = path.join('analytics', 'index.ts');

/**
 * Exports that nothing in the service calls. They are parts of figures that users of `./analytics` take one by one, or
 * plain definitions that other code is checked against.
 */
const KEPT_FOR_USERS: readonly string[] = [
  'ANOMALY_SEVERITY',
  'Series',
  'THIN_SLICES',
  'adfAtLag',
  'averageRanks',
  'calibrate',
  'computeCapture',
  'computeTerminalVariance',
  'erfc',
  'expectedRescaledRange',
  'findNoAsk',
  'levelRegression',
  'mackinnonP',
  'normalQuantile',
  'referencePrice',
  'takeForecasts',
  'toBuckets',
  'upperIncompleteGamma',
  'varianceRatioAt',
];

/** The names that a file imports from the analytics. */
function readImports(file: string): string[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  return [...text.matchAll(/^import (?!type )\{([^}]*)\}\s+from '([^']+)'/gm)]
    .filter(([, , from]) => file.startsWith('analytics') || from?.includes('/analytics/'))
    .flatMap(([, names]) => (names ?? '').split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '');
}

const called = new Set(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== INDEX)
    .flatMap(readImports),
);

test('every export of the analytics is called by the service, or kept for users on purpose', () => {
  const uncalled = Object.keys(analytics).filter((name) => !called.has(name));
  assert.ok(Object.keys(analytics).length > 50);
  assert.deepEqual(uncalled.sort(), [...KEPT_FOR_USERS].sort());
});
