/**
 * Measures the silence watchdog: the whole service against the simulator on loopback, streams silenced on
 * purpose, and then some minutes without any fault, in which no alarm may be raised.
 *
 *     node bin/with-node24 scripts/silence-rounds.ts [--rounds 100] [--poll-ms 2000] [--quiet-minutes 5]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  detectBarMs,
  RECOVER_BAR_MS,
  type Round,
  runRounds,
  STREAMING_VENUES,
  startRig,
} from '../test/simulation/silence-rounds.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    'poll-ms': { type: 'string', default: '2000' },
    'quiet-minutes': { type: 'string', default: '5' },
  },
});
const total = Number(values.rounds);
const pollMs = Number(values['poll-ms']);
const quietMinutes = Number(values['quiet-minutes']);
const bar = detectBarMs(pollMs);

const rig = await startRig({ pollMs });
// Streams and two polls of each venue.
await sleep(10_000 + 2 * pollMs);

const before = alarms();
if (quietMinutes > 0) {
  process.stdout.write(`${quietMinutes} minutes without faults: `);
  await sleep(quietMinutes * 60_000);
  process.stdout.write(`${alarms() - before} alarms\n`);
}

let done = 0;
const rounds = (
  await Promise.all(
    STREAMING_VENUES.map((venue, index) =>
      runRounds(rig, venue, Math.floor((total + index) / STREAMING_VENUES.length), (round) => {
        const { what, asset, detectMs, recoverMs } = round;
        process.stdout.write(
          `${++done}/${total} ${venue} ${what} ${asset}: ${ms(detectMs)} ${ms(recoverMs)}\n`,
        );
      }),
    ),
  )
).flat();

process.stdout.write(
  `\npoll interval ${pollMs} ms; bars: detected within ${bar} ms, recovered within ${RECOVER_BAR_MS} ms more\n`,
);
for (const venue of [...STREAMING_VENUES, null]) {
  const selected = rounds.filter((round) => venue === null || round.venue === venue);
  const good = selected.filter(isGood).length;
  process.stdout.write(
    `${(venue ?? 'all').padEnd(12)} ${good} of ${selected.length} within both bars; detected ${spread(selected.map(({ detectMs }) => detectMs))}; recovered ${spread(selected.map(({ recoverMs }) => recoverMs))}\n`,
  );
}
await rig.close();
process.exit(rounds.every(isGood) ? 0 : 1);

function alarms(): number {
  return [...rig.app.silences().perVenue.values()].reduce((sum, { detected }) => sum + detected, 0);
}

function isGood({ detectMs, recoverMs }: Round): boolean {
  return detectMs !== null && detectMs <= bar && recoverMs !== null && recoverMs <= RECOVER_BAR_MS;
}

function spread(samples: readonly (number | null)[]): string {
  const sorted = samples.filter((sample) => sample !== null).sort((a, b) => a - b);
  const at = (share: number) => ms(sorted[Math.ceil(share * sorted.length) - 1] ?? null);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}`;
}

function ms(value: number | null): string {
  return value === null ? 'never' : `${value} ms`;
}
