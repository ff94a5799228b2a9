import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { epochMs, type RelayId } from '../../src/domain/index.ts';
import { RELAY_PROFILES } from '../../src/references/profiles.ts';
import type { ReferenceSeries, ReferenceValue } from '../../src/references/relay.ts';
import { startScriptedSocket } from './scripted-socket.ts';

const NOW = epochMs(1_791_162_001_500);
const { privateKey } = generateKeyPairSync('ed25519');
/** Credentials that relays are opened with. */
export const RELAY_KEYS = {
  polybolt: { apiKey: 'the-key', secret: 'the-secret', passphrase: 'the-passphrase' },
  kalshiKey: { id: 'id', privateKeyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) },
};

/** Reads the frame of a relay as it was recorded or described. */
export function readRelayFixture(relay: RelayId, name: string) {
  const file = path.join(import.meta.dirname, '../../src/references', relay, 'fixtures', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Opens a relay on a socket that sends what a test tells it. */
export async function openRelay(t: TestContext, id: RelayId, series: readonly ReferenceSeries[]) {
  const socket = await startScriptedSocket(t);
  const warnings: string[] = [];
  let now = 0;
  const relay = RELAY_PROFILES[id].create(
    {
      url: socket.url,
      series,
      clock: () => NOW,
      random: () => 0,
      now: () => now,
      userAgent: 'test',
      onWarning: (message) => warnings.push(message),
      pythTickers: series.some(({ source }) => source === 'pyth') ? ['Metal.XAU/USD'] : [],
    },
    RELAY_KEYS,
  );
  const values: ReferenceValue[] = [];
  const refused: string[] = [];
  relay.onValue((value) => values.push(value));
  relay.onRefused(({ source, coin }, why) => refused.push(`${source}-${coin} ${why}`));
  t.after(() => relay.stop());
  relay.start();
  await socket.connected();
  return {
    relay,
    socket,
    values,
    refused,
    warnings,
    advance: (ms: number) => {
      now += ms;
    },
    /** Waits until everything that was said has been read. */
    settle: async () => {
      const ws = socket.connections.at(-1)!;
      ws.ping();
      await new Promise((resolve) => ws.once('pong', resolve));
    },
  };
}
