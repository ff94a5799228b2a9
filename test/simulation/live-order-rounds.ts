import assert from 'node:assert/strict';
import type { FaultSpec } from '../../simulator/index.ts';
import type { SimOrder } from '../../simulator/trading/sim-order.ts';
import { unit } from '../../simulator/world/random.ts';
import {
  type PreparedOrder,
  type SendOutcome,
  TRADING_VENUES,
  type TradingVenue,
  type VenueOutcome,
} from '../../src/bot/execution/index.ts';
import type { EpochMs } from '../../src/domain/index.ts';
import { type ExecutionStand, patience, sendNow, startExecutionStand } from '../support/execution-stand.ts';
import { ORDER_FAULTS, ORDER_PATH } from './order-faults.ts';

/** Points at which the process dies. The next process knows only the stored rows. */
const CRASHES = ['never', 'before storing', 'before sending', 'while sending', 'before remembering'] as const;
const MAX_LOOKS = 10;

export interface LiveOrderReport {
  readonly rounds: number;
  readonly filled: number;
  readonly rejected: number;
  readonly neverSent: number;
  /** Rounds in which the outcome had to be looked up. */
  readonly lookedUp: number;
}

/**
 * Trades at the four simulated venues while requests, answers and the process itself get lost at random, and
 * compares what the bot's side ends up believing with what the venue did.
 *
 * @throws {assert.AssertionError} that names the seed and the round, when an order was executed twice, or when
 * the two differ.
 */
export async function runLiveOrderRounds(rounds: number, seed: number): Promise<LiveOrderReport> {
  const stand = await startExecutionStand();
  const report = { rounds, filled: 0, rejected: 0, neverSent: 0, lookedUp: 0 };
  try {
    for (let round = 0; round < rounds; round++) {
      const pick = <T>(role: number, from: readonly T[]) =>
        from[Math.floor(unit(seed + role, round) * from.length)] as T;
      const venue = pick(1, TRADING_VENUES);
      const where = `seed ${seed}, round ${round}, ${venue}`;
      const crash = pick(2, CRASHES);
      const fault = pick(3, ORDER_FAULTS);
      const side = pick(4, ['buy', 'buy', 'sell'] as const);
      const ticket = stand.ticket(venue, `round-${seed}-${round}`, { side, sizeUsd: 12 });
      const order = await stand.prepared(venue, ticket);
      stand.simulator.faults.clearAll();
      if (fault !== null)
        stand.simulator.faults.set({ ...fault, venue, path: ORDER_PATH[venue] } as FaultSpec);

      const believed = await live(stand, venue, order, crash);
      const held = heldBy(stand, venue, order);
      assert.ok(held.length <= 1, `${where}: ${held.length} orders of one`);
      compare(believed.outcome, held[0], `${where}: dies ${crash}, fault ${JSON.stringify(fault)}`);
      if (believed.outcome === null) report.neverSent++;
      else if (believed.outcome.status === 'filled') report.filled++;
      else report.rejected++;
      if (believed.looks > 0) report.lookedUp++;
      stand.simulator.faults.clearAll();
      // Books are renewed, so that one round does not eat the next one's liquidity.
      stand.advance(6_000);
    }
  } finally {
    await stand.simulator.close();
  }
  return report;
}

/** Sends one order through a process that may die. Null when nothing of the order was stored, so nothing was sent. */
async function live(
  stand: ExecutionStand,
  venue: TradingVenue,
  order: PreparedOrder,
  crash: (typeof CRASHES)[number],
) {
  if (crash === 'before storing') return { outcome: null, looks: 0 };
  const stored = JSON.stringify(order);
  const sentAt = stand.clock();
  let outcome: SendOutcome | null = null;
  if (crash === 'while sending') {
    // The answer, if there is one, finds nobody.
    await stand.venues[venue].send(order, stand.secrets[venue], sendNow());
  } else if (crash !== 'before sending') {
    outcome = await stand.venues[venue].send(order, stand.secrets[venue], sendNow());
    if (crash === 'before remembering') outcome = null;
  }
  if (crash !== 'never') stand.restart();
  if (outcome !== null && outcome.status !== 'unknown' && outcome.status !== 'not_sent')
    return { outcome, looks: 0 };
  return resolve(stand, venue, JSON.parse(stored) as PreparedOrder, sentAt);
}

/** Looks the order up until the venue says how it ended. */
async function resolve(stand: ExecutionStand, venue: TradingVenue, order: PreparedOrder, sentAt: EpochMs) {
  for (let looks = 1; looks <= MAX_LOOKS; looks++) {
    const where = { at: sentAt, venueOrderId: null };
    const outcome = await stand.venues[venue].lookUp(order, where, stand.secrets[venue], patience());
    if (outcome.status !== 'unknown') return { outcome, looks };
    stand.advance(5_000);
  }
  throw new assert.AssertionError({ message: `${venue}: the order was never resolved` });
}

function heldBy(stand: ExecutionStand, venue: TradingVenue, { venueClientId }: PreparedOrder): SimOrder[] {
  return stand.simulator.trading.exchanges[venue]
    .orders()
    .filter(({ id, request }) => id === venueClientId || request.clientId === venueClientId);
}

function compare(believed: VenueOutcome | null, truth: SimOrder | undefined, where: string): void {
  if (believed === null) {
    assert.equal(truth, undefined, where);
    return;
  }
  const traded = truth?.filled ?? 0;
  assert.equal(believed.status, traded > 0 ? 'filled' : 'rejected', `${where}: ${JSON.stringify(believed)}`);
  if (believed.status !== 'filled') return;
  const size = believed.fills.reduce((sum, fill) => sum + Number(fill.size), 0);
  // Limitless takes its fee in shares.
  assert.ok(Math.abs(size / (traded / 1e6) - 1) < 0.01, `${where}: ${size} of ${traded / 1e6}`);
}
