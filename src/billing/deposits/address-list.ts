import type { FamilyAddress } from './chains/chain.ts';
import { readAnyAddress } from './family-address.ts';

/** Addresses on one of the operator's lists. */
export type AddressList = ReadonlySet<string>;

/**
 * Parses a list with one address per line, of any family; text after a # is a comment.
 *
 * @returns The addresses in the form in which they are compared, or the lines without a valid address.
 */
export function readAddressList(
  text: string,
): { readonly addresses: AddressList } | { readonly problems: readonly string[] } {
  const addresses = new Set<string>();
  const problems: string[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry === '') continue;
    const read = readAnyAddress(entry);
    if (read === null) problems.push(`line ${i + 1}: is no address, or its checksum is wrong`);
    else addresses.add(toKey(read));
  }
  return problems.length > 0 ? { problems } : { addresses };
}

/** Whether an address is on the list, compared within its family of chains. */
export function isOnList(list: AddressList, address: FamilyAddress): boolean {
  return list.has(toKey(address));
}

function toKey({ family, address }: FamilyAddress): string {
  return `${family}:${address}`;
}
