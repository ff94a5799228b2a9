import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { DAY_MS, epochMs, MINUTE_MS } from '../../src/domain/index.ts';
import { ReferenceRecord, type StoredReference } from '../../src/history/references/reference-record.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import type { Acknowledged, ReferenceProcessOptions } from './reference-process.ts';

export interface ReferenceKillReport {
  readonly acknowledged: number;
  readonly stored: number;
}

/** A minute before a quarter of an hour, so that an average of the index is among the first values. */
const START = Date.UTC(2026, 10, 20, 11, 59);
const SPEED = 20;
const COINS = ['btc', 'eth', 'sol', 'xrp', 'doge', 'bnb', 'hype', 'zec'];
const SOURCES = ['chainlink', 'twap60', 'rti', 'rti60'] as const;
const FAULTS: readonly Parameters<Simulator['faults']['set']>[0][] = [
  { kind: 'reference_double', share: 0.2 },
  { kind: 'reference_correct', deltaBps: 3, share: 0.1 },
  { kind: 'reference_late', delayMs: 20_000, share: 0.1 },
  { kind: 'reference_hole', share: 0.05 },
  { kind: 'reference_mislabel', share: 0.05 },
  { kind: 'reference_future', aheadMs: 3_600_000, share: 0.05 },
];
/** The longest time between the first commit of a process and its end. */
const MAX_LIFE_MS = 400;

/**
 * Kills a recorder of reference prices again and again, without a word, while three sockets send values that are late,
 * corrected, doubled, mislabelled or from the future. Afterwards each acknowledged value is stored once, and none that
 * was not sent.
 *
 * @param random Numbers from 0 to 1 that decide how long a process lives.
 */
export async function runReferenceKills(
  dataDir: string,
  kills: number,
  random: () => number,
): Promise<ReferenceKillReport> {
  const startedAt = Date.now();
  const clock = () => epochMs(START + (Date.now() - startedAt));
  const simulator = await startSimulator({ port: 0, seed: 46, speed: SPEED, clock });
  const { polymarketRtdsWs: rtds, polyboltWs: polybolt, kalshiWs: kalshi } = simulator.urls;
  for (const fault of FAULTS) simulator.faults.set(fault);
  const options: ReferenceProcessOptions = {
    dataDir,
    urls: { rtds, polybolt, kalshi },
    coins: COINS,
    world: { from: START, startedAt, speed: SPEED },
  };
  const acknowledged: Acknowledged[] = [];
  try {
    for (let i = 0; i < kills; i++)
      acknowledged.push(...(await killRecorder(options, random() * MAX_LIFE_MS)));
    return { acknowledged: acknowledged.length, stored: await checkStored(simulator, dataDir, acknowledged) };
  } finally {
    await simulator.close();
  }
}

/** Kills a recorder and returns the values that it acknowledged before. */
async function killRecorder(options: ReferenceProcessOptions, lifeMs: number): Promise<Acknowledged[]> {
  const recorder = path.join(import.meta.dirname, 'reference-process.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', recorder, JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await Promise.race([once(child.stdout, 'data'), closed]);
  await sleep(lifeMs);
  child.kill('SIGKILL');
  await closed;
  assert.equal(child.signalCode, 'SIGKILL', 'the recorder ended on its own');
  // A last line without its end was cut off by the kill.
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => JSON.parse(line) as Acknowledged[]);
}

/** Checks the stored values and returns their number. */
async function checkStored(
  { world: { publication } }: Simulator,
  dataDir: string,
  acknowledged: readonly Acknowledged[],
): Promise<number> {
  const history = await openSqliteHistory({ dataDir });
  const acknowledgedAt = Map.groupBy(acknowledged, ([key, t]) => `${key} ${t}`);
  let count = 0;
  try {
    assert.deepEqual((await history.readStats()).corruptBlocks, []);
    const record = new ReferenceRecord(history);
    for (const source of SOURCES)
      for (const coin of COINS) {
        const key = `${source}-${coin}`;
        const all = await record.valuesBetween(key, epochMs(START - DAY_MS), epochMs(START + DAY_MS));
        const values = all.filter(({ p }) => p !== null);
        for (const [t, ofMoment] of Map.groupBy(values, (value) => value.t)) {
          const name = `${key} ${t}`;
          const sent = publication
            .listEmissions(source, coin, t)
            .filter((emission) => emission.t === t && !emission.isMislabelled)
            .map(({ value }) => value);
          checkMoment(name, ofMoment, sent);
          const expected = (acknowledgedAt.get(name) ?? []).map(([, , p]) => p);
          acknowledgedAt.delete(name);
          const stored = ofMoment.map(({ p }) => p);
          // What was committed and not yet acknowledged stands beside it.
          assert.ok(isSubsequence(expected, stored), `${name}: ${expected} acknowledged, ${stored} stored`);
          count += stored.length;
        }
      }
  } finally {
    await history.close();
  }
  assert.deepEqual([...acknowledgedAt.keys()], [], 'acknowledged and not stored');
  return count;
}

/**
 * Compares the stored values of a moment with the sent ones.
 *
 * @param sent Values of the moment as they were sent, in 10^-18 dollars.
 */
function checkMoment(name: string, stored: readonly StoredReference[], sent: readonly bigint[]): void {
  const decimals = sent.map(toText);
  for (const { t, p, text } of stored) {
    assert.ok(
      decimals.some((one) => Number(one) === p && (text === null || Number(text) === Number(one))),
      `${name}: ${text ?? p} was not sent, ${decimals} was`,
    );
    if (t % MINUTE_MS === 0 && text !== null)
      assert.ok(decimals.includes(text.replace(/\.?0+$/, '')), `${name}: ${text}`);
  }
  const again = stored.findIndex(({ p }, i) => i > 0 && p === stored[i - 1]?.p);
  assert.equal(again, -1, `${name}: ${stored[again]?.p} is stored twice`);
}

function toText(units: bigint): string {
  const digits = units.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '');
}

function isSubsequence(part: readonly (number | null)[], whole: readonly (number | null)[]): boolean {
  let at = 0;
  for (const one of whole) if (one === part[at]) at++;
  return at === part.length;
}
