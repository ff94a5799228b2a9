import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ApiError } from '../../src/http/responses/errors.ts';
import { startBench } from '../support/service-bench.ts';
import {
  allVenuesPolled,
  type SimulatedService,
  startSimulatedService,
} from '../support/simulated-service.ts';
import { TestGate } from '../support/test-gate.ts';

const BINARY = path.join(import.meta.dirname, '..', '..', 'bin', 'crosstape');
const TOOLS = [
  'find_assets',
  'asset_bundle',
  'asset_bundles',
  'quote',
  'history',
  'history_buckets',
  'asset_stats',
  'asset_risk',
  'slippage',
  'movers',
  'correlations',
  'arbitrage',
  'links',
  'resolutions',
  'book',
  'health',
];

async function connect(t: TestContext, transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

const overStdio = (url: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [BINARY, 'mcp', '--url', url],
    stderr: 'ignore',
  });
// The package's own type is not exact about optional members.
const overHttp = (url: string) => new StreamableHTTPClientTransport(new URL('/mcp', url)) as Transport;

interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}

interface Shape {
  readonly properties?: object;
  readonly items?: Shape;
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<ToolReply> {
  const result = await client.callTool({ name, arguments: given });
  const [content] = result.content as { type: string; text: string }[];
  return {
    isError: result.isError === true,
    text: content?.text ?? '',
    structured: result.structuredContent,
  };
}

test('an assistant over a running service', { timeout: 180_000 }, async (t) => {
  const service = await startSimulatedService(t, { config: { server: { mcp: true } } });
  await allVenuesPolled(service);
  const { apiUrl } = service.app;
  const transports = { stdio: () => overStdio(apiUrl), http: () => overHttp(apiUrl) };
  for (const [name, open] of Object.entries(transports)) {
    await t.test(`over ${name}`, (inner) => useTools(inner, service, open()));
  }

  await t.test('a service that has stopped is reported as the result of a tool', async (inner) => {
    const client = await connect(inner, overStdio(apiUrl));
    await service.stop();
    const { isError, text } = await call(client, 'movers');
    assert.equal(isError, true);
    assert.match(text, /no service answers at http:.*--url/);
  });
});

async function useTools(t: TestContext, service: SimulatedService, transport: Transport): Promise<void> {
  const client = await connect(t, transport);

  await t.test('finds sixteen tools that only read, described in few words', async () => {
    assert.match(client.getInstructions() ?? '', /Asset ids look like/);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map((tool) => tool.name),
      TOOLS,
    );
    for (const tool of tools) {
      assert.equal(tool.annotations?.readOnlyHint, true, tool.name);
      assert.ok((tool.description ?? '').length <= 400, tool.name);
      assert.equal(tool.inputSchema.type, 'object');
      const members = Object.values(tool.outputSchema?.properties ?? {}) as Shape[];
      assert.ok(
        members.some(({ properties, items }) => (properties ?? items?.properties) !== undefined),
        `${tool.name} describes two levels`,
      );
    }
    assert.ok(JSON.stringify({ tools }).length <= 24_000, 'the list itself stays small');
  });

  await t.test('every tool answers', async () => {
    const found = JSON.parse((await call(client, 'find_assets', { q: 'bitcoin', limit: 2 })).text);
    assert.equal(found.entries.length, 2);
    const asset = 'hl-BTC';
    const series = { venue: 'hyperliquid', asset: 'perp-btc' };
    const calls: Record<string, Record<string, unknown>> = {
      asset_bundle: { asset: found.entries[0].asset },
      asset_bundles: { assets: [asset, 'hl-ETH'] },
      quote: { asset },
      history: series,
      history_buckets: { ...series, bucketMs: 60_000 },
      asset_stats: { asset },
      asset_risk: { asset },
      slippage: { asset, size: 1_000, side: 'buy' },
      movers: {},
      correlations: { assets: [asset, 'hl-ETH'] },
      arbitrage: { capital: 10_000 },
      links: {},
      resolutions: { limit: 3 },
      book: { asset },
      health: { venue: 'kalshi', limit: 2 },
    };
    for (const [name, given] of Object.entries(calls)) {
      const { isError, text, structured } = await call(client, name, given);
      assert.equal(isError, false, `${name}: ${text}`);
      const answer = JSON.parse(text);
      if (name === 'health') assert.deepEqual(Object.keys(answer), ['feed', 'anomalies', 'gaps']);
      for (const part of name === 'health' ? Object.values<{ ok: boolean }>(answer) : [answer])
        assert.equal(part.ok, true, name);
      assert.deepEqual(structured, answer, `${name}: the object is the text`);
      assert.ok(text.length <= 24_000, name);
    }
    assert.deepEqual(Object.keys(calls), TOOLS.slice(1));
    const recorded = JSON.parse((await call(client, 'book', { asset, t: '2026-01-01T00:00:00Z' })).text);
    assert.deepEqual([recorded.ok, recorded.t], [true, Date.UTC(2026, 0, 1)]);
    const { isError, text } = await call(client, 'book', { asset, levels: 1 });
    assert.ok(isError && text.includes('levels'), text);
  });

