import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { fixture } from '../../../../test/support/polymarket-fixtures.ts';
import { epochMs } from '../../../domain/index.ts';
import { findPrivateKey } from '../../../signatures/index.ts';
import { CallBudget } from '../calls/call-budget.ts';
import { VenueHttp } from '../calls/venue-http.ts';
import { POLYMARKET_LIMITS } from './limits.ts';
import { PolymarketMarkets } from './markets.ts';
import { PrivateApi } from './private-api.ts';
import { MAINNET_CONTRACTS } from './signing.ts';

type Answer = { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> };
const cleanups: (() => void)[] = [];
after(() => {
  for (const cleanup of cleanups) cleanup();
});

async function serve(answer: (method: string, url: URL) => Answer) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    const { status = 200, body, headers } = answer(request.method ?? '', url);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  const http = new VenueHttp({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    userAgent: 'crosstape-test',
    clock: () => epochMs(Date.now()),
    budget: new CallBudget('polymarket', POLYMARKET_LIMITS),
  });
  return { http, asked };
}

interface ClobMarket {
  readonly c: string;
  readonly v: string;
  readonly t: readonly { readonly t: string; readonly o: string }[];
}
const v1 = fixture('clob-markets-v1.json') as ClobMarket;
const v2 = fixture('clob-markets-v2.json') as ClobMarket;
const toTokens = ({ t }: ClobMarket) => t.map((one) => one.t);
const CONDITION = v2.c.slice(0, -2);
const gammaV2 = {
  slug: 'window',
  conditionId: CONDITION,
  version: 'v2',
  outcomes: '["Up", "Down"]',
  clobTokenIds: null,
  positionIds: toTokens(v2),
  acceptingOrders: true,
  closed: false,
};
const gammaV1 = {
  slug: 'window',
  conditionId: v1.c,
  outcomes: '["Up", "Down"]',
  acceptingOrders: true,
  clobTokenIds: JSON.stringify(toTokens(v1)),
  positionIds: toTokens(v2),
};

async function find(gamma: object, rules: object) {
  const { http, asked } = await serve((_, { pathname }) =>
    pathname === '/markets' ? { body: [null, { slug: 'odd' }, gamma] } : { body: rules },
  );
  const market = await new PolymarketMarkets(http, http).find('window');
  return { market, asked };
}

test('a V2 market is asked for by version, and for its rules by the padded condition', async () => {
  const { market, asked } = await find(gammaV2, v2);
  assert.deepEqual(asked, [
    'GET /markets?version=v1&version=v2&slug=window&closed=false',
    `GET /clob-markets/${v2.c}`,
  ]);
  assert.equal(market?.unsupported, undefined);
  assert.deepEqual([market?.yesToken, market?.noToken, market?.tick], [...toTokens(v2), 0.01]);
});

test('a market whose version, ids and names do not belong together is not traded', async () => {
  const turned = { ...v1, t: v1.t.map(({ t }, index) => ({ t, o: v1.t[1 - index]?.o })) };
  const rows: [why: string, gamma: object, rules: object, unsupported: RegExp | null][] = [
    ['v1, which has position ids too', gammaV1, v1, null],
    ['v1 by name', { ...gammaV1, version: 'v1' }, v1, null],
    ['rules without version and tokens', gammaV1, { mts: 0.01 }, null],
    ['nulls in the rules', gammaV1, { mts: 0.01, mos: null, nr: null, fd: null, t: null, v: null }, null],
    ['a version that is not known', { ...gammaV1, version: 'v3' }, v1, /protocol version "v3"/],
    ['the exchange states another', gammaV1, { ...v1, v: 'v2' }, /v1, the exchange "v2"/],
    ['the exchange states one not known', gammaV2, { ...v2, v: 'v9' }, /the exchange "v9"/],
    [
      'v1 with position ids',
      { ...gammaV1, clobTokenIds: toTokens(v2) },
      { mts: 0.01 },
      /form of its protocol/,
    ],
    ['v2 with token ids', { ...gammaV2, positionIds: toTokens(v1) }, { mts: 0.01 }, /form of its protocol/],
    ['tokens named the other way round', gammaV1, turned, /name its tokens differently/],
    ['tokens of another market', gammaV1, { ...v1, t: v2.t }, /name its tokens differently/],
  ];
  for (const [why, gamma, rules, unsupported] of rows) {
    const { market } = await find(gamma, rules);
    assert.ok(market !== null, why);
    if (unsupported === null) assert.equal(market.unsupported, undefined, why);
    else assert.match(market.unsupported ?? '', unsupported, why);
  }
});

