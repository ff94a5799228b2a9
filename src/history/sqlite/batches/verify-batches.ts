import type { DatabaseSync } from 'node:sqlite';
import { toMessage } from '../../../domain/index.ts';
import type { FileDamage } from '../damage.ts';
import { PackTable } from '../pieces/pack-table.ts';
import { readBatchRows } from './batch-pack.ts';
import { BatchTable } from './batch-table.ts';

const EVENTS_A_READ = 1_000;

/** Reads every row of the batch tables and every pack of rows, and notes damage. */
export function verifyBatches(db: DatabaseSync, damage: FileDamage): void {
  const table = new BatchTable(db, damage);
  const packs = new PackTable(db);
  table.listUnfinished();
  for (const { id, records, withdrawnAt } of table.listAll()) {
    for (let from: number | null = 0; from !== null; ) from = table.readEvents(id, from, EVENTS_A_READ).next;
    let found = 0;
    for (const { n, pack } of table.listParts(id)) {
      const place = `import_part ${id} ${n}`;
      try {
        for (const { rows } of readBatchRows(packs.get(pack))) found += rows.length;
        if (!packs.verify(pack)) table.note(place, `what the row of a pack of import ${id} says is damaged`);
      } catch (error) {
        const reason = toMessage(error);
        table.note(place, `rows of import ${id} cannot be read: ${reason}`);
      }
    }
    // A withdrawn batch has fewer rows, since the undo removes them step by step.
    if (withdrawnAt !== null || found === records) continue;
    table.note(
      `import_batch ${id} rows`,
      `import ${id} has ${found} rows in its parts and should have ${records}`,
    );
  }
}
