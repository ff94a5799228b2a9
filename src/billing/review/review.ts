import { type Clock, cutPage, DAY_MS, decodeCursor, type EpochMs, encodeCursor } from '../../domain/index.ts';
import { REVIEW_KINDS, type ReviewItem } from './review-item.ts';
import type { ReviewPage, ReviewQuery, ReviewSummaries, ReviewSummary } from './review-page.ts';
import type { ReviewQueries } from './rows.ts';

/** Everything that waits for a person, in the service database. */
export class Review {
  readonly #queries: ReviewQueries;
  readonly #clock: Clock;

  constructor(queries: ReviewQueries, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
  }

  /** Lists a page of open items; null: the cursor is not valid for this list. */
  async list({ kind, owner, limit, cursor }: ReviewQuery): Promise<ReviewPage | null> {
    const from = cursor === undefined ? undefined : decodeCursor('review', ['count', 'text'], cursor);
    if (from === null) return null;
    const rows = await this.#queries.list({
      kind: kind ?? null,
      owner: owner ?? null,
      after: from === undefined ? null : { since: from[0], id: from[1] },
      limit: limit + 1,
    });
    const { shown, nextCursor } = cutPage(rows, limit, ({ since, id }) =>
      encodeCursor('review', [since, id]),
    );
    return { items: shown, nextCursor };
  }

  find(id: string): Promise<ReviewItem | null> {
    return this.#queries.find(id);
  }

  /** Summarizes the open items of every kind. Kinds without items are included. */
  async summarize(): Promise<ReviewSummaries> {
    const counts = await this.#queries.count(this.#clock() - DAY_MS);
    const byKind = new Map(counts.map((row) => [row.kind, row]));
    const entries = REVIEW_KINDS.map((kind) => {
      const found = byKind.get(kind);
      const summary: ReviewSummary = {
        count: found?.count ?? 0,
        microUsd: found?.microUsd ?? null,
        oldestMs: (found?.oldestMs ?? null) as EpochMs | null,
        waitedADay: found?.waitedBefore ?? 0,
      };
      return [kind, summary] as const;
    });
    return Object.fromEntries(entries) as unknown as ReviewSummaries;
  }
}
