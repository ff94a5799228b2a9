import type { ChainFamilyName, FamilyAddress } from './chains/chain.ts';
import { CHAIN_FAMILIES, getFamily } from './families.ts';

/** Reads an address of a family; null: the text is not an address of it. */
function readFamilyAddress(family: ChainFamilyName, text: string): string | null {
  return getFamily(family).readAddress(text);
}

/** Reads an address of any family; null: the text is not an address. No text is an address of two families. */
export function readAnyAddress(text: string): FamilyAddress | null {
  for (const family of CHAIN_FAMILIES) {
    const address = readFamilyAddress(family, text);
    if (address !== null) return { family, address };
  }
  return null;
}
