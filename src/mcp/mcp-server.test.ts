import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { type ApiCaller, createHttpCaller, ServiceUnreachableError } from './api-caller.ts';
import { buildMcpServer } from './mcp-server.ts';
import type { Tool } from './tools.ts';

const TOOL: Tool = {
  name: 'movers',
  title: 'Movers',
  description: 'What moved.',
  inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  outputSchema: { type: 'object', properties: { ok: { type: 'boolean' }, rows: { type: 'array' } } },
  hasBuckets: false,
  request: () => ({ method: 'GET', url: '/api/movers', body: null }),
};

async function callWith(
  call: ApiCaller,
  onFault: (error: unknown) => void = (error) => assert.ifError(error),
  tool: Tool = TOOL,
) {
  const server = buildMcpServer({ tools: [tool], call, version: '1.0.0', onFault });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  try {
    const result = await client.callTool({ name: 'movers' });
    const [content] = result.content as { text: string }[];
    return {
      isError: result.isError === true,
      text: content?.text ?? '',
      ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
    };
  } finally {
    await client.close();
  }
}

test('what the service answers is the result', async () => {
  const result = await callWith(async () => ({ status: 200, body: '{"ok":true}' }));
  assert.deepEqual(result, { isError: false, text: '{"ok":true}', structured: { ok: true } });
});

/** Calls a tool with parameters that the client's own package would reject, and returns the server's answer. */
async function callRaw(params: unknown): Promise<unknown> {
  const server = buildMcpServer({
    tools: [{ ...TOOL, request: (given) => ({ method: 'GET', url: JSON.stringify(given), body: null }) }],
    call: async ({ url }) => ({ status: 200, body: `{"given":${url}}` }),
    version: '1.0.0',
    onFault: (error) => assert.ifError(error),
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const answer = Promise.withResolvers<unknown>();
  near.onmessage = (message) => answer.resolve(message);
  await server.connect(far);
  await near.start();
  await near.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params } as never);
  const answered = await answer.promise;
  await server.close();
  return answered;
}

test('arguments that are null or an empty text are none, and an object may be written as text', async () => {
  const rows: [given: unknown, read: object][] = [
    [null, {}],
    ['', {}],
    ['{}', {}],
    [' {"topN": 5} ', { topN: 5 }],
  ];
  for (const [given, read] of rows) {
    const text = JSON.stringify({ given: read });
    assert.deepEqual(await callRaw({ name: 'movers', arguments: given }), {
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text }], structuredContent: { given: read } },
    });
  }
});

test('a call of another form is refused in a sentence, as the fault of its caller', async () => {
  const rows: [params: unknown, message: RegExp][] = [
    [{ name: 'movers', arguments: [] }, /^params\.arguments: [^{}[\]\n]+$/],
    [{ name: 'movers', arguments: '[1]' }, /^params\.arguments: [^{}[\]\n]+$/],
    [{ name: 'movers', arguments: 'topN=5' }, /^params\.arguments: [^{}[\]\n]+$/],
    [{ name: 'movers', arguments: 5 }, /^params\.arguments: [^{}[\]\n]+$/],
    [{ name: null }, /^params\.name: [^{}[\]\n]+$/],
    [{}, /^params\.name: [^{}[\]\n]+$/],
  ];
  for (const [params, message] of rows) {
    const { error } = (await callRaw(params)) as { error: { code: number; message: string } };
    assert.equal(error.code, -32_602, JSON.stringify(params));
    assert.match(error.message, message);
  }
});

test('a tool over several endpoints has a member of each, and one that fails says so there', async () => {
  const request = (url: string) => () => ({ method: 'GET' as const, url, body: null });
  const tool: Tool = { ...TOOL, members: { feed: request('/feed'), gaps: request('/gaps') } };
  const answers: Record<string, { status: number; body: string }> = {
    '/feed': { status: 503, body: '{"ok":false,"error":"feed_down","verdict":"DOWN"}' },
    '/gaps': { status: 200, body: '{"ok":true,"count":0}' },
  };
  const ask = () => callWith(async ({ url }) => answers[url] ?? { status: 404, body: '{}' }, undefined, tool);
  const joined = {
    feed: { ok: false, error: 'feed_down', verdict: 'DOWN' },
    gaps: { ok: true, count: 0 },
  };
  assert.deepEqual(await ask(), { isError: false, text: JSON.stringify(joined), structured: joined });

  answers['/gaps'] = { status: 502, body: '<html>' };
  const failed = await ask();
  assert.deepEqual([failed.isError, JSON.parse(failed.text).gaps], [true, { ok: false, status: 502 }]);
});

test('a failure of the service is a result with its code', async () => {
  const result = await callWith(async () => ({ status: 503, body: '{"ok":false,"error":"shutting_down"}' }));
  assert.deepEqual(result, { isError: true, text: '{"ok":false,"error":"shutting_down"}' });
});

test('a body that is not JSON, or too large to be read, is reported', async () => {
  const page = await callWith(async () => ({ status: 502, body: '<html>' }));
  assert.deepEqual(page, { isError: true, text: 'the service answered 502 with a body that is not JSON' });
  const large = await callWith(async () => ({ status: 200, body: `["${'x'.repeat(2_000_000)}"]` }));
  assert.equal(large.isError, true);
  assert.match(large.text, /ask for a narrower window/);
});

test('a service that cannot be reached is reported', async () => {
  const gone = await callWith(async () => {
    throw new ServiceUnreachableError('no service answers');
  });
  assert.deepEqual(gone, { isError: true, text: 'no service answers' });
});

test('an error of this service is an error of the protocol, without its details', async () => {
  const faults: unknown[] = [];
  const failing = callWith(
    async () => {
      throw new Error('secret path');
    },
    (error) => faults.push(error),
  );
  await assert.rejects(
    failing,
    (error: Error) => !error.message.includes('secret') && /the tool failed/.test(error.message),
  );
  assert.equal(faults.length, 1);
});

test('the key goes along, and a service that hangs is given up', async () => {
  const seen: RequestInit[] = [];
  const answering = createHttpCaller({
    baseUrl: 'http://service.test/',
    apiKey: 'k-1',
    fetch: async (url, init = {}) => {
      seen.push(init);
      return new Response(String(url));
    },
  });
  const { body } = await answering({ method: 'POST', url: '/api/m2m/batch', body: '{}' });
  assert.equal(body, 'http://service.test/api/m2m/batch');
  assert.deepEqual(seen[0]?.headers, { authorization: 'Bearer k-1', 'content-type': 'application/json' });

  const hanging = createHttpCaller({
    baseUrl: 'http://service.test',
    apiKey: null,
    timeoutMs: 5,
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  });
  await assert.rejects(hanging({ method: 'GET', url: '/', body: null }), /gave no answer within 5 ms/);
});
