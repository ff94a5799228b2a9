/**
 * Measures how long the windows of a day take to be decided again, and checks each verdict: made-up prices with holes,
 * corrections, values sent twice, seconds that come late, averages of 59 values and results that are paid against them.
 *
 *     node bin/with-node24 bench/verdicts.ts [--windows 3000] [--holes 0.1]
 *
 * What is right is known from how a window was made. Bars: 3,000 windows 2 s of processor time, no verdict wrong. Exit 1:
 * one is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  buildKalshiAsset,
  buildLimitlessAsset,
  buildPolymarketAsset,
  epochMs,
  MINUTE_MS,
  NO_NAMES,
  NO_SETTLING,
  NO_TERMS,
  type SettlingTerms,
} from '../src/domain/index.ts';
import type { SeriesObservation } from '../src/history/contract/history-store.ts';
import type { ListedMarket } from '../src/history/contract/market-register.ts';
import type { ReferenceMark } from '../src/history/contract/reference-marks.ts';
import type { StoredResolution } from '../src/history/contract/resolutions.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { VerdictTask } from '../src/settled/task/verdict-task.ts';
import { seededRandom } from '../test/support/random.ts';

const { values } = parseArgs({
  options: { windows: { type: 'string', default: '3000' }, holes: { type: 'string', default: '0.1' } },
});
const WINDOWS = Number(values.windows);
const HOLES = Number(values.holes);
const START = Date.UTC(2026, 10, 20);
const LENGTH_MS = 15 * MINUTE_MS;
const COINS = ['btc', 'eth', 'sol', 'xrp', 'doge', 'bnb', 'hype', 'zec'];
const BUILD = [buildPolymarketAsset, buildKalshiAsset, buildLimitlessAsset] as const;
const random = seededRandom(20);

/** State of a series at one time: missing, an average of too few values, or its values in the order of arrival. */
interface Moment {
  readonly texts: readonly string[];
  readonly isPart: boolean;
}

interface Window {
  readonly market: ListedMarket;
  readonly resolution: StoredResolution;
  /** Verdict, and the reason where it is unknown. */
  readonly right: string;
}

const moments = new Map<string, Moment>();
const windows = Array.from({ length: WINDOWS }, (_, i) => makeWindow(i));
const dataDir = mkdtempSync(join(tmpdir(), 'bench-verdicts-'));
try {
  process.exitCode = (await decideAll()) === 0 ? 0 : 1;
} finally {
  rmSync(dataDir, { recursive: true });
}

