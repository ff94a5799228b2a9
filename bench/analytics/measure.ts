/** One thing to time. What it returns is kept, so that nothing is optimised away. */
export interface Contestant {
  readonly name: string;
  readonly run: () => unknown;
}

const WARM_UP_MS = 150;
const ROUNDS = 25;
const ROUND_MS = 4;

let sink: unknown;

/**
 * Median time of one call, in microseconds, for each contestant.
 *
 * All are warmed up first and then take turns, so that a busy moment of the machine meets all of them.
 */
export function medianMicroseconds(contestants: readonly Contestant[]): number[] {
  const calls = contestants.map(({ run }) => callsPerRound(run));
  const rounds: number[][] = contestants.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { run }] of contestants.entries()) {
      const started = performance.now();
      for (let call = 0; call < calls[i]!; call++) sink = run();
      rounds[i]!.push(((performance.now() - started) / calls[i]!) * 1000);
    }
  }
  return rounds.map(median);
}

/** Returns the last result, so that the compiler cannot see that it is never read. */
export function lastResult(): unknown {
  return sink;
}

function callsPerRound(run: () => unknown): number {
  const started = performance.now();
  let calls = 0;
  while (performance.now() - started < WARM_UP_MS) {
    sink = run();
    calls++;
  }
  return Math.max(1, Math.round((calls / WARM_UP_MS) * ROUND_MS));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
