import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { References, type ReferencesOptions } from '../../src/references/recording/references.ts';
import { RELAY_SECRETS } from '../support/reference-stand.ts';

/** Options of the process at its start, as JSON. */
export interface ReferenceProcessOptions extends Pick<ReferencesOptions, 'urls'> {
  readonly dataDir: string;
  readonly coins: readonly string[];
  /** Time of the simulated world at a time of ours, and how much faster it passes. */
  readonly world: { readonly from: number; readonly startedAt: number; readonly speed: number };
}

/** A value whose commit was acknowledged: key, moment, double. */
export type Acknowledged = readonly [key: string, t: number, p: number];

const CHECK_EVERY_MS = 40;

/** Child process: records reference prices and prints the values of each commit once it is acknowledged. */
async function record({ urls, dataDir, coins, world }: ReferenceProcessOptions): Promise<void> {
  const clock = () => epochMs(Math.floor(world.from + (Date.now() - world.startedAt) * world.speed));
  const history = await openSqliteHistory({ dataDir, clock });
  const append = history.append.bind(history);
  history.append = async (records, poll) => {
    await append(records, poll);
    const values = records.map(({ storeKey, t, p }): Acknowledged => [storeKey, t, p]);
    if (values.length > 0) process.stdout.write(`${JSON.stringify(values)}\n`);
  };
  const references = new References({
    settings: {
      relays: 'auto',
      sources: ['chainlink', 'twap60', 'rti', 'rti60'],
      coins,
      pythTickers: [],
    },
    urls,
    secrets: RELAY_SECRETS,
    warned: [],
    userAgent: 'test',
    random: Math.random,
    history,
    clock,
    onWarning: () => undefined,
    onAnomaly: () => undefined,
    onError: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  await references.start();
  setInterval(() => references.check(), CHECK_EVERY_MS);
}

if (import.meta.main) await record(JSON.parse(process.argv[2]!));
