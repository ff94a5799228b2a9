import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OpenApiOperation, parseDocument } from './openapi-document.ts';
import { buildOutputSchema } from './output-schema.ts';

const schemas = {
  Price: { type: ['number', 'null'], description: 'A price.' },
  Row: {
    type: 'object',
    required: ['price'],
    properties: {
      price: { $ref: '#/components/schemas/Price' },
      levels: { type: 'array', items: { type: 'object', properties: { deep: { type: 'number' } } } },
    },
  },
  Answer: {
    type: 'object',
    description: 'An answer.',
    required: ['ok'],
    properties: {
      ok: { type: 'boolean', const: true },
      generatedAt: { type: 'string' },
      price: { $ref: '#/components/schemas/Price' },
      row: { anyOf: [{ $ref: '#/components/schemas/Row' }, { type: 'null' }] },
      rows: { type: 'array', items: { $ref: '#/components/schemas/Row' } },
      bundle: {
        anyOf: [{ $ref: '#/components/schemas/Row' }, { type: 'object', properties: { error: {} } }],
      },
      either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      byName: { type: 'object', additionalProperties: { type: 'integer' } },
    },
  },
};
const document = parseDocument({ info: { version: '1' }, paths: {}, components: { schemas } });

function shapeBehind(responses: NonNullable<OpenApiOperation['responses']>) {
  return buildOutputSchema(document, { operationId: 'getIt', responses });
}

test('an answer is described two levels deep, and items are no level', () => {
  const row = { properties: { price: {}, levels: {} } };
  const answer = { $ref: '#/components/schemas/Answer' };
  assert.deepEqual(shapeBehind({ 200: { content: { 'application/json': { schema: answer } } } }), {
    type: 'object',
    properties: {
      price: { type: ['number', 'null'] },
      row: { type: ['object', 'null'], ...row },
      rows: { type: 'array', items: { type: 'object', ...row } },
      bundle: { type: 'object', properties: { error: {}, price: {}, levels: {} } },
      either: {},
      byName: { type: 'object' },
    },
  });
});

test('an answer that is not described has any members', () => {
  for (const responses of [{}, { 200: {} }, { 200: { content: { 'text/csv': {} } } }]) {
    assert.deepEqual(shapeBehind(responses), { type: 'object', properties: {} });
  }
});
