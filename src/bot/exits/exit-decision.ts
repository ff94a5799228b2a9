import type { EpochMs } from '../../domain/index.ts';
import type { BotExits, Closing } from '../control/control.ts';
import type { ExitRule, OrderExit } from '../orders/order.ts';
import { computeGainPct, findPriceAt, isLong, type ValuedPosition } from './position-value.ts';
import { findExitPrice, type Quote } from './quote.ts';

export interface ExitFacts {
  readonly position: ValuedPosition & {
    /** Time at which the position was opened, epoch ms; null: not known. */
    readonly openedAt: number | null;
  };
  readonly quote: Quote | null;
  readonly exits: BotExits;
  /** Closing of everything that is in progress for the bot; null: none. */
  readonly closing: Closing | null;
  /** Age in ms above which a price does not count. */
  readonly maxStaleMs: number;
  readonly now: EpochMs;
}

export type ExitDecision =
  | { readonly action: 'hold' }
  /** No decision: a rule needs a price, and the market gives none. Nothing is closed at a price that is not known. */
  | { readonly action: 'blind' }
  | { readonly action: 'close'; readonly exit: OrderExit };

const RULES_OF_CLOSING: Readonly<Record<Closing['cause'], ExitRule>> = {
  close_all: 'close_all',
  close_first: 'close_first',
  max_daily_loss: 'maxDailyLossUsd',
};

/** Decides whether a position is to be closed now. Pure. */
export function decideExit({ position, quote, exits, closing, maxStaleMs, now }: ExitFacts): ExitDecision {
  const { stopLossPct, takeProfitPct, maxHoldMs, closeBeforeEndMs } = exits;
  const dueRule =
    closing === null ? findDueRule(position, quote, { maxHoldMs, closeBeforeEndMs, now }) : null;
  const rule = closing === null ? dueRule : RULES_OF_CLOSING[closing.cause];
  if (rule === null && stopLossPct === null && takeProfitPct === null) return { action: 'hold' };
  const exitPrice = findExitPrice(quote, isLong(position), { now, maxAgeMs: maxStaleMs });
  if (exitPrice === null) return { action: 'blind' };
  if (rule !== null) return { action: 'close', exit: { rule, triggerPrice: null, exitPrice } };

  const gainPct = computeGainPct(position, exitPrice);
  if (gainPct === null) return { action: 'hold' };
  const close = (by: 'stopLossPct' | 'takeProfitPct', atPct: number): ExitDecision => ({
    action: 'close',
    exit: { rule: by, triggerPrice: findPriceAt(position, atPct), exitPrice },
  });
  if (stopLossPct !== null && gainPct <= -stopLossPct) return close('stopLossPct', -stopLossPct);
  if (takeProfitPct !== null && gainPct >= takeProfitPct) return close('takeProfitPct', takeProfitPct);
  return { action: 'hold' };
}

/** Finds the time rule by which a position is to be closed now: age, or the market's end. null: neither. */
function findDueRule(
  { openedAt }: ExitFacts['position'],
  quote: Quote | null,
  {
    maxHoldMs,
    closeBeforeEndMs,
    now,
  }: Pick<BotExits, 'maxHoldMs' | 'closeBeforeEndMs'> & { readonly now: EpochMs },
): ExitRule | null {
  if (maxHoldMs !== null && openedAt !== null && now - openedAt >= maxHoldMs) return 'maxHoldMs';
  const endsAt = quote?.endsAt ?? null;
  return closeBeforeEndMs !== null && endsAt !== null && endsAt - now <= closeBeforeEndMs
    ? 'closeBeforeEndMs'
    : null;
}
