/**
 * Measures the time until orders whose answer was lost have ended, on the whole service in live mode over simulated
 * venues that refuse calls beyond their published limits, in real time:
 *
 * 1. 50 accounts of Hyperliquid, an order each in two minutes for 90 s, then one answer lost each: half of the orders were
 *    filled by the venue (bar: ended within 15 s), the other half never arrived (bar: 45 s);
 * 2. one account with 20 orders a minute for a minute, then a lost answer of a filled order (bar: 5 s);
 * 3. 8 accounts with an order each at once in one market of Limitless (bar: 8 placed), and 8 orders of one account;
 * 4. a lost answer at Limitless beside four loops of orders of the same account: until its end is known.
 *
 * Prints the largest use of each venue's limit; a bar that is missed ends it with 1.
 *
 * Usage: node bin/with-node24 bench/bot/lost-answers.ts [--seconds 90] [--accounts 50]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Answer, type LiveBot, startLiveStand } from './live-stand.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '90' }, accounts: { type: 'string', default: '50' } },
});
const [seconds, accounts] = [Number(values.seconds), Number(values.accounts)];
/** An order each in this time. */
const EVERY_MS = 120_000;

const stand = await startLiveStand();
let orders = 0;
let isMissed = false;

interface Terms {
  readonly venue: string;
  readonly asset: string;
  readonly markPrice: number;
}

const trade = (bot: LiveBot, terms: Terms, clientOrderId = `order-${++orders}`): Promise<Answer> =>
  stand.bot(bot, 'POST', '/api/bot/trade', { ...terms, side: 'buy', sizeUsd: 12, clientOrderId });

/** Trades again under the id until the order has ended. @returns ms since it was sent, and how it ended. */
async function waitForEnd(
  bot: LiveBot,
  terms: Terms,
  clientOrderId: string,
): Promise<{ readonly ms: number; readonly state: string }> {
  const startedAt = performance.now();
  let { body } = await trade(bot, terms, clientOrderId);
  while (['resting', 'submitted', 'reserved'].includes(body.outcome?.order?.state)) {
    if (performance.now() - startedAt > 180_000) break;
    await sleep(250);
    ({ body } = await trade(bot, terms, clientOrderId));
  }
  return { ms: performance.now() - startedAt, state: body.outcome?.order?.state ?? JSON.stringify(body) };
}

const shown = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function judge(what: string, isMet: boolean, found: string): void {
  console.log(`${what}: ${found}${isMet ? '' : ' (MISSED)'}`);
  isMissed ||= !isMet;
}

/** Loses an answer of each bot: of orders that the venue carried out, or of some that never reached it. */
async function loseAnswers(
  bots: readonly LiveBot[],
  terms: Terms,
  when: 'before' | 'after',
  path: string,
): Promise<{ readonly ms: number; readonly state: string }[]> {
  const venue = terms.venue as 'hyperliquid' | 'limitless';
  const endFault = await stand.setFault({ kind: 'reset', when, venue, path, times: bots.length });
  const ends = bots.map((bot) => waitForEnd(bot, terms, `lost-${++orders}`));
  const ended = await Promise.all(ends);
  await endFault();
  return ended;
}

async function run(): Promise<void> {
  const btc = { venue: 'hyperliquid', asset: 'hl-BTC', markPrice: await stand.readPrice('hl-BTC') };
  // The feed of a service that trades is warm.
  const bots: LiveBot[] = [];
  for (let i = 0; i < accounts; i++) bots.push(await stand.connect('hyperliquid', `owner_${i}`));
  const one = await stand.connect('hyperliquid', 'owner_busy');
  await stand.setFault({ kind: 'rate_limits' });

  const startedAt = performance.now();
  const placed: Promise<Answer>[] = [];
  for (const [i, bot] of bots.entries()) {
    const dueMs = (i / bots.length) * EVERY_MS;
    if (dueMs > seconds * 1_000) continue;
    placed.push(sleep(dueMs).then(() => trade(bot, btc)));
  }
  const answers = await Promise.all(placed);
  await sleep(Math.max(0, seconds * 1_000 - (performance.now() - startedAt)));
  const filled = answers.filter(({ body }) => body.outcome?.status === 'filled').length;
  judge(`${placed.length} orders of ${accounts} accounts`, filled === placed.length, describe(answers));
  const half = Math.ceil(bots.length / 2);
  const [reached, absent] = [
    await loseAnswers(bots.slice(0, half), btc, 'after', '/exchange'),
    await loseAnswers(bots.slice(half), btc, 'before', '/exchange'),
  ];
  judgeEnds('answers lost of filled orders', reached, 'filled', 15_000);
  judgeEnds('answers lost of orders that never arrived', absent, 'rejected', 45_000);

  for (let i = 0; i < 20; i++) {
    await Promise.all([trade(one, btc), sleep(3_000)]);
  }
  judgeEnds(
    'one account with 20 orders a minute',
    await loseAnswers([one], btc, 'after', '/exchange'),
    'filled',
    5_000,
  );

  const limitless = await findLimitlessMarket();
  const eight: LiveBot[] = [];
  for (let i = 0; i < 8; i++) eight.push(await stand.connect('limitless', `owner_l${i}`));
  await sleep(5_000);
  const together = await Promise.all(eight.map((bot) => trade(bot, limitless)));
  judge('8 accounts at once in one market of Limitless', countPlaced(together) === 8, describe(together));
  await sleep(5_000);
  const [busy] = eight as [LiveBot];
  console.log(
    `8 orders of one account at once: ${describe(await Promise.all(eight.map(() => trade(busy, limitless))))}`,
  );

  await measureBesideLoops(busy, limitless);

  const { body } = await stand.askVenues('/rate-limits', 'GET');
  for (const { venue, rule, limit, windowMs, peakFrac } of body.use) {
    if (peakFrac === 0) continue;
    judge(
      `${venue}, ${rule}, ${limit}${windowMs === 0 ? '' : ` in ${windowMs / 1_000} s`}`,
      peakFrac <= 1,
      `at most ${(100 * peakFrac).toFixed(0)} %`,
    );
  }
}

