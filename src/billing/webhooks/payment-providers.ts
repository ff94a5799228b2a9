import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ProviderId } from '../deposits/deposit.ts';
import type { PaymentProvider, SignatureScheme } from './payment-provider.ts';

/** Names of all payment providers, sorted: the folders of `providers`. */
export const PROVIDERS: readonly ProviderId[] = readdirSync(path.join(import.meta.dirname, 'providers'), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const BY_NAME: ReadonlyMap<ProviderId, PaymentProvider> = new Map(
  await Promise.all(
    PROVIDERS.map(
      async (name): Promise<[ProviderId, PaymentProvider]> => [
        name,
        (await import(`./providers/${name}/provider.ts`)).provider,
      ],
    ),
  ),
);

/** The signature schemes of all providers. */
export const SIGNATURE_SCHEMES: readonly SignatureScheme[] = [...BY_NAME.values()].flatMap(
  ({ schemes }) => schemes,
);

/** Returns the provider of a folder. @throws {RangeError} when there is no folder of this name. */
export function getProvider(provider: ProviderId): PaymentProvider {
  const found = BY_NAME.get(provider);
  if (found === undefined) throw new RangeError(`there is no payment provider called ${provider}`);
  return found;
}

/** Finds the provider by its name or an alias; null: none. */
export function findProvider(name: string): ProviderId | null {
  return PROVIDERS.find((one) => one === name || getProvider(one).aliases.includes(name)) ?? null;
}