  await t.test('says what was left out of a long answer', async () => {
    const all = await fetch(`${service.app.apiUrl}/api/m2m/index`);
    const { entries } = (await all.json()) as { entries: unknown[] };
    assert.ok(entries.length > 100);
    const { text } = await call(client, 'find_assets', { limit: entries.length });
    const answer = JSON.parse(text);
    assert.ok(text.length <= 24_000);
    assert.equal(answer.shortened[0].list, 'entries');
    assert.equal(answer.shortened[0].of, entries.length);
  });

  await t.test('says what is wrong in a way that an assistant can mend', async () => {
    const unknown = await call(client, 'quote', { asset: 'hl-NOPE' });
    assert.equal(unknown.isError, true);
    assert.equal(JSON.parse(unknown.text).error, 'asset_not_found');
    const missing = await call(client, 'slippage', { asset: 'hl-BTC' });
    assert.deepEqual([missing.isError, missing.text], [true, 'slippage needs size, side']);
    const wrong = await call(client, 'history', { venue: 'nowhere', asset: 'x' });
    assert.equal(JSON.parse(wrong.text).error, 'venue_not_found');
    await assert.rejects(client.callTool({ name: 'place_order' }), /no tool is called place_order/);
  });
}

test('docs/mcp.md lists the tools in their order', () => {
  const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'mcp.md'), 'utf8');
  assert.deepEqual(
    [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
    TOOLS,
  );
});

test('without a service the command says so and how to get one', () => {
  const result = spawnSync(process.execPath, [BINARY, 'mcp', '--url', 'http://127.0.0.1:9'], {
    encoding: 'utf8',
  });
  assert.equal(result.status, 1);
  assert.equal(result.stdout, '');
  assert.match(
    result.stderr,
    /no service answers at http:\/\/127\.0\.0\.1:9; start one with "crosstape serve"/,
  );
});

test('an address that is none is refused', () => {
  const result = spawnSync(process.execPath, [BINARY, 'mcp', '--url', 'localhost'], { encoding: 'utf8' });
  assert.equal(result.status, 2);
  assert.match(result.stderr, /must be an address such as/);
});

const PING = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  host: '127.0.0.1:8080',
};

test('MCP over HTTP is off unless it is switched on', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject({ method: 'POST', url: '/mcp', headers: HEADERS, payload: PING });
  assert.deepEqual([response.statusCode, response.json().error], [404, 'not_found']);
});

test('MCP over HTTP answers without a session, by POST alone', async (t) => {
  const { app } = await startBench(t, { settings: { mcp: true } });
  const response = await app.inject({ method: 'POST', url: '/mcp', headers: HEADERS, payload: PING });
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['mcp-session-id'], undefined);
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.ok(response.json().result.tools.length > 0);
  const notice = { jsonrpc: '2.0', method: 'notifications/initialized' };
  assert.equal(
    (await app.inject({ method: 'POST', url: '/mcp', headers: HEADERS, payload: notice })).statusCode,
    202,
  );
  for (const method of ['GET', 'DELETE'] as const) {
    const refused = await app.inject({
      method,
      url: '/mcp',
      headers: { accept: HEADERS.accept, host: HEADERS.host },
    });
    assert.deepEqual([refused.statusCode, refused.json().error], [405, 'method_not_allowed'], method);
  }
});

