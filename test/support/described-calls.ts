import assert from 'node:assert/strict';
import { ADMIN_TOKEN } from './account-bench.ts';
import { TRADE } from './bot-bench.ts';
import type { Operation, Send, Sent } from './described-answers.ts';
import { paidSession, plainCall, stripeCall } from './provider-events.ts';
import { BENCH_NOW } from './webhook-bench.ts';

export const SNAPSHOT_TOKEN = 'a-snapshot-token';

/** Ids and keys that a call needs and no example can hold. */
export interface World {
  readonly key?: string;
  readonly admin?: string;
  readonly keyHash?: string;
  readonly botId?: string;
  readonly voucher?: string;
  readonly depositId?: string;
  /** One that the operator may close. */
  readonly orderId?: string;
  /** One of the key's own. */
  readonly ownOrderId?: string;
  /** Id of a key of the vault. */
  readonly vaultKey?: string;
  readonly pair?: readonly [string, string];
}

/** Requests where the examples of the document are not enough. */
export const REQUESTS: Readonly<Record<string, (world: World) => Partial<Sent>>> = {
  'GET /api/links/explain': ({ pair = ['hl-BTC', 'hl-ETH'] }) => ({ url: `?a=${pair[0]}&b=${pair[1]}` }),
  'GET /api/history/{venue}/{asset}/aggregate': () => ({ url: '?bucketMs=60000' }),
  'POST /api/m2m/batch': () => ({ body: { assets: ['hl-BTC', 'hl-NOPE'], series: true } }),
  'POST /api/alerts/stale/snapshot': () => ({ headers: { 'x-snapshot-token': SNAPSHOT_TOKEN } }),
  'POST /api/account/redeem': ({ voucher = 'x' }) => ({ body: { code: voucher } }),
  'POST /api/account/keys/rotate': () => ({ body: { graceMs: 60_000 } }),
  'POST /api/admin/vault/rotate': () => ({ body: {} }),
  'POST /api/admin/vault/forget': ({ vaultKey = '00000000' }) => ({ body: { keyId: vaultKey } }),
  'POST /api/admin/vault/close': () => ({ body: { owner: 'owner_1', venue: 'kalshi' } }),
  'DELETE /api/account/keys': ({ keyHash = '0'.repeat(64) }) => ({ body: { keyHash } }),
  'POST /api/account/credit': () => ({ body: { owner: 'owner_1', usd: 25, ref: 'invoice-1' } }),
  'POST /api/account/debit': () => ({
    body: { owner: 'owner_1', usd: 0.5, ref: 'debit-1', reason: 'mistyped', allowDebt: true },
  }),
  'DELETE /api/account/wallets': () => ({ body: { address: `0x${'d'.repeat(40)}` } }),
  'DELETE /api/account/vouchers': () => ({ body: { label: 'nobody has this' } }),
  'POST /api/account/keys': () => ({ body: { owner: 'owner_1', tier: 'pro' } }),
  'POST /api/account/vouchers': () => ({ body: { usd: 1 } }),
  'POST /api/account/deposits': ({ depositId = 'dep_x' }) => ({ body: { id: depositId, action: 'return' } }),
  'POST /api/account/review': ({ depositId = 'dep_x' }) => ({
    body: { id: `rev_${depositId.slice('dep_'.length)}`, action: 'dismiss', reason: 'known' },
  }),
  'POST /api/account/deposits/addresses': () => ({
    body: {
      addresses: [
        {
          uid: 'ab'.repeat(16),
          owner: 'told',
          chain: 'base',
          scope: 'chain:8453',
          address: `0x${'7'.repeat(40)}`,
          salt: `0x${'5'.repeat(64)}`,
          factory: `0x${'2'.repeat(40)}`,
          implementation: `0x${'1'.repeat(40)}`,
        },
      ],
    },
  }),
  'POST /api/account/deposits/skip': () => ({ body: { chain: 'base', transaction: `0x${'5'.repeat(64)}` } }),
  'POST /api/account/deposits/rescan': () => ({ body: { chain: 'base', from: 1 } }),
  'POST /api/admin/flags': () => ({ body: { globalKill: false } }),
  'POST /api/admin/bots': ({ botId = 'bot_none' }) => ({ body: { botId, kill: false } }),
  'POST /api/admin/orders': ({ orderId = 'ord_none' }) => ({ body: { orderId, note: 'account closed' } }),
  'POST /api/bot/control': () => ({ body: { enabled: false } }),
  'POST /api/bot/trade': () => ({ body: TRADE }),
  'POST /api/bot/credentials': () => ({
    body: { venue: 'kalshi', kind: 'apiKey', secret: { keyId: 'a', privateKeyPem: 'b' } },
  }),
  'DELETE /api/bot/credentials': () => ({ body: { venue: 'kalshi' } }),
  'POST /api/account/webhook/{provider}': () => {
    const { headers, body } = stripeCall(paidSession('1'), BENCH_NOW);
    return { headers, body };
  },
};

