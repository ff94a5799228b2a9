import { DAY_MS } from '../../../domain/index.ts';
import { type DaySums, joinSums, NO_SUMS, SUM_NAMES } from '../day-sums.ts';
import type { BotMarket, ClosingRow, OrderRows } from '../rows.ts';

type Bot = Pick<BotMarket, 'botId' | 'mode'>;

/** A change of the sums of the day of a moment, epoch ms. */
export type DayChange = Partial<DaySums> & { readonly t: number };

/** Adds to the sums of days, one write a day that changes. */
export function bookOnDays(rows: OrderRows, { botId, mode }: Bot, changes: readonly DayChange[]): void {
  const days = Map.groupBy(changes, ({ t }) => Math.floor(t / DAY_MS) * DAY_MS);
  for (const [startMs, ofDay] of days) {
    const sum = ofDay.reduce(joinSums, NO_SUMS);
    if (SUM_NAMES.some((name) => sum[name] !== 0)) rows.addToDay({ botId, mode, startMs }, sum);
  }
}

/**
 * Counts a venue's fee in the sums of a day, and a fee that is not known.
 *
 * @param sign -1 where its fill is taken back.
 */
export function countFee(venueFeeMicroUsd: number | null, sign = 1): Partial<DaySums> {
  return venueFeeMicroUsd === null
    ? { fillsWithoutFee: sign }
    : { venueFeesMicroUsd: sign * venueFeeMicroUsd };
}

/** Counts what a closing adds; one that was undone takes away what its settlement added. */
export function countClosing({ kind, realizedMicroUsd }: Pick<ClosingRow, 'kind' | 'realizedMicroUsd'>) {
  const sign = kind === 'reopened' ? -1 : 1;
  const isWin = sign * realizedMicroUsd > 0;
  return { closings: sign, wins: isWin ? sign : 0, gainMicroUsd: realizedMicroUsd };
}
