import { createHmac } from 'node:crypto';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  computeTypedDataHash,
  deriveAddress,
  encodeWord,
  formatSignature,
  formatType,
  hashDomain,
  hashStruct,
  hashTypedData,
  hashWords,
  type StructType,
  signDigest,
  type TypedDataDomain,
} from '../../../signatures/index.ts';
import { isPositionId } from '../../../venues/polymarket/protocol.ts';

/** Kind of account that an order is signed for: 0 wallet key, 1 proxy, 2 Safe, 3 deposit wallet. */
export type SignatureType = 0 | 1 | 2 | 3;

/** The signed members of an order. Amounts are millionths of a dollar or of a share. */
export interface SignedOrderFields {
  readonly salt: string;
  readonly maker: string;
  readonly signer: string;
  readonly tokenId: string;
  readonly makerAmount: string;
  readonly takerAmount: string;
  /** Side of the order: 0 buy, 1 sell. */
  readonly side: 0 | 1;
  readonly signatureType: SignatureType;
  /** Time of the order, in epoch ms. */
  readonly timestamp: string;
  readonly metadata: string;
  readonly builder: string;
}

/** API key (level 2 of the venue's login), by which a request authenticates its sender. */
export interface ApiKey {
  readonly key: string;
  /** Secret of the key in base64 or base64url. */
  readonly secret: string;
  readonly passphrase: string;
}

/** Addresses of the exchange's contracts, which are part of every signature. */
export interface ExchangeContracts {
  readonly chainId: number;
  readonly standard: string;
  readonly negRisk: string;
  /** Address of ExchangeV3, on which all markets of Protocol V2 trade. */
  readonly v3: string;
}

/** Contracts on Polygon: two exchanges of CLOB V2, and the one of Protocol V2. */
export const MAINNET_CONTRACTS: ExchangeContracts = {
  chainId: 137,
  standard: '0xE111180000d2663C0091e4f400237545B87B996B',
  negRisk: '0xe2222d279d744050d28e00520010520000310F59',
  v3: '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa',
};

export const ZERO_BYTES32 = `0x${'0'.repeat(64)}`;

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
const CLOB_AUTH: StructType = {
  name: 'ClobAuth',
  fields: [
    ['address', 'address'],
    ['timestamp', 'string'],
    ['nonce', 'uint256'],
    ['message', 'string'],
  ],
};
const ATTESTATION = 'This message attests that I control the given wallet';
const TYPED_DATA_SIGN =
  'TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)';

/** Computes the id by which the venue will know the order, before anything is sent. */
export function hashOrderStruct(
  order: SignedOrderFields,
  contracts: ExchangeContracts,
  isNegRisk: boolean,
): string {
  return `0x${bytesToHex(computeTypedDataHash(buildDomain(order, contracts, isNegRisk), ORDER, { ...order }))}`;
}

/** Signs an order by EIP-712, for a deposit wallet in its wrapped form. @returns The signature, 0x-prefixed hex. */
export function signOrder(
  order: SignedOrderFields,
  contracts: ExchangeContracts,
  isNegRisk: boolean,
  privateKey: Uint8Array,
): string {
  const domain = buildDomain(order, contracts, isNegRisk);
  if (order.signatureType === 3) return signForDepositWallet(order, domain, privateKey);
  return formatSignature(signDigest(computeTypedDataHash(domain, ORDER, { ...order }), privateKey));
}

/**
 * Signs for a contract wallet, which has no key of its own: its owner signs the order together with the wallet's
 * address, and the data by which the wallet checks the order follow the signature. @see
 * https://eips.ethereum.org/EIPS/eip-7739
 */
function signForDepositWallet(
  order: SignedOrderFields,
  domain: TypedDataDomain,
  privateKey: Uint8Array,
): string {
  const orderType = formatType(ORDER);
  const contents = hashStruct(ORDER, { ...order });
  const framed = hashWords(`${TYPED_DATA_SIGN}${orderType}`, [
    contents,
    encodeWord('string', 'DepositWallet'),
    encodeWord('string', '1'),
    encodeWord('uint256', domain.chainId),
    encodeWord('address', order.maker),
    encodeWord('bytes32', ZERO_BYTES32),
  ]);
  const separator = hashDomain(domain);
  const signature = formatSignature(signDigest(hashTypedData(separator, framed), privateKey));
  const typeBytes = utf8ToBytes(orderType);
  const length = Uint8Array.of(typeBytes.length >> 8, typeBytes.length & 0xff);
  return signature + bytesToHex(concatBytes(separator, contents, typeBytes, length));
}

/** Signs the header fields of level 1 of the venue's login, by which an API key is created or derived. */
export function signWalletHeaders(
  privateKey: Uint8Array,
  { chainId }: ExchangeContracts,
  timestampSeconds: number,
  nonce = 0,
): Record<string, string> {
  const address = deriveAddress(privateKey);
  const timestamp = String(timestampSeconds);
  // The login's EIP-712 domain names no contract.
  const separator = hashWords('EIP712Domain(string name,string version,uint256 chainId)', [
    encodeWord('string', 'ClobAuthDomain'),
    encodeWord('string', '1'),
    encodeWord('uint256', chainId),
  ]);
  const digest = hashTypedData(
    separator,
    hashStruct(CLOB_AUTH, { address, timestamp, nonce, message: ATTESTATION }),
  );
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: formatSignature(signDigest(digest, privateKey)),
    POLY_TIMESTAMP: timestamp,
    POLY_NONCE: String(nonce),
  };
}

/**
 * Signs the header fields of level 2, by which an API key authenticates a request.
 *
 * @param request `path` without its query; `body` exactly as it is sent.
 */
export function signApiKeyHeaders(
  address: string,
  { key, secret, passphrase }: ApiKey,
  request: { readonly method: string; readonly path: string; readonly body?: string },
  timestampSeconds: number,
): Record<string, string> {
  const timestamp = String(timestampSeconds);
  // `Buffer.from` reads base64 and base64url.
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}${request.method}${request.path}${request.body ?? ''}`)
    .digest('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: signature,
    POLY_TIMESTAMP: timestamp,
    POLY_API_KEY: key,
    POLY_PASSPHRASE: passphrase,
  };
}

/**
 * Builds the EIP-712 domain of the contract that checks an order, chosen by the form of the token's id: positions of
 * Protocol V2 trade on ExchangeV3. Markets whose stated version contradicts that form were refused before.
 */
function buildDomain(
  { tokenId }: SignedOrderFields,
  { chainId, standard, negRisk, v3 }: ExchangeContracts,
  isNegRisk: boolean,
): TypedDataDomain {
  const name = 'Polymarket CTF Exchange';
  if (isPositionId(tokenId)) return { name, version: '3', chainId, verifyingContract: v3 };
  return { name, version: '2', chainId, verifyingContract: isNegRisk ? negRisk : standard };
}
