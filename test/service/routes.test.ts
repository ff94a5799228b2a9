import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { startLive } from '../support/live-streams.ts';
import { dereferenced } from '../support/openapi.ts';
import { startBench } from '../support/service-bench.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];

  readonly additionalProperties?: Schema | boolean;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly example?: unknown;
    readonly schema: Schema;
    readonly required?: boolean;
    readonly style?: string;
    readonly explode?: boolean;
  }[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
  readonly responses: Record<string, Response>;
  readonly 'x-access'?: string;
  readonly 'x-cache-seconds'?: number;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Record<string, { schema: Schema }>;
}

interface Document {
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters: Record<string, object>;
    readonly responses: Record<string, Response>;
  };
  readonly openapi: string;
  readonly info: { version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly tags: readonly { name: string }[];
}

/** What is longer and stands twice in the document should have a name. In bytes. */
const MAX_REPEATED = 300;

/** `GET /api/feed` and so on, from the tree that the router prints. */
function registeredRoutes(tree: string): string[] {
  const segments: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', segment, methods = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
    if (segment === undefined) return [];
    const depth = indent.length / 4;
    segments.splice(depth, segments.length, segment);
    return methods.split(', ').map((method) => `${method} ${segments.join('')}`);
  });
}

/** Every named field below a schema, with the path to it. */
function* listFields(schema: Schema, where: string): Generator<[where: string, field: Schema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [`${where}.${name}`, field];
    yield* listFields(field, `${where}.${name}`);
  }
  if (schema.items !== undefined) yield* listFields(schema.items, `${where}[]`);
  for (const part of schema.anyOf ?? []) yield* listFields(part, where);
  if (schema.allOf !== undefined) yield* listFields(joined(schema.allOf), where);
  if (typeof schema.additionalProperties === 'object')
    yield* listFields(schema.additionalProperties, `${where}.*`);
}

/** One object with the members of all: a later part narrows what an earlier one describes. */
function joined(parts: readonly Schema[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const part of parts) {
    for (const [name, field] of Object.entries(part.properties ?? {})) {
      properties[name] = { ...properties[name], ...field };
    }
  }
  return { properties };
}

/** Every named field of every answer that succeeds. */
function* answerFields(document: Document): Generator<[where: string, field: Schema]> {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        if (!status.startsWith('2')) continue;
        for (const { schema } of Object.values(content)) yield* listFields(schema, `${method} ${path}`);
      }
    }
  }
}

function mayBeNull({ type, anyOf = [] }: Schema): boolean {
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(mayBeNull);
}

test('every route is in the catalogue and in the OpenAPI document, with access class and cache time', async (t) => {
  const { app } = await startBench(t);
  const catalogue = (await app.inject('/api')).json();
  const document = (await app.inject('/api/openapi.json')).json() as Document;

  const listed = catalogue.endpoints.map(
    (row: { path: string; method: string }) => `${row.method} ${row.path}`,
  );
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const registered = registeredRoutes(app.printRoutes({ commonPrefix: false }))
    .filter((route) => /^(GET|POST|PUT|DELETE) \/(api|metrics)/.test(route))
    .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));

  assert.equal(catalogue.count, listed.length);
  assert.ok(registered.length >= 20, `only ${registered.length} routes were found`);
  assert.deepEqual(new Set(listed), new Set(registered));
  assert.deepEqual(new Set(described), new Set(registered));
  for (const row of catalogue.endpoints) {
    const operation = document.paths[row.path]?.[row.method.toLowerCase()];
    assert.equal(operation?.['x-access'], row.access, row.path);
    assert.equal(operation?.['x-cache-seconds'], row.cacheSeconds, row.path);
    assert.ok(row.summary.length > 0 && row.group.length > 0, row.path);
    assert.ok(
      document.tags.some(({ name }) => name === row.group),
      row.group,
    );
  }
});

test('the document names what it repeats', async (t) => {
  const { app } = await startLive(t);
  const { body } = await app.inject('/api/openapi.json');
  const document = JSON.parse(body) as Document;
  const seen = new Set<string>();
  const repeated: string[] = [];
  const visit = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    const text = JSON.stringify(value);
    if (text.length > MAX_REPEATED && seen.has(text)) repeated.push(text);
    seen.add(text);
    Object.values(value).forEach(visit);
  };
  visit(document);
  assert.deepEqual(repeated, []);
  const { components } = document;
  for (const name of ['Asset', 'FromMs', 'LastEventId']) assert.ok(name in components.parameters);
  for (const name of ['Bundle', 'BinaryTicker', 'PerpTicker', 'Failure'])
    assert.ok(name in components.schemas);
  assert.doesNotMatch(body, /x-component/);
});

