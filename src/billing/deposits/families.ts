import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ChainFamilyName } from './chains/chain.ts';
import type { ChainFamily } from './chains/family.ts';

/** Names of all families of chains, sorted: the folders of `families`. */
export const CHAIN_FAMILIES: readonly ChainFamilyName[] = readdirSync(
  path.join(import.meta.dirname, 'families'),
  { withFileTypes: true },
)
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const FAMILIES: ReadonlyMap<ChainFamilyName, ChainFamily> = new Map(
  await Promise.all(
    CHAIN_FAMILIES.map(
      async (name): Promise<[string, ChainFamily]> => [
        name,
        (await import(`./families/${name}/family.ts`)).family,
      ],
    ),
  ),
);

/** Returns the family of a name. @throws {RangeError} when there is no folder of this name. */
export function getFamily(name: ChainFamilyName): ChainFamily {
  const family = FAMILIES.get(name);
  if (family === undefined) throw new RangeError(`there is no family of chains called ${name}`);
  return family;
}
