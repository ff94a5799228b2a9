import { encode } from '@msgpack/msgpack';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import {
  computeTypedDataHash,
  type StructType,
  signDigest,
  type TypedDataDomain,
  type WalletSignature,
} from '../../../signatures/index.ts';

/** The order action of one order. Its hash depends on the order of the members. */
export interface OrderAction {
  readonly type: 'order';
  readonly orders: readonly [
    {
      readonly a: number;
      readonly b: boolean;
      readonly p: string;
      readonly s: string;
      readonly r: boolean;
      readonly t: { readonly limit: { readonly tif: 'Ioc' | 'Gtc' } };
      readonly c?: string;
    },
  ];
  readonly grouping: 'na';
}

export interface CancelByCloidAction {
  readonly type: 'cancelByCloid';
  readonly cancels: readonly { readonly asset: number; readonly cloid: string }[];
}

/** Facts that are hashed together with an action and sent beside it. */
export interface ActionContext {
  /** Nonce: milliseconds, unique per signer. */
  readonly nonce: number;
  /** Whether the signature is for the test network; the network is part of every signature. */
  readonly isTestnet: boolean;
  /** Address, in lower case, of the sub-account or vault for which the agent trades. */
  readonly vaultAddress?: string;
  /** Time from which the venue refuses the action. */
  readonly expiresAfter?: number;
}

const DOMAIN: TypedDataDomain = {
  name: 'Exchange',
  version: '1',
  chainId: 1337,
  verifyingContract: `0x${'0'.repeat(40)}`,
};
const AGENT: StructType = {
  name: 'Agent',
  fields: [
    ['source', 'string'],
    ['connectionId', 'bytes32'],
  ],
};

/**
 * Signs an action as an agent of an account.
 *
 * @param action Members in the order of the venue's documentation.
 * @see docs/venues/hyperliquid.md, "Orders"
 */
export function signAction(action: object, context: ActionContext, privateKey: Uint8Array): WalletSignature {
  const connectionId = hashAction(action, context);
  const source = context.isTestnet ? 'b' : 'a';
  return signDigest(computeTypedDataHash(DOMAIN, AGENT, { source, connectionId }), privateKey);
}

/** Computes the `connectionId`: the Keccak-256 of the action's msgpack form, the nonce, the vault and the expiry. */
export function hashAction(action: object, { nonce, vaultAddress, expiresAfter }: ActionContext): string {
  const vault =
    vaultAddress === undefined
      ? Uint8Array.of(0)
      : concatBytes(Uint8Array.of(1), hexToBytes(vaultAddress.slice(2)));
  const expiry =
    expiresAfter === undefined ? new Uint8Array() : concatBytes(Uint8Array.of(0), bigEndian64(expiresAfter));
  const bytes = concatBytes(Uint8Array.from(encode(action)), bigEndian64(nonce), vault, expiry);
  return `0x${bytesToHex(keccak_256(bytes))}`;
}

function bigEndian64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
