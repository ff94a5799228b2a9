import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

/** T and 33 base58 characters. */
export type TronAddress = `T${string}`;

const FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
/** The first byte of every address of the main network; it makes the text begin with T. */
const PREFIX = 0x41;
const base58check = createBase58check(sha256);

/** @returns null when the text is no address or its checksum is wrong. */
export function readTronAddress(text: string): TronAddress | null {
  if (!FORM.test(text)) return null;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && bytes[0] === PREFIX ? (text as TronAddress) : null;
  } catch {
    return null;
  }
}

/** The 20 bytes without the prefix, as contracts and their events have them. */
export function toTronAddressBytes(address: TronAddress): Uint8Array {
  return base58check.decode(address).slice(1);
}

/** @param bytes 20 of them, or a longer hash of which the last 20 count. */
export function toTronAddress(bytes: Uint8Array): TronAddress {
  return base58check.encode(concatBytes(Uint8Array.of(PREFIX), bytes.slice(-20))) as TronAddress;
}

/** The 40 hex digits that events hold. */
export function toTronAddressDigits(address: TronAddress): string {
  return bytesToHex(toTronAddressBytes(address));
}

/** Parses the 40 hex digits of an event, or the last 40 of a word. */
export function parseTronDigits(digits: string): TronAddress {
  return toTronAddress(hexToBytes(digits.slice(-40)));
}