test('MCP over HTTP refuses pages of other origins and rebound names', async (t) => {
  const { app } = await startBench(t, {
    settings: { mcp: true, publicUrls: ['https://tape.example.org'] },
  });
  const rows: [headers: Record<string, string>, status: number][] = [
    [{ host: 'localhost:8080' }, 200],
    [{ host: '[::1]:8080' }, 200],
    [{ host: '192.168.1.5:8080' }, 200],
    [{ host: 'tape.example.org' }, 200],
    [{ host: 'tape.example.org', origin: 'https://tape.example.org' }, 200],
    [{ host: '127.0.0.1:8080', origin: 'http://localhost:5173' }, 200],
    [{ host: '192.168.1.5:8080', origin: 'http://192.168.1.5:8080' }, 200],
    [{ host: '127.0.0.1:8080', origin: 'http://203.0.113.9' }, 403],
    [{ host: 'evil.example.org:8080' }, 403],
    [{ host: 'localhost.evil.example.org' }, 403],
    [{ host: '127.0.0.1:8080', origin: 'https://evil.example.org' }, 403],
    [{ host: '127.0.0.1:8080', origin: 'null' }, 403],
  ];
  for (const [headers, status] of rows) {
    const response = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...HEADERS, ...headers },
      payload: PING,
    });
    assert.equal(response.statusCode, status, JSON.stringify(headers));
    if (status === 403) assert.equal(response.json().error, 'foreign_origin');
  }
});

test('MCP over HTTP refuses bodies that are too large, batches, other types and other protocols', async (t) => {
  const { app } = await startBench(t, { settings: { mcp: true } });
  const rows: [payload: string | object, headers: Record<string, string>, status: number][] = [
    [{ ...PING, params: { text: 'x'.repeat(64 * 1024) } }, {}, 413],
    [[PING, PING], {}, 400],
    ['{', {}, 400],
    [{ hello: 'there' }, {}, 400],
    ['hello', { 'content-type': 'text/plain' }, 415],
    [PING, { accept: 'text/html' }, 406],
    [PING, { 'mcp-protocol-version': '1999-01-01' }, 400],
  ];
  for (const [payload, headers, status] of rows) {
    const response = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...HEADERS, ...headers },
      payload,
    });
    assert.equal(response.statusCode, status, JSON.stringify(payload).slice(0, 60));
  }
});

test('a tool may do what the key of its caller may do', async (t) => {
  const gate = new TestGate();
  gate.check = ({ headers }) => {
    if (headers['x-api-key'] !== 'k-1') throw new ApiError('missing_api_key', 'a key is needed');
  };
  const { app } = await startBench(t, { settings: { mcp: true, paidGating: true }, gate });
  const payload = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'history', arguments: { venue: 'hyperliquid', asset: 'perp-btc' } },
  };
  const rows: [headers: Record<string, string>, expected: string | undefined][] = [
    [{}, 'missing_api_key'],
    [{ 'x-api-key': 'k-2' }, 'missing_api_key'],
    [{ 'x-api-key': 'k-1' }, undefined],
  ];
  for (const [headers, expected] of rows) {
    const response = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...HEADERS, ...headers },
      payload,
    });
    const [content] = response.json().result.content;
    assert.equal(JSON.parse(content.text).error, expected);
  }
});

test('llms.txt names every endpoint once, with what it does', async (t) => {
  const { app } = await startBench(t, { settings: { mcp: true, publicUrls: ['https://tape.example.org/'] } });
  const response = await app.inject('/llms.txt');
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8');
  const { endpoints } = (await app.inject('/api')).json();
  for (const { method, path: endpoint, summary } of endpoints) {
    const line = `- [${method} ${endpoint}](https://tape.example.org${endpoint}): ${summary}`;
    assert.equal(response.body.split(line).length, 2, line);
  }
  assert.match(response.body, /^# Crosstape\n\n> /);
  assert.match(response.body, /\/mcp\): Streamable HTTP/);
});
