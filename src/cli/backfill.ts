import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { openParts } from '../app/parts.ts';
import { changeConfig, readConfig } from '../config/config.ts';
import { readSecrets } from '../config/secrets.ts';
import { type AssetRef, DAY_MS, SECOND_MS, UpstreamError, type VenueId } from '../domain/index.ts';
import { Backfiller, type BackfillResult } from '../recording/backfiller.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';
import { BackfillProgress } from './backfill-progress.ts';
import { requireDataDir, requireEmbeddedHistory } from './data-dir.ts';
import { requireDataKind } from './data-kind.ts';
import { CommandError } from './exit-codes.ts';
import { integerOption, listOption, venueOption } from './options.ts';
import { Pace } from './pace.ts';
import { progressBar } from './progress.ts';

interface BackfillOptions {
  readonly venue?: VenueId;
  readonly days: number;
  readonly assets?: string[];
  readonly dataDir?: string;
}

export function backfillCommand(): Command {
  return new Command('backfill')
    .description("fill in history from before recording began, using the venues' hourly candles")
    .option('--venue <venue>', 'this venue only', venueOption)
    .option('--days <n>', 'how far back', integerOption(1, 3_650), 30)
    .option('--assets <ids>', 'these assets only, comma separated', listOption)
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .addHelpText(
      'after',
      '\nAn interrupted run ends with 1, and the next one continues where it stopped. The service does\nthe same on its own for the assets that its statistics need; this command is for the rest, while\nthe service is stopped.',
    )
    .action(backfill);
}

async function backfill(options: BackfillOptions): Promise<void> {
  const base = readConfig(process.env, options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  const venues = options.venue === undefined ? base.feed.venues : [options.venue];
  // Candles are read by request; streams would only cost the venue.
  const config = changeConfig(base, { feed: { venues, streams: false } });
  requireEmbeddedHistory('backfill');
  await requireDataDir(config.dataDir);
  await requireDataKind(config.dataDir, 'real');
  const { history, adapters, clock } = await openParts({ config, secrets: readSecrets(process.env) });

  const stop = new AbortController();
  // The second signal changes nothing: a terminal signals the whole group, and the launcher passes its own on.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
  try {
    const assets = await listedAssets([...adapters.values()], options.assets ?? null, stop.signal);
    const progress = await BackfillProgress.open(config.dataDir, options.days);
    const left = assets.filter(({ asset }) => !progress.isDone(asset, clock() - options.days * DAY_MS));
    process.stdout.write(`${assets.length} assets, ${assets.length - left.length} done by an earlier run\n`);

    const backfiller = new Backfiller({ history, adapters, clock });
    const queues = Map.groupBy(left, ({ venue }) => venue);
    const pace = new Pace(new Map([...queues].map(([venue, refs]) => [venue, refs.length])));
    const bar = progressBar('backfill', left.length, () => pace.describe());
    let stored = 0;
    let failed = 0;
    const fillOne = async (ref: AssetRef) => {
      try {
        stored += (await fillWithinBudget(backfiller, ref, options.days, stop.signal)).stored;
        await progress.done(ref.asset, clock());
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        if (stop.signal.aborted) return;
        failed++;
        bar.note(`${ref.asset}: ${error.message}`);
      }
      pace.advance(ref.venue);
      bar.advance();
    };
    // Each venue has a budget of its own, so none waits for another.
    await Promise.all(
      [...queues.values()].map(async (refs) => {
        for (const ref of refs) if (!stop.signal.aborted) await fillOne(ref);
      }),
    );
    bar.end();
    process.stdout.write(`stored ${stored} hourly closes; ${failed} assets failed\n`);
    if (stop.signal.aborted) throw new CommandError('interrupted; run the command again to continue');
    if (failed > 0) throw new CommandError(`${failed} assets could not be filled`);
  } finally {
    await Promise.all([...adapters.values()].map((adapter) => adapter.close()));
    await history.close();
  }
}

/** Here nothing but the back-fill uses the venue: it may take what callers would, and waits where that is used up. */
async function fillWithinBudget(
  backfiller: Backfiller,
  ref: AssetRef,
  days: number,
  signal: AbortSignal,
): Promise<BackfillResult> {
  for (;;) {
    try {
      return await backfiller.fill(ref, days, signal, 'statistics');
    } catch (error) {
      const isOurLimit = error instanceof UpstreamError && error.failure === 'budget_exhausted';
      if (!isOurLimit || signal.aborted) throw error;
      await sleep(error.retryAfterMs ?? SECOND_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function listedAssets(
  adapters: readonly VenueAdapter[],
  wanted: readonly string[] | null,
  signal: AbortSignal,
): Promise<AssetRef[]> {
  const polls = await Promise.all(adapters.map((adapter) => adapter.poll(signal)));
  const listed = polls.flatMap(({ markets }) => markets.map(({ ref }) => ref));
  if (wanted === null) return listed;
  const byId = new Map(listed.map((ref) => [ref.asset.toLowerCase(), ref]));
  return wanted.map((asset) => {
    const ref = byId.get(asset.toLowerCase());
    if (ref === undefined) throw new CommandError(`${asset} is not in the list of its venue`);
    return ref;
  });
}
