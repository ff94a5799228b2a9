import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { FastifyRequest } from 'fastify';
import {
  computeTypedDataHash,
  encodeWord,
  findSignature,
  formatType,
  hashDomain,
  hashStruct,
  hashTypedData,
  hashWords,
  isSameAddress,
  recoverAddress,
  type StructType,
} from '../../src/signatures/index.ts';
import { rawBody } from '../raw-body.ts';
import type { PolymarketUser, TradingRegistry } from '../trading/registry.ts';

const CHAIN_ID = 137;
const STANDARD = '0xE111180000d2663C0091e4f400237545B87B996B';
const NEG_RISK = '0xe2222d279d744050d28e00520010520000310F59';
/** Contract of positions of protocol v2. */
const V3 = '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa';
export const EXCHANGES = [STANDARD, NEG_RISK, V3] as const;
/** Zero in the ids of positions alone. */
const RESERVED_BITS = ((1n << 64n) - 1n) << 40n;
const CLOB_AUTH: StructType = {
  name: 'ClobAuth',
  fields: [
    ['address', 'address'],
    ['timestamp', 'string'],
    ['nonce', 'uint256'],
    ['message', 'string'],
  ],
};
const ORDER: StructType = {
  name: 'Order',
  fields: [
    ['salt', 'uint256'],
    ['maker', 'address'],
    ['signer', 'address'],
    ['tokenId', 'uint256'],
    ['makerAmount', 'uint256'],
    ['takerAmount', 'uint256'],
    ['side', 'uint8'],
    ['signatureType', 'uint8'],
    ['timestamp', 'uint256'],
    ['metadata', 'bytes32'],
    ['builder', 'bytes32'],
  ],
};

/** The signed fields of an order. */
export type OrderFields = Readonly<Record<string, string | number>>;

/** Finds the user behind a level-1 request, whose wallet signed the headers; null when none did. */
export function walletUser(registry: TradingRegistry, { headers }: FastifyRequest): PolymarketUser | null {
  const text = (name: string) => String(headers[name] ?? '');
  const address = text('poly_address');
  const signature = findSignature(text('poly_signature'));
  if (signature === null || !/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
  const separator = hashWords('EIP712Domain(string name,string version,uint256 chainId)', [
    encodeWord('string', 'ClobAuthDomain'),
    encodeWord('string', '1'),
    encodeWord('uint256', CHAIN_ID),
  ]);
  const digest = hashTypedData(
    separator,
    hashStruct(CLOB_AUTH, {
      address,
      timestamp: text('poly_timestamp'),
      nonce: text('poly_nonce') || '0',
      message: 'This message attests that I control the given wallet',
    }),
  );
  const signer = recoverAddress(digest, signature);
  if (signer === null || !isSameAddress(signer, address)) return null;
  return registry.polymarket.get(address.toLowerCase()) ?? null;
}

/** The user behind a level-2 request; null unless key, passphrase, address and HMAC belong together. */
export function apiUser(
  registry: TradingRegistry,
  request: FastifyRequest,
  prefix: string,
): PolymarketUser | null {
  const text = (name: string) => String(request.headers[name] ?? '');
  const user = registry.polymarket.get(text('poly_address').toLowerCase());
  if (user === undefined) return null;
  const { key, secret, passphrase } = user.apiKey;
  if (text('poly_api_key') !== key || text('poly_passphrase') !== passphrase) return null;
  const path = request.url.split('?')[0]!.slice(prefix.length);
  const mac = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${text('poly_timestamp')}${request.method}${path}${rawBody(request)}`)
    .digest();
  const given = Buffer.from(text('poly_signature'), 'base64');
  return given.length === mac.length && timingSafeEqual(given, mac) ? user : null;
}

/** The EIP-712 hash of an order, which is its id. @throws {RangeError} when a member does not fit. */
export function hashOrder(order: OrderFields, isNegRisk: boolean): string {
  return `0x${bytesToHex(computeTypedDataHash(buildDomain(order, isNegRisk), ORDER, order))}`;
}

/** Whether the signature of an order is that of the user's wallet. */
export function isSignedBy(
  user: PolymarketUser,
  order: OrderFields,
  signature: string,
  isNegRisk: boolean,
): boolean {
  const isContract = user.signatureType === 3;
  const signer = isContract ? user.funder : user.keyAddress;
  if (!isSameAddress(String(order.maker), user.funder) || !isSameAddress(String(order.signer), signer))
    return false;
  if (Number(order.signatureType) !== user.signatureType) return false;
  const recovered = isContract
    ? findWrappedOwner(order, signature, isNegRisk)
    : recover(computeTypedDataHash(buildDomain(order, isNegRisk), ORDER, order), signature);
  return recovered !== null && isSameAddress(recovered, user.keyAddress);
}

/**
 * Finds the signer for a contract wallet: 65 bytes of signature, then the data that the wallet checks it with, all of
 * which must be that of this order (ERC-7739).
 */
function findWrappedOwner(order: OrderFields, signature: string, isNegRisk: boolean): string | null {
  const orderType = formatType(ORDER);
  const separator = hashDomain(buildDomain(order, isNegRisk));
  const contents = hashStruct(ORDER, order);
  const tail = `${bytesToHex(separator)}${bytesToHex(contents)}${Buffer.from(orderType).toString('hex')}00ba`;
  if (signature.length !== 636 || signature.slice(132).toLowerCase() !== tail) return null;
  const framed = hashWords(
    `TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)${orderType}`,
    [
      contents,
      encodeWord('string', 'DepositWallet'),
      encodeWord('string', '1'),
      encodeWord('uint256', CHAIN_ID),
      encodeWord('address', order.maker as string),
      hexToBytes('0'.repeat(64)),
    ],
  );
  return recover(hashTypedData(separator, framed), signature.slice(0, 132));
}

function recover(digest: Uint8Array, text: string): string | null {
  const signature = findSignature(text);
  return signature === null ? null : recoverAddress(digest, signature);
}

function buildDomain({ tokenId }: OrderFields, isNegRisk: boolean) {
  const common = { name: 'Polymarket CTF Exchange', chainId: CHAIN_ID };
  if ((BigInt(tokenId ?? 0) & RESERVED_BITS) === 0n)
    return { ...common, version: '3', verifyingContract: V3 };
  return { ...common, version: '2', verifyingContract: isNegRisk ? NEG_RISK : STANDARD };
}
