import { acceptPast } from '../../accounts/operations/operator.ts';
import type { EpochMs } from '../../domain/index.ts';
import { openServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import { PROCEDURES } from '../stores/service-database.ts';
import type { Manifest } from './manifest.ts';

/** A restored ledger and the end of the one that it replaces. */
export interface RestoredLedger {
  readonly at: EpochMs;
  /** Path of the copy. */
  readonly source: string;
  readonly end: NonNullable<Manifest['ledger']>;
  /** End of the replaced ledger; null: there was none, or it cannot be read. */
  readonly replaced: Manifest['ledger'];
}

/**
 * Accepts the restored ledger of a directory in the way in which a person accepts one that does not agree with its
 * past: with an audit row and an item of the review.
 */
export async function acceptRestoredLedger(directory: string, restored: RestoredLedger): Promise<void> {
  const { at, source, end, replaced } = restored;
  const kind = 'rolled_back';
  const before =
    replaced === null
      ? 'no readable ledger was there'
      : `the one there ended with transfer ${replaced.lastTransfer}, hash ${replaced.lastHash}`;
  const message = `crosstape restore put back ${source}, which ends with transfer ${end.lastTransfer}, hash ${end.lastHash}; ${before}`;
  const database = await openServiceDatabase({ dataDir: directory, procedures: PROCEDURES });
  try {
    await database.transact(acceptPast, {
      past: { kind, message, ...end },
      by: { at, address: 'command line', action: 'ledger.accept', target: kind, detail: message },
    });
  } finally {
    await database.close();
  }
}
