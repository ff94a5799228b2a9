import type { SealContext } from './envelope.ts';
import type { VaultRecord } from './vault-record.ts';

/** Returns the context of a record: owner, venue and kind, which its encryption authenticates. */
export function toContext({ owner, venue, kind }: VaultRecord): SealContext {
  return { owner, venue, kind };
}