/** Builds a call that succeeds, from the examples of the document and the world's values. */
export function buildCall(operation: Operation, world: World, asset = 'hl-BTC'): Sent {
  const { method, path: template, parameters, access, bodyExample } = operation;
  const isHistory = template.startsWith('/api/history/');
  const values: Record<string, string> = {
    venue: 'hyperliquid',
    provider: 'stripe',
    asset: isHistory && asset === 'hl-BTC' ? 'perp-btc' : asset,
    orderId: world.ownOrderId ?? 'ord_none',
    file: 'gaps.parquet',
  };
  const given =
    REQUESTS[`${method} ${template}`]?.(world) ?? (bodyExample === null ? {} : { body: bodyExample });
  const required = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name, example, schema }): [string, string] => [
      name,
      String(example ?? (schema.examples as unknown[])?.[0]),
    ]);
  const query = given.url ?? (required.length === 0 ? '' : `?${new URLSearchParams(required)}`);
  const token = access === 'admin' ? world.admin : world.key;
  return {
    url: `${template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}${query}`,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...given.headers },
    ...(given.body === undefined ? {} : { body: given.body }),
  };
}

/** Finds a value that the parameter's schema refuses; null when it takes every text. */
export function refusedValue({ schema }: Operation['parameters'][number]): string | null {
  if (schema.type !== 'string') return schema.type === 'array' ? ',' : 'x';
  if (schema.enum !== undefined) return 'nobody-has-this';
  return schema.pattern === undefined ? null : '!!';
}

/** Builds a call that is refused for its content. */
export function buildRefused(operation: Operation, world: World): Sent {
  const call = buildCall(operation, world);
  if (operation.path === '/api/account/webhook/{provider}') {
    return { url: '/api/account/webhook/hmac', ...plainCall({}) };
  }
  if (call.body !== undefined) return { ...call, body: { nobodyKnowsThis: 1 } };
  const wrong = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [parameter.name, refusedValue(parameter)] as const)
    .find(([, value]) => value !== null);
  const [pathname] = call.url.split('?');
  if (wrong !== undefined) return { ...call, url: `${pathname}?${wrong[0]}=${wrong[1]}` };
  // Of the path, or of a body that has no member.
  return call.body === undefined && operation.method === 'POST'
    ? { ...call, body: [] }
    : { ...call, url: operation.path.replace(/\{venue\}(?=.*\{)/, 'hyperliquid').replace(/\{\w+\}/, '!!') };
}

/** Its days are not over while a test lasts. */
export const isPart = ({ path: where }: Operation) => where.endsWith('/{venueFolder}/{dateFolder}/{file}');

export const isStream = ({ path: where }: Operation) => /\/stream(-\w+)?$|\/tape$/.test(where);

export function issueKey(send: Send) {
  return send('POST', {
    url: '/api/account/keys',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    body: { tier: 'enterprise', owner: 'alice' },
  });
}

/** Lists one binary of each kind, by the feed. */
export async function listAssets(send: Send): Promise<{ binaries: readonly [string, string, ...string[]] }> {
  const feed = JSON.parse((await send('GET', { url: '/api/feed?top=3' })).text);
  const binaries = [
    feed.hyperliquid.outcomes[0],
    ...['polymarket', 'kalshi', 'limitless'].map((venue) => feed[venue].markets[0]),
  ]
    .filter((ticker) => ticker !== undefined)
    .map(({ asset }) => asset as string);
  assert.ok(binaries.length >= 3);
  return { binaries: binaries as [string, string, ...string[]] };
}

/** Repeats a call until it is refused for coming too often. */
export async function exhaust(send: Send, { method }: Operation, sent: Sent): Promise<void> {
  for (let i = 0; i < 10_000; i++) if ((await send(method, sent)).status === 429) return;
  assert.fail(`${method} ${sent.url} may come as often as one likes`);
}

export function paidCall(id: string): Partial<Sent> {
  const { headers, body } = stripeCall(paidSession(id), BENCH_NOW);
  return { headers, body };
}
