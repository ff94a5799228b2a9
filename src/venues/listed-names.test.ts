import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKalshiAsset, buildPerpAsset, buildPolymarketAsset } from '../domain/index.ts';
import { Intake } from '../upstream/intake.ts';
import { ListedNames } from './listed-names.ts';

const origin = { kind: 'sample market', endpoint: 'GET /markets', member: '/name' };

function select(
  names: ListedNames,
  build: (name: string) => ReturnType<typeof buildPerpAsset>,
  ...given: string[]
) {
  const listings = given.map((name) => ({ name, ref: build(name) }));
  return names.select(listings, ({ name }) => name).map(({ name }) => name);
}

test('of two listings with one key the second is left out and counted, in whatever order they come later', () => {
  const intake = new Intake();
  const names = new ListedNames(intake, origin);
  assert.deepEqual(select(names, buildPerpAsset, 'kPEPE', 'BTC', 'KPEPE'), ['kPEPE', 'BTC']);
  assert.deepEqual(select(names, buildPerpAsset, 'KPEPE', 'BTC', 'kPEPE'), ['kPEPE', 'BTC']);
  assert.deepEqual(select(names, buildKalshiAsset, 'KXCASE-27-A', 'kxcase-27-a'), ['KXCASE-27-A']);
  const [refused] = intake.listRefused();
  assert.deepEqual([refused?.kind, refused?.member, refused?.count], ['sample market', '/name', 3]);
  assert.equal(refused?.at.value, '"KPEPE"');
});

test('names that the API cannot spell are left out and counted', () => {
  const intake = new Intake();
  const names = new ListedNames(intake, origin);
  const odd = ['slug-élan-2027', "o'neil-wins", 'a+b', 'a b', 'a/b', 'a%b', '', 'x'.repeat(260)];
  assert.deepEqual(select(names, buildPolymarketAsset, 'fine-2027', ...odd), ['fine-2027']);
  assert.equal(intake.listRefused()[0]?.count, odd.length);
});
