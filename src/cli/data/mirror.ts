import { readFile } from 'node:fs/promises';
import { lockDirectory } from '../../app/stores/engines.ts';
import { formatIsoTime } from '../../domain/index.ts';
import type { TreeManifest } from '../../history/tree/manifest.ts';
import {
  type MirrorOptions,
  findMirrorLosses,
  mirrorTree,
  planMirror,
  RestlessTreeError,
} from '../../history/tree/mirror-tree.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import {
  toCommandError,
  checkTree,
  countRows,
  findBroken,
  requireUndamaged,
  requireKnownFiles,
  requireUse,
  sayLosses,
  type TreeCommandOptions,
} from './export-tree.ts';
import { createProgressBar } from '../progress.ts';
import { HttpRemoteTree } from './remote-tree.ts';

/** Options that only the recording machine can choose. */
const LOCAL_CHOICES = ['format', 'compress'] as const;

/** Mirrors the tree of a running service, lists its missing parts, or checks it. */
export async function exportMirror(url: string, options: TreeCommandOptions): Promise<void> {
  const directory = requireMirrorUse(options);
  if (options.verify === true && options.repair !== true) {
    await checkTree(directory);
    return;
  }
  const remote = new HttpRemoteTree({
    url,
    apiKey: await readKey(options.keyFile),
    venues: options.venue ?? null,
    assets: options.asset ?? null,
    tables: options.tables ?? null,
  });
  try {
    const mirror: MirrorOptions = {
      directory,
      lock: lockDirectory,
      window: { fromMs: options.from ?? null, toMs: options.to ?? null },
      broken: new Set(options.repair === true ? await findBroken(directory) : []),
      force: options.force === true,
    };
    if (options.force === true) sayLosses(await findMirrorLosses(remote, mirror));
    if (options.dryRun === true) await say(remote, mirror);
    else {
      const manifest = await fetchTree(remote, mirror);
      requireUndamaged(manifest);
      if (options.repair === true) await requireKnownFiles(directory, manifest);
    }
  } catch (error) {
    throw error instanceof RestlessTreeError ? new CommandError(error.message) : toCommandError(error);
  }
}

async function say(remote: HttpRemoteTree, mirror: MirrorOptions): Promise<void> {
  const missing = await planMirror(remote, mirror);
  for (const { path } of missing) process.stdout.write(`${path}\n`);
  process.stdout.write(`${missing.length} files to fetch\n`);
}

async function fetchTree(remote: HttpRemoteTree, mirror: MirrorOptions): Promise<TreeManifest> {
  const startedAt = performance.now();
  let bar: ReturnType<typeof createProgressBar> | null = null;
  const { manifest, fetched } = await mirrorTree(remote, {
    ...mirror,
    onProgress: (done, total) => {
      bar ??= createProgressBar('files', total);
      if (done > 0) bar.advance();
      if (done < total) return;
      bar.end();
      bar = null;
    },
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `${fetched} files fetched, ${manifest.parts.length} with ${countRows(manifest)} rows and ${manifest.totals.bytes} bytes, as of ${formatIsoTime(manifest.asOfMs)}, in ${seconds} s\n`,
  );
  return manifest;
}

function requireMirrorUse(options: TreeCommandOptions): string {
  const local = LOCAL_CHOICES.find((name) => options[name] !== undefined);
  if (local !== undefined) {
    throw new CommandError(
      `--${local} cannot be chosen with --url: a service has Parquet with ZSTD`,
      EXIT.wrongUse,
    );
  }
  return requireUse(options, null);
}

/** Reads the key from a file, for systems on which other users can see the environment of a process. */
async function readKey(file: string | undefined): Promise<string | null> {
  const [text, place] =
    file === undefined
      ? [process.env.CROSSTAPE_API_KEY ?? '', 'CROSSTAPE_API_KEY']
      : [await readKeyFile(file), `the key file ${file}`];
  if (text === '' && file === undefined) return null;
  // A key that cannot be in a header field would be quoted in the client's error.
  if (/^[\x21-\x7e]{1,512}$/.test(text)) return text;
  throw new CommandError(`${place} holds no API key`, EXIT.wrongUse);
}

async function readKeyFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`the key file ${file} cannot be read (${code})`, EXIT.wrongUse);
  }
}
