import { randomBytes } from 'node:crypto';
import { epochMs } from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import type { BatchOrigin, ImportBatch } from '../../contract/import-batches.ts';
import type { Ask } from './history-pool.ts';

/** Batches of imports. Their records are stored among all others, so none can be withdrawn. */
export class ImportRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Opens a batch. @returns Its id. */
  async open({ fileSha256, asset }: BatchOrigin, now: number): Promise<string> {
    // Two batches never begin at the same time: a later one gets at least the next millisecond.
    const [row] = await this.#ask(
      `INSERT INTO history.import_batch (id, file_sha256, asset, at)
       SELECT $1::text, $2::text, $3::text, GREATEST($4::bigint, COALESCE(MAX(at) + 1, 0)) FROM history.import_batch
       RETURNING id`,
      [makeId(now), fileSha256, asset, now],
    );
    return String(row?.id);
  }

  async add(
    id: string,
    { stored, skipped }: { readonly stored: number; readonly skipped: number },
  ): Promise<void> {
    await this.#ask(
      'UPDATE history.import_batch SET stored = stored + $2, skipped = skipped + $3 WHERE id = $1',
      [id, stored, skipped],
    );
  }

  async end(id: string): Promise<void> {
    await this.#ask('UPDATE history.import_batch SET ended = 1 WHERE id = $1', [id]);
  }

  /** Lists batches, oldest first. */
  async list(): Promise<readonly ImportBatch[]> {
    return (await this.#ask('SELECT * FROM history.import_batch ORDER BY at')).map(toBatch);
  }

  async has(id: string): Promise<boolean> {
    return (await this.#ask('SELECT 1 AS one FROM history.import_batch WHERE id = $1', [id])).length > 0;
  }
}

/** Makes an id such as `20261122-0455-7f3a`: the minute (UTC), and two random bytes. */
function makeId(now: number): string {
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  return `${day.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}-${randomBytes(2).toString('hex')}`;
}

function toBatch(row: SqlRow): ImportBatch {
  const [stored, skipped] = [Number(row.stored), Number(row.skipped)];
  return {
    id: String(row.id),
    fileSha256: String(row.file_sha256),
    asset: row.asset === null ? null : String(row.asset),
    state: row.ended === 1 ? 'in-force' : 'importing',
    at: epochMs(Number(row.at)),
    records: stored + skipped,
    stored,
    skipped,
    withdrawnAt: null,
  };
}
