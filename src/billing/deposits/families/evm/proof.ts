import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { findSignature, recoverAddress } from '../../../../signatures/index.ts';

/**
 * Recovers the signer of a text that a wallet signed with `personal_sign`.
 *
 * @param prefix Prefix that the family's wallets put before the message.
 * @param signature 65 bytes in hex, with or without 0x.
 * @returns The address with its checksum; null: the signature is not valid for any key.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function recoverSigner(prefix: string, message: string, signature: string): string | null {
  const bytes = utf8ToBytes(message);
  const digest = keccak_256(concatBytes(utf8ToBytes(`${prefix}${bytes.length}`), bytes));
  const parts = findSignature(/^0x/i.test(signature) ? `0x${signature.slice(2)}` : `0x${signature}`);
  return parts === null ? null : recoverAddress(digest, parts);
}

export const EVM_MESSAGE_PREFIX = '\x19Ethereum Signed Message:\n';
