import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { ApiError } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';
import { validatorCompiler } from './parameters.ts';

type Outcome = { value?: Record<string, unknown>; error?: unknown };

function read(schema: TSchema, given: unknown, httpPart = 'querystring'): Outcome {
  const validate = validatorCompiler({ schema, method: 'GET', url: '/', httpPart });
  return (validate as (data: unknown) => Outcome)(given);
}

function readRefusal(schema: TSchema, given: unknown, httpPart = 'querystring'): string {
  const { error } = read(schema, given, httpPart);
  assert.ok(error instanceof ApiError, `expected a refusal of ${JSON.stringify(given)}`);
  assert.equal(error.statusCode, 400);
  return error.message;
}

const schema = s.queryParams({
  whole: s.int('x', 1, { default: 10, minimum: 1, 'x-cap': 100 }),
  bounded: Type.Optional(s.num('x', 1, { exclusiveMinimum: 0, maximum: 5 })),
  choice: Type.Optional(s.choice('x', ['a', 'b'])),
  flag: Type.Optional(s.bool('x', true)),
  name: Type.Optional(s.text('x', 'abc', { minLength: 2, maxLength: 4, pattern: '^[a-z]+$' })),
  list: Type.Optional(Type.Array(s.text('x', 'a'), { minItems: 2, maxItems: 3, uniqueItems: true })),
});

test('a parameter with a default may be absent', () => {
  assert.deepEqual(read(schema, {}).value, { whole: 10 });
});

test('a value above a cap counts as the cap', () => {
  assert.equal(read(schema, { whole: '101' }).value?.whole, 100);
  assert.equal(read(schema, { whole: '9007199254740991' }).value?.whole, 100);
});

test('unknown parameters are ignored', () => {
  assert.deepEqual(read(schema, { other: 'x', whole: '5' }).value, { whole: 5 });
});

test('booleans are true, 1, false and 0', () => {
  const rows = { true: true, '1': true, false: false, '0': false };
  for (const [given, expected] of Object.entries(rows)) {
    assert.equal(read(schema, { flag: given }).value?.flag, expected);
  }
});

test('a time is epoch milliseconds or ISO 8601', () => {
  const times = s.queryParams({ fromMs: s.fromMsParam() });
  const rows: [given: string, expected: number][] = [
    ['1763700000000', 1_763_700_000_000],
    ['0', 0],
    ['86400000', 86_400_000],
    ['2025-11-21T04:40:00Z', 1_763_700_000_000],
    ['2025-11-21T04:40:00.250Z', 1_763_700_000_250],
    ['2025-11-21T05:40:00+01:00', 1_763_700_000_000],
    ['2025-11-21T05:40:00 01:00', 1_763_700_000_000],
    ['2025-11-21', Date.UTC(2025, 10, 21)],
  ];
  for (const [given, expected] of rows) {
    assert.equal(read(times, { fromMs: given }).value?.fromMs, expected, given);
  }
});

test('seconds, and what is no time, are refused with the way out', () => {
  const times = s.queryParams({ fromMs: s.fromMsParam(), since: s.timeParam('x', 1) });
  const rows: [parameter: string, given: string, message: RegExp][] = [
    ['fromMs', '1795316213', /^fromMs 1795316213 looks like seconds; send 1795316213000$/],
    ['since', '1795316213', /^since 1795316213 looks like seconds; send 1795316213000$/],
    ['fromMs', '1000000000', /looks like seconds/],
    ['fromMs', '100000000000', /looks like seconds/],
    ['fromMs', '1763700000000000', /looks like microseconds; send 1763700000000$/],
    ['fromMs', '9007199254740993', /looks like microseconds/],
    ['fromMs', '20260301', /date without dashes; send 2026-03-01$/],
    ['fromMs', '2026-02-30', /a time that exists/],
    ['fromMs', '2026-04-31T00:00:00Z', /a time that exists/],
    ['fromMs', '1763700000.5', /whole number of milliseconds, or ISO 8601/],
    ['fromMs', 'yesterday', /ISO 8601/],
    ['fromMs', '2025-13-41T00:00:00Z', /a time that exists/],
    ['fromMs', '2025-11-21T04:40:00', /ISO 8601/],
    ['fromMs', '-5', /at least 0/],
    ['fromMs', '1960-01-01', /at least 0/],
  ];
  for (const [parameter, given, message] of rows) {
    const rest = parameter === 'fromMs' ? { since: '0' } : {};
    assert.match(readRefusal(times, { ...rest, [parameter]: given }), message, given);
  }
  for (const given of ['999999999', '100000000001']) {
    assert.equal(read(times, { fromMs: given, since: '0' }).value?.fromMs, Number(given));
  }
});

test('lists are split at commas and trimmed', () => {
  assert.deepEqual(read(schema, { list: 'a, b ,c' }).value?.list, ['a', 'b', 'c']);
});

