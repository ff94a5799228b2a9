import type { SealContext } from './envelope.ts';
import type { VaultRecord } from './vault-record.ts';

/** Owner, venue and kind of a record, which its seal is bound to. */
export function toContext({ owner, venue, kind }: VaultRecord): SealContext {
  return { owner, venue, kind };
}
