import { Command } from 'commander';
import { SETTINGS_LIST } from '../../config/config.ts';
import { valueAt } from '../../settings/setting.ts';
import { startSimulator } from '../../simulator/index.ts';
import { integerOption, portOption, positiveOption } from '../options.ts';
import { simulatedVenues } from './simulator-thread.ts';

interface SimulateOptions {
  readonly port: number;
  readonly seed?: number;
  readonly markets?: number;
  readonly speed?: number;
}

export function simulateCommand(): Command {
  return new Command('simulate')
    .description('run the venue simulator alone')
    .option('--port <n>', 'port to listen on', portOption, 8090)
    .option('--seed <n>', 'the same seed gives the same market', integerOption(0, 2 ** 31 - 1))
    .option('--markets <n>', 'size of the simulated universe', integerOption(1, 100_000))
    .option('--speed <x>', 'how many times faster than real its time runs', positiveOption)
    .addHelpText(
      'after',
      '\nPrints a line for each address that another terminal can export as it is, and "# simulator ready".\nFaults: see docs/simulator.md.',
    )
    .action(simulate);
}

async function simulate(options: SimulateOptions): Promise<void> {
  const simulator = await startSimulator(options);
  const values = simulatedVenues(simulator.urls);
  for (const { path, setting } of SETTINGS_LIST) {
    const url = valueAt(values, path);
    if (url !== undefined) process.stdout.write(`export ${setting.variable}=${url}\n`);
  }
  process.stdout.write('# simulator ready\n');
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await simulator.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}
