import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Command } from 'commander';
import { startSimulator } from '../../../simulator/index.ts';
import { SETTINGS_LIST } from '../../config/config.ts';
import { getValueAt } from '../../settings/setting.ts';
import { createIntegerParser, parsePort, parsePositive } from '../options.ts';
import { toSimulatedVenues } from './simulator-thread.ts';

interface SimulateOptions {
  readonly port: number;
  readonly seed?: number;
  readonly markets?: number;
  readonly speed?: number;
  /** Path of a file to which a line is written for each frame of a book. */
  readonly keepSent?: string;
}

/** Creates `crosstape simulate`, which runs the venue simulator alone. */
export function createSimulateCommand(): Command {
  return new Command('simulate')
    .description('run the venue simulator alone')
    .option('--port <n>', 'port to listen on', parsePort, 8090)
    .option('--seed <n>', 'the same seed gives the same market', createIntegerParser(0, 2 ** 31 - 1))
    .option('--markets <n>', 'size of the simulated universe', createIntegerParser(1, 100_000))
    .option('--speed <x>', 'how many times faster than real its time runs', parsePositive)
    .option('--keep-sent <file>', 'append a line of JSON for each frame of a book that is sent')
    .addHelpText(
      'after',
      '\nPrints a line for each address that another terminal can export as it is, and "# simulator ready".\nFaults: see docs/simulator.md.',
    )
    .action(simulate);
}

async function simulate(options: SimulateOptions): Promise<void> {
  const { keepSent, ...market } = options;
  const kept = keepSent === undefined ? null : createWriteStream(keepSent, { flags: 'a' });
  if (kept !== null) await once(kept, 'open');
  const simulator = await startSimulator({
    ...market,
    ...(kept === null ? {} : { keepSent: (line: string) => kept.write(`${line}\n`) }),
  });
  const values = toSimulatedVenues(simulator.urls);
  for (const { path, setting } of SETTINGS_LIST) {
    const url = getValueAt(values, path);
    if (url !== undefined) process.stdout.write(`export ${setting.variable}=${url}\n`);
  }
  process.stdout.write('# simulator ready\n');
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await simulator.close();
    if (kept !== null) await new Promise<void>((resolve) => kept.end(resolve));
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}
