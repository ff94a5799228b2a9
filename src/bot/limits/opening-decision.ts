import Big from 'big.js';
import {
  type EpochMs,
  findStoredKind,
  MICRO_PER_USD,
  type MicroUsd,
  microUsd,
  NO_MONEY,
} from '../../domain/index.ts';
import type { BotLimits, Halt } from '../control/control.ts';
import { findUsualLot } from '../execution/mock/terms.ts';
import { isDust } from '../positions/dust.ts';
import {
  computeExposure,
  type HeldPosition,
  isBinaryMarket,
  type OpeningTerms,
  type PendingOpening,
} from './exposure.ts';
import type { LimitName } from './limits.ts';

/** Reason for which an order may open less than requested. */
export interface Restriction {
  /** `mismatch`: in the order's market, the venue's account differs from the records of its bots. */
  readonly reason: 'limit' | 'halt' | 'mismatch';
  /** Limit that restricts the order; null for the other reasons. */
  readonly limit: LimitName | null;
  /** Whether the opening part of the order was left out, so that the rest only closes. */
  readonly isPartial: boolean;
}

/** Positions and unfinished orders of a bot, by which its risk is computed. */
export interface RiskFacts {
  readonly positions: readonly HeldPosition[];
  /** Unfinished orders of the bot, without the one that is decided on. */
  readonly pending: readonly PendingOpening[];
}

export interface OpeningFacts extends RiskFacts {
  readonly halt: Halt;
  /** Whether every position of the bot is being closed. */
  readonly isClosing: boolean;
  /** Whether the day's loss has reached its limit, and the bot was not resumed since. */
  readonly isStopped: boolean;
  /** Whether the account's holding in the market differs from the records. Absent: it does not. */
  readonly isMismatched?: boolean;
  /** Limits in force. */
  readonly limits: BotLimits;
  /**
   * Time at which a position in the market was last closed, in whole or in part; null: never, or no limit depends on
   * it.
   */
  readonly lastClosingAt: EpochMs | null;
  readonly now: EpochMs;
}

export interface WantedOrder extends OpeningTerms {
  readonly venue: HeldPosition['venue'];
  readonly storeKey: string;
  /** Maximum amount that the order may open if the bot holds nothing. */
  readonly mostOpenedMicroUsd: MicroUsd;
  /**
   * Whether the order certainly closes the recorded position before it opens anything, so that a reversal needs no room
   * for the closed part.
   */
  readonly nets: boolean;
  /** Whether the venue sells the holding by a separate order, so that the limits need room for the rest only. */
  readonly splits: boolean;
}

export type OpeningDecision =
  | { readonly kind: 'open'; readonly opensMicroUsd: MicroUsd }
  /** The order may only close, and at most this many shares or coins. */
  | { readonly kind: 'close'; readonly shares: string; readonly restriction: Restriction | null }
  | { readonly kind: 'refuse'; readonly restriction: Restriction }
  /** Openings are halted, and the order has no closing part. */
  | { readonly kind: 'halted' };

/** Decides how much of an order may open a position. Pure. */
export function decideOpening(order: WantedOrder, facts: OpeningFacts): OpeningDecision {
  const whole = findRefusal(order, order.mostOpenedMicroUsd, facts);
  if (whole === null) return { kind: 'open', opensMicroUsd: order.mostOpenedMicroUsd };

  const held = findHeld(order, facts);
  if (held === null) {
    if (facts.halt !== 'none') return { kind: 'halted' };
    return { kind: 'refuse', restriction: { ...whole, isPartial: false } };
  }
  const { shares, opensMicroUsd } = splitOrder(order, held.size);
  if (opensMicroUsd === 0) return { kind: 'close', shares, restriction: null };
  const freed = order.nets ? held.exposureMicroUsd : 0;
  const part = microUsd(Math.max(0, opensMicroUsd - freed));
  const rest = findRefusal(order, part, facts);
  if (rest === null && (order.nets || order.splits)) return { kind: 'open', opensMicroUsd };
  return { kind: 'close', shares, restriction: { ...(rest ?? whole), isPartial: true } };
}

/** Finds why an amount may not be opened now; null: it may be. */
export function findRefusal(
  market: Pick<WantedOrder, 'venue' | 'storeKey'>,
  opensMicroUsd: MicroUsd,
  facts: OpeningFacts,
): Omit<Restriction, 'isPartial'> | null {
  const { limits, halt, lastClosingAt, now } = facts;
  if (halt !== 'none' || facts.isClosing) return { reason: 'halt', limit: null };
  if (facts.isMismatched === true) return { reason: 'mismatch', limit: null };
  const atLimit = (limit: LimitName) => ({ reason: 'limit', limit }) as const;
  if (facts.isStopped || limits.maxDailyLossUsd === 0) return atLimit('maxDailyLossUsd');
  const { cooldownMs } = limits;
  if (cooldownMs !== null && lastClosingAt !== null && now < lastClosingAt + cooldownMs)
    return atLimit('cooldownMs');
  const isHere = (one: Pick<WantedOrder, 'venue' | 'storeKey'>) =>
    one.venue === market.venue && one.storeKey === market.storeKey;
  if (limits.maxOpenPositions !== null) {
    const open = listOpenMarkets(facts);
    const isCounted = open.has(toMarketKey(market));
    if (limits.maxOpenPositions === 0 || open.size + (isCounted ? 0 : 1) > limits.maxOpenPositions) {
      return atLimit('maxOpenPositions');
    }
  }
  const exceeds = (limitUsd: number | null, { usedMicroUsd, reservedMicroUsd }: Risk) =>
    limitUsd !== null &&
    (limitUsd === 0 || usedMicroUsd + reservedMicroUsd + opensMicroUsd > limitUsd * MICRO_PER_USD);
  if (exceeds(limits.maxAssetUsd, sumRisk(facts, isHere))) return atLimit('maxAssetUsd');
  if (exceeds(limits.maxExposureUsd, sumRisk(facts))) return atLimit('maxExposureUsd');
  return null;
}

