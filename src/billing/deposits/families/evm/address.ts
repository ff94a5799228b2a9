import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { isAddress } from '../../../../signatures/address.ts';

/** Address of an EVM chain: 0x and 40 lower-case hex digits. */
export type EvmAddress = `0x${string}`;

const ZERO: EvmAddress = `0x${'0'.repeat(40)}`;

/**
 * Reads an address. Digits of one case carry no checksum; mixed case must carry the right one (EIP-55), so that a
 * mistyped digit is found.
 *
 * @returns It in lower case; null when the text is no address, the checksum is wrong, or it is the zero address.
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

/** @param bytes 20 of them, or a longer hash of which the last 20 count. */
export function toEvmAddress(bytes: Uint8Array): EvmAddress {
  return `0x${bytesToHex(bytes.slice(-20))}`;
}