const credential = {
  privateKey: findPrivateKey(`0x${'1'.repeat(64)}`) as Uint8Array,
  keyAddress: `0x${'a'.repeat(40)}`,
  funder: `0x${'b'.repeat(40)}`,
  apiKey: null,
  signatureType: 1 as const,
};
const never = new AbortController().signal;

test('a wallet that never made an API key makes one, and derives it where it exists already', async () => {
  const key = { apiKey: 'k', secret: 'c2VjcmV0', passphrase: 'p' };
  const refused: Answer = { status: 400, body: { error: 'Could not derive api key!' } };
  const rows: [why: string, derive: Answer[], create: Answer, calls: number, owner: string | null][] = [
    ['derived', [{ body: key }], refused, 1, 'k'],
    ['created', [refused], { body: key }, 2, 'k'],
    ['created by another meanwhile', [refused, { body: key }], refused, 3, 'k'],
    ['refused', [refused, refused], refused, 3, null],
    ['the venue is away', [{ status: 503, body: {} }], { body: key }, 1, null],
  ];
  for (const [why, derive, create, calls, owner] of rows) {
    const answers = [...derive];
    const { http, asked } = await serve((method) =>
      method === 'POST' ? create : (answers.shift() ?? refused),
    );
    const opened = await PrivateApi.open(http, 'check', credential, MAINNET_CONTRACTS, never).catch(
      () => null,
    );
    assert.equal(opened?.owner ?? null, owner, why);
    assert.equal(asked.length, calls, `${why}: ${asked}`);
  }
});

test('shares of a position are asked for by their own kind, and approvals are named', async () => {
  const { http, asked } = await serve(() => ({
    body: { balance: '25000000', allowances: { [MAINNET_CONTRACTS.v3]: '1', '0xAA': '0', '0xBB': null } },
  }));
  const apiKey = { key: 'k', secret: 'c2VjcmV0', passphrase: 'p' };
  const api = await PrivateApi.open(http, 'check', { ...credential, apiKey }, MAINNET_CONTRACTS, never);
  const [position = ''] = toTokens(v2);
  const [token = ''] = toTokens(v1);
  for (const id of [position, token, null]) {
    const { balance, approved } = await api.readAllowances(id, never);
    assert.equal(balance.toString(), '25');
    assert.deepEqual([...approved], [MAINNET_CONTRACTS.v3.toLowerCase()]);
  }
  assert.deepEqual(
    asked.map((path) => new URL(path.split(' ')[1] ?? '', 'http://x').searchParams.get('asset_type')),
    ['CONDITIONAL-V2', 'CONDITIONAL', 'COLLATERAL'],
  );
});

test('the seconds to wait are those of the header, else those of the body', async () => {
  const rows: [Answer, number | null][] = [
    [{ status: 425, body: { error_msg: 'matching engine is restarting', retry_after_seconds: 79 } }, 79_000],
    [{ status: 503, body: { retry_after_seconds: '42' } }, 42_000],
    [{ status: 503, body: { retry_after_seconds: 42 }, headers: { 'retry-after': '5' } }, 5_000],
    [{ status: 503, body: { retry_after_seconds: null } }, null],
    [{ status: 503, body: { retry_after_seconds: -3 } }, 0],
    [{ status: 503, body: { retry_after_seconds: 'soon' } }, null],
    [{ status: 503, body: [] }, null],
  ];
  for (const [answer, expected] of rows) {
    const { http } = await serve(() => answer);
    const call = { purpose: 'prepare', account: null } as const;
    const result = await http.request({ method: 'GET', path: '/', call, signal: never });
    assert.equal(result.kind === 'answer' ? result.retryAfterMs : 'no answer', expected);
  }
});
