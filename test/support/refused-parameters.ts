import assert from 'node:assert/strict';
import type { ApiServer } from '../../src/http/routing/registration.ts';

/** A path, one of its parameters, and values of it that are refused. */
export type RefusedParameter = readonly [path: string, parameter: string, values: readonly string[]];

/** Asserts that every value, and the parameter given twice, is a 400 that names the parameter and is not cached. */
export async function assertRefused(app: ApiServer, refused: readonly RefusedParameter[]): Promise<void> {
  for (const [path, parameter, values] of refused) {
    const join = path.includes('?') ? '&' : '?';
    const urls = values.map((value) => `${path}${join}${parameter}=${encodeURIComponent(value)}`);
    urls.push(`${path}${join}${parameter}=1&${parameter}=2`);
    for (const url of urls) {
      const response = await app.inject(url);
      const body = response.json();
      assert.equal(response.statusCode, 400, url);
      assert.deepEqual([body.ok, body.error, body.parameter], [false, 'validation_failed', parameter], url);
      assert.ok(body.message.startsWith(`${parameter} `), body.message);
      assert.equal(response.headers['cache-control'], 'no-store');
    }
  }
}
