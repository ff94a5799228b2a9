import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/;

/** Whether a text is an address. Mixed case must have the right checksum. */
export function isAddress(text: string): boolean {
  if (!ADDRESS_PATTERN.test(text)) return false;
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return toChecksumAddress(text) === text;
}

/** Converts an address to the form whose letter case is its checksum. @see https://eips.ethereum.org/EIPS/eip-55 */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const letters = [...digits].map((digit, i) =>
    Number.parseInt(hash[i]!, 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join('')}`;
}

/** Whether two addresses are equal in any letter case. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
