import { Command } from 'commander';
import { openParts, type Parts } from '../../app/parts.ts';
import { changeConfig, readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import type { AssetRef, VenueId } from '../../domain/index.ts';
import {
  type BackfillListener,
  type BackfillTotals,
  chooseAssets,
  runBackfill,
  UnlistedAssetError,
} from '../../recording/backfill-run.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { requireDataDir } from '../data-dir.ts';
import { requireDataKind } from '../data-kind.ts';
import { CommandError } from '../exit-codes.ts';
import { requireRecorder, requireService } from './import-target.ts';
import { createIntegerParser, listOption, parseVenue } from '../options.ts';
import { Pace } from './pace.ts';
import { type ProgressBar, createProgressBar } from '../progress.ts';
import { backfillByService } from './service-backfill.ts';

interface BackfillOptions {
  readonly venue?: VenueId;
  readonly days: number;
  readonly assets?: string[];
  readonly dataDir?: string;
}

/** Creates `crosstape backfill`, which fills the history from the venues' hourly candles. */
export function backfillCommand(): Command {
  return new Command('backfill')
    .description("fill in history from before recording began, using the venues' hourly candles")
    .option('--venue <venue>', 'this venue only', parseVenue)
    .option('--days <n>', 'how far back', createIntegerParser(1, 3_650), 30)
    .option('--assets <ids>', 'these assets only, comma separated', listOption)
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .addHelpText(
      'after',
      '\nAn interrupted run ends with 1, and the next one continues where it stopped. Where a service records the\ndirectory, it does the work, with what its polls and callers leave of the venues. The service does the same\non its own for the assets that its statistics need; this command is for the rest. With CROSSTAPE_HISTORY_URL run it where\nthe feed runs, with its data directory.',
    )
    .action(backfill);
}

async function backfill(options: BackfillOptions): Promise<void> {
  const base = readConfig(process.env, options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  const venues = options.venue === undefined ? base.feed.venues : [options.venue];
  // Streams are switched off, because candles are read by request.
  const config = changeConfig(base, { feed: { venues, streams: false } });
  const { dataDir } = config;
  await requireDataDir(dataDir);
  await requireDataKind(dataDir, 'real');
  const stop = new AbortController();
  // A second signal has no effect: a terminal signals the whole process group, and the launcher forwards its own.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());

  const secrets = readSecrets(process.env);
  const opened =
    secrets.historyUrl === null
      ? await openParts({ config, secrets }).catch(async (error: unknown) => ({
          socket: await requireService(dataDir, error),
        }))
      : { socket: await requireRecorder(dataDir) };
  const shown = new ShownProgress();
  const totals =
    'socket' in opened
      ? await backfillByService(opened.socket, options, stop.signal, shown)
      : await backfillHere(opened, { ...options, dataDir }, stop.signal, shown);
  shown.end();
  process.stdout.write(`stored ${totals.stored} hourly closes; ${totals.failed} assets failed\n`);
  if (stop.signal.aborted) throw new CommandError('interrupted; run the command again to continue');
  if (totals.failed > 0) throw new CommandError(`${totals.failed} assets could not be filled: run the command again to retry them`);
}

/** Back-fills in this process. No service reads the venues, so their whole request budget may be used. */
async function backfillHere(
  { history, adapters, clock }: Parts,
  {
    days,
    assets = null,
    dataDir,
  }: Omit<BackfillOptions, 'assets' | 'dataDir'> & {
    readonly assets?: readonly string[] | null;
    readonly dataDir: string;
  },
  signal: AbortSignal,
  listener: BackfillListener,
): Promise<BackfillTotals> {
  try {
    const chosen = chooseAssets(await listAssets([...adapters.values()], signal), assets);
    const run = { history, adapters, clock, dataDir, assets: chosen, days, signal };
    return await runBackfill({ ...run, priority: 'statistics' }, listener);
  } catch (error) {
    if (error instanceof UnlistedAssetError) throw new CommandError(error.message);
    throw error;
  } finally {
    await Promise.all([...adapters.values()].map((adapter) => adapter.close()));
    await history.close();
  }
}

async function listAssets(adapters: readonly VenueAdapter[], signal: AbortSignal): Promise<AssetRef[]> {
  const polls = await Promise.all(adapters.map((adapter) => adapter.poll(signal)));
  return polls.flatMap(({ markets }) => markets.map(({ ref }) => ref));
}

/** Progress of a run as its caller sees it. */
class ShownProgress implements BackfillListener {
  #bar: ProgressBar | null = null;
  #pace: Pace | null = null;

  planned({ assets, done, left }: Parameters<BackfillListener['planned']>[0]): void {
    process.stdout.write(`${assets} assets, ${done} done by an earlier run\n`);
    const pace = new Pace(new Map(Object.entries(left)));
    this.#pace = pace;
    this.#bar = createProgressBar('backfill', assets - done, () => pace.describe());
  }

  failed(asset: string, reason: string): void {
    this.#bar?.note(`${asset}: ${reason}`);
  }

  advanced(venue: VenueId): void {
    this.#pace?.advance(venue);
    this.#bar?.advance();
  }

  end(): void {
    this.#bar?.end();
  }
}
