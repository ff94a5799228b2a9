import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  buildPolymarketAsset,
  epochMs,
  type MarketFacts,
  NO_NAMES,
  NO_SETTLING,
  NO_TERMS,
  SECOND_MS,
  type SettlingTerms,
  type WholeStatement,
} from '../../src/domain/index.ts';
import type { StoredResolution } from '../../src/history/contract/resolutions.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import type { SettledAnomaly } from '../../src/settled/anomalies.ts';
import { VerdictTask } from '../../src/settled/task/verdict-task.ts';
import { FakeAdapter } from './fake-adapter.ts';
import { ManualClock } from './markets.ts';

export const OPEN_AT = Date.UTC(2026, 10, 20, 12);
export const CLOSE_AT = OPEN_AT + 900_000;
export const WINDOW_REF = buildPolymarketAsset('btc-updown-15m-1');
/** Terms of a window of a quarter of an hour between two values of the average of 60 s. */
export const WINDOW_TERMS: SettlingTerms = {
  ...NO_SETTLING,
  source: 'twap60',
  coin: 'btc',
  statistic: 'at',
  openAt: OPEN_AT,
  closeAt: CLOSE_AT,
  strikeFrom: 'opening',
  test: 'above',
  tie: 'yes',
  toleranceSeconds: 0,
};

/** Verdicts of one window over a store of its own, with a clock that stands still 30 s after the close. */
export async function startVerdictBench(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'verdicts-'));
  const history = await openSqliteHistory({ dataDir });
  t.after(async () => {
    await history.close();
    rmSync(dataDir, { recursive: true });
  });
  const clock = new ManualClock(CLOSE_AT + 30 * SECOND_MS);
  const adapter = new FakeAdapter('polymarket');
  const anomalies: SettledAnomaly[] = [];
  const start = () =>
    new VerdictTask({
      history,
      adapters: new Map([['polymarket', adapter]]),
      clock: clock.read,
      onAnomaly: (anomaly) => anomalies.push(anomaly),
      onError: (error) => assert.fail(String(error)),
    });
  return { history, clock, adapter, anomalies, start, task: start() };
}

export type VerdictBench = Awaited<ReturnType<typeof startVerdictBench>>;

/** Lists a market at the venue; a second call changes it. */
export async function listMarket(
  { history, clock }: VerdictBench,
  settling: SettlingTerms | null = WINDOW_TERMS,
  ref: typeof WINDOW_REF = WINDOW_REF,
): Promise<void> {
  const market: MarketFacts = {
    ...ref,
    title: 'Up?',
    eventKey: null,
    event: null,
    category: null,
    outcomes: ['Up', 'Down'],
    ...NO_NAMES,
    terms: NO_TERMS,
    settling,
    statedBy: settling === null ? null : { source: 'resolutionSource' },
    closesAt: null,
    endsAt: settling?.closeAt == null ? null : epochMs(settling.closeAt),
    nativeIds: {},
    url: null,
  };
  await history.append([], {
    venue: 'polymarket',
    at: clock.read(),
    changed: [{ ...market, rules: 'It is up where it is up.' }],
  });
}

/** Records a value of the average as a relay does; a later one of a moment has a later place. */
export async function recordPrice(
  { history }: VerdictBench,
  t: number,
  text: string,
  { key = 'twap60-btc', place = 0, s = 'poll' as 'poll' | 'backfill' | 'import', lateMs = 1_400 } = {},
): Promise<void> {
  const record = {
    venue: 'ref',
    storeKey: key,
    asset: `ref-${key}`,
    t: epochMs(t),
    p: Number(text),
    v: null,
    s,
  } as const;
  const mark = {
    key,
    t: epochMs(t),
    place,
    text,
    receivedAt: epochMs(t + lateMs),
    relay: 'rtds',
    count: null,
  };
  const marks = t % 60_000 === 0 && s !== 'import' ? [mark] : [];
  await history.append([record], { venue: 'ref', at: epochMs(t + lateMs), changed: [], marks });
}

/** Resolves the market at the venue, as Yes unless another result is given. */
export async function resolveMarket(
  bench: Pick<VerdictBench, 'history' | 'clock'> & { readonly task: Pick<VerdictTask, 'noteResolution'> },
  members: Partial<StoredResolution> = {},
  stated: WholeStatement | null = null,
): Promise<void> {
  const { history, clock, task } = bench;
  const resolution: StoredResolution = {
    venue: 'polymarket',
    storeKey: WINDOW_REF.storeKey,
    asset: WINDOW_REF.asset,
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(CLOSE_AT + 20 * SECOND_MS),
    source: 'polymarket:gamma/markets',
    disputed: null,
    recordedAt: clock.read(),
    ...members,
  };
  await history.putResolution(resolution);
  await task.noteResolution(resolution, stated);
}

export const findVerdict = ({ history }: VerdictBench) => history.findSettled(WINDOW_REF);
export const toDouble = (text: string) => ({ kind: 'double', text }) as const;
export const toStatement = (members: Partial<WholeStatement>): WholeStatement => ({
  strike: null,
  value: null,
  openTakenAt: null,
  closeTakenAt: null,
  ...members,
});
