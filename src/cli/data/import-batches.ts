import { readBatches } from '../../app/stores/engines.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { formatIsoTime } from '../../domain/index.ts';
import {
  type BatchChange,
  BatchKeptError,
  type ImportBatch,
  type ImportBatches,
  UnknownBatchError,
} from '../../history/contract/import-batches.ts';
import { requireHistory } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { openImportTarget, requireRecorder } from './import-target.ts';
import { type ProgressBar, createProgressBar } from '../progress.ts';
import { ServiceBatches } from './service-batches.ts';

export interface BatchCallOptions {
  readonly list?: boolean;
  readonly json?: boolean;
  readonly undo?: string;
  readonly dataDir?: string;
}

interface Sink {
  write(text: string): unknown;
}

/**
 * Lists the batches of imports, or withdraws one.
 *
 * @throws {CommandError} when the batch does not exist, or there is no history.
 */
export async function callBatches(options: BatchCallOptions, out: Sink = process.stdout): Promise<void> {
  const named = options.dataDir === undefined ? {} : { dataDir: options.dataDir };
  const { dataDir } = readConfig(process.env, named);
  const isOnServers = readSecrets(process.env).historyUrl !== null;
  if (!isOnServers) await requireHistory(dataDir);
  const { undo: id } = options;
  if (id === undefined) {
    const batches = isOnServers
      ? await new ServiceBatches(await requireRecorder(dataDir)).listBatches()
      : readBatches(dataDir);
    out.write(options.json === true ? `${JSON.stringify(batches)}\n` : formatBatches(batches));
    return;
  }
  const { batches, close } = await openImportTarget(dataDir);
  try {
    out.write(describe(id, await undoWithBar(batches, id)));
  } catch (error) {
    if (error instanceof UnknownBatchError || error instanceof BatchKeptError)
      throw new CommandError(error.message, EXIT.wrongUse);
    throw error;
  } finally {
    await close();
  }
}

/** Shows the progress of an undo after its first step. */
async function undoWithBar(batches: Pick<ImportBatches, 'undoBatch'>, id: string): Promise<BatchChange> {
  let bar: ProgressBar | null = null;
  let drawn = 0;
  try {
    return await batches.undoBatch(id, (done, total) => {
      bar ??= createProgressBar('undo', total);
      bar.advance(done - drawn);
      drawn = done;
    });
  } finally {
    // TypeScript cannot know that the callback assigns the variable.
    (bar as ProgressBar | null)?.end();
  }
}

function describe(id: string, { isChanged, records, keptBy = [] }: BatchChange): string {
  if (isChanged) {
    const kept = keptBy.map(({ batch, rows }) => `${rows} of its rows stay, since batch ${batch} holds them too\n`);
    return `batch ${id}: ${records} records withdrawn\n${kept.join('')}`;
  }
  return `batch ${id} is withdrawn already; nothing was done\n`;
}

function formatBatches(batches: readonly ImportBatch[]): string {
  if (batches.length === 0) return 'no import has been made\n';
  return batches
    .map(({ id, at, asset, state, records, stored, skipped }) => {
      const what = asset ?? 'several assets';
      return `${id}  ${formatIsoTime(at)}  ${state}  ${what}  rows ${records}, stored ${stored}, skipped ${skipped}\n`;
    })
    .join('');
}
