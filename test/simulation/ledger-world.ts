import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { epochMs } from '../../src/domain/index.ts';
import type { SqliteServiceDatabase } from '../../src/storage/sqlite/sqlite-service-database.ts';
import { type SteppedLedger, withSteps } from '../support/ledger-steps.ts';
import { openSqliteDatabase } from '../support/service-database.ts';
import { differences, LedgerModel, type Operation, perform } from './ledger-model.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Somebody who sends operations: customers here; a payment provider or a chain joins with an actor of its own, which
 * delivers the same event late, twice and out of order.
 */
export interface Actor {
  next(random: Random): Operation;
}

export interface WorldReport {
  readonly operations: number;
  readonly crashes: number;
}

class CrashError extends Error {}

/**
 * Runs one seed: actors send operations in groups, the clock jumps, and the process ends at the boundaries of commits.
 * After each end the file is opened again and everything without an answer is sent again. The ledger must give what the
 * model gives, no matter what happened.
 *
 * @throws {AssertionError} which names the seed.
 */
export async function runWorld(seed: number, actors: readonly Actor[], rounds = 12): Promise<WorldReport> {
  const random = seeded(seed);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-world-'));
  const model = new LedgerModel();
  let now = 1_763_700_000_000;
  let crash: 'before' | 'after' | null = null;
  let hasCommitted = false;
  const faults = {
    beforeCommit: () => {
      if (crash === 'before') throw new CrashError('the process ends before a commit');
    },
    afterCommit: () => {
      hasCommitted = true;
      if (crash === 'after') throw new CrashError('the process ends after a commit');
    },
  };
  let database: SqliteServiceDatabase;
  let ledger: SteppedLedger;
  const open = async () => {
    database = await openSqliteDatabase({ dataDir, faults });
    const clock = () => epochMs(now);
    ledger = withSteps(openLedger(database, clock), clock);
  };
  await open();
  const report = { operations: 0, crashes: 0 };
  const fail = (message: string) => assert.fail(`seed ${seed}: ${message}`);

  try {
    for (let round = 0; round < rounds; round++) {
      now += Math.floor((random() - 0.3) * 7_200_000);
      const group = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
        pick(actors, random).next(random),
      );
      report.operations += group.length;
      const dice = random();
      crash = dice < 0.25 ? 'before' : dice < 0.5 ? 'after' : null;
      hasCommitted = false;
      const answers = await Promise.allSettled(group.map((op) => perform(ledger, op)));
      if (crash !== null) {
        report.crashes++;
        for (const answer of answers) {
          if (answer.status === 'fulfilled') fail('an answer left a process that had ended');
          else if (!(answer.reason instanceof LedgerUnavailableError)) throw answer.reason;
        }
        crash = null;
        // What was committed is there although nobody was answered.
        if (hasCommitted) for (const op of group) model.perform(op);
        await database!.close();
        await open();
        for (const op of group) await compare(op);
      } else {
        for (const [i, op] of group.entries()) {
          const answer = answers[i]!;
          if (answer.status === 'rejected') throw answer.reason;
          const expected = model.perform(op);
          if (answer.value !== expected) fail(`${JSON.stringify(op)}: ${answer.value} and not ${expected}`);
        }
      }
    }
    const found = await differences(ledger!, model);
    if (found.length > 0) fail(found.join('; '));
    return report;
  } finally {
    await database!.close();
    rmSync(dataDir, { recursive: true, force: true });
  }

  async function compare(op: Operation): Promise<void> {
    const [actual, expected] = [await perform(ledger, op), model.perform(op)];
    if (actual !== expected) fail(`again ${JSON.stringify(op)}: ${actual} and not ${expected}`);
  }
}

/** Creates a customer who pays, spends, trades and now and then sends an operation twice. */
export function customer(owner: string): Actor {
  const sent: Operation[] = [];
  const holds: string[] = [];
  let count = 0;
  return {
    next: (random) => {
      if (sent.length > 0 && random() < 0.2) return pick(sent, random);
      const id = `${owner}-${count++}`;
      const amount = 1 + Math.floor(random() * 50);
      const dice = random();
      let op: Operation;
      if (dice < 0.2) op = { kind: 'credit', id, owner, amount };
      else if (dice < 0.4) op = { kind: 'charge', id, owner, amount };
      else if (dice < 0.55 || holds.length === 0) {
        op = { kind: 'hold', id, owner, amount };
        holds.push(id);
      } else if (dice < 0.7) op = { kind: 'capture', id: pick(holds, random), amount };
      else op = { kind: 'release', id: pick(holds, random) };
      sent.push(op);
      return op;
    },
  };
}

/** Creates a provider that reports deposits and refunds of several owners, each perhaps again, in any order. */
export function provider(owners: readonly string[]): Actor {
  const events: Operation[] = [];
  let count = 0;
  return {
    next: (random) => {
      if (events.length > 0 && random() < 0.4) return pick(events, random);
      const kind = random() < 0.6 ? 'deposit' : 'refund';
      const amount = 1 + Math.floor(random() * 80);
      const event: Operation = { kind, id: `evt-${count++}`, owner: pick(owners, random), amount };
      events.push(event);
      return event;
    },
  };
}

export function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Creates the cast of the simulation. */
export function everybody(): Actor[] {
  return [customer('ann'), customer('ben'), customer('cat'), provider(['ann', 'ben', 'cat'])];
}
