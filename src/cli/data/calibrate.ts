import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { openHistory } from '../../app/stores/engines.ts';
import { type CalibratedDay, calibrateDays, findDay, toDate } from '../../calibration/calibrate-days.ts';
import { readConfig } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { DAY_MS, LEFT_OUT_REASONS } from '../../domain/index.ts';
import { requireHistory } from '../data-dir.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { requireRecorder, requireService } from './import-target.ts';

interface CalibrateOptions {
  readonly from?: string;
  readonly to?: string;
  readonly again?: boolean;
  readonly dataDir?: string;
}

/** Creates `crosstape calibrate`, which computes the days of the calibration that were not sampled live. */
export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description('make the days of the calibration that were not sampled live')
    .option('--from <date>', 'first day (UTC), YYYY-MM-DD; default: that of the first resolution')
    .option('--to <date>', 'last day (UTC), YYYY-MM-DD; default: yesterday')
    .option('--again', 'make again days that exist already; those that the service closed itself stay')
    .option('--data-dir <directory>', 'directory of everything that is kept')
    .addHelpText(
      'after',
      '\nReads the history and the register, also of an imported tree: records that were polled, and resolutions by the\ntime at which they were recorded. Where a service records the directory, it does the work. With CROSSTAPE_HISTORY_URL\nrun it where the feed runs, with its data directory.',
    )
    .action(calibrate);
}

async function calibrate(options: CalibrateOptions): Promise<void> {
  const overrides = options.dataDir === undefined ? {} : { dataDir: options.dataDir };
  const { dataDir } = readConfig(process.env, overrides);
  const yesterday = Math.floor(Date.now() / DAY_MS) - 1;
  const fromDay = options.from === undefined ? null : requireDay('--from', options.from);
  const toDay = options.to === undefined ? yesterday : requireDay('--to', options.to);
  if (toDay > yesterday)
    throw new CommandError(`--to must be at most ${toDate(yesterday)}`, EXIT.wrongUse);
  if (fromDay !== null && fromDay > toDay)
    throw new CommandError('--from is after --to', EXIT.wrongUse);
  const stop = new AbortController();
  // A second signal has no effect: a terminal signals the whole process group, and the launcher forwards its own.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
  const run = { fromDay, toDay, again: options.again === true, signal: stop.signal };
  const totals = { days: 0, markets: 0, samples: 0, leftOut: {} as Record<string, number> };
  for await (const day of openDays(dataDir, run)) {
    process.stdout.write(`${describe(day)}\n`);
    if (day.state !== 'made') continue;
    totals.days++;
    totals.markets += day.markets;
    totals.samples += day.samples;
    for (const [reason, count] of Object.entries(day.leftOut)) {
      totals.leftOut[reason] = (totals.leftOut[reason] ?? 0) + count;
    }
  }
  if (stop.signal.aborted) throw new CommandError('interrupted; run the command again to continue');
  const reasons = LEFT_OUT_REASONS.filter((reason) => totals.leftOut[reason] !== undefined);
  for (const reason of reasons) process.stdout.write(`left out: ${reason} ${totals.leftOut[reason]}\n`);
  const { days, markets, samples } = totals;
  process.stdout.write(`calibrate: days ${days}, markets ${markets}, samples ${samples}\n`);
}

type Run = Parameters<typeof calibrateDays>[1];

/** Does the work in this process, or in the service of the data directory. */
async function* openDays(dataDir: string, run: Run): AsyncGenerator<CalibratedDay> {
  if (readSecrets(process.env).historyUrl !== null) {
    yield* calibrateByService(await requireRecorder(dataDir), run);
    return;
  }
  await requireHistory(dataDir);
  const opened = await openHistory({ dataDir }).catch(async (error: unknown) => ({
    socket: await requireService(dataDir, error),
  }));
  if ('socket' in opened) {
    yield* calibrateByService(opened.socket, run);
    return;
  }
  try {
    yield* calibrateDays({ reader: opened, store: opened }, run);
  } finally {
    await opened.close();
  }
}

async function* calibrateByService(
  socketPath: string,
  { fromDay, toDay, again, signal }: Run,
): AsyncGenerator<CalibratedDay> {
  try {
    const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
    const headers = { 'content-type': 'application/json' };
    const call = request({ socketPath, method: 'POST', path: '/calibrate', headers, signal }, resolve);
    call.on('error', reject);
    call.end(JSON.stringify({ ...(fromDay === null ? {} : { fromDay }), toDay, again }));
    for await (const line of createInterface({ input: await promise })) {
      const event = JSON.parse(line);
      if ('done' in event) return;
      // A refusal of the whole request has the form of an error answer.
      if (!('looked' in event)) throw new CommandError(event.error === undefined ? line : (event.message ?? event.error));
      yield event.looked;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof CommandError) throw error;
    throw new CommandError(`the service hung up: ${(error as Error).message}`);
  }
  if (!signal.aborted) throw new CommandError('the service hung up; run the command again to continue');
}

function requireDay(option: string, text: string): number {
  const day = findDay(text);
  if (day === null) throw new CommandError(`${option} takes a date as 2026-11-28, not ${text}`, EXIT.wrongUse);
  return day;
}

function describe({ day, state, markets, samples }: CalibratedDay): string {
  const date = toDate(day);
  if (state === 'live') return `${date} closed by the service: not changed`;
  if (state === 'kept') return `${date} exists: left as it is`;
  return `${date} markets ${markets}, samples ${samples}`;
}
