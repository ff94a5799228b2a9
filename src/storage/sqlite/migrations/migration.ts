/**
 * One migration of the schema. Its name begins with the version that it creates. A released migration is never changed.
 */
export interface Migration {
  /** Number and subject: `0025-wallet-spans`. */
  readonly name: string;
  readonly sql: string;
}

/** Returns the version of a migration: 25 for `0025-wallet-spans`. */
export function getVersion({ name }: Migration): number {
  return Number(name.slice(0, 4));
}
