import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ProviderId } from '../../deposits/deposit.ts';
import type { Scheme, Signing } from './scheme.ts';

/** Names of all payment providers in the order of the alphabet: the folders of `providers`. */
export const PROVIDERS: readonly ProviderId[] = readdirSync(path.join(import.meta.dirname, 'providers'), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const SCHEMES: ReadonlyMap<ProviderId, Scheme> = new Map(
  await Promise.all(
    PROVIDERS.map(
      async (name): Promise<[ProviderId, Scheme]> => [
        name,
        (await import(`./providers/${name}/scheme.ts`)).scheme,
      ],
    ),
  ),
);

/** Every way in which a provider signs. */
export const SIGNINGS: readonly Signing[] = [...SCHEMES.values()].flatMap(({ signings }) => signings);

/** @throws {RangeError} for a provider that no folder has. */
export function getScheme(provider: ProviderId): Scheme {
  const scheme = SCHEMES.get(provider);
  if (scheme === undefined) throw new RangeError(`there is no payment provider called ${provider}`);
  return scheme;
}

/** A provider by its name or one of its other names; null: there is none. */
export function findProvider(name: string): ProviderId | null {
  return PROVIDERS.find((one) => one === name || getScheme(one).aliases.includes(name)) ?? null;
}
