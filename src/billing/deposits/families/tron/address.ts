import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

/** An address: T and 33 base58 characters. */
export type TronAddress = `T${string}`;

const FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
/** First byte of every address on the main network. It makes the text begin with T. */
const PREFIX = 0x41;
const base58check = createBase58check(sha256);

/** Reads an address. @returns null when the text is not an address or its checksum is wrong. */
export function readTronAddress(text: string): TronAddress | null {
  if (!FORM.test(text)) return null;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && bytes[0] === PREFIX ? (text as TronAddress) : null;
  } catch {
    // The decoder throws for a wrong character or checksum alone.
    return null;
  }
}

/** Decodes an address to its 20 bytes without the prefix, as contracts and events contain them. */
export function toTronAddressBytes(address: TronAddress): Uint8Array {
  return base58check.decode(address).slice(1);
}

/** Encodes an address. @param bytes 20 bytes, or a longer hash whose last 20 bytes count. */
export function toTronAddress(bytes: Uint8Array): TronAddress {
  return base58check.encode(concatBytes(Uint8Array.of(PREFIX), bytes.slice(-20))) as TronAddress;
}

/** Formats an address as the 40 hex digits that events contain. */
export function toTronAddressDigits(address: TronAddress): string {
  return bytesToHex(toTronAddressBytes(address));
}

/** Parses an address from the 40 hex digits of an event, or from the last 40 of a word. */
export function parseTronDigits(digits: string): TronAddress {
  return toTronAddress(hexToBytes(digits.slice(-40)));
}
