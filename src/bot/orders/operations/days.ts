import { DAY_MS } from '../../../domain/index.ts';
import { type DaySums, joinSums, NO_SUMS, SUM_NAMES } from '../day-sums.ts';
import type { BotMarket, ClosingRow, OrderRows } from '../rows.ts';

type Bot = Pick<BotMarket, 'botId' | 'mode'>;

/** A change of the sums of a day. `t`: any time of that day, epoch ms. */
export type DayChange = Partial<DaySums> & { readonly t: number };

/** Adds changes to the sums of days, with one write for each changed day. */
export function bookOnDays(rows: OrderRows, { botId, mode }: Bot, changes: readonly DayChange[]): void {
  const days = Map.groupBy(changes, ({ t }) => Math.floor(t / DAY_MS) * DAY_MS);
  for (const [startMs, ofDay] of days) {
    const sum = ofDay.reduce(joinSums, NO_SUMS);
    if (SUM_NAMES.some((name) => sum[name] !== 0)) rows.addToDay({ botId, mode, startMs }, sum);
  }
}

/**
 * Counts a fill's fee in the sums of a day: its amount, or one fill without a known fee.
 *
 * @param sign -1 when the fill is withdrawn.
 */
export function countFee(venueFeeMicroUsd: number | null, sign = 1): Partial<DaySums> {
  return venueFeeMicroUsd === null
    ? { fillsWithoutFee: sign }
    : { venueFeesMicroUsd: sign * venueFeeMicroUsd };
}

/** Counts a closing in the sums of a day; one that undoes another is subtracted. */
export function countClosing({ kind, realizedMicroUsd }: Pick<ClosingRow, 'kind' | 'realizedMicroUsd'>) {
  const sign = kind === 'reopened' ? -1 : 1;
  const isWin = sign * realizedMicroUsd > 0;
  return { closings: sign, wins: isWin ? sign : 0, gainMicroUsd: realizedMicroUsd };
}
