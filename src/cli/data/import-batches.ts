import { readBatches } from '../../app/stores/engines.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { formatIsoTime } from '../../domain/index.ts';
import {
  type BatchChange,
  BatchKeptError,
  type BatchProgress,
  type ImportBatch,
  UnknownBatchError,
} from '../../history/import-batches.ts';
import { requireHistory } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { openImportTarget, requireRecorder } from './import-target.ts';
import { type ProgressBar, createProgressBar } from '../progress.ts';
import { ServiceBatches } from './service-batches.ts';

export interface BatchCallOptions {
  readonly list?: boolean;
  readonly json?: boolean;
  readonly undo?: string;
  readonly redo?: string;
  readonly dataDir?: string;
}

interface Sink {
  write(text: string): unknown;
}

/**
 * Lists the batches of imports, withdraws one or puts it back.
 *
 * @throws {CommandError} when there is no such batch, or no history.
 */
export async function callBatches(options: BatchCallOptions, out: Sink = process.stdout): Promise<void> {
  const named = options.dataDir === undefined ? {} : { dataDir: options.dataDir };
  const { dataDir } = readConfig(process.env, named);
  const isOnServers = readSecrets(process.env).historyUrl !== null;
  if (!isOnServers) await requireHistory(dataDir);
  if (options.undo === undefined && options.redo === undefined) {
    const batches = isOnServers
      ? await new ServiceBatches(await requireRecorder(dataDir)).listBatches()
      : readBatches(dataDir);
    out.write(options.json === true ? `${JSON.stringify(batches)}\n` : formatBatches(batches));
    return;
  }
  const { batches, close } = await openImportTarget(dataDir);
  try {
    if (options.undo !== undefined) {
      const { undo: id } = options;
      const change = await withBar('undo', (onProgress) => batches.undoBatch(id, onProgress));
      out.write(describe(id, change, 'withdrawn'));
    } else if (options.redo !== undefined) {
      const { redo: id } = options;
      const change = await withBar('redo', (onProgress) => batches.redoBatch(id, onProgress));
      out.write(describe(id, change, 'put back'));
    }
  } catch (error) {
    if (error instanceof UnknownBatchError || error instanceof BatchKeptError)
      throw new CommandError(error.message, EXIT.wrongUse);
    throw error;
  } finally {
    await close();
  }
}

/** Draws how many steps of a change are done, once there is one. */
async function withBar(
  title: string,
  change: (onProgress: BatchProgress) => Promise<BatchChange>,
): Promise<BatchChange> {
  let bar: ProgressBar | null = null;
  let drawn = 0;
  try {
    return await change((done, total) => {
      bar ??= createProgressBar(title, total);
      bar.advance(done - drawn);
      drawn = done;
    });
  } finally {
    // TypeScript does not see that the callback assigns it.
    (bar as ProgressBar | null)?.end();
  }
}

function describe(
  id: string,
  { isChanged, records, keptBy = [] }: BatchChange,
  done: 'withdrawn' | 'put back',
): string {
  if (isChanged) {
    const kept = keptBy.map(({ batch, rows }) => `${rows} of its rows stay, since batch ${batch} holds them too\n`);
    return `batch ${id}: ${records} records ${done}\n${kept.join('')}`;
  }
  const was = done === 'withdrawn' ? 'is withdrawn already' : 'is in force already';
  return `batch ${id} ${was}; nothing was done\n`;
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