test('lists say that they are one text with commas', async (t) => {
  const { app } = await startBench(t);
  const document = dereferenced((await app.inject('/api/openapi.json')).json() as Document);
  const parameters = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).flatMap((operation) => operation.parameters ?? []),
  );
  const lists = parameters.filter(({ schema }) => schema.type === 'array');
  assert.ok(lists.length >= 2);
  for (const list of lists) assert.deepEqual([list.style, list.explode], ['form', false], list.name);
});

test('a refused parameter and the version of a failure are documented', async (t) => {
  const { app } = await startBench(t);
  const { paths } = dereferenced((await app.inject('/api/openapi.json')).json() as Document);
  const fields = (path: string, status: string) => {
    const schema = paths[path]?.get?.responses[status]?.content?.['application/json']?.schema as Schema;
    return new Map(listFields(schema, ''));
  };
  for (const name of ['.parameter', '.apiVersion', '.message', '.requestId']) {
    assert.ok(fields('/api/m2m/{asset}/quote', '400').has(name), name);
  }
});

test('every parameter and every field of every answer has a description, and every leaf an example', async (t) => {
  const { app } = await startBench(t);
  const document = dereferenced((await app.inject('/api/openapi.json')).json() as Document);
  let fields = 0;
  const check = (where: string, field: Schema) => {
    fields++;
    assert.ok((field.description ?? '').length > 0, `${where} has no description`);
    const isLeaf = field.properties === undefined && field.items === undefined;
    const holdsObjects = listParts(field).some(
      ({ properties, additionalProperties }) =>
        properties !== undefined || additionalProperties !== undefined,
    );
    if (isLeaf && !holdsObjects) assert.ok((field.examples ?? []).length > 0, `${where} has no example`);
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method} ${path}`;
      assert.ok(operation.operationId !== undefined && operation.summary !== undefined, name);
      for (const parameter of operation.parameters ?? []) {
        const { description = '', example } = parameter;
        const examples = example === undefined ? [] : [example];
        check(`${name} ?${parameter.name}`, { ...parameter.schema, description, examples });
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const { schema } of Object.values(response.content ?? {})) {
          for (const [where, field] of listFields(schema, `${name} ${status}`)) check(where, field);
        }
      }
    }
  }
  t.diagnostic(`${fields} parameters and fields`);
  assert.ok(fields > 400);
});

test('every field that may be null says when it is', async (t) => {
  const silent = new Set<string>();
  const nullable = new Set<string>();
  for (const { app } of [await startLive(t), await startAccountBench(t)]) {
    const document = dereferenced((await app.inject('/api/openapi.json')).json() as Document);
    for (const [where, field] of answerFields(document)) {
      if (!mayBeNull(field)) continue;
      nullable.add(where);
      if (!/(?:^|; )null when [^;]+\.$/.test(field.description ?? '')) silent.add(where);
    }
  }
  t.diagnostic(`${nullable.size} nullable fields`);
  assert.deepEqual([...silent], []);
  assert.ok(nullable.size > 300);
});

test('the document says what version it is, how bodies are versioned and what costs money', async (t) => {
  const { app } = await startBench(t);
  const document = (await app.inject('/api/openapi.json')).json();
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, VERSION);
  assert.equal('ok' in document, false);
  assert.equal(document['x-api-versioning'].body.scope, '/api/m2m/*');
  assert.deepEqual(document['x-monetization'].tiers, ['free', 'pro', 'enterprise']);
  const premium = document['x-monetization'].premiumEndpoints.map(({ path }: { path: string }) => path);
  assert.ok(
    premium.includes('/api/history/{venue}/{asset}') && premium.includes('/api/history/{venue}/{asset}/csv'),
  );
});

test('the document shows caps, limits and defaults of parameters', async (t) => {
  const { app } = await startBench(t);
  const document = dereferenced((await app.inject('/api/openapi.json')).json() as Document);
  const parameters = document.paths['/api/history/{venue}/{asset}']?.get?.parameters ?? [];
  const limit = parameters.find(({ name }) => name === 'limit');
  assert.equal(limit?.required ?? false, false);
  assert.deepEqual(
    { ...limit?.schema, description: undefined, examples: undefined },
    {
      type: 'integer',
      default: 1_000,
      minimum: 1,
      'x-cap': 50_000,
      description: undefined,
      examples: undefined,
    },
  );
});

test('access classes and cache times are those of the specification', async (t) => {
  const { app } = await startBench(t);
  const { endpoints } = (await app.inject('/api')).json();
  const rows: [path: string, access: string, cacheSeconds: number, feature: string | null][] = [
    ['/api/history/{venue}/{asset}', 'pro', 30, 'history'],
    ['/api/history/{venue}/{asset}/csv', 'enterprise', 30, 'history-export'],
    ['/api/history/{venue}/{asset}/parquet', 'enterprise', 30, 'history-export'],
    ['/api/history/{venue}/{asset}/arrow', 'enterprise', 30, 'history-export'],
    ['/api/history/{venue}/{asset}/jsonl', 'enterprise', 30, 'history-export'],
    ['/api/history/merged', 'enterprise', 30, 'history-export'],
    ['/api/history/{venue}/{asset}/aggregate', 'free', 30, null],
    ['/api/history/assets', 'free', 60, null],
    ['/api/asset/{asset}', 'free', 10, null],
    ['/api/book/{asset}', 'free', 4, null],
    ['/api/feed', 'free', 4, null],
    ['/api/health', 'free', 0, null],
    ['/api/feed/health', 'free', 5, null],
    ['/api/health/endpoints', 'free', 30, null],
    ['/api/health/upstream', 'free', 30, null],
    ['/api/health/anomalies', 'free', 5, null],
    ['/api/health/snapshotter', 'free', 30, null],
    ['/api', 'free', 3_600, null],
    ['/api/openapi.json', 'free', 3_600, null],
    ['/api/alerts/stale', 'free', 60, null],
    ['/api/alerts/stale.csv', 'free', 60, null],
    ['/api/alerts/stale/history', 'free', 60, null],
    ['/api/alerts/stale/snapshot', 'free', 0, null],
  ];
  for (const [path, ...expected] of rows) {
    const row = endpoints.find((endpoint: { path: string }) => endpoint.path === path);
    assert.deepEqual([row?.access, row?.cacheSeconds, row?.feature], expected, path);
  }
});

test('every answer has exactly the members that the document describes', async (t) => {
  const { app } = await startBench(t);
  const document = dereferenced((await app.inject('/api/openapi.json')).json() as Document);
  const rows: [url: string, path: string][] = [
    ['/api/history/hyperliquid/perp-btc', '/api/history/{venue}/{asset}'],
    ['/api/history/hyperliquid/perp-btc/aggregate?bucketMs=1000', '/api/history/{venue}/{asset}/aggregate'],
    ['/api/history/assets', '/api/history/assets'],
    ['/api/asset/hl-BTC', '/api/asset/{asset}'],
    ['/api/asset/pm-will-it-rain', '/api/asset/{asset}'],
    ['/api/book/hl-BTC', '/api/book/{asset}'],
    ['/api/feed', '/api/feed'],
    ['/api/health', '/api/health'],
    ['/api/feed/health', '/api/feed/health'],
    ['/api/health/endpoints', '/api/health/endpoints'],
    ['/api/health/upstream', '/api/health/upstream'],
    ['/api/health/anomalies', '/api/health/anomalies'],
    ['/api/health/snapshotter', '/api/health/snapshotter'],
    ['/api', '/api'],
    ['/api/changelog', '/api/changelog'],
    ['/api/alerts/stale', '/api/alerts/stale'],
    ['/api/alerts/stale/history', '/api/alerts/stale/history'],
  ];
  for (const [url, path] of rows) {
    const response = await app.inject(url);
    assert.equal(response.statusCode, 200, url);
    const schema = document.paths[path]?.get?.responses['200']?.content?.['application/json']?.schema;
    assert.ok(schema !== undefined, path);
    assert.equal(Object.keys(response.json())[0], 'ok', url);
    assertDescribed(response.json(), schema, url);
  }
});

/** A schema and everything it is put together from. */
function listParts(schema: Schema): Schema[] {
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(listParts)];
}

/** Members beyond the schema would leave the process unseen. */
function assertDescribed(value: unknown, schema: Schema, where: string): void {
  if (value === null || typeof value !== 'object') return;
  const alternatives = listParts(schema);
  if (Array.isArray(value)) {
    const items = alternatives.find((part) => part.items !== undefined)?.items;
    assert.ok(items !== undefined, `${where} is a list that is not described`);
    for (const item of value) assertDescribed(item, items, `${where}[]`);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const described = alternatives
      .map(({ properties, additionalProperties }) => properties?.[name] ?? additionalProperties)
      .filter((part) => typeof part === 'object');
    assert.ok(described.length > 0, `${where}.${name} is not described`);
    assertDescribed(member, { anyOf: described }, `${where}.${name}`);
  }
}
