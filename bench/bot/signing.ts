import { createPrivateKey } from 'node:crypto';
import { signAction } from '../../src/bot/execution/hyperliquid/signing.ts';
import { signHeaders } from '../../src/bot/execution/kalshi/signing.ts';
import * as limitless from '../../src/bot/execution/limitless/signing.ts';
import * as polymarket from '../../src/bot/execution/polymarket/signing.ts';
import { findPrivateKey } from '../../src/signatures/index.ts';
import { signatureVectors } from '../../test/support/signature-vectors.ts';

/** Measures signing: everything that is done for each order. The bar is 2 ms. */
const ROUNDS = 1_000;
const WARM_UP = 100;

interface Vectors {
  readonly privateKey: string;
  readonly privateKeyPem: string;
  readonly keyId: string;
  readonly creds: polymarket.ApiKey;
  // biome-ignore lint/suspicious/noExplicitAny: each venue's cases have a form of their own
  readonly cases: readonly any[];
}

function readVectors(venue: 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless'): Vectors {
  const [first] = signatureVectors<Vectors>(venue);
  if (first === undefined) throw new Error(`no vectors of ${venue}`);
  return first.vectors;
}

function measure(name: string, sign: (i: number) => unknown): void {
  for (let i = 0; i < WARM_UP; i++) sign(i);
  const times = Array.from({ length: ROUNDS }, (_, i) => {
    const startedAt = performance.now();
    sign(i);
    return performance.now() - startedAt;
  }).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (ROUNDS - 1))] ?? 0).toFixed(3).padStart(7);
  console.log(`${name.padEnd(46)} median ${at(0.5)} ms   p99 ${at(0.99)} ms`);
}

const parseKey = (text: string) => findPrivateKey(text) as Uint8Array;

const hl = readVectors('hyperliquid');
const { action, ...context } = hl.cases[0].input;
measure('Hyperliquid: action', (i) =>
  signAction(action, { ...context, nonce: context.nonce + i }, parseKey(hl.privateKey)),
);

const pm = readVectors('polymarket');
const plain = pm.cases[0];
const wrapped = pm.cases.find(({ message }) => message?.signatureType === 3);
for (const [name, { message, postBody, postHeaders }] of [
  ['wallet', plain],
  ['deposit wallet', wrapped],
] as const) {
  measure(`Polymarket: order of a ${name}, with headers`, (i) => {
    const fields = { ...message, salt: String(i) };
    polymarket.hashOrderStruct(fields, polymarket.MAINNET_CONTRACTS, false);
    polymarket.signOrder(fields, polymarket.MAINNET_CONTRACTS, false, parseKey(pm.privateKey));
    const request = { method: 'POST', path: '/order', body: postBody };
    polymarket.signApiKeyHeaders(postHeaders.POLY_ADDRESS, pm.creds, request, i);
  });
}

const kalshi = readVectors('kalshi');
measure('Kalshi: headers, with reading the key', (i) =>
  signHeaders(
    { id: kalshi.keyId, privateKey: createPrivateKey(kalshi.privateKeyPem) },
    { method: 'POST', path: '/trade-api/v2/portfolio/events/orders' },
    i,
  ),
);

const lm = readVectors('limitless');
const order = lm.cases[1];
measure('Limitless: order, with headers', (i) => {
  const exchange = { chainId: order.domain.chainId, contract: order.domain.verifyingContract };
  limitless.signOrder({ ...order.message, salt: i }, exchange, parseKey(lm.privateKey));
  const request = { method: 'POST', path: '/orders', body: order.postBody };
  limitless.signTokenHeaders(
    { id: 'token', secret: order.hmacSecretBase64 },
    request,
    new Date(i).toISOString(),
  );
});
