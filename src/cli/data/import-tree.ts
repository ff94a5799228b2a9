import { stat } from 'node:fs/promises';
import { readConfig } from '../../config/config.ts';
import { type Clock, epochMs, getSeriesTraits, isAssetRef, type SeriesRef, wallClock } from '../../domain/index.ts';
import { TableFileError } from '../../history/formats/read-table.ts';
import { type CheckedTree, checkTree, judgeTree, TreeRefusedError } from '../../history/import/checked-tree.ts';
import { importTree, type TreeImportOptions } from '../../history/import/import-tree.ts';
import { TAPE_TABLES, type TreeTable } from '../../history/tree/tables.ts';
import { ManifestError } from '../../history/tree/manifest.ts';
import { getProfile } from '../../venues/registry.ts';
import { leaveNothingUnlessStored } from './clean-refusal.ts';
import { requireDataDir } from '../data-dir.ts';
import { requireDataKind } from '../data-kind.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { openImportTarget } from './import-target.ts';
import { type ProgressBar, createProgressBar } from '../progress.ts';

interface TreeOptions {
  readonly dryRun?: boolean;
  readonly dataDir?: string;
}

interface Sink {
  write(text: string): unknown;
}

/**
 * Imports a tree that `export` wrote, as one batch. An empty data directory gets the kind of the tree: real or
 * simulated.
 *
 * @throws {CommandError} unless every record is stored or was known.
 */
export async function importTreeDirectory(
  directory: string,
  options: TreeOptions,
  out: Sink = process.stdout,
  clock: Clock = wallClock,
): Promise<void> {
  const named = options.dataDir === undefined ? {} : { dataDir: options.dataDir };
  const { dataDir } = readConfig(process.env, named);
  await requireDirectory(directory);
  try {
    const tree = await checkTree(directory);
    const { parts, totals } = tree.manifest;
    const findRules = (ref: SeriesRef) => ({
      unit: getSeriesTraits(ref.kind).unit,
      venueOpenedMs: isAssetRef(ref) ? getProfile(ref.venue).openedMs : epochMs(0),
      now: clock(),
    });
    if (options.dryRun === true) {
      await judgeTree(tree, findRules);
      out.write(
        `${parts.length} parts are as the manifest says, ${totals.rows} rows of ${totals.series} series\n`,
      );
      sayTapeTables(tree, out);
      return;
    }
    await leaveNothingUnlessStored(dataDir, () => storeTree(dataDir, tree, { findRules, out }));
  } catch (error) {
    if (error instanceof ManifestError || error instanceof TreeRefusedError) {
      throw new CommandError(`nothing was stored: ${error.message}`, EXIT.importRefused);
    }
    if (error instanceof TableFileError) {
      throw new CommandError(
        `${error.message}; the parts before it are stored: see "crosstape import --list"`,
        EXIT.partlyDone,
      );
    }
    throw error;
  }
}

async function storeTree(
  dataDir: string,
  tree: CheckedTree,
  { findRules, out }: { readonly findRules: TreeImportOptions['findRules']; readonly out: Sink },
): Promise<void> {
    const { damaged, simulated } = tree.manifest;
    await requireDataDir(dataDir);
    await requireDataKind(dataDir, simulated ? 'simulated' : 'real');
    const { reader, batches, close } = await openImportTarget(dataDir);
    let bar: ProgressBar | null = null;
    let drawn = 0;
    try {
      const { batch, rows, stored, skipped, markets, gaps, resolutions, marks, bars } = await importTree(
        tree,
        reader,
        batches,
        {
          findRules,
          onProgress: (done, total) => {
            bar ??= createProgressBar('import', total);
            bar.advance(done - drawn);
            drawn = done;
          },
        },
      );
      out.write(`batch ${batch}\n`);
      out.write(`rows read ${rows}, stored ${stored}, skipped ${skipped}\n`);
      out.write(`new: ${markets} markets, ${gaps} gaps, ${resolutions} resolutions, ${marks} marks, ${bars} bars\n`);
      const count = (name: TreeTable) => tree.manifest.parts.find(({ table }) => table === name)?.rows ?? 0;
      const [forecasts, settled] = [count('forecasts'), count('settled')];
      if (forecasts > 0) out.write(`left out: ${forecasts} forecasts; "crosstape calibrate" makes them anew\n`);
      if (settled > 0) out.write(`left out: ${settled} verdicts; they are made anew from what is recorded here\n`);
      sayTapeTables(tree, out);
      if (damaged.length > 0)
        out.write(`the tree lacks ${damaged.length} damaged pieces, as its manifest says\n`);
    } finally {
      (bar as ProgressBar | null)?.end();
      await close();
    }
}

/** Reports the tables of the tape, which are not imported. */
function sayTapeTables({ manifest }: CheckedTree, out: Sink): void {
  for (const table of TAPE_TABLES) {
    const parts = manifest.parts.filter((part) => part.table === table);
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    if (parts.length === 0) continue;
    out.write(`left out: ${rows} rows of ${table}; to move a tape, copy its day files (DATA/tape) while the service is stopped\n`);
  }
}

async function requireDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => null);
  if (found?.isDirectory() === true) return;
  throw new CommandError(
    `${directory} is no directory: name the directory of a tree, or venue, key and file`,
    EXIT.wrongUse,
  );
}
