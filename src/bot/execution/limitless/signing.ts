import { createHmac } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  computeTypedDataHash,
  formatSignature,
  type StructType,
  signDigest,
  type TypedDataDomain,
} from '../../../signatures/index.ts';

/** The signed members of an order. Amounts are millionths of a dollar or of a share. */
export interface SignedOrderFields {
  readonly salt: number;
  readonly maker: string;
  readonly signer: string;
  readonly taker: string;
  readonly tokenId: string;
  readonly makerAmount: number;
  readonly takerAmount: number;
  readonly expiration: string;
  readonly nonce: number;
  readonly feeRateBps: number;
  /** Side of the order: 0 buy, 1 sell. */
  readonly side: 0 | 1;
  /** Type of the signature: 0 wallet key, 2 smart wallet. */
  readonly signatureType: 0 | 2;
}

/** The market's exchange on its chain: part of the signed data. */
export interface Exchange {
  readonly chainId: number;
  readonly contract: string;
}

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

/** Computes the EIP-712 hash of an order as 0x-prefixed hex; the hash is the order's id at the venue. */
export function hashOrderStruct(order: SignedOrderFields, exchange: Exchange): string {
  return `0x${bytesToHex(computeTypedDataHash(buildDomain(exchange), ORDER, { ...order }))}`;
}

/** Signs an order by EIP-712. @returns The signature, 0x-prefixed hex. */
export function signOrder(order: SignedOrderFields, exchange: Exchange, privateKey: Uint8Array): string {
  return formatSignature(
    signDigest(computeTypedDataHash(buildDomain(exchange), ORDER, { ...order }), privateKey),
  );
}

/** API token of an account. */
export interface ApiToken {
  readonly id: string;
  /** Secret of the token in base64. */
  readonly secret: string;
}

/**
 * Signs the header fields by which a request authenticates its sender.
 *
 * @param request `path` with its query; `body` exactly as it is sent, empty without one.
 * @param timestamp ISO 8601 with Z.
 */
export function signTokenHeaders(
  token: ApiToken,
  request: { readonly method: string; readonly path: string; readonly body?: string },
  timestamp: string,
): Record<string, string> {
  return {
    'lmts-api-key': token.id,
    'lmts-timestamp': timestamp,
    'lmts-signature': createHmac('sha256', Buffer.from(token.secret, 'base64'))
      .update(`${timestamp}\n${request.method}\n${request.path}\n${request.body ?? ''}`)
      .digest('base64'),
  };
}

function buildDomain({ chainId, contract }: Exchange): TypedDataDomain {
  return { name: 'Limitless CTF Exchange', version: '1', chainId, verifyingContract: contract };
}
