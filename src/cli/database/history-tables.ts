import { Command } from 'commander';
import { describeHistoryCluster } from '../../app/stores/engines.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { createIntegerParser } from '../options.ts';

/** Creates `crosstape history-tables`, which prints the statements for the history on a ClickHouse cluster. */
export function createHistoryTablesCommand(): Command {
  return new Command('history-tables')
    .description('print the statements that make the history on a cluster of ClickHouse')
    .requiredOption('--cluster <name>', 'cluster, as system.clusters names it')
    .option(
      '--quorum <n>',
      'replicas that have a record before it counts as shipped',
      createIntegerParser(1, 9),
      2,
    )
    .addHelpText(
      'after',
      '\nOne server needs none of them: the service makes its table itself. Nothing is run. The statements follow the\ndocumentation of ClickHouse and were not tried on a real cluster.',
    )
    .action(print);
}

async function print({ cluster, quorum }: { readonly cluster: string; readonly quorum: number }) {
  if (!/^[A-Za-z_][\w-]{0,63}$/.test(cluster)) {
    throw new CommandError('--cluster must be a name of letters, digits, - and _', EXIT.wrongUse);
  }
  process.stdout.write(await describeHistoryCluster(cluster, quorum));
}
