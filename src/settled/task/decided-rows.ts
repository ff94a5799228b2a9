import type { SettledRow, SettledWriter } from '../../history/contract/settled.ts';

/** A decision to be stored. */
export interface Decided<Watched extends { isDue: boolean }> {
  readonly watched: Watched;
  readonly row: SettledRow;
  readonly stored: SettledRow | null;
}

/**
 * Stores decisions in one commit. When a row cannot be stored, the others are stored without it and its market is due
 * again.
 */
export async function storeDecided<Watched extends { isDue: boolean }>(
  history: Pick<SettledWriter, 'putSettled'>,
  decided: readonly Decided<Watched>[],
): Promise<{ readonly kept: readonly Decided<Watched>[]; readonly failures: readonly unknown[] }> {
  if (decided.length === 0) return { kept: [], failures: [] };
  try {
    await history.putSettled(...decided.map(({ row }) => row));
    return { kept: decided, failures: [] };
  } catch {
    // Whatever failed, the rows are stored one by one below, and what fails again is returned.
  }
  const kept: Decided<Watched>[] = [];
  const failures: unknown[] = [];
  for (const one of decided) {
    try {
      await history.putSettled(one.row);
      kept.push(one);
    } catch (error) {
      one.watched.isDue = true;
      failures.push(error);
    }
  }
  return { kept, failures };
}
