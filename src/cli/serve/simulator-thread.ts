import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Simulator } from '../../../simulator/index.ts';
import type { SimulatedVenue } from '../../../simulator/world/venues.ts';
import type { ConfigOverrides } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { VenueId } from '../../domain/index.ts';

export interface SimulatorThreadOptions {
  readonly port: number;
  readonly seed?: number;
  readonly markets?: number;
  readonly speed?: number;
}

export interface SimulatorProcess {
  readonly urls: Simulator['urls'];
  close(): Promise<void>;
}

/** Runs the venue simulator in a thread, so that its work never delays an answer. */
export async function startSimulatorThread(options: SimulatorThreadOptions): Promise<SimulatorProcess> {
  const worker = new Worker(new URL('../../../simulator/thread.ts', import.meta.url), {
    workerData: options,
  });
  const [urls] = await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]) => Promise.reject(error)),
  ]);
  return {
    urls,
    close: async () => {
      worker.postMessage('close');
      await once(worker, 'exit');
    },
  };
}

/** Selects the venues that the simulator serves. No other venue is read at the same time. */
export function listSimulated(venues: readonly VenueId[], urls: Simulator['urls']): VenueId[] {
  const simulated = toSimulatedVenues(urls).feed?.adapters ?? {};
  return venues.filter((venue) => simulated[venue] !== undefined);
}

/**
 * Creates invented credentials for the simulator, so that all relays of reference prices run. Real credentials are
 * never sent to it.
 */
export async function makeSimulatedSecrets(secrets: Secrets): Promise<Secrets> {
  const { POLYBOLT_CREDENTIALS } = await import('../../../simulator/references/credentials.ts');
  const { privateKey } = generateKeyPairSync('ed25519');
  const privateKeyPem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { ...secrets, polybolt: POLYBOLT_CREDENTIALS, kalshiKey: { id: 'simulated', privateKeyPem } };
}

/** Converts the addresses of the simulated venues to settings. */
export function toSimulatedVenues(urls: Simulator['urls']): ConfigOverrides {
  const adapters = {
    hyperliquid: { addresses: { url: urls.hyperliquid, wsUrl: urls.hyperliquidWs } },
    polymarket: {
      addresses: {
        gammaUrl: urls.polymarketGamma,
        clobUrl: urls.polymarketClob,
        dataUrl: urls.polymarketData,
        wsUrl: urls.polymarketWs,
      },
    },
    kalshi: { addresses: { url: urls.kalshi, wsUrl: urls.kalshiWs } },
    limitless: { addresses: { url: urls.limitless, wsUrl: urls.limitlessWs } },
  } satisfies Readonly<Record<SimulatedVenue, object>>;
  return {
    feed: { adapters },
    references: { rtdsUrl: urls.polymarketRtdsWs, polyboltUrl: urls.polyboltWs },
    bot: {
      live: {
        hyperliquidTradeUrl: urls.hyperliquid,
        polymarketTradeUrl: urls.polymarketClob,
        kalshiTradeUrl: urls.kalshi,
        limitlessTradeUrl: urls.limitless,
      },
    },
  };
}
