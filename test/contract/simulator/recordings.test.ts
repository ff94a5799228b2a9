import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../../simulator/index.ts';

const RECORDINGS = path.join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'recordings');
const skip = existsSync(RECORDINGS)
  ? false
  : 'the recordings are not beside the project: they are in a folder `shared` beside the checkout';

/** Members whose type differs from the recording's, among those that both have and that are not null. */
function differences(simulated: object, recorded: object): string[] {
  const theirs = new Map(Object.entries(recorded));
  return Object.entries(simulated).flatMap(([name, value]) => {
    const other: unknown = theirs.get(name);
    if (value === null || other === null || other === undefined) return [];
    return typeof value === typeof other && Array.isArray(value) === Array.isArray(other) ? [] : [name];
  });
}

function getFirst(value: unknown, member: string): object {
  const rows = Array.isArray(value) ? value : (value as Record<string, unknown[]>)[member];
  const first: unknown = rows?.[0];
  assert.ok(typeof first === 'object' && first !== null);
  return first;
}

test('markets have members of the types that were recorded', { skip }, async (t) => {
  const simulator = await startSimulator({ port: 0 });
  t.after(() => simulator.close());
  const { polymarketGamma, kalshi, limitless } = simulator.urls;
  const cases = [
    [`${polymarketGamma}/markets?limit=1`, 'polymarket/gamma-markets-1.json', 'markets'],
    [`${kalshi}/markets?limit=1&mve_filter=exclude`, 'kalshi/markets-1.json', 'markets'],
    [`${kalshi}/markets/trades?limit=1`, 'kalshi/trades-1.json', 'trades'],
    [`${limitless}/markets/active?limit=1`, 'limitless/markets-active-1.json', 'data'],
  ] as const;
  for (const [url, file, member] of cases) {
    const simulated = getFirst(await (await fetch(url)).json(), member);
    const recorded = getFirst(JSON.parse(readFileSync(path.join(RECORDINGS, file), 'utf8')), member);
    assert.deepEqual(differences(simulated, recorded), [], file);
  }
});
