import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from './openapi-document.ts';
import { buildTools, ToolInputError } from './tools.ts';

const parameter = (name: string, place: string, schema: object, required = false) => ({
  name,
  in: place,
  required,
  description: `The ${name}.`,
  schema,
});

const document = parseDocument({
  info: { version: '1.0.0' },
  paths: {
    '/api/m2m/index': {
      get: {
        operationId: 'getIndex',
        summary: 'Every tradable asset',
        description: `Ordered by venue. ${'This sentence is long. '.repeat(40)}`,
        parameters: [
          parameter('kind', 'query', { type: 'array', items: { type: 'string' } }),
          parameter('limit', 'query', { type: 'integer', 'x-cap': 500 }),
          parameter('q', 'query', { type: 'string' }),
        ],
      },
    },
    '/api/history/{venue}/{asset}': {
      get: {
        operationId: 'getHistory',
        summary: 'Records',
        parameters: [
          parameter('venue', 'path', { type: 'string' }, true),
          parameter('asset', 'path', { type: 'string' }, true),
          parameter('x-token', 'header', { type: 'string' }),
        ],
      },
    },
    '/api/m2m/batch': {
      post: {
        operationId: 'postBatch',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                properties: { assets: { type: 'array' }, series: { type: 'boolean' } },
                required: ['assets'],
              },
            },
          },
        },
      },
    },
    '/api/asset/{asset}/risk': {
      get: {
        operationId: 'getAssetRisk',
        parameters: [
          parameter('asset', 'path', { type: 'string' }, true),
          parameter('explain', 'query', { type: 'boolean' }),
        ],
      },
    },
    '/api/other': { get: { operationId: 'getOther' } },
  },
});

function toolNamed(name: string) {
  const tool = buildTools(document).find((candidate) => candidate.name === name);
  assert.ok(tool, name);
  return tool;
}

test('a tool is made of each chosen endpoint that the service has', () => {
  assert.deepEqual(
    buildTools(document).map(({ name }) => name),
    ['find_assets', 'asset_bundles', 'history', 'asset_risk'],
  );
});

test('the inputs are the parameters, without header fields and without words of our own', () => {
  const { inputSchema } = toolNamed('history');
  assert.deepEqual(inputSchema.required, ['venue', 'asset']);
  assert.deepEqual(Object.keys(inputSchema.properties), ['venue', 'asset']);
  assert.equal(inputSchema.additionalProperties, false);
  assert.deepEqual(toolNamed('find_assets').inputSchema.properties.limit, {
    type: 'integer',
    description: 'The limit.',
    default: 25,
    maximum: 500,
  });
});

test('descriptions are short and end with a sentence', () => {
  const { description } = toolNamed('find_assets');
  assert.ok(description.length <= 220, String(description.length));
  assert.match(description, /^Every tradable asset\. Ordered by venue\. .*\.$/);
});

test('arguments become path, query and body', () => {
  assert.deepEqual(toolNamed('history').request({ venue: 'kalshi', asset: 'a/$& b' }), {
    method: 'GET',
    url: '/api/history/kalshi/a%2F%24%26%20b',
    body: null,
  });
  assert.equal(
    toolNamed('find_assets').request({ kind: ['perp', 'binary'] }).url,
    '/api/m2m/index?kind=perp%2Cbinary&limit=25',
  );
  assert.equal(toolNamed('find_assets').request({ limit: 7 }).url, '/api/m2m/index?limit=7');
  assert.equal(toolNamed('find_assets').request({ limit: 9_000 }).url, '/api/m2m/index?limit=500');
  assert.deepEqual(toolNamed('asset_bundles').request({ assets: ['hl-BTC'] }), {
    method: 'POST',
    url: '/api/m2m/batch',
    body: '{"assets":["hl-BTC"]}',
  });
});

test('a list may be written as text, and one text stand for a list', () => {
  const bundles = (assets: unknown) => toolNamed('asset_bundles').request({ assets }).body;
  for (const assets of [
    ['hl-BTC', 'hl-ETH'],
    '["hl-BTC","hl-ETH"]',
    ' [ "hl-BTC", "hl-ETH" ]',
    "['hl-BTC', 'hl-ETH']",
    'hl-BTC, hl-ETH',
  ]) {
    assert.equal(bundles(assets), '{"assets":["hl-BTC","hl-ETH"]}', String(assets));
  }
  assert.equal(bundles('hl-BTC'), '{"assets":["hl-BTC"]}');
  const kinds = (kind: unknown) => toolNamed('find_assets').request({ kind }).url;
  assert.equal(kinds('["perp","binary"]'), '/api/m2m/index?kind=perp%2Cbinary&limit=25');
  assert.equal(kinds('perp'), '/api/m2m/index?kind=perp&limit=25');
  // A text that is not a list is passed on, and the endpoint rejects it.
  assert.equal(bundles('[hl-BTC'), '{"assets":["[hl-BTC"]}');
  assert.equal(bundles('[{"asset":"hl-BTC"}]'), '{"assets":["[{\\"asset\\":\\"hl-BTC\\"}]"]}');
});

test('numbers and booleans may be written as text, wherever they go and whatever limits them', () => {
  const bundles = (series: unknown) => toolNamed('asset_bundles').request({ assets: 'hl-BTC', series }).body;
  assert.equal(bundles('true'), '{"assets":["hl-BTC"],"series":true}');
  assert.equal(bundles('False'), '{"assets":["hl-BTC"],"series":false}');
  assert.equal(bundles('yes'), '{"assets":["hl-BTC"],"series":"yes"}', 'the endpoint says what is allowed');
  const limited = (limit: unknown) => toolNamed('find_assets').request({ limit }).url;
  assert.equal(limited('7'), '/api/m2m/index?limit=7');
  assert.equal(limited('9000'), '/api/m2m/index?limit=500');
  assert.equal(limited('many'), '/api/m2m/index?limit=many');
  assert.equal(limited('9007199254740993'), '/api/m2m/index?limit=9007199254740993', 'no digit is lost');
});

test('a text that looks like a list is a text where no list belongs', () => {
  const { url } = toolNamed('find_assets').request({ q: '["a","b"]' });
  assert.equal(url, '/api/m2m/index?q=%5B%22a%22%2C%22b%22%5D&limit=25');
});

test('an argument that leads to another endpoint is refused', () => {
  for (const venue of ['.', '..', '']) {
    assert.throws(
      () => toolNamed('history').request({ venue, asset: 'feed' }),
      new ToolInputError(`venue must not be "${venue}": dots lead to another endpoint`),
    );
  }
  assert.equal(
    toolNamed('history').request({ venue: '../links', asset: '...' }).url,
    '/api/history/..%2Flinks/...',
  );
});

test('what is missing or not known is refused with the names that fit', () => {
  assert.throws(
    () => toolNamed('history').request({ venue: 'kalshi' }),
    new ToolInputError('history needs asset'),
  );
  assert.throws(
    () => toolNamed('find_assets').request({ text: 'x' }),
    new ToolInputError('find_assets takes kind, limit, q; not text'),
  );
});

test('what is no document is refused', () => {
  for (const value of [null, 'text', {}, { info: { version: '1' } }]) {
    assert.throws(() => parseDocument(value), TypeError);
  }
});

test('an assistant always learns why figures are null', () => {
  const risk = toolNamed('asset_risk');
  assert.deepEqual(Object.keys(risk.inputSchema.properties), ['asset']);
  assert.equal(risk.request({ asset: 'hl-BTC' }).url, '/api/asset/hl-BTC/risk?explain=true');
  assert.throws(() => risk.request({ asset: 'hl-BTC', explain: false }), ToolInputError);
});
