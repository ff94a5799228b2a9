import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as s from '../schemas/schema.ts';
import { withComponents } from './components.ts';
import type { JsonObject } from './json.ts';

const point = (description: string) =>
  s.named(
    'Point',
    s.object(description, { x: s.int('Across.', 1), y: s.nullable(s.int('Up.', 2), 'nothing is') }),
  );

function buildDocument(...answers: object[]): JsonObject {
  const paths = answers.map((schema, i) => [
    `/api/${i}`,
    {
      get: { responses: { 200: { description: 'An answer.', content: { 'application/json': { schema } } } } },
    },
  ]);
  return JSON.parse(JSON.stringify({ paths: Object.fromEntries(paths) }));
}

/** The schema of one answer, untyped as the document is. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what stands there
function answer(document: any, i: number): any {
  return document.paths[`/api/${i}`].get.responses[200].content['application/json'].schema;
}

test('a named schema is described once, and each place keeps its own words', () => {
  const document = withComponents(buildDocument(point('A point.'), s.array('All.', point('One of them.'))));
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
  const document = withComponents(
    buildDocument(s.nullable(point('Perhaps.'), 'nobody knows'), point('A point.')),
  );
  const { Point } = (document.components as JsonObject).schemas as { Point: JsonObject };
  assert.equal(Point.description, 'A point.');
  assert.deepEqual(answer(document, 0), {
    anyOf: [{ $ref: '#/components/schemas/Point' }, { type: 'null' }],
    description: 'Perhaps; null when nobody knows.',
  });
});

test('a second shape of a name is refused where it is defined', () => {
  point('A point.');
  const across = (example: number) => ({
    x: s.int('Across.', example),
    y: s.nullable(s.int('Up.', 2), 'nothing is'),
  });
  s.named('Point', s.object('In its own words.', across(1)));
  assert.throws(
    () => s.named('Point', s.object('A point.', across(7))),
    /two schemas are called Point; the first difference is properties\.x\.examples\.0: 1 and 7/,
  );
  s.sharedParam('Distance', s.int('How far.', 1));
  assert.throws(
    () => s.sharedParam('Distance', s.int('How far.', 1, { minimum: 0 })),
    /two parameters are called Distance; the first difference is minimum: absent and 0/,
  );
});

test('a parameter that states a name is described once; two places of one are refused', () => {
  const taking = (place: string, ...schemas: object[]) =>
    JSON.parse(
      JSON.stringify({
        paths: Object.fromEntries(
          schemas.map((schema, i) => [
            `/api/${i}`,
            {
              get: {
                parameters: [{ name: 'asset', in: i === 0 ? 'query' : place, required: false, schema }],
              },
            },
          ]),
        ),
      }),
    );
  const asset = s.sharedParam('AnyAsset', s.text('Asset id.', 'hl-BTC'));
  const document = withComponents(taking('query', asset, asset, s.text('Its own.', 'a'))) as {
    readonly paths: Record<string, { readonly get: { readonly parameters: readonly JsonObject[] } }>;
    readonly components: JsonObject;
  };
  const reference = { $ref: '#/components/parameters/AnyAsset' };
  assert.deepEqual(document.paths['/api/0']?.get.parameters, [reference]);
  assert.deepEqual(document.paths['/api/1']?.get.parameters, [reference]);
  assert.equal(document.paths['/api/2']?.get.parameters[0]?.name, 'asset');
  assert.deepEqual((document.components.parameters as JsonObject).AnyAsset, {
    name: 'asset',
    in: 'query',
    schema: { type: 'string', description: 'Asset id.', examples: ['hl-BTC'] },
  });
  assert.throws(() => withComponents(taking('header', asset, asset)), /two parameters are called AnyAsset/);
});

test('null beside a choice or an object is said in its type, and one value of every venue once', () => {
  const side = s.nullable(s.choice('Side.', ['yes', 'no']), 'nobody won');
  const best = s.nullable(s.object('Best.', { x: s.int('Across.', 1) }), 'nothing rests');
  const ages = s.perVenue('Age of each.', s.int('Age in ms.', 5));
  const document = withComponents(buildDocument(s.object('All.', { choice: side, object: best, ages })));
  const { properties } = answer(document, 0);
  assert.deepEqual(
    [properties.choice.type, properties.choice.enum],
    [
      ['string', 'null'],
      ['yes', 'no', null],
    ],
  );
  assert.deepEqual([properties.object.type, properties.object.required], [['object', 'null'], ['x']]);
  assert.equal(properties.object.description, 'Best; null when nothing rests.');
  assert.deepEqual(properties.ages, {
    type: 'object',
    description: 'Age of each.',
    propertyNames: { enum: ['hyperliquid', 'polymarket', 'kalshi', 'limitless'] },
    additionalProperties: { type: 'integer', description: 'Age in ms.', examples: [5] },
  });
});

test('an answer is named after its operation, unless its schema states a name', () => {
  const paths = {
    '/api/points': {
      get: {
        operationId: 'getPoints',
        responses: {
          200: {
            description: 'All.',
            content: {
              'application/json': { schema: s.object('All.', { points: s.array('All.', point('One.')) }) },
            },
          },
        },
      },
    },
    '/api/point': {
      get: {
        operationId: 'getPoint',
        responses: {
          200: { description: 'One.', content: { 'application/json': { schema: point('One.') } } },
        },
      },
    },
    '/api/moves': {
      get: {
        operationId: 'streamMoves',
        responses: {
          200: {
            description: 'Moves.',
            content: { 'text/event-stream': { schema: s.object('A move.', { x: s.int('Across.', 1) }) } },
          },
        },
      },
    },
  };
  const { components } = withComponents(JSON.parse(JSON.stringify({ paths }))) as { components: JsonObject };
  assert.deepEqual(Object.keys(components.schemas as JsonObject), [
    'Failure',
    'GetPointsAnswer',
    'Point',
    'StreamMovesFrame',
  ]);
});
