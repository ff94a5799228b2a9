import { clamp } from '../numerics/finite.ts';
import type { RiskSource } from './risk-block.ts';

export type SignalDirection = 'LONG' | 'SHORT' | 'NEUTRAL';
export type SignalVote = 'momentum' | 'funding' | 'basis' | 'flow';

export interface SignalInputs {
  readonly riskSource: RiskSource;
  readonly change24hPct: number | null;
  readonly fundingAprPct: number | null;
  /** Distance to the fair value, in bps. */
  readonly basisBps: number | null;
  /**
   * Movements of a probability in percentage points, as the reasons of a signal state them; null or absent for
   * perpetuals.
   */
  readonly points?: { readonly change24h: number | null; readonly basis: number | null } | null;
  /** Imbalance of flow with real volume, by the tick rule; null: unknown. */
  readonly imbalance: number | null;
  /** Imbalance by the sides that the venue stated, preferred to the tick rule; null or absent: unknown. */
  readonly statedImbalance?: number | null;
  /** Whether the asset's feed is stale, so that a bot must not act on it. */
  readonly isStale?: boolean;
}

export interface Signal {
  readonly direction: SignalDirection;
  /** Confidence, from 0 to 1. */
  readonly confidence: number;
  /** Reasons, one sentence for each vote, each with its number. */
  readonly reasons: readonly string[];
  /** Sum of the votes. Not part of the API's answer. */
  readonly score: number;
  /** Votes. Not part of the API's answer. */
  readonly votes: readonly SignalVote[];
}

const VOTE = 0.15;
const DIRECTION_AT = 0.25;
const MAX_BASIS_BPS = 150;

/**
 * Computes a direction as a sum of votes. Positive funding means that longs are crowded, so funding votes against its
 * own sign. The basis also votes against its own sign.
 *
 *     momentum  |change24hPct| >= 1     + 0.15 sign
 *     funding   known and not 0         - 0.15 sign
 *     basis     |basisBps| >= 5         - clamp(basisBps, -150, 150) / 300
 *     flow      |imbalance| >= 0.2      + 0.15 sign, of the imbalance by stated side where there is one
 *     LONG from 0.25, SHORT to -0.25;  confidence min(1, 0.2 + 0.1 [funding] + 0.3 |score| + |clamped basis| / 600)
 *
 * The result is neutral with confidence 0 when there is not enough data or the feed is stale.
 */
export function signals(inputs: SignalInputs): Signal {
  if (inputs.riskSource === 'insufficient') return silent('Not enough recorded prices of the last 24 hours.');
  if (inputs.isStale === true) return silent('The feed of this asset is stale.');

  const cast = [momentum(inputs), funding(inputs), basis(inputs), flowLean(inputs)].filter(
    (vote) => vote !== null,
  );
  // The sum is rounded, so that the order of summation cannot decide a tie.
  const score = Number(cast.reduce((sum, { weight }) => sum + weight, 0).toFixed(12));
  const fundingShare = cast.some(({ vote }) => vote === 'funding') ? 0.1 : 0;
  const basisShare = Math.abs(cast.find(({ vote }) => vote === 'basis')?.weight ?? 0) / 2;
  return {
    direction: score >= DIRECTION_AT ? 'LONG' : score <= -DIRECTION_AT ? 'SHORT' : 'NEUTRAL',
    confidence: Math.min(1, 0.2 + fundingShare + 0.3 * Math.abs(score) + basisShare),
    reasons: cast.map(({ reason }) => reason),
    score,
    votes: cast.map(({ vote }) => vote),
  };
}

/** Finds the side of the order for a direction; null for neutral. */
export function suggestedSide(direction: SignalDirection): 'BUY' | 'SELL' | null {
  if (direction === 'NEUTRAL') return null;
  return direction === 'LONG' ? 'BUY' : 'SELL';
}

/** Finds the side to which the flow leans; null when it is balanced or unknown. */
export function findFlowLean(imbalance: number | null): 'BID' | 'ASK' | null {
  if (imbalance === null || !(Math.abs(imbalance) >= 0.2)) return null;
  return imbalance > 0 ? 'BID' : 'ASK';
}

interface CastVote {
  readonly vote: SignalVote;
  readonly weight: number;
  readonly reason: string;
}

function silent(reason: string): Signal {
  return { direction: 'NEUTRAL', confidence: 0, reasons: [reason], score: 0, votes: [] };
}

function momentum({ change24hPct: change, points }: SignalInputs): CastVote | null {
  if (change === null || !(Math.abs(change) >= 1)) return null;
  const size = points?.change24h == null ? `${shown(change)} %` : `${shown(points.change24h)} points`;
  const reason = `The price has ${change > 0 ? 'risen' : 'fallen'} by ${size} in 24 hours.`;
  return { vote: 'momentum', weight: VOTE * Math.sign(change), reason };
}

function funding({ fundingAprPct: rate }: SignalInputs): CastVote | null {
  if (rate === null || rate === 0 || !Number.isFinite(rate)) return null;
  const [payer, receiver] = rate > 0 ? ['Longs', 'shorts'] : ['Shorts', 'longs'];
  const reason = `${payer} pay ${receiver} ${shown(rate)} % a year in funding.`;
  return { vote: 'funding', weight: -VOTE * Math.sign(rate), reason };
}

function basis({ basisBps, points }: SignalInputs): CastVote | null {
  if (basisBps === null || !(Math.abs(basisBps) >= 5)) return null;
  const clamped = clamp(basisBps, -MAX_BASIS_BPS, MAX_BASIS_BPS);
  const size = points?.basis == null ? `${shown(basisBps)} bps` : `${shown(points.basis)} points`;
  const reason = `The price is ${size} ${basisBps > 0 ? 'above' : 'below'} fair value.`;
  return { vote: 'basis', weight: -clamped / 300, reason };
}

function flowLean({ imbalance: byTickRule, statedImbalance = null }: SignalInputs): CastVote | null {
  const imbalance = statedImbalance ?? byTickRule;
  if (imbalance === null || !(Math.abs(imbalance) >= 0.2)) return null;
  const source = statedImbalance === null ? 'by the tick rule' : 'by the sides that the venue stated';
  const leaders = imbalance > 0 ? 'Buyers' : 'Sellers';
  const reason = `${leaders} lead the traded volume with an imbalance of ${shown(imbalance)}, ${source}.`;
  return { vote: 'flow', weight: VOTE * Math.sign(imbalance), reason };
}

/** Formats the absolute value of a figure with at most two decimals. */
function shown(value: number): string {
  return String(Number(Math.abs(value).toFixed(2)));
}
