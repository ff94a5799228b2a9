import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** 0x and 40 lower-case hex digits. */
export type EvmAddress = `0x${string}`;

const FORM = /^0[xX][0-9a-fA-F]{40}$/;
const ZERO: EvmAddress = `0x${'0'.repeat(40)}`;

/**
 * Reads an address. Digits of one case carry no checksum; mixed case must carry the right one (EIP-55), so that a
 * mistyped digit is found.
 *
 * @returns It in lower case; null when the text is no address, the checksum is wrong, or it is the zero address.
 */
export function readEvmAddress(text: string): EvmAddress | null {
  if (!FORM.test(text)) return null;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const address: EvmAddress = `0x${lower}`;
  if (address === ZERO) return null;
  const hasOneCase = digits === lower || digits === digits.toUpperCase();
  return hasOneCase || checksummed(address) === `0x${digits}` ? address : null;
}

/**
 * The form in which people compare addresses: letters are upper case where the hash of the lower-case text has a
 * digit of 8 or more.
 *
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export function checksummed(address: EvmAddress): string {
  const lower = address.slice(2);
  const digest = bytesToHex(keccak_256(utf8ToBytes(lower)));
  const digits = [...lower].map((digit, i) =>
    Number.parseInt(digest[i] as string, 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join('')}`;
}

export function evmAddressBytes(address: EvmAddress): Uint8Array {
  return hexToBytes(address.slice(2));
}

/** @param bytes 20 of them, or a longer hash of which the last 20 count. */
export function toEvmAddress(bytes: Uint8Array): EvmAddress {
  return `0x${bytesToHex(bytes.slice(-20))}`;
}
