import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  computeTypedDataHash,
  findSignature,
  recoverAddress,
  type StructType,
} from '../../src/signatures/index.ts';
import { rawBody } from '../raw-body.ts';
import type { LimitlessUser, TradingRegistry } from '../trading/registry.ts';

const MAX_CLOCK_DIFFERENCE_MS = 30_000;
const CHAIN_ID = 8_453;
const ORDER: StructType = {
  name: 'Order',
  fields: [
    ['salt', 'uint256'],
    ['maker', 'address'],
    ['signer', 'address'],
    ['taker', 'address'],
    ['tokenId', 'uint256'],
    ['makerAmount', 'uint256'],
    ['takerAmount', 'uint256'],
    ['expiration', 'uint256'],
    ['nonce', 'uint256'],
    ['feeRateBps', 'uint256'],
    ['side', 'uint8'],
    ['signatureType', 'uint8'],
  ],
};

/** Finds the user whose token signed a request; null when none did, or too long ago. */
export function tokenUser(
  registry: TradingRegistry,
  request: FastifyRequest,
  prefix: string,
  now: number,
): LimitlessUser | null {
  const text = (name: string) => String(request.headers[name] ?? '');
  const user = registry.limitless.get(text('lmts-api-key'));
  const timestamp = text('lmts-timestamp');
  if (user === undefined || !(Math.abs(Date.parse(timestamp) - now) <= MAX_CLOCK_DIFFERENCE_MS)) return null;
  const path = request.url.slice(prefix.length);
  const mac = createHmac('sha256', Buffer.from(user.tokenSecret, 'base64'))
    .update(`${timestamp}\n${request.method}\n${path}\n${rawBody(request)}`)
    .digest();
  const given = Buffer.from(text('lmts-signature'), 'base64');
  return given.length === mac.length && timingSafeEqual(given, mac) ? user : null;
}

/** Recovers the signer of an order for a market's exchange; null when the signature is invalid. */
export function orderSigner(
  order: Readonly<Record<string, string | number>>,
  signature: string,
  exchange: string,
): string | null {
  const parsed = findSignature(signature);
  if (parsed === null) return null;
  const domain = {
    name: 'Limitless CTF Exchange',
    version: '1',
    chainId: CHAIN_ID,
    verifyingContract: exchange,
  };
  try {
    return recoverAddress(computeTypedDataHash(domain, ORDER, order), parsed);
  } catch {
    // Recovering fails for a signature or an order that is malformed alone.
    return null;
  }
}