/** Amounts at risk, micro-USD. */
export interface Risk {
  /** Cost of open positions. */
  readonly usedMicroUsd: number;
  /** Amount that unfinished orders may still open. */
  readonly reservedMicroUsd: number;
}

/** Sums the risk in the markets for which `fits` is true. */
export function sumRisk(
  { positions, pending }: RiskFacts,
  fits: (market: Pick<HeldPosition, 'venue' | 'storeKey'>) => boolean = () => true,
): Risk {
  const used = positions.filter(fits).map((position) => computeExposure(position, isBinaryMarket(position)));
  const reserved = pending.filter(fits).map(({ opensMicroUsd }) => opensMicroUsd);
  return { usedMicroUsd: sum(used), reservedMicroUsd: sum(reserved) };
}

/** Lists the markets with an open position, or with an unfinished order that may open one. */
export function listOpenMarkets({ positions, pending }: RiskFacts): ReadonlySet<string> {
  const opening = pending.filter(({ opensMicroUsd }) => opensMicroUsd > 0);
  return new Set([...listOpen(positions), ...opening].map(toMarketKey));
}

/** Lists the positions that count as open: those of at least one lot, since no order can close a smaller one. */
export function listOpen<Held extends HeldPosition>(positions: readonly Held[]): readonly Held[] {
  return positions.filter(({ venue, storeKey, size }) => {
    const kind = findStoredKind(venue, storeKey);
    return !isDust(size, (kind === null ? null : findUsualLot(kind)) ?? undefined);
  });
}

const toMarketKey = ({ venue, storeKey }: Pick<HeldPosition, 'venue' | 'storeKey'>) => `${venue} ${storeKey}`;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Finds the part of a position that the order could close; null: there is no position, or the order would increase it.
 * Shares that other orders are closing are not counted.
 */
function findHeld(
  order: WantedOrder,
  { positions, pending }: RiskFacts,
): { readonly size: Big; readonly exposureMicroUsd: number } | null {
  const isHere = ({ venue, storeKey }: Pick<HeldPosition, 'venue' | 'storeKey'>) =>
    venue === order.venue && storeKey === order.storeKey;
  const held = positions.find(isHere);
  if (held === undefined) return null;
  const whole = new Big(held.size);
  if (whole.eq(0) || whole.gt(0) === (order.side === 'buy')) return null;
  const claims = pending.flatMap(({ closes, ...one }) =>
    isHere(one) && closes?.side === order.side ? [closes.shares] : [],
  );
  if (claims.includes('all')) return null;
  const size = claims.reduce((left, shares) => left.minus(shares), whole.abs());
  if (size.lte(0)) return null;
  const exposure = computeExposure(held, isBinaryMarket(held));
  return { size, exposureMicroUsd: Number(size.times(exposure).div(whole.abs()).round(0, Big.roundDown)) };
}

/** Number of decimals in a size. */
const SIZE_DECIMALS = 12;

/** Splits an order into the part that closes a position and the amount that the other part opens. */
function splitOrder(
  order: WantedOrder,
  held: Big,
): { readonly shares: string; readonly opensMicroUsd: MicroUsd } {
  const { sizeUsd, sizeShares, markPrice, mostOpenedMicroUsd } = order;
  const mark = new Big(markPrice);
  // Sold shares count at their own price, which for No shares is one minus the price.
  const price = isBinaryMarket(order) && order.side === 'buy' ? new Big(1).minus(mark) : mark;
  const wanted =
    sizeShares === null
      ? new Big(sizeUsd ?? 0).div(price).round(SIZE_DECIMALS, Big.roundDown)
      : new Big(sizeShares);
  if (wanted.lte(held)) return { shares: wanted.toFixed(), opensMicroUsd: NO_MONEY };
  const part = wanted.minus(held).div(wanted).times(mostOpenedMicroUsd).round(0, Big.roundUp);
  return { shares: held.toFixed(), opensMicroUsd: microUsd(Number(part)) };
}

/** Explains why an opening was refused. */
export function explainRestriction({ reason, limit }: Pick<Restriction, 'reason' | 'limit'>): string {
  if (reason === 'mismatch') {
    return 'the account holds something else than the records of its bots: adopt or forget it, then open';
  }
  if (limit === null) return 'openings of the bot are halted, or every position of it is being closed';
  return LIMIT_WORDS[limit] ?? `${limit} of the bot leaves no room for it`;
}

/** Explanations of limits that a smaller order would not pass either. */
const LIMIT_WORDS: { readonly [Name in LimitName]?: string } = {
  maxDailyLossUsd:
    'maxDailyLossUsd is 0, or the loss of the day has reached it: then nothing is opened until the control says resume: true',
  cooldownMs: 'cooldownMs has not passed since something was closed in this market',
};
