/**
 * An operator's hour in which a venue stops answering: the whole service in live mode over simulated venues that refuse calls
 * beyond their published limits, with bots that each hold a position at the venue that fails. Prints how soon the status of
 * all bots answers, what becomes of orders and closes, which anomalies say so and when, whether openings can be halted, and
 * after the end how soon every order has ended, and whether records and accounts agree. Ends with 1 where they do not, or where
 * a status or a halt was not answered.
 *
 * Usage: node bin/with-node24 scripts/venue-outage.ts [--fault refuses|silent|slow|all] [--bots 50] [--seconds 60]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Answer, type LiveBot, startLiveStand } from '../bench/bot/live-stand.ts';
import type { FaultSpec } from '../simulator/faults.ts';

const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: 'all' },
    bots: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
  },
});
const [wantedBots, seconds] = [Number(values.bots), Number(values.seconds)];
const VENUE = 'hyperliquid';
const ASSET = 'hl-BTC';

/** The venue's streams say nothing either way. */
const STREAMS: FaultSpec = { kind: 'silence', venue: VENUE };
const FAULTS: Readonly<Record<string, readonly FaultSpec[]>> = {
  refuses: [{ kind: 'status', status: 503, venue: VENUE }, STREAMS],
  silent: [{ kind: 'delay', delayMs: 600_000, venue: VENUE }, STREAMS],
  slow: [{ kind: 'delay', delayMs: 5_000, venue: VENUE }],
};
const chosen = Object.entries(FAULTS).filter(([name]) => values.fault === 'all' || values.fault === name);
if (chosen.length === 0) throw new Error(`--fault is one of ${Object.keys(FAULTS).join(', ')}, all`);

/** Longer than any wait of the product that follows an outage. */
const MAX_RECOVERY_MS = 300_000;
const shown = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const since = (startedAt: number) => performance.now() - startedAt;

let isWrong = false;
function judge(what: string, isRight: boolean, found: string): void {
  console.log(`  ${what}: ${found}${isRight ? '' : ' (WRONG)'}`);
  isWrong ||= !isRight;
}

const stand = await startLiveStand();
let orders = 0;

const trade = (bot: LiveBot, more: object = { side: 'buy', sizeUsd: 15 }): Promise<Answer> =>
  stand.bot(bot, 'POST', '/api/bot/trade', {
    venue: VENUE,
    asset: ASSET,
    markPrice,
    clientOrderId: `outage-${++orders}`,
    ...more,
  });

/** Counts answers by their status, and finds the longest wait for one. */
async function summarise(asked: readonly Promise<Answer>[]): Promise<string> {
  const startedAt = performance.now();
  const waits = await Promise.all(asked.map(async (one) => ({ answer: await one, ms: since(startedAt) })));
  const groups = Object.groupBy(waits, ({ answer: { status, body } }) =>
    [status, body.error ?? body.outcome?.status, body.outcome?.reason]
      .filter((part) => part != null)
      .join(' '),
  );
  const last = Math.max(...waits.map(({ ms }) => ms));
  return `${Object.entries(groups)
    .map(([name, group]) => `${group?.length} ${name}`)
    .join(', ')}; the last after ${shown(last)}`;
}

async function readKinds(): Promise<Set<string>> {
  const { body } = await stand.api('GET', '/api/health/anomalies');
  return new Set(
    body.anomalies.map(({ code, venue }: { code: string; venue: string | null }) =>
      venue == null ? code : `${code} (${venue})`,
    ),
  );
}

/** Follows the anomalies until it is stopped. @returns New kinds with the time at which each was there first. */
function watchAnomalies(before: ReadonlySet<string>) {
  const startedAt = performance.now();
  const seen = new Map<string, number>();
  let isOn = true;
  const watching = (async () => {
    while (isOn) {
      for (const kind of await readKinds())
        if (!before.has(kind) && !seen.has(kind)) seen.set(kind, since(startedAt));
      await sleep(1_000);
    }
  })();
  return async () => {
    isOn = false;
    await watching;
    return [...seen].map(([kind, ms]) => `${kind} after ${shown(ms)}`).join(', ') || 'none';
  };
}

/** Asks each second until it holds. @returns ms; null: it did not. */
async function waitFor(holds: () => Promise<boolean>): Promise<number | null> {
  const startedAt = performance.now();
  while (since(startedAt) < MAX_RECOVERY_MS) {
    if (await holds()) return since(startedAt);
    await sleep(1_000);
  }
  return null;
}

const countOpen = async (): Promise<number> =>
  (await stand.api('GET', '/api/admin/orders')).body.orders.length;

