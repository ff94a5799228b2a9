import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int, listOf, named, nullable, objectOf, text } from '../schemas/schema.ts';
import { type JsonObject, withComponents } from './components.ts';

const point = (description: string) =>
  named('Point', objectOf(description, { x: int('Across.', 1), y: nullable(int('Up.', 2), 'nothing is') }));

function documentOf(...answers: object[]): JsonObject {
  const paths = answers.map((schema, i) => [
    `/api/${i}`,
    {
      get: { responses: { 200: { description: 'An answer.', content: { 'application/json': { schema } } } } },
    },
  ]);
  return JSON.parse(JSON.stringify({ paths: Object.fromEntries(paths) }));
}

/** The schema of one answer, untyped as the document is. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever stands there
function answer(document: any, i: number): any {
  return document.paths[`/api/${i}`].get.responses[200].content['application/json'].schema;
}

test('a named schema is described once, and each place keeps its own words', () => {
  const document = withComponents(documentOf(point('A point.'), listOf('All.', point('One of them.'))));
  assert.deepEqual(answer(document, 0), { $ref: '#/components/schemas/Point' });
  assert.deepEqual(answer(document, 1).items, {
    $ref: '#/components/schemas/Point',
    description: 'One of them.',
  });
  const { Point } = (document.components as JsonObject).schemas as { Point: JsonObject };
  assert.equal(Point.description, 'A point.');
  assert.deepEqual((Point.properties as JsonObject).y, {
    type: ['integer', 'null'],
    description: 'Up; null when nothing is.',
    examples: [2],
  });
});

test('a component takes its words from the first place that has some', () => {
  const document = withComponents(documentOf(nullable(point('Perhaps.'), 'nobody knows'), point('A point.')));
  const { Point } = (document.components as JsonObject).schemas as { Point: JsonObject };
  assert.equal(Point.description, 'A point.');
  assert.deepEqual(answer(document, 0), {
    anyOf: [{ $ref: '#/components/schemas/Point' }, { type: 'null' }],
    description: 'Perhaps; null when nobody knows.',
  });
});

test('two schemas of one name stop the start', () => {
  const other = named('Point', objectOf('Other.', { z: text('Deep.', 'a') }));
  assert.throws(() => withComponents(documentOf(point('A point.'), other)), /two schemas are called Point/);
});