/** Decides all windows and returns the number of wrong verdicts. */
async function decideAll(): Promise<number> {
  const history = await openSqliteHistory({ dataDir });
  for (const [name, moment] of moments) await record(name, moment);
  const changed = windows.map(({ market }) => market);
  for (const venue of ['polymarket', 'kalshi', 'limitless'] as const) {
    const own = changed.filter((market) => market.venue === venue);
    await history.append([], { venue, at: epochMs(START), changed: own });
  }
  const task = new VerdictTask({
    history,
    adapters: new Map(),
    clock: () => epochMs(START + WINDOWS * LENGTH_MS),
    onAnomaly: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  for (const { resolution } of windows) await history.putResolution(resolution);
  const before = process.cpuUsage();
  for (const { resolution } of windows) await task.noteResolution(resolution, null);
  await task.run();
  const { user, system } = process.cpuUsage(before);
  const wrong: string[] = [];
  for (const { market, right } of windows) {
    const row = await history.findSettled(market);
    const found = row === null ? 'none' : (row.reason ?? row.verdict);
    if (found !== right) wrong.push(`${market.asset}: ${found}, and ${right} is right`);
  }
  await history.close();
  const counts = Map.groupBy(windows, ({ right }) => right);
  console.log([...counts].map(([right, all]) => `${right} ${all.length}`).join(', '));
  for (const line of wrong.slice(0, 10)) console.log(line);
  const seconds = ((user + system) / 1e6).toFixed(2);
  console.log(`${WINDOWS} windows: ${seconds} s of processor time, ${wrong.length} wrong`);
  return wrong.length;

  async function record(name: string, { texts, isPart }: Moment): Promise<void> {
    const [key = '', at] = name.split(' ');
    const t = epochMs(Number(at));
    const count = key.startsWith('rti60') ? 60 : null;
    const records = texts.map(
      (text): SeriesObservation => ({
        venue: 'ref',
        storeKey: key,
        asset: `ref-${key}`,
        t,
        p: Number(text),
        v: null,
        s: 'poll',
      }),
    );
    const shared = { key, t, relay: 'bench' };
    const marks: ReferenceMark[] = texts.map((text, place) => {
      // Some seconds come late.
      const receivedAt = epochMs(t + 1_400 + place * 60_000 + (random() < 0.05 ? 400_000 : 0));
      return { ...shared, place, text, receivedAt, count };
    });
    if (isPart) marks.push({ ...shared, place: 0, text: null, receivedAt: epochMs(t + 1_000), count: 59 });
    await history.append(records, { venue: 'ref', at: t, changed: [], marks });
  }
}

function makeWindow(i: number): Window {
  const build = BUILD[i % BUILD.length]!;
  const isKalshi = build === buildKalshiAsset;
  const coin = COINS[Math.floor(i / BUILD.length) % COINS.length]!;
  const openAt = START + Math.floor(i / (BUILD.length * COINS.length)) * LENGTH_MS;
  const closeAt = openAt + LENGTH_MS;
  const source = isKalshi ? 'rti60' : 'twap60';
  const terms: SettlingTerms = {
    ...NO_SETTLING,
    source,
    coin,
    statistic: 'at',
    openAt,
    closeAt,
    strikeFrom: 'opening',
    test: 'above',
    tie: 'yes',
    toleranceSeconds: 0,
  };
  const key = `${source}-${coin}`;
  const [opening, closing] = [findMoment(key, openAt), findMoment(key, closeAt)];
  // One known value beside them says that the source was recorded.
  moments.set(`${key} ${closeAt + MINUTE_MS}`, { texts: ['100'], isPart: false });
  const results = new Set(
    closing.texts.flatMap((close) => opening.texts.map((open) => Number(close) >= Number(open))),
  );
  const given = results.values().next().value ?? random() < 0.5;
  const paid = random() < 0.02 ? !given : given;
  const ref = build(`bench-${i}`);
  return {
    market: {
      ...ref,
      title: 'Up?',
      eventKey: null,
      event: null,
      category: null,
      outcomes: ['Up', 'Down'],
      ...NO_NAMES,
      terms: NO_TERMS,
      settling: terms,
      statedBy: { source: 'bench' },
      closesAt: null,
      endsAt: epochMs(closeAt),
      nativeIds: {},
      url: null,
      rules: 'It is up where it is up.',
    },
    resolution: {
      venue: ref.venue,
      storeKey: ref.storeKey,
      asset: ref.asset,
      outcome: paid ? 'yes' : 'no',
      payout: paid ? 1 : 0,
      settledAt: epochMs(closeAt),
      source: 'bench',
      disputed: null,
      recordedAt: epochMs(closeAt + 60_000),
    },
    right: findRight([opening, closing], results, paid === given),
  };
}

function findRight(pair: readonly Moment[], results: ReadonlySet<boolean>, isPaidAsGiven: boolean): string {
  const missing = pair.filter(({ texts }) => texts.length === 0);
  if (missing.length > 0)
    return missing.some(({ isPart }) => isPart) ? 'window_incomplete' : 'second_missing';
  if (results.size > 1) return 'second_disputed';
  return isPaidAsGiven ? 'reproduced' : 'contradicted';
}

/** Finds the moment of a series. It is made once: the close of one window is the opening of the next. */
function findMoment(key: string, t: number): Moment {
  const name = `${key} ${t}`;
  const known = moments.get(name);
  if (known !== undefined) return known;
  const isHole = random() < HOLES;
  const isPart = isHole && key.startsWith('rti60') && random() < 0.5;
  const first = (100 + random()).toFixed(18);
  const isCorrected = random() < 0.05;
  const texts = isHole ? [] : isCorrected ? [first, (100 + random()).toFixed(18)] : [first];
  const moment = { texts, isPart };
  moments.set(name, moment);
  return moment;
}
