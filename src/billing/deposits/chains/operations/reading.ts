import type { EpochMs } from '../../../../domain/index.ts';
import { operation } from '../../../../storage/operation.ts';
import type { ReviewRows } from '../../../review/rows.ts';
import type { ChainRows, TreasuryRow } from '../rows.ts';

interface ReadingRows {
  readonly chains: ChainRows;
  readonly review: ReviewRows;
}

interface Skip {
  readonly scope: string;
  readonly tx: string;
  /** Name of the chain. */
  readonly chain: string;
  readonly reason: string;
  readonly now: EpochMs;
}

/** Skips a transaction that cannot be read; it waits for a person. @returns false: it was skipped before. */
export function skipTransaction({ chains, review }: ReadingRows, { now, ...skip }: Skip): boolean {
  if (chains.findSkipped(skip.scope, skip.tx) !== null) return false;
  chains.putSkipped({ ...skip, skippedAt: now, triedAt: now, readAt: null });
  review.put({
    ...toSkipItem(skip.scope, skip.tx),
    since: now,
    owner: null,
    currency: null,
    amount: null,
    microUsd: null,
    known: { chain: skip.chain, transaction: skip.tx, reason: skip.reason },
  });
  return true;
}

export const skipUnreadable = operation('chains.skip', (rows: ReadingRows, skip: Skip): boolean =>
  skipTransaction(rows, skip),
);

/** Identifies the review item of a skipped transaction. */
export function toSkipItem(
  scope: string,
  tx: string,
): { readonly kind: 'skipped_transaction'; readonly subject: string } {
  return { kind: 'skipped_transaction', subject: `${scope}:${tx}` };
}

interface Try {
  readonly scope: string;
  readonly tx: string;
  readonly now: EpochMs;
}

export const noteTried = operation(
  'chains.noteTried',
  ({ chains }: ReadingRows, { scope, tx, now }: Try): null => {
    const row = chains.findSkipped(scope, tx);
    if (row !== null) chains.putSkipped({ ...row, triedAt: now });
    return null;
  },
);

/** A treasury as the chains file states it. */
export type CurrentTreasury = Omit<TreasuryRow, 'since'>;

interface CurrentTreasuries {
  readonly current: readonly CurrentTreasury[];
  readonly now: EpochMs;
}

/**
 * Stores the treasuries of the chains file. Former treasuries stay, because they are watched forever. A treasury that
 * is no longer in the file opens a review item.
 *
 * @returns All treasuries, oldest first.
 */
export const keepTreasuries = operation(
  'chains.keepTreasuries',
  ({ chains, review }: ReadingRows, { current, now }: CurrentTreasuries): readonly TreasuryRow[] => {
    const scopes = [...new Set(current.map(({ scope }) => scope))];
    const kept = scopes.flatMap((scope) => chains.listTreasuries(scope));
    const isSame = (one: CurrentTreasury, other: CurrentTreasury) =>
      one.scope === other.scope && one.treasury === other.treasury;
    for (const row of kept) {
      if (current.some((one) => isSame(one, row))) continue;
      review.put({
        kind: 'treasury_changed',
        subject: `${row.scope}:${row.treasury}`,
        since: now,
        owner: null,
        currency: null,
        amount: null,
        microUsd: null,
        known: {
          chain: row.chain,
          former: row.treasury,
          now: current.find(({ scope }) => scope === row.scope)?.treasury ?? null,
        },
      });
    }
    const added = current
      .filter((one, i) => current.findIndex((other) => isSame(one, other)) === i)
      .filter((one) => !kept.some((row) => isSame(one, row)))
      .map((one) => ({ ...one, since: now }));
    for (const row of added) chains.insertTreasury(row);
    return [...kept, ...added];
  },
);
