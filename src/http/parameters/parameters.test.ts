import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { ApiError } from '../responses/errors.ts';
import { bool, int, num, oneOf, queryOf, text } from '../schemas/schema.ts';
import { validatorCompiler } from './parameters.ts';

type Outcome = { value?: Record<string, unknown>; error?: unknown };

function read(schema: TSchema, given: unknown, httpPart = 'querystring'): Outcome {
  const validate = validatorCompiler({ schema, method: 'GET', url: '/', httpPart });
  return (validate as (data: unknown) => Outcome)(given);
}

function refusalOf(schema: TSchema, given: unknown, httpPart = 'querystring'): string {
  const { error } = read(schema, given, httpPart);
  assert.ok(error instanceof ApiError, `expected a refusal of ${JSON.stringify(given)}`);
  assert.equal(error.statusCode, 400);
  return error.message;
}

const schema = queryOf({
  whole: int('x', 1, { default: 10, minimum: 1, 'x-cap': 100 }),
  bounded: Type.Optional(num('x', 1, { exclusiveMinimum: 0, maximum: 5 })),
  choice: Type.Optional(oneOf('x', ['a', 'b'])),
  flag: Type.Optional(bool('x', true)),
  name: Type.Optional(text('x', 'abc', { minLength: 2, maxLength: 4, pattern: '^[a-z]+$' })),
  list: Type.Optional(Type.Array(text('x', 'a'), { minItems: 2, maxItems: 3, uniqueItems: true })),
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
    const refusal = refusalOf(schema, { [parameter]: given });
    assert.ok(refusal.startsWith(`${parameter} `), refusal);
    assert.match(refusal, message);
  }
});

test('a required parameter that is absent is refused by name', () => {
  assert.equal(refusalOf(queryOf({ size: num('x', 1) }), {}), 'size is required');
});

test('bodies are read without any conversion', () => {
  const body = Type.Object({ usd: Type.Number() }, { additionalProperties: false });
  assert.deepEqual(read(body, { usd: 5 }, 'body').value, { usd: 5 });
  assert.match(refusalOf(body, { usd: '5' }, 'body'), /^usd /);
  assert.match(refusalOf(body, { usd: [7] }, 'body'), /^usd /);
  assert.ok(refusalOf(body, { usd: 5, more: 1 }, 'body').length > 0);
  assert.ok(refusalOf(body, null, 'body').length > 0);
});
