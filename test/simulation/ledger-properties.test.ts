import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { epochMs } from '../../src/domain/index.ts';
import { type SteppedLedger, withSteps } from '../support/ledger-steps.ts';
import { openMemoryLedger } from '../support/memory/ledger.ts';
import { differences, LedgerModel, type Operation, perform } from './ledger-model.ts';

const clock = () => epochMs(1_763_700_000_000);
const RUNS = Number(process.env.CROSSTAPE_PROPERTY_RUNS ?? 150);

const id = fc.constantFrom('a', 'b', 'c');
const owner = fc.constantFrom('ann', 'ben');
const amount: fc.Arbitrary<number> = fc.constantFrom(1, 2, 5, 10);

const buildOperation = (kind: Operation['kind'], weight: number, amounts: fc.Arbitrary<number> = amount) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), id, owner, amount: amounts }),
});

/** Money first and often, so that most operations have something to work on. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  buildOperation('credit', 3, fc.constantFrom(20, 50)),
  buildOperation('deposit', 2),
  buildOperation('charge', 2),
  buildOperation('refund', 2),
  buildOperation('hold', 3),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('capture'), id, amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release'), id }) },
) as fc.Arbitrary<Operation>;

/** Runs the operations on a ledger and on the model; the first line that differs is the answer. */
async function firstDifference(
  operations: readonly Operation[],
  mutate: (ledger: SteppedLedger) => SteppedLedger,
): Promise<string | null> {
  const ledger = mutate(withSteps(openMemoryLedger(clock), clock));
  const model = new LedgerModel();
  for (const op of operations) {
    const [actual, expected] = [await perform(ledger, op), model.perform(op)];
    if (actual !== expected) return `${JSON.stringify(op)}: ${actual} and not ${expected}`;
  }
  return (await differences(ledger, model))[0] ?? null;
}

const property = (mutate: (ledger: SteppedLedger) => SteppedLedger) =>
  fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
    assert.equal(await firstDifference(operations, mutate), null);
  });

test('any sequence of operations comes to what the model says', async () => {
  await fc.assert(
    property((ledger) => ledger),
    { numRuns: RUNS, seed: 20_261_122 },
  );
});

/** A ledger in which some methods are wrong. */
function wrong(ledger: SteppedLedger, methods: Partial<SteppedLedger>): SteppedLedger {
  return new Proxy(ledger, {
    get: (target, name) => {
      const value = (methods as Record<PropertyKey, unknown>)[name] ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

let fresh = 0;

/** Mistakes that a ledger could have. The property must find each of them. */
const MUTANTS: Readonly<Record<string, (ledger: SteppedLedger) => SteppedLedger>> = {
  'a posting that drops its idempotency key': (ledger) =>
    wrong(ledger, { post: (posting) => ledger.post({ ...posting, idem: `${posting.idem}-${fresh++}` }) }),
  'a deposit that is credited again when it is delivered again': (ledger) =>
    wrong(ledger, {
      post: (posting) =>
        ledger.post(
          posting.type === 'deposit' ? { ...posting, idem: `${posting.idem}-${fresh++}` } : posting,
        ),
    }),
  'a refund that is taken again when it is delivered again': (ledger) =>
    wrong(ledger, {
      clawBack: (request) => ledger.clawBack({ ...request, idem: `${request.idem}-${fresh++}` }),
    }),
  'a refund that forgets what the balance did not hold': (ledger) =>
    wrong(ledger, {
      clawBack: async (request) => {
        const { microUsd: balance, heldMicroUsd: held } = await ledger.readBalance(request.owner);
        const amount = Math.max(1, Math.min(request.amount, balance - held));
        return ledger.clawBack({ ...request, amount: amount as never });
      },
    }),
  'a release that forgets to free the money': (ledger) =>
    wrong(ledger, {
      release: async (key) => {
        const hold = await ledger.findHold(key);
        return hold?.state === 'pending'
          ? { status: 'released', hold, available: 0 as never }
          : ledger.release(key);
      },
    }),
  'a capture that takes the whole hold': (ledger) =>
    wrong(ledger, {
      capture: async (request) => {
        const hold = await ledger.findHold(request.hold);
        if (hold === null || request.amount > hold.amount) return ledger.capture(request);
        return ledger.capture({ ...request, amount: hold.amount });
      },
    }),
  'a hold that does not count against what is free': (ledger) =>
    wrong(ledger, {
      hold: async (request) => {
        const outcome = await ledger.hold(request);
        if (outcome.status === 'held') await ledger.release(request);
        return outcome;
      },
    }),
  'a charge that is a micro-dollar short': (ledger) =>
    wrong(ledger, {
      post: (posting) =>
        ledger.post(
          posting.type === 'stream_fee' && posting.amount > 1
            ? { ...posting, amount: (posting.amount - 1) as never }
            : posting,
        ),
    }),
  'a conflict that is taken for a replay': (ledger) =>
    wrong(ledger, { post: (posting) => ledger.post({ ...posting, request: ['the same'] }) }),
};

for (const [name, mutate] of Object.entries(MUTANTS)) {
  test(`the property notices ${name}`, async () => {
    const result = await fc.check(property(mutate), { numRuns: 1_000, seed: 7, endOnFailure: true });
    assert.equal(result.failed, true);
  });
}
