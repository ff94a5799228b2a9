import { cpus, loadavg, totalmem } from 'node:os';

interface Row {
  readonly what: string;
  readonly ours: number;
  readonly peers: Readonly<Record<string, number>>;
  readonly unit: string;
}

const ROUNDS = 9;

/** Collects rows of the printed table. */
export class Table {
  readonly #rows: Row[] = [];

  add(row: Row): void {
    this.#rows.push(row);
  }

  /** Medians of rounds in which ours and the peers alternate, so that other load hits all alike. */
  async compare(
    what: string,
    ours: () => unknown,
    peers: Readonly<Record<string, () => unknown>>,
  ): Promise<void> {
    const all = { ours, ...peers };
    const times = new Map<string, number[]>(Object.keys(all).map((name) => [name, []]));
    // The first rounds warm up: caches, and the compiler.
    for (let round = -3; round < ROUNDS; round++) {
      for (const [name, run] of Object.entries(all)) {
        const ms = await timed(run);
        if (round >= 0) times.get(name)?.push(ms);
      }
    }
    const computeMedian = (name: string) => median(times.get(name) ?? []);
    const values = Object.fromEntries(Object.keys(peers).map((name) => [name, computeMedian(name)]));
    this.add({ what, ours: computeMedian('ours'), peers: values, unit: 'ms' });
  }

  print(): void {
    const [cpu] = cpus();
    const load = loadavg()
      .map((value) => value.toFixed(1))
      .join(' ');
    const memory = Math.round(totalmem() / 2 ** 30);
    console.log(`${cpus().length} x ${cpu?.model}, ${memory} GiB, Node ${process.version}, load ${load}\n`);
    console.log('| What | Crosstape | Peer | Peer value | Crosstape / peer |\n|---|---|---|---|---|');
    for (const { what, ours, peers, unit } of this.#rows) {
      const own = `${ours.toFixed(2)} ${unit}`;
      const entries = Object.entries(peers);
      if (entries.length === 0) console.log(`| ${what} | ${own} | | | |`);
      for (const [name, value] of entries) {
        console.log(
          `| ${what} | ${own} | ${name} | ${value.toFixed(2)} ${unit} | ${(ours / value).toFixed(3)} |`,
        );
      }
    }
  }
}

export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
