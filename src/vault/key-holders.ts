/** A running process that has the vault open. */
export interface KeyHolder {
  /** Name of the process for messages. */
  readonly process: string;
  /** Ids of the keys that the process is configured with. */
  readonly keyIds: readonly string[];
}

/** Lists the running processes that have the vault of a database open, including this one but no commands. */
export interface KeyHolders {
  list(): Promise<readonly KeyHolder[]>;
}

/** Holders of a vault in a local file, which only one process can open: none. */
export const NO_HOLDERS: KeyHolders = { list: async () => [] };

/** Error: a running process could no longer open or store the credential that the call is about to change. */
export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError';
}

/** Requires that all running processes have a key. @throws {KeyInUseError} when one does not. */
export async function requireKeyEverywhere(holders: KeyHolders, keyId: string): Promise<void> {
  const without = (await holders.list()).find(({ keyIds }) => !keyIds.includes(keyId));
  if (without === undefined) return;
  throw new KeyInUseError(
    `${without.process} runs with key ${without.keyIds.join(', ')} alone, and could not open what is moved to key ${keyId}: restart it with both keys first`,
  );
}

/** Requires that no running process has a key. @throws {KeyInUseError} when one has. */
export async function requireKeyNowhere(holders: KeyHolders, keyId: string): Promise<void> {
  const holder = (await holders.list()).find(({ keyIds }) => keyIds.includes(keyId));
  if (holder === undefined) return;
  throw new KeyInUseError(`${holder.process} runs with key ${keyId}: the key is not lost`);
}
