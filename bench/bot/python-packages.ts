import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSimulator } from '../../simulator/index.ts';
import { getIds } from '../../simulator/polymarket/shapes.ts';
import { ladderAt } from '../../simulator/world/listing.ts';
import { liquidListing } from '../../test/support/execution-stand.ts';

/**
 * The venues' own packages for Python place, find and cancel orders at the simulator: bytes signed by other people's code
 * are what the simulator checks against. Installs them into an environment that is removed afterwards; not part of
 * `npm test`, which needs no network.
 */
const PACKAGES = ['hyperliquid-python-sdk==0.24.0', 'py-clob-client-v2==1.2.1'];
const INSTALL_TIMEOUT_MS = 300_000;
const RUN_TIMEOUT_MS = 60_000;

const run = promisify(execFile);

/** Runs a driver of `python/` with its input; gives what it printed. */
async function drive(python: string, driver: string, input: object): Promise<Record<string, unknown>> {
  const script = path.join(import.meta.dirname, 'python', driver);
  const running = run(python, ['-B', script], { timeout: RUN_TIMEOUT_MS });
  running.child.stdin?.end(JSON.stringify(input));
  return JSON.parse((await running).stdout) as Record<string, unknown>;
}

/** Prints each member beside what it must be. @returns How many differ. */
function compare(name: string, got: Record<string, unknown>, wanted: Record<string, unknown>): number {
  const wrong = Object.entries(wanted).filter(
    ([member, value]) => JSON.stringify(got[member]) !== JSON.stringify(value),
  );
  console.log(`${wrong.length === 0 ? 'agrees  ' : 'DIFFERS '} ${name}: ${JSON.stringify(got)}`);
  for (const [member, value] of wrong) console.log(`         ${member} must be ${JSON.stringify(value)}`);
  return wrong.length;
}

async function main(): Promise<number> {
  const directory = mkdtempSync(path.join(tmpdir(), 'crosstape-python-'));
  try {
    const python = path.join(directory, 'bin', 'python');
    try {
      await run('python3', ['-m', 'venv', directory], { timeout: RUN_TIMEOUT_MS });
      await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES], {
        timeout: INSTALL_TIMEOUT_MS,
      });
    } catch (error) {
      const [line] = (error as Error).message.split('\n').slice(-2);
      console.log(`not run: Python 3 with venv, pip and its index are needed (${line})`);
      return 0;
    }
    const simulator = await startSimulator({ port: 0, seed: 7 });
    try {
      const { secret } = await simulator.trading.register({ venue: 'hyperliquid', usd: 10_000 });
      const perps = await drive(python, 'place_hyperliquid.py', { url: simulator.urls.hyperliquid, secret });
      const wallet = await simulator.trading.register({ venue: 'polymarket', usd: 10_000 });
      const listing = liquidListing(simulator, 'polymarket', simulator.now(), ({ tick }) => tick === 0.01);
      const { bids, asks } = ladderAt(listing, simulator.now());
      const [token] = getIds(listing).tokens;
      const shares = await drive(python, 'place_polymarket.py', {
        url: simulator.urls.polymarketClob,
        secret: wallet.secret,
        token,
        cap: Number(((asks[0]?.price ?? 0) + 0.03).toFixed(2)),
        low: Number(((bids[0]?.price ?? 0) - 0.1).toFixed(2)),
      });
      return (
        compare(PACKAGES[0]!, perps, {
          filled: '0.001',
          status: 'filled',
          fills: true,
          position: '0.001',
          open: [1, 0],
          cancelled: ['success'],
          stranger: 'err',
          sources: ['b'],
        }) +
        compare(PACKAGES[1]!, shares, {
          sameSecret: true,
          status: 'matched',
          trades: true,
          spent: true,
          resting: 'live',
          cancelled: true,
          open: [1, 0],
        })
      );
    } finally {
      await simulator.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

process.exitCode = (await main()) === 0 ? 0 : 1;
