import assert from 'node:assert/strict';
import { prepareAccountQueries } from '../../src/accounts/sql/accounts.ts';
import { StoredKeys } from '../../src/accounts/stored-keys.ts';
import { computeReviewId } from '../../src/billing/review/review-item.ts';
import { cryptoRandom, microUsd, wallClock } from '../../src/domain/index.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { type MoneyStores, openStores } from '../support/money-stores.ts';

const USD = 1_000_000;
const BY = { address: 'test', action: 'test', target: null, detail: null };

/** Stores on which an owner's story is told. */
export interface StoryStores extends MoneyStores {
  readonly keys: StoredKeys;
}

export function openStoryStores(database: OpenServiceDatabase): StoryStores {
  const limits = { perDeposit: microUsd(1_000 * USD), perDay: microUsd(1e15) };
  const keys = new StoredKeys({
    database,
    queries: database.buildQueries(prepareAccountQueries),
    format: { prefix: 'ct', environment: 'test' },
    clock: wallClock,
    random: cryptoRandom,
  });
  return { ...openStores(database, wallClock, { limits }), keys };
}

/** The steps of an owner's story, in their order. Each is repeated by the same call. */
export const STORY = [
  'credit',
  'pay',
  'unnamed',
  'apply',
  'other',
  'dismiss',
  'debit',
  'reverse',
  'owe',
  'codes',
  'cancel',
  'wallet',
  'remove',
  'key',
  'revoke',
  'reissue',
  'repay',
] as const;
export type StoryStep = (typeof STORY)[number];

/** Change of the owner's worth by each step, micro-USD. */
export const WORTH: Readonly<Partial<Record<StoryStep, number>>> = {
  credit: 50 * USD,
  pay: 25 * USD,
  apply: -3 * USD,
  debit: -10 * USD,
  reverse: -25 * USD,
  owe: -100 * USD,
  repay: 500 * USD,
};

/** Results of steps that were done before: nothing changes again. `codes` and `key` are never repeated. */
const REPEATED: Readonly<Partial<Record<StoryStep, string>>> = {
  credit: 'duplicate',
  pay: 'false',
  unnamed: 'false',
  apply: 'ended',
  other: 'false',
  dismiss: 'ended',
  debit: 'duplicate',
  reverse: 'duplicate',
  owe: 'duplicate',
  cancel: '0',
  remove: 'false',
  revoke: '0',
  reissue: 'has_live_key',
  repay: 'duplicate',
};

export const isRepeatable = (step: StoryStep): boolean => step !== 'codes' && step !== 'key';

/** Finds the result of a step that was done before; null: it has none. */
export const findRepeated = (step: StoryStep): string | null => REPEATED[step] ?? null;

const toWallet = (owner: string) => ({
  family: 'evm' as const,
  address: `0x${Buffer.from(owner).toString('hex').padStart(40, '0').slice(-40)}`,
});

/** Events of a payment and of two refunds that name none. */
const UNNAMED = { unnamed: 3, other: 4 } as const;

const nameItem = (owner: string, step: keyof typeof UNNAMED) =>
  computeReviewId({ kind: 'reversal_without_payment', subject: `wh:stripe:${step}-${owner}` });

