import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { computeReviewId } from '../../src/billing/review/review-item.ts';
import { readStripeEvent } from '../../src/billing/webhooks/providers/stripe/event.ts';
import { type EpochMs, microUsd, wallClock } from '../../src/domain/index.ts';
import { openStores } from '../support/money-stores.ts';
import { openOperatorShell } from '../support/operator-shell.ts';
import { paidSession, stripeEvent } from '../support/provider-events.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { openSqliteDatabase } from '../support/service-database.ts';
import { readShellBlocks } from '../support/shell-blocks.ts';

const PAGE = path.join(import.meta.dirname, '../../docs/bad-days.md');
const USD = 1_000_000;
const KINDS = ['mistyped', 'webhook', 'token', 'codes', 'key', 'restored', 'provider'];

/** The one block of a kind, as the page prints it. */
function readBlock(kind: string): string {
  const [block, ...more] = readShellBlocks(PAGE, 'Money: a mistake, or a theft', kind);
  assert.deepEqual(more, [], kind);
  return block ?? assert.fail(`no block of ${kind}`);
}

async function makePlace(t: TestContext) {
  const dataDir = path.join(await emptyDirectory(t), 'data');
  const command = async (...args: readonly string[]) => {
    const { code, out, err } = await runCommand(args, { CROSSTAPE_DATA_DIR: dataDir });
    assert.equal(code, 0, `${args.join(' ')}: ${err}`);
    return { out, err };
  };
  const json = async (...args: readonly string[]) => JSON.parse((await command(...args, '--json')).out);
  return {
    dataDir,
    command,
    json,
    credit: (owner: string, usd: number, ref: string) =>
      command('credit', '--owner', owner, '--usd', String(usd), '--ref', ref),
    readWorth: async (owner: string) => {
      const { balance, debts } = await json('ledger', 'show', owner);
      const owed = debts.reduce((sum: number, debt: { microUsd: number }) => sum + debt.microUsd, 0);
      return (balance.microUsd - owed) / USD;
    },
    /** Takes events of Stripe as its webhooks do. */
    deliver: async (...events: readonly object[]) => {
      const database = await openSqliteDatabase({ dataDir });
      const limits = { perDeposit: microUsd(1_000 * USD), perDay: microUsd(1_000 * USD) };
      const { events: webhooks, deposits } = openStores(database, wallClock, { limits });
      for (const one of events) {
        const event = readStripeEvent(one as never, { mode: null });
        assert.ok(event.kind !== 'ignored');
        await webhooks.process({ provider: 'stripe', event, bodyHash: '' });
      }
      const [newest] = (await deposits.list({ limit: 1 }))?.deposits ?? [];
      await database.close();
      return newest?.id ?? '';
    },
    /** Runs a block with the names that a person fills in. */
    run: async (kind: string, names: Readonly<Record<string, string>> = {}) => {
      const shell = await openOperatorShell(t, { CROSSTAPE_DATA_DIR: dataDir, ...names }, true);
      return shell.run(readBlock(kind));
    },
  };
}

const session = (id: string, owner: string, cents: number) =>
  paidSession(id, { amount_total: cents, metadata: { crosstape_owner: owner } });

test('every block of the chapter about money is run below', () => {
  const section = KINDS.flatMap((kind) => readBlock(kind));
  assert.equal(section.length, KINDS.length);
  assert.deepEqual(readShellBlocks(PAGE, 'Money: a mistake, or a theft'), []);
});

test('drill: a mistyped credit, a leaked webhook secret, a provider that took back', async (t) => {
  const place = await makePlace(t);
  await place.credit('anm', 25, 'invoice-114');
  const mistyped = await place.run('mistyped');
  assert.match(mistyped, /invoice-114/);
  assert.deepEqual([await place.readWorth('anm'), await place.readWorth('ann')], [0, 25]);

  const forged = await place.deliver(session('forged', 'thief', 9_900));
  const refund = {
    id: 'ch_x',
    amount_refunded: 2_500,
    currency: 'usd',
    metadata: { crosstape_owner: 'ann' },
  };
  await place.deliver(stripeEvent('evt_forged_refund', 'charge.refunded', refund));
  await place.command('debit', '--owner', 'thief', '--usd', '60', '--ref', 'spent', '--reason', 'spent');
  const webhook = await place.run('webhook', { FORGED: forged });
  assert.match(webhook, new RegExp(`reversed: ${forged} of thief`));
  assert.match(webhook, /reversal_without_payment/);
  assert.deepEqual([await place.readWorth('thief'), await place.readWorth('ann')], [-60, 25]);

  const dispute = { id: 'dp_1', amount: 930, currency: 'eur', payment_intent: 'pi_paid' };
  await place.deliver(
    session('paid', 'bob', 1_000),
    stripeEvent('evt_dispute', 'charge.dispute.funds_withdrawn', dispute),
  );
  const item = computeReviewId({ kind: 'reversal_currency', subject: 'wh:stripe:pi_paid:EUR' });
  const provider = await place.run('provider', { ITEM: item });
  assert.match(provider, new RegExp(`crosstape review apply ${item}`));
  assert.equal(await place.readWorth('bob'), 0.2);
  const { counts } = await place.json('review', 'list');
  assert.deepEqual([counts.reversal_currency.count, counts.reversal_without_payment.count], [0, 1]);
});

test('drill: a leaked admin token, a leaked list of codes', async (t) => {
  const place = await makePlace(t);
  const from = new Date(Date.now() - 60_000).toISOString();
  await place.command('vouchers', 'issue', '--usd', '5', '--count', '3', '--label', 'conference');
  const codes = await place.run('codes');
  assert.match(codes, /cancelled: 3|3 codes? .*cancelled|3 vouchers/);
  await place.credit('thief', 100, 'stolen');
  await place.command('keys', 'issue', '--owner', 'thief', '--tier', 'pro');
  const issued = await place.json('vouchers', 'issue', '--usd', '7', '--count', '2');
  assert.equal(issued.codes.length, 2);
  const until = new Date(Date.now() + 60_000).toISOString();
  const token = await place.run('token', { FROM: from, UNTIL: until });
  assert.match(token, /credit/);
  assert.equal(await place.readWorth('thief'), 0);
  const { keys } = await place.json('keys', 'list');
  assert.ok(keys.every(({ revokedAt }: { revokedAt: EpochMs | null }) => revokedAt !== null));
  const { vouchers } = await place.json('vouchers', 'list');
  assert.equal(vouchers.length, 5);
  const again = await place.json('vouchers', 'cancel', '--issued-between', `${from},${until}`);
  assert.equal(again.cancelled, 0);
});

test('drill: a stolen key, a backup that was copied back by hand', async (t) => {
  const place = await makePlace(t);
  await place.credit('ann', 5, 'first');
  const { record } = await place.json('keys', 'issue', '--owner', 'ann', '--tier', 'pro');
  const bot: string = record.botId;
  const out = await place.run('key', { BOT: bot });
  assert.match(out, /^ct_live_\w+$/m);
  const { keys } = await place.json('keys', 'list');
  assert.deepEqual(
    keys.map(({ botId, revokedAt }: { botId: string; revokedAt: EpochMs | null }) => [
      botId,
      revokedAt !== null,
    ]),
    [
      [bot, false],
      [bot, true],
    ],
  );

  writeFileSync(path.join(place.dataDir, 'ledger-audit.mark'), `9 ${'ab'.repeat(32)} 1763700000000\n`);
  const restored = await place.run('restored');
  assert.match(restored, /accepted: the ledger ends with transfer 1/);
  assert.match(restored, /in order/);
});
