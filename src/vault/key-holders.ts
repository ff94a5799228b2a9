/** A running process that has the vault open. */
export interface KeyHolder {
  /** Names the process for a person. */
  readonly process: string;
  /** Ids of the keys that it is configured with. */
  readonly keyIds: readonly string[];
}

/** Running processes with the vault of this database open, this one included. Commands are not among them. */
export interface KeyHolders {
  list(): Promise<readonly KeyHolder[]>;
}

/** The vault of a file, which one process has open at a time. */
export const NO_HOLDERS: KeyHolders = { list: async () => [] };

/** A running process would no longer open, or store, the credential that the call is about to change. */
export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError';
}

/** @throws {KeyInUseError} when a running process has other keys than the one that is to encrypt. */
export async function requireKeyEverywhere(holders: KeyHolders, keyId: string): Promise<void> {
  const without = (await holders.list()).find(({ keyIds }) => !keyIds.includes(keyId));
  if (without === undefined) return;
  throw new KeyInUseError(
    `${without.process} runs with key ${without.keyIds.join(', ')} alone, and could not open what is moved to key ${keyId}: restart it with both keys first`,
  );
}

/** @throws {KeyInUseError} when a running process has the key. */
export async function requireKeyNowhere(holders: KeyHolders, keyId: string): Promise<void> {
  const holder = (await holders.list()).find(({ keyIds }) => keyIds.includes(keyId));
  if (holder === undefined) return;
  throw new KeyInUseError(`${holder.process} runs with key ${keyId}: the key is not lost`);
}