/** Does one step. @returns Its result, as a word. */
export async function runStep(stores: StoryStores, owner: string, step: StoryStep): Promise<string> {
  const { operator, events, deposits, addresses, keys } = stores;
  const take = async (usd: number) =>
    (await operator.credit({ owner, amount: microUsd(usd * USD), ref: `${step}-${owner}` }, BY)).status;
  const debit = async (usd: number, allowDebt: boolean) => {
    const asked = { owner, amount: microUsd(usd * USD), ref: `${step}-${owner}`, reason: 'test', allowDebt };
    return (await operator.debit(asked, BY)).status;
  };
  switch (step) {
    case 'credit':
      return take(50);
    case 'repay':
      return take(500);
    case 'debit':
      return debit(10, false);
    case 'owe':
      return debit(100, true);
    case 'pay':
      return String((await events.process(payEvent(owner))).isNew);
    case 'unnamed':
    case 'other':
      return String((await events.process(refundEvent(owner, step))).isNew);
    case 'apply': {
      const amount = microUsd(UNNAMED.unnamed * USD);
      return (await operator.applyItem({ id: nameItem(owner, 'unnamed'), owner, amount }, BY)).status;
    }
    case 'dismiss':
      return (await operator.dismissItem(nameItem(owner, 'other'), 'known', BY)).status;
    case 'reverse': {
      const [paid] = (await deposits.list({ owner, limit: 10 }))?.deposits ?? [];
      assert.ok(paid !== undefined, `${owner} has no deposit`);
      return (await operator.reverseDeposit(paid.id, BY)).status;
    }
    case 'codes': {
      const request = { microUsd: microUsd(USD), count: 2, label: owner, expiresAt: null };
      return String((await operator.issueVouchers(request, BY)).length);
    }
    case 'cancel': {
      const outcome = await operator.cancelVouchers({ kind: 'label', label: owner }, BY);
      assert.ok(outcome.status === 'cancelled');
      return String(outcome.cancelled);
    }
    case 'wallet':
      return addresses.register(toWallet(owner), owner);
    case 'remove':
      return String(await operator.removeWallet({ ...toWallet(owner), owner, positions: [] }, BY));
    case 'key': {
      const request = { owner, tier: 'pro', label: null, venues: 'all', expiresAt: null } as const;
      return (await keys.issue(request)).record.botId;
    }
    case 'revoke':
      return String((await keys.revoke({ kind: 'owner', owner })).ended.length);
    case 'reissue': {
      const botId = await findBot(stores, owner);
      assert.ok(botId !== null, `${owner} has no bot`);
      const rest = { owner: null, tier: null, venues: null, label: null, expiresAt: null };
      return (await keys.reissue({ botId, ...rest }, { ...BY, at: wallClock() })).status;
    }
  }
}

/** Finds the first bot of an owner: a killed story may have made another. */
async function findBot({ keys }: StoryStores, owner: string): Promise<string | null> {
  const { keys: found } = await keys.list({ owner, limit: 10 });
  return found.at(-1)?.botId ?? null;
}

/** Asserts the state of an owner after these steps. @throws {assert.AssertionError} */
export async function requireState(
  stores: StoryStores,
  owner: string,
  steps: ReadonlySet<StoryStep>,
): Promise<void> {
  const { ledger, review, addresses, keys } = stores;
  const [balance, owed] = await Promise.all([ledger.readBalance(owner), ledger.readOwed(owner)]);
  const worth = [...steps].reduce((sum, step) => sum + (WORTH[step] ?? 0), 0);
  assert.equal(balance.microUsd - owed, worth, `${owner}: ${[...steps].join(' ')}`);
  assert.equal(balance.heldMicroUsd, 0);
  const ends: [item: keyof typeof UNNAMED, decision: StoryStep, as: string][] = [
    ['unnamed', 'apply', 'applied'],
    ['other', 'dismiss', 'dismissed'],
  ];
  for (const [item, decision, as] of ends) {
    const found = await review.find(nameItem(owner, item));
    assert.equal(found !== null, steps.has(item), `${owner}: the item of ${item}`);
    assert.equal(found?.endedAs ?? null, steps.has(decision) ? as : null, `${owner}: ${decision}`);
  }
  const wallets = await addresses.listWallets(owner);
  assert.equal(wallets.length, steps.has('wallet') && !steps.has('remove') ? 1 : 0, `${owner}: wallets`);
  if (steps.has('revoke')) {
    const { keys: all } = await keys.list({ owner, limit: 100 });
    const live = all.filter(({ revokedAt }) => revokedAt === null);
    assert.equal(live.length, steps.has('reissue') ? 1 : 0, `${owner}: live keys`);
  }
}

const EVENT = { provider: 'stripe', bodyHash: '' } as const;

function payEvent(owner: string) {
  const paid = { objectId: `cs-${owner}`, paymentId: `pi-${owner}`, owner, currency: 'USD', amount: '25.00' };
  return {
    ...EVENT,
    event: {
      kind: 'deposit' as const,
      eventId: `pay-${owner}`,
      type: 'checkout.session.completed',
      paid: { ...paid, microUsd: microUsd(25 * USD) },
    },
  };
}

function refundEvent(owner: string, step: keyof typeof UNNAMED) {
  const amount = UNNAMED[step];
  const reversal = {
    effect: 'refund' as const,
    objectId: `${step}-${owner}`,
    idem: `${step}-${owner}`,
    paymentId: null,
    owner,
    total: microUsd(amount * USD),
    currency: 'USD',
    amount: `${amount}.00`,
  };
  return {
    ...EVENT,
    event: {
      kind: 'reversal' as const,
      eventId: `${step}-${owner}`,
      type: 'charge.refunded',
      reversals: [reversal],
    },
  };
}
