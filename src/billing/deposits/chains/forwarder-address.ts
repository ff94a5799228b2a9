import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChainFamilyName } from './chain.ts';

/** Address rules of a family of chains with CREATE2. */
export interface ForwarderForm {
  readonly family: ChainFamilyName;
  /**
   * First byte of the hashed input. It differs between families, so an address computed for another family is wrong.
   */
  readonly prefix: number;
  /** Decodes an address to its 20 bytes; null: the text is not an address. */
  readBytes(text: string): Uint8Array | null;
  /** Encodes the last 20 bytes of a hash as an address. */
  toAddress(hash: Uint8Array): string;
}

export interface ForwarderParts {
  readonly chainId: number;
  /** 16 random bytes of the owner. Unlike the owner's name, they cannot be guessed from the public salt. */
  readonly ownerUid: Uint8Array;
  readonly factory: string;
  readonly implementation: string;
}

export interface ForwarderAddress {
  /** Salt of the forwarder: 0x and 64 hex digits. */
  readonly salt: string;
  readonly initCodeHash: string;
  /** Address of the forwarder in the form of its family. */
  readonly address: string;
}

/** Prefix of the hashed bytes of every salt, so that no other use of the same bytes gives the same address. */
const SALT_DOMAIN = utf8ToBytes('prepaid-deposit:v1');
/** Bytes that deploy the 45 bytes of a minimal proxy (EIP-1167). */
const DEPLOYER = hexToBytes('3d602d80600a3d3981f3');
const PROXY_HEAD = hexToBytes('363d3d373d3d3d363d73');
const PROXY_TAIL = hexToBytes('5af43d82803e903d91602b57fd5bf3');

/**
 * Computes the address at which the forwarder of an owner is deployed, now or later.
 *
 * @throws {RangeError} when factory or implementation is not an address of the family, or the uid does not have 16
 * bytes.
 */
export function computeForwarderAddress(form: ForwarderForm, parts: ForwarderParts): ForwarderAddress {
  const { chainId, ownerUid, factory, implementation } = parts;
  const salt = computeForwarderSalt(chainId, ownerUid);
  const initCode = buildForwarderInitCode(toContractBytes(form, implementation, 'implementation'));
  const hash = computeCreate2Hash(form, {
    factory: toContractBytes(form, factory, 'factory'),
    salt,
    initCode,
  });
  return {
    salt: `0x${bytesToHex(salt)}`,
    initCodeHash: `0x${bytesToHex(keccak_256(initCode))}`,
    address: form.toAddress(hash),
  };
}

/** Computes the 32-byte salt of an owner on a chain. @throws {RangeError} when the uid does not have 16 bytes. */
export function computeForwarderSalt(chainId: number, ownerUid: Uint8Array): Uint8Array {
  if (ownerUid.length !== 16)
    throw new RangeError(`the uid of an owner must have 16 bytes, not ${ownerUid.length}`);
  const id = new Uint8Array(8);
  new DataView(id.buffer).setBigUint64(0, BigInt(chainId));
  return keccak_256(concatBytes(SALT_DOMAIN, id, ownerUid));
}

/** Builds the creation code that the factory passes to CREATE2. @param implementation Address, 20 bytes. */
function buildForwarderInitCode(implementation: Uint8Array): Uint8Array {
  return concatBytes(DEPLOYER, PROXY_HEAD, implementation, PROXY_TAIL);
}

/**
 * Computes the hash whose last 20 bytes are the address of a contract deployed by CREATE2.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1014
 */
export function computeCreate2Hash(
  { prefix }: Pick<ForwarderForm, 'prefix'>,
  parts: {
    /** Address of the factory, 20 bytes. */
    readonly factory: Uint8Array;
    /** Salt of the forwarder, 32 bytes. */
    readonly salt: Uint8Array;
    readonly initCode: Uint8Array;
  },
): Uint8Array {
  const { factory, salt, initCode } = parts;
  return keccak_256(concatBytes(Uint8Array.of(prefix), factory, salt, keccak_256(initCode)));
}

function toContractBytes(form: ForwarderForm, text: string, member: string): Uint8Array {
  const bytes = form.readBytes(text);
  if (bytes === null) throw new RangeError(`${member} ${text} is not an address of ${form.family}`);
  return bytes;
}
