import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { isAddress } from '../../../../signatures/address.ts';

/** Address of an EVM chain: 0x and 40 lower-case hex digits. */
export type EvmAddress = `0x${string}`;

const ZERO: EvmAddress = `0x${'0'.repeat(40)}`;

/**
 * Reads an address. Digits of one case have no checksum; mixed case must have the right checksum (EIP-55), so that a
 * mistyped digit is detected.
 *
 * @returns The address in lower case; null when the text is not an address, the checksum is wrong, or it is the zero
 * address.
 */
export function readEvmAddress(text: string): EvmAddress | null {
  if (!isAddress(text.replace(/^0X/, '0x'))) return null;
  const address = text.toLowerCase() as EvmAddress;
  return address === ZERO ? null : address;
}

/** Decodes an EVM address to its 20 bytes. */
export function toEvmAddressBytes(address: EvmAddress): Uint8Array {
  return hexToBytes(address.slice(2));
}

/** Encodes an address. @param bytes 20 bytes, or a longer hash whose last 20 bytes count. */
export function toEvmAddress(bytes: Uint8Array): EvmAddress {
  return `0x${bytesToHex(bytes.slice(-20))}`;
}
