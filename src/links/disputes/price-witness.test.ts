import assert from 'node:assert/strict';
import test from 'node:test';
import { epochMs, MINUTE_MS } from '../../domain/index.ts';
import { formatPairKey, type Link, type LinkRelation } from '../link.ts';
import { PriceWitness } from './price-witness.ts';

const START = Date.parse('2026-11-22T12:00:00Z');

const NO_PAUSES = { isDue: () => false, pause: () => Promise.resolve() };

function watch(relation: LinkRelation = 'same', source: Link['source'] = 'matched') {
  let now = 0;
  const witness = new PriceWitness({ clock: () => epochMs(START + now), now: () => now });
  const link: Link = {
    a: 'pm-a',
    b: 'kalshi-a',
    relation,
    confidence: 0.95,
    reasons: [],
    differences: [],
    source,
  };
  type Touch = readonly [bid: number, ask: number] | null;
  return async (minute: number, a: Touch, b: Touch, links: readonly Link[] = [link]) => {
    now = minute * MINUTE_MS;
    const quotes: Readonly<Record<string, Touch>> = { 'pm-a': a, 'kalshi-a': b };
    const keyed = links.map((one) => [formatPairKey(one.a, one.b), one] as const);
    const findQuote = (asset: string) => {
      const touch = quotes[asset] ?? null;
      return touch === null ? null : { bid: touch[0], ask: touch[1] };
    };
    const disputes = await witness.observe(keyed, findQuote, NO_PAUSES);
    return disputes.get(formatPairKey('pm-a', 'kalshi-a')) ?? null;
  };
}

test('prices that stay apart for a quarter of an hour dispute a link, from when on they were apart', async () => {
  const at = watch();
  assert.equal(await at(0, [0.5, 0.52], [0.3, 0.32]), null);
  assert.equal(await at(14, [0.5, 0.52], [0.3, 0.32]), null);
  const dispute = await at(15, [0.5, 0.52], [0.3, 0.32]);
  assert.equal(dispute?.since, START);
  assert.ok(Math.abs((dispute?.gap ?? 0) - 0.2) < 1e-9);
});

test('a dispute stays when the prices meet again, and ends when the link has gone', async () => {
  const at = watch();
  await at(0, [0.5, 0.52], [0.3, 0.32]);
  assert.notEqual(await at(20, [0.5, 0.52], [0.3, 0.32]), null);
  assert.notEqual(await at(21, [0.5, 0.52], [0.5, 0.52]), null);
  assert.equal(await at(22, [0.5, 0.52], [0.3, 0.32], []), null);
});

test('a market that trades again within a day comes back with its dispute, later without', async () => {
  const at = watch();
  await at(0, [0.5, 0.52], [0.3, 0.32]);
  assert.notEqual(await at(20, [0.5, 0.52], [0.3, 0.32]), null);
  await at(30, null, null, []);
  await at(60, null, null, []);
  const again = await at(120, [0.5, 0.52], [0.5, 0.52]);
  assert.equal(again?.since, START);
  await at(130, null, null, []);
  await at(130 + 25 * 60, null, null, []);
  assert.equal(await at(131 + 25 * 60, [0.5, 0.52], [0.5, 0.52]), null);
});

test('prices that meet in between, one-sided books and books that overlap are no witness', async () => {
  const meeting = watch();
  await meeting(0, [0.5, 0.52], [0.3, 0.32]);
  await meeting(10, [0.5, 0.52], [0.48, 0.5]);
  assert.equal(await meeting(16, [0.5, 0.52], [0.3, 0.32]), null);

  const oneSided = watch();
  await oneSided(0, [0.5, 0.52], [0.3, 0.32]);
  await oneSided(10, [0.5, 0.52], null);
  assert.equal(await oneSided(16, [0.5, 0.52], [0.3, 0.32]), null);

  const wide = watch();
  await wide(0, [0.5, 0.52], [0.1, 0.6]);
  assert.equal(await wide(30, [0.5, 0.52], [0.1, 0.6]), null);

  const near = watch();
  await near(0, [0.5, 0.52], [0.41, 0.42]);
  assert.equal(await near(30, [0.5, 0.52], [0.41, 0.42]), null);
});

test('an opposite link is compared from the other side, and a curated or loose one not at all', async () => {
  const agreeing = watch('opposite');
  await agreeing(0, [0.7, 0.72], [0.28, 0.3]);
  assert.equal(await agreeing(30, [0.7, 0.72], [0.28, 0.3]), null);
  const apart = watch('opposite');
  await apart(0, [0.7, 0.72], [0.7, 0.72]);
  assert.notEqual(await apart(30, [0.7, 0.72], [0.7, 0.72]), null);

  for (const at of [watch('same', 'curated'), watch('subset')]) {
    await at(0, [0.5, 0.52], [0.3, 0.32]);
    assert.equal(await at(30, [0.5, 0.52], [0.3, 0.32]), null);
  }
});
