import { readEvmAddress } from '../evm/address.ts';
import { isSolanaWallet, readSolanaAddress } from '../solana/address.ts';
import { readTronAddress } from '../tron/address.ts';
import type { ChainFamily } from './chain.ts';

/** An address in the one form in which it is stored and compared. */
export interface FamilyAddress {
  readonly family: ChainFamily;
  readonly address: string;
}

/** Reads an address of a known family; null: it is none. */
export function readFamilyAddress(family: ChainFamily, text: string): string | null {
  switch (family) {
    case 'evm':
      return readEvmAddress(text);
    case 'tron':
      return readTronAddress(text);
    case 'solana':
      return readSolanaAddress(text);
  }
}

/** Reads an address of any family: no text is one of two. */
export function readAnyAddress(text: string): FamilyAddress | null {
  for (const family of ['evm', 'tron', 'solana'] as const) {
    const address = readFamilyAddress(family, text);
    if (address !== null) return { family, address };
  }
  return null;
}

/** Whether somebody can hold a key for the address. Only Solana's addresses say so. */
export function mayBeWallet({ family, address }: FamilyAddress): boolean {
  return family !== 'solana' || isSolanaWallet(address);
}
