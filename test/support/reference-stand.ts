import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { POLYBOLT_CREDENTIALS } from '../../simulator/index.ts';
import { type Clock, wallClock } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { References, type ReferencesOptions } from '../../src/references/recording/references.ts';
import { until } from './until.ts';

const { privateKey } = generateKeyPairSync('ed25519');

/** Credentials that every relay takes in the simulator. */
export const RELAY_SECRETS = {
  polybolt: POLYBOLT_CREDENTIALS,
  kalshiKey: { id: 'key', privateKeyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) },
};

export interface ReferenceStandOptions extends Pick<ReferencesOptions, 'urls'> {
  readonly settings?: Partial<ReferencesOptions['settings']>;
  readonly secrets?: ReferencesOptions['secrets'];
  readonly history?: HistoryStore;
  readonly clock?: Clock;
  readonly now?: () => number;
}

/** Starts reference prices that are recorded into a history of their own, with the operator's messages. */
export async function startReferences(
  t: TestContext,
  { urls, settings, secrets = RELAY_SECRETS, history: given, clock = wallClock, now }: ReferenceStandOptions,
) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-references-'));
  const history = given ?? (await openSqliteHistory({ dataDir, clock }));
  const warnings: string[] = [];
  const anomalies: string[] = [];
  const errors: unknown[] = [];
  const references = new References({
    settings: {
      relays: 'auto',
      sources: ['chainlink', 'twap60', 'rti', 'rti60'],
      coins: ['btc', 'eth'],
      pythTickers: [],
      ...settings,
    },
    urls,
    secrets,
    warned: [],
    userAgent: 'test',
    random: () => 0.5,
    history,
    clock,
    ...(now === undefined ? {} : { now }),
    onWarning: (message) => warnings.push(message),
    onAnomaly: ({ code, message }) => anomalies.push(`${code}: ${message}`),
    onError: (_, error) => errors.push(error),
  });
  t.after(async () => {
    await references.stop();
    if (given === undefined) await history.close();
    rmSync(dataDir, { recursive: true });
  });
  await references.start();
  return {
    references,
    history,
    warnings,
    anomalies,
    errors,
    /** Waits until a relay has a state. */
    reach: (relay: string, state: string) =>
      until(async () =>
        (await references.read()).relays.some((one) => one.relay === relay && one.state === state),
      ),
  };
}
