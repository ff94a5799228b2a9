import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, wallClock } from '../../domain/index.ts';
import { checkVenue } from '../../venues/check/check-venue.ts';
import type { VenueReport } from '../../venues/check/venue-report.ts';
import { createAdapters, getProfile } from '../../venues/registry.ts';
import { USER_AGENT } from '../../version.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { formatVenueReport, renderHtml, toReportBody } from './venue-report-text.ts';

export interface VenueDoctorOptions {
  /** Time for which streams are read, in seconds; default 60. */
  readonly seconds?: number;
  /** Length of the check in hours instead of seconds. Calls are repeated twice an hour. */
  readonly hours?: number;
  /** Directory for `report.json` and `report.html`. */
  readonly report?: string;
}

const DEFAULT_SECONDS = 60;
/** Interval of the rounds of calls: two an hour use less than a hundredth of each published limit. */
const CALLS_EVERY_MS = 30 * MINUTE_MS;

/**
 * Calls each public endpoint of the configured venues, listens to their streams, and prints what was read, refused,
 * missing, silent and new. Calls no order route, and uses no key except that of Kalshi's stream.
 *
 * @throws {CommandError} 5, when anything was refused, missing or silent.
 */
export async function checkVenues(
  config: Config,
  secrets: Secrets,
  options: VenueDoctorOptions,
): Promise<void> {
  const isLong = options.hours !== undefined;
  const streamMs = isLong
    ? (options.hours as number) * HOUR_MS
    : (options.seconds ?? DEFAULT_SECONDS) * SECOND_MS;
  const everyMs = isLong ? CALLS_EVERY_MS : null;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const adapters = createAdapters({
    config,
    secrets,
    clock: wallClock,
    random: Math.random,
    userAgent: USER_AGENT,
  });
  const before = await readServiceHealth(config);
  const { signal } = stopping;
  const reports = await Promise.all(
    [...adapters].map(async ([venue, adapter]) => {
      try {
        const common = { adapter, profile: getProfile(venue), clock: wallClock, signal };
        return await checkVenue({ ...common, streamMs, everyMs });
      } finally {
        await adapter.close();
      }
    }),
  );
  process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
  const service = before === null ? null : { before, after: await readServiceHealth(config) };
  for (const report of reports) process.stdout.write(formatVenueReport(report));
  if (options.report !== undefined) await writeReport(options.report, reports, service);

  const problems = reports.reduce((sum, report) => sum + report.problems.length, 0);
  if (problems === 0) return;
  throw new CommandError(
    `${problems} ${problems === 1 ? 'problem' : 'problems'} found`,
    EXIT.doctorFoundProblems,
  );
}

/** Reads the counters of a service on this machine; null when there is none, or it cannot be reached. */
async function readServiceHealth({ server: { host, port } }: Config): Promise<unknown> {
  if (port === 0) return null;
  try {
    const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/feed/health`;
    const response = await fetch(url, { signal: AbortSignal.timeout(5 * SECOND_MS), redirect: 'error' });
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    // Whatever prevents the call, no service is reached.
    return null;
  }
}

async function writeReport(
  directory: string,
  reports: readonly VenueReport[],
  service: unknown,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const body = toReportBody(reports, service);
  await writeFile(path.join(directory, 'report.json'), `${JSON.stringify(body, null, 2)}\n`);
  await writeFile(path.join(directory, 'report.html'), renderHtml(body));
  process.stdout.write(`report: ${path.resolve(directory)}/report.json and report.html\n`);
}