test('what is outside the limits is refused by name', () => {
  const rows: [parameter: string, given: unknown, message: RegExp][] = [
    ['whole', '0', /^whole must be at least 1$/],
    ['whole', '-1', /at least 1/],
    ['whole', '1.5', /whole number/],
    ['whole', '1e3', /whole number/],
    ['whole', '', /whole number/],
    ['whole', ' 1', /whole number/],
    ['whole', '9007199254740993', /whole number/],
    ['whole', ['1', '2'], /given once/],
    ['bounded', '0', /greater than 0/],
    ['bounded', '5.01', /at most 5/],
    ['bounded', 'NaN', /a number/],
    ['bounded', 'Infinity', /a number/],
    ['bounded', '1e999', /a number/],
    ['bounded', '0x10', /a number/],
    ['choice', 'c', /one of a, b/],
    ['choice', 'A', /one of a, b/],
    ['flag', 'yes', /true, 1, false or 0/],
    ['flag', '', /true, 1, false or 0/],
    ['flag', 'constructor', /true, 1, false or 0/],
    ['flag', '__proto__', /true, 1, false or 0/],
    ['flag', 'toString', /true, 1, false or 0/],
    ['flag', 'hasOwnProperty', /true, 1, false or 0/],
    ['name', 'a', /at least 2/],
    ['name', 'abcde', /at most 4/],
    ['name', 'AB', /match/],
    ['list', 'a', /at least 2/],
    ['list', 'a,,b', /empty items/],
    ['list', 'a,b,c,d', /at most 3/],
    ['list', 'a,a', /twice/],
  ];
  for (const [parameter, given, message] of rows) {
    const refusal = readRefusal(schema, { [parameter]: given });
    assert.ok(refusal.startsWith(`${parameter} `), refusal);
    assert.match(refusal, message);
  }
});

test('a required parameter that is absent is refused by name', () => {
  assert.equal(readRefusal(s.queryParams({ size: s.num('x', 1) }), {}), 'size is required');
});

test('bodies are read without any conversion', () => {
  const body = Type.Object({ usd: Type.Number() }, { additionalProperties: false });
  assert.deepEqual(read(body, { usd: 5 }, 'body').value, { usd: 5 });
  assert.match(readRefusal(body, { usd: '5' }, 'body'), /^usd /);
  assert.match(readRefusal(body, { usd: [7] }, 'body'), /^usd /);
  assert.ok(readRefusal(body, null, 'body').length > 0);
});

test('what is wrong with a body is said with the member and what it may be', () => {
  const body = Type.Object(
    {
      tier: Type.Union([Type.Literal('free'), Type.Literal('pro')]),
      side: Type.Optional(Type.Enum(['buy', 'sell'])),
      order: Type.Optional(Type.Object({ usd: Type.Number() }, { additionalProperties: false })),
    },
    { additionalProperties: false },
  );
  const rows: [body: unknown, refusal: string][] = [
    [{ tier: 'free', more: 1 }, 'more is not known here'],
    [{ tier: 'free', order: { usd: 1, more: 1 } }, 'order.more is not known here'],
    [{ tier: 'gold' }, 'tier must be one of free, pro'],
    [{ tier: 'free', side: 'hold' }, 'side must be one of buy, sell'],
    [{}, 'tier is required'],
    [{ tier: 'free', order: {} }, 'order.usd is required'],
  ];
  for (const [given, refusal] of rows) assert.equal(readRefusal(body, given, 'body'), refusal);
});

test('a schema that says more than is checked stops the start, with the place and the keyword', () => {
  const rows: [schema: TSchema, said: RegExp][] = [
    [Type.Integer({ multipleOf: 60_000 }), /must not use multipleOf: \/ x$/],
    [Type.String({ format: 'date' }), /must not use format: \/ x$/],
    [Type.Union([Type.Literal('a'), Type.Literal('b')]), /one type: \/ x has none/],
    [Type.Number({ minLength: 2 }), /must not use minLength: \/ x$/],
    [Type.Array(Type.Integer({ multipleOf: 2 })), /must not use multipleOf: \/ x items$/],
    [Type.Array(Type.Integer(), { contains: Type.Integer() }), /must not use contains: \/ x$/],
    [Type.Object({}), /one type: \/ x has object/],
  ];
  for (const [parameter, said] of rows) {
    assert.throws(() => read(s.queryParams({ x: parameter }), {}), said);
  }
});

test('a venue is read in any letter case, any other choice as it is written', () => {
  const venues = s.queryParams({ venue: s.choice('x', ['hyperliquid', 'kalshi']) });
  assert.equal(read(venues, { venue: 'KALSHI' }).value?.venue, 'kalshi');
  assert.match(readRefusal(schema, { choice: 'B' }), /one of a, b/);
});