/**
 * Measures lost answers beside four loops that trade as often as their account may. The lost answer is that of the
 * order which the venue takes next, whichever loop sent it.
 */
async function measureBesideLoops(bot: LiveBot, terms: Terms): Promise<void> {
  const looped: Answer[] = [];
  const lost: { readonly end: ReturnType<typeof waitForEnd> }[] = [];
  let isLooping = true;
  const loop = async () => {
    while (isLooping) {
      const clientOrderId = `loop-${++orders}`;
      const answer = await trade(bot, terms, clientOrderId);
      looped.push(answer);
      if (answer.body.outcome?.reason === 'unconfirmed')
        lost.push({ end: waitForEnd(bot, terms, clientOrderId) });
      await sleep(100);
    }
  };
  const loops = [loop(), loop(), loop(), loop()];
  await sleep(10_000);
  // The fault may strike a look-up instead of an order.
  while (lost.length === 0) {
    const path = '/limitless/orders';
    await stand.setFault({ kind: 'reset', when: 'after', venue: 'limitless', path, times: 1 });
    await sleep(3_000);
  }
  const ends = await Promise.all(lost.map(({ end }) => end));
  isLooping = false;
  await Promise.all(loops);
  console.log(`beside four loops of orders of one account of Limitless (${describe(looped)}):`);
  judgeEnds('answers lost there', ends, 'filled', 15_000);
}

function judgeEnds(
  what: string,
  ends: readonly { readonly ms: number; readonly state: string }[],
  state: string,
  withinMs: number,
): void {
  const times = ends.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const states = Object.entries(Object.groupBy(ends, (end) => end.state)).map(
    ([name, group]) => `${group?.length} ${name}`,
  );
  const last = times.at(-1) ?? Number.POSITIVE_INFINITY;
  judge(
    `${ends.length} ${what}`,
    last <= withinMs && ends.every((end) => end.state === state),
    `${states.join(', ')}; median ${shown(times[times.length >> 1] ?? 0)}, last ${shown(last)} (bar ${shown(withinMs)})`,
  );
}

const countPlaced = (answers: readonly Answer[]) =>
  answers.filter(({ body }) => ['filled', 'resting'].includes(body.outcome?.status)).length;

function describe(answers: readonly Answer[]): string {
  const groups = Object.groupBy(
    answers,
    ({ body }) => body.outcome?.reason ?? body.outcome?.status ?? body.error,
  );
  return Object.entries(groups)
    .map(([name, group]) => `${group?.length} ${name}`)
    .join(', ');
}

/** Finds the market whose book offers the most for its price, around the middle of the scale. */
async function findLimitlessMarket(): Promise<Terms> {
  const { entries } = (await stand.api('GET', '/api/m2m/index?venue=limitless')).body;
  let best: (Terms & { readonly size: number }) | null = null;
  for (const { asset, venue, lastPrice } of entries) {
    if (venue !== 'limitless' || !(lastPrice > 0.3 && lastPrice < 0.7)) continue;
    const { body } = await stand.api('GET', `/api/book/${encodeURIComponent(asset)}`);
    const [ask] = body.asks ?? body.book?.asks ?? [];
    const size = Number(ask?.size ?? 0);
    // Prices move while orders wait: the limit lies above the offer.
    const markPrice = Number(ask?.price ?? 0) + 0.1;
    if (size > (best?.size ?? 0)) best = { venue: 'limitless', asset, markPrice, size };
  }
  if (best === null) throw new Error('Limitless has no market with a book');
  const { size: _, ...terms } = best;
  return terms;
}

try {
  await run();
} finally {
  await stand.close();
}
if (isMissed) process.exitCode = 1;
