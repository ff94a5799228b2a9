import { computeReviewId, type ReviewItem } from '../../../src/billing/review/review-item.ts';
import type { ReviewQueries, ReviewRows } from '../../../src/billing/review/rows.ts';
import type { EpochMs } from '../../../src/domain/index.ts';
import { MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryReview {
  readonly rows: ReviewRows;
  readonly queries: ReviewQueries;
}

/** Rows of the review in memory. @param undo Of the database that they are a part of. */
export function createMemoryReview(undo: UndoLog): MemoryReview {
  const items = new MemoryTable<ReviewItem>(undo);
  const listOpen = () =>
    items
      .list()
      .filter(({ endedAt }) => endedAt === null)
      .sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
  const rows: ReviewRows = {
    find: (id) => items.find(id),
    put: (item) => {
      const id = computeReviewId(item);
      const before = items.find(id);
      const isDecided = before?.endedAs === 'applied' || before?.endedAs === 'dismissed';
      const isSame = before?.amount === item.amount && before.microUsd === item.microUsd;
      if (before !== null && isDecided && isSame) {
        const { since, endedAt, endedAs, reason } = before;
        items.put([id], { ...item, id, since, endedAt, endedAs, reason });
        return;
      }
      const since = before !== null && before.endedAt === null ? before.since : item.since;
      items.put([id], { ...item, id, since, endedAt: null, endedAs: null, reason: null });
    },
    end: (kind, subject, { as, at, reason }) => {
      const id = computeReviewId({ kind, subject });
      const item = items.find(id);
      if (item === null || item.endedAt !== null) return;
      items.put([id], { ...item, endedAt: at as EpochMs, endedAs: as, reason });
    },
  };
  const queries: ReviewQueries = {
    find: async (id) => rows.find(id),
    list: async ({ kind, owner, after, limit }) =>
      listOpen()
        .filter((item) => (kind === null || item.kind === kind) && (owner === null || item.owner === owner))
        .filter(
          ({ since, id }) =>
            after === null || since > after.since || (since === after.since && id > after.id),
        )
        .slice(0, limit),
    count: async (before) =>
      [...Map.groupBy(listOpen(), ({ kind }) => kind)].map(([kind, ofKind]) => {
        const known = ofKind.flatMap(({ microUsd }) => (microUsd === null ? [] : [microUsd]));
        return {
          kind,
          count: ofKind.length,
          microUsd: known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0),
          oldestMs: ofKind[0]!.since,
          waitedBefore: ofKind.filter(({ since }) => since <= before).length,
        };
      }),
  };
  return { rows, queries };
}
