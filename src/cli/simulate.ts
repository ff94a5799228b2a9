import { Command } from 'commander';
import { startSimulator } from '../simulator/index.ts';
import { integerOption, portOption, positiveOption } from './options.ts';

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
      '\nPrints the addresses to point CROSSTAPE_*_URL at. Faults: see docs/simulator.md.',
    )
    .action(simulate);
}

async function simulate(options: SimulateOptions): Promise<void> {
  const simulator = await startSimulator(options);
  for (const [name, url] of Object.entries(simulator.urls)) process.stdout.write(`${name} ${url}\n`);
  process.stdout.write('simulator ready\n');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await simulator.close();
      process.exit(0);
    });
  }
}
