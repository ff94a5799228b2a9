import type { EventRow, EventRows } from '../../../src/billing/webhooks/rows.ts';
import { MemoryTable, type UndoLog } from './memory-database.ts';

/** Rows of provider events in memory. @param undo Of the database that they are a part of. */
export function createMemoryEvents(undo: UndoLog): EventRows {
  const events = new MemoryTable<EventRow>(undo);
  return {
    find: (provider, eventId) => events.find(provider, eventId),
    insert: (row) => events.insert([row.provider, row.eventId], row),
    setOutcome: (provider, eventId, outcome) => {
      const row = events.find(provider, eventId);
      if (row !== null) events.put([provider, eventId], { ...row, outcome });
    },
  };
}
