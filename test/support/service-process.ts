import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { SimulatorUrls } from '../../simulator/index.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.js');

/** The service as a process of its own, as operators run it. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** @throws when the process ends before it is ready; the message holds what it said. */
  readonly ready: Promise<ServiceAddresses>;
  /** Text that the process wrote to standard error. */
  said(): string;
  /** Sends the signal and resolves with the exit code when the process is gone; null after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceAddresses {
  readonly apiUrl: string;
  readonly botUrl: string;
}

/** Starts a service: by default with Node, with the flags that a command puts before it. */
export function launchService(
  env: Readonly<Record<string, string>>,
  { wrap = [], flags = [] }: { readonly wrap?: readonly string[]; readonly flags?: readonly string[] } = {},
): ServiceProcess {
  const [command = process.execPath, ...args] = [
    ...wrap,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...flags,
    MAIN,
    'serve',
  ];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, CROSSTAPE_REFERENCES: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const ready = Promise.race([
    readAddresses(child),
    exited.then((code) => {
      throw new Error(`the service ended with ${code}: ${said}`);
    }),
  ]);
  // A test that kills it while it starts does not wait for it.
  ready.catch(() => undefined);
  return {
    child,
    ready,
    said: () => said,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

async function readAddresses({ stdout }: ChildProcess): Promise<ServiceAddresses> {
  if (stdout === null) throw new Error('no stdout');
  for await (const line of createInterface({ input: stdout })) {
    const [, apiUrl, botUrl] = /^crosstape ready: api (\S+) bot (\S+)$/.exec(line) ?? [];
    if (apiUrl !== undefined && botUrl !== undefined) return { apiUrl, botUrl };
  }
  return new Promise(() => undefined);
}

/** Settings of a service that records one simulated venue, so that it starts fast. */
export function oneVenueSettings(urls: SimulatorUrls, dataDir: string): Record<string, string> {
  return {
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
    CROSSTAPE_LOG_LEVEL: 'error',
    CROSSTAPE_DATA_DIR: dataDir,
    CROSSTAPE_VENUES: 'hyperliquid',
    CROSSTAPE_HYPERLIQUID_URL: urls.hyperliquid,
    CROSSTAPE_HYPERLIQUID_WS_URL: urls.hyperliquidWs,
    CROSSTAPE_HYPERLIQUID_POLL_MS: '1000',
  };
}
