import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import type { Simulator } from '../simulator/index.ts';

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

/** Runs the venue simulator beside the service, so that its work never delays an answer. */
export async function startSimulatorThread(options: SimulatorThreadOptions): Promise<SimulatorProcess> {
  const worker = new Worker(new URL('../simulator/thread.ts', import.meta.url), { workerData: options });
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

/** The addresses of the simulated venues as settings. */
export function simulatedVenues(urls: Simulator['urls']): Partial<Config> {
  return {
    hyperliquidUrl: urls.hyperliquid,
    hyperliquidWsUrl: urls.hyperliquidWs,
    polymarketGammaUrl: urls.polymarketGamma,
    polymarketClobUrl: urls.polymarketClob,
    polymarketDataUrl: urls.polymarketData,
    polymarketWsUrl: urls.polymarketWs,
    kalshiUrl: urls.kalshi,
    kalshiWsUrl: urls.kalshiWs,
    limitlessUrl: urls.limitless,
    limitlessWsUrl: urls.limitlessWs,
    hyperliquidTradeUrl: urls.hyperliquid,
    polymarketTradeUrl: urls.polymarketClob,
    kalshiTradeUrl: urls.kalshi,
    limitlessTradeUrl: urls.limitless,
  };
}
