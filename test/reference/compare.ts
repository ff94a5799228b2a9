import assert from 'node:assert/strict';
import type { Json, JsonObject } from './golden-files.ts';

export interface Tolerance {
  readonly rel: number;
  readonly abs: number;
}

/** Counts what it compares, so that a test can say how much it covered. */
export class LeafCounter {
  compared = 0;

  /** Compares one value: numbers within the tolerance, everything else exactly. null matches only null. */
  leaf(path: string, actual: unknown, expected: Json, tolerance: Tolerance | 'exact'): void {
    this.compared++;
    if (typeof expected !== 'number' || tolerance === 'exact') {
      assert.strictEqual(withoutMinusZero(actual), expected, path);
      return;
    }
    assert.ok(typeof actual === 'number', `${path}: ${String(actual)} instead of ${expected}`);
    const distance = Math.abs(actual - expected);
    assert.ok(
      distance <= tolerance.abs + tolerance.rel * Math.abs(expected),
      `${path}: ${actual} instead of ${expected}`,
    );
  }

  /** Walks an expected structure in which every leaf is `{value, tool, tolerance}`. */
  leaves(path: string, actual: unknown, expected: Json): void {
    if (isLeaf(expected)) {
      this.leaf(path, actual, expected.value!, expected.tolerance as unknown as Tolerance | 'exact');
      return;
    }
    this.walk(path, actual, expected, (at, a, e) => this.leaves(at, a, e));
  }

  /** Walks an expected structure of plain values that share one tolerance. */
  values(path: string, actual: unknown, expected: Json, tolerance: Tolerance): void {
    if (expected === null || typeof expected !== 'object') {
      this.leaf(path, actual, expected, tolerance);
      return;
    }
    this.walk(path, actual, expected, (at, a, e) => this.values(at, a, e, tolerance));
  }

  private walk(
    path: string,
    actual: unknown,
    expected: Json,
    visit: (path: string, actual: unknown, expected: Json) => void,
  ): void {
    if (Array.isArray(expected)) {
      assert.ok(Array.isArray(actual), `${path} is a list`);
      assert.strictEqual(actual.length, expected.length, `${path}: length`);
      for (const [i, item] of expected.entries()) visit(`${path}[${i}]`, actual[i], item);
      return;
    }
    if (expected === null || typeof expected !== 'object') {
      assert.strictEqual(actual, expected, path);
      return;
    }
    assert.ok(
      typeof actual === 'object' && actual !== null,
      `${path}: ${String(actual)} instead of an object`,
    );
    for (const [key, item] of Object.entries(expected)) {
      assert.ok(key in actual, `${path}.${key} is missing`);
      visit(`${path}.${key}`, (actual as Record<string, unknown>)[key], item);
    }
  }
}

function isLeaf(value: Json): value is JsonObject {
  return (
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    'tool' in value &&
    'value' in value
  );
}

/** Replaces -0 by 0, as JSON and the service do. */
function withoutMinusZero(value: unknown): unknown {
  return value === 0 ? 0 : value;
}