/** Bots whose record is not what their account holds, by the venue's own truth. */
async function listDiffering(bots: readonly LiveBot[]): Promise<string[]> {
  const { accounts } = (await stand.askVenues('/accounts', 'GET')).body;
  const truth = new Map<string, number>(
    accounts.map((one: { account: string; positions: { market: string; coins?: number }[] }) => [
      one.account.toLowerCase(),
      one.positions.find(({ market }) => market === 'BTC')?.coins ?? 0,
    ]),
  );
  const differing = await Promise.all(
    bots.map(async (bot) => {
      const { positions } = (await stand.bot(bot, 'GET', '/api/bot/status')).body;
      const size = positions.find(({ asset }: { asset: string }) => asset === ASSET)?.size ?? 0;
      const held = truth.get(bot.account.toLowerCase()) ?? 0;
      return Math.abs(size - held) < 1e-9 ? [] : [`${bot.owner}: ${size} recorded, ${held} held`];
    }),
  );
  return differing.flat();
}

async function outage(name: string, faults: readonly FaultSpec[], bots: readonly LiveBot[]): Promise<void> {
  console.log(`${name}: ${bots.length} bots, ${seconds} s`);
  const stopWatching = watchAnomalies(await readKinds());
  const ends = await Promise.all(faults.map((fault) => stand.setFault(fault)));
  const beganAt = performance.now();
  await sleep(5_000);

  const statuses = bots.map(async (bot) => {
    const startedAt = performance.now();
    const { status } = await stand.bot(bot, 'GET', '/api/bot/status');
    return { status, ms: since(startedAt) };
  });
  const answered = await Promise.all(statuses);
  judge(
    'status of all bots at once',
    answered.every(({ status }) => status === 200),
    `${answered.filter(({ status }) => status === 200).length} answered, the last after ${shown(Math.max(...answered.map(({ ms }) => ms)))}`,
  );
  const fifth = Math.ceil(bots.length / 5);
  const [buyers, closers, [last]] = [bots.slice(0, fifth), bots.slice(fifth, 2 * fifth), bots.slice(-1)];
  console.log(`  ${fifth} orders: ${await summarise(buyers.map((bot) => trade(bot)))}`);
  console.log(`  ${fifth} closes: ${await summarise(closers.map((bot) => trade(bot, { close: true })))}`);
  const haltedAt = performance.now();
  const halt = await stand.api('POST', '/api/admin/flags', { globalHalt: 'opening' });
  judge('openings of all bots halted', halt.status === 200, `${halt.status} after ${shown(since(haltedAt))}`);
  const refused = await trade(bots[0]!);
  judge('an opening after it', refused.status === 423, String(refused.status));
  const closing = last === undefined ? null : await stand.bot(last, 'POST', '/api/bot/close-all', {});
  console.log(`  close-all of one bot: ${closing?.status}, ${closing?.body.openPositions} open`);
  await sleep(Math.max(0, seconds * 1_000 - since(beganAt)));
  console.log(`  orders whose end is not known at its end: ${await countOpen()}`);

  for (const end of ends) await end();
  const known = await waitFor(async () => (await countOpen()) === 0);
  judge(
    'after its end every order has ended',
    known !== null,
    known === null ? 'no' : `within ${shown(known)}`,
  );
  const fed = await waitFor(
    async () => (await stand.api('GET', '/api/feed/health')).body.degraded[VENUE] === false,
  );
  console.log(`  the venue is read again: ${fed === null ? 'no' : `within ${shown(fed)}`}`);
  const closed = await waitFor(async () => {
    const { closing: since, results } = (await stand.bot(last as LiveBot, 'GET', '/api/bot/status')).body;
    return since === null && results.openPositions === 0;
  });
  judge(
    'the closing of everything has ended',
    closed !== null,
    closed === null ? 'no' : `within ${shown(closed)}`,
  );
  const differing = await listDiffering(bots);
  judge(
    'records and accounts',
    differing.length === 0,
    differing.length === 0 ? 'agree' : differing.join('; '),
  );
  await stand.api('POST', '/api/admin/flags', { globalHalt: 'none' });
  console.log(`  ${fifth} orders after it: ${await summarise(buyers.map((bot) => trade(bot)))}`);
  console.log(`  anomalies: ${await stopWatching()}`);
}

let markPrice = 0;
try {
  const bots: LiveBot[] = [];
  for (let i = 0; i < wantedBots; i++) bots.push(await stand.connect(VENUE, `owner_${i}`));
  await stand.setFault({ kind: 'rate_limits' });
  for (const [name, faults] of chosen) {
    markPrice = await stand.readPrice(ASSET);
    // As fast as the venue's limits let all of them be placed at once.
    for (const bot of bots) await trade(bot);
    await waitFor(async () => (await countOpen()) === 0);
    await outage(name, faults, bots);
  }
} finally {
  await stand.close();
}
if (isWrong) process.exitCode = 1;
