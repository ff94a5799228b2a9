import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRO } from '../../../test/support/test-gate.ts';
import { NO_MONEY } from '../../domain/index.ts';
import { readRequestFacts } from './request-facts.ts';

const KEY = `ct_live_${'A'.repeat(38)}`;
const request = {
  id: 'req-1',
  method: 'GET',
  url: `/api/m2m/hl-BTC/bundle?api_key=${KEY}`,
  routeOptions: { url: '/api/m2m/:asset/bundle' },
  requestContext: { principal: PRO, venues: null, price: NO_MONEY },
} as unknown as Parameters<typeof readRequestFacts>[0];

test('a log line names the request, the owner and the bot, and neither query nor key', () => {
  assert.deepEqual(readRequestFacts(request), {
    requestId: 'req-1',
    method: 'GET',
    route: '/api/m2m/:asset/bundle',
    path: '/api/m2m/hl-BTC/bundle',
    principal: 'key',
    owner: 'ann',
    botId: 'bot-1',
  });
});

test('a key or a code in the path is replaced', () => {
  const path = (url: string) => readRequestFacts({ ...request, url } as typeof request).path;
  assert.equal(path(`/api/book/${KEY}`), '/api/book/[secret]');
  assert.equal(path('/api/book/TAPE-01234-56789-ABCDE-FGHJK-MNPQG'), '/api/book/[secret]');
  assert.equal(path('/api/book/kalshi-KXBTC-26NOV22-T90000'), '/api/book/kalshi-KXBTC-26NOV22-T90000');
});

test('a request that came nowhere is of nobody', () => {
  const early = { ...request, routeOptions: {}, requestContext: null } as unknown as typeof request;
  const { route, principal } = readRequestFacts(early);
  assert.deepEqual([route, principal], [undefined, 'anonymous']);
});
