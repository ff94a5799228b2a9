import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { epochMs } from '../domain/index.ts';
import { WireSchema } from './client.ts';
import { Intake, refuse } from './intake.ts';
import { quoteValue } from './refusal.ts';

const Decimal = Type.String({ pattern: '^\\d+$' });
const wire = new WireSchema(
  'sample market',
  Type.Object({
    price: Decimal,
    size: Type.Optional(Type.Union([Decimal, Type.Null()])),
    pair: Type.Optional(Type.Tuple([Type.Object({ names: Type.Array(Decimal) }), Decimal])),
    mids: Type.Optional(Type.Record(Type.String(), Decimal)),
    either: Type.Optional(Type.Union([Type.Object({ a: Decimal }), Type.Object({ b: Decimal })])),
  }),
  { endpoint: 'GET /markets' },
);

test('a refusal names the member by the path in our schema, never by a name that the venue chose', () => {
  const rows: [changes: object, member: string, value: string | null][] = [
    [{ price: 12 }, '/price', '12'],
    [{ price: undefined }, '/price', null],
    [{ size: true }, '/size', 'true'],
    [{ pair: [{ names: ['1', 'x'] }, '1'] }, '/pair/0/names/*', '"x"'],
    [{ pair: [{}, '1'] }, '/pair/0/names', null],
    [{ pair: [{ names: [] }, null] }, '/pair/1', 'null'],
    [{ mids: { 'name/of the venue': null } }, '/mids/*', 'null'],
    [{ either: { b: 'x' } }, '/either/b', '"x"'],
  ];
  for (const [changes, member, value] of rows) {
    const message = JSON.parse(JSON.stringify({ price: '1', ...changes })) as unknown;
    const refusal = wire.describeRefusal(message, 'row-1');
    assert.deepEqual(
      [refusal.member, refusal.at],
      [member, { endpoint: 'GET /markets', row: 'row-1', member, value }],
      JSON.stringify(changes),
    );
  }
  for (const message of [null, [], 'text', 5]) assert.equal(wire.describeRefusal(message, null).member, '/');
});

test('rows are read one by one; each refusal is counted by kind and member with the first body', () => {
  let now = epochMs(1_000);
  const intake = new Intake(() => now);
  const read = intake.readRows([{ price: '1' }, { price: 'a' }, {}, { price: 'b' }], wire, (_, i) => `m${i}`);
  assert.deepEqual(read, [{ price: '1' }]);
  now = epochMs(2_000);
  intake.readRows([{ price: null }], wire);
  assert.deepEqual(intake.listRefused(), [
    {
      kind: 'sample market',
      member: '/price',
      count: 4,
      sinceMs: 1_000,
      lastMs: 2_000,
      at: { endpoint: 'GET /markets', row: 'm1', member: '/price', value: '"a"' },
    },
  ]);
  assert.equal(intake.refusals, 4);
  const [kind] = intake.listKinds();
  assert.deepEqual([kind?.read, kind?.refused, kind?.isRow, kind?.lastReadMs], [1, 4, true, 1_000]);
});

test('a kind of answer with nothing but refusals is known by their number since the last one that was read', () => {
  let now = epochMs(1_000);
  const intake = new Intake(() => now);
  assert.equal(intake.accepts(wire, { price: '1' }), true);
  for (let i = 0; i < 3; i++) {
    now = epochMs(now + 1_000);
    assert.equal(intake.accepts(wire, { price: 1 }), false);
  }
  const [refusing] = intake.listKinds();
  assert.deepEqual([refusing?.refusedInRow, refusing?.refusedSinceMs], [3, 2_000]);
  intake.accepts(wire, { price: '1' });
  const [reading] = intake.listKinds();
  assert.deepEqual([reading?.refusedInRow, reading?.refusedSinceMs], [0, null]);
});

test('members that are not known are named, of one message in half a minute', () => {
  let now = epochMs(0);
  const intake = new Intake(() => now);
  intake.know({ 'sample market': { members: 'price known' } });
  const unknown = () => intake.listKinds()[0]?.unknownMembers;
  intake.accepts(wire, { price: '1', known: 1, fresh: 2 });
  assert.deepEqual(unknown(), ['fresh']);
  intake.accepts(wire, { price: '1', other: 2 });
  assert.deepEqual(unknown(), ['fresh']);
  now = epochMs(30_000);
  intake.accepts(wire, { price: '1', other: 2 });
  assert.deepEqual(unknown(), ['other']);
});

test('evidence is short, and private values are not in it', () => {
  assert.equal(quoteValue('x'.repeat(500))?.length, 80);
  assert.equal(quoteValue(Array.from({ length: 100_000 }, () => ({ a: 1 })))?.length, 80);
  assert.equal(quoteValue({ a: [1, null] }), '{"a":[1,null]}');
  assert.equal(quoteValue(undefined), null);
  const secret = new WireSchema('balance', Type.Object({ balance: Type.Number() }), { isPrivate: true });
  assert.equal(secret.describeRefusal({ balance: 'secret' }, null).at.value, null);
});

test('refusals without a schema are counted beside the others', () => {
  const intake = new Intake(() => epochMs(5));
  intake.count(
    refuse('sample market', 'another market has this key', {
      endpoint: 'e',
      row: 'a',
      member: '/name',
      value: 'A',
    }),
    true,
  );
  assert.deepEqual(
    intake.listRefused().map(({ kind, member, count, at }) => [kind, member, count, at.value]),
    [['sample market', '/name', 1, '"A"']],
  );
  assert.equal(intake.lastRefusal, 'sample market /name: another market has this key');
});
