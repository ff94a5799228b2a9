import { formatIsoTime, isJsonObject, type VenueId } from '../../domain/index.ts';
import { compareCounters } from '../../venues/check/service-counters.ts';
import type { KindReport, VenueReport } from '../../venues/check/venue-report.ts';
import { VERSION } from '../../version.ts';

/** Content of `report.json`. People may publish it, so it has no addresses, ids of orders or secrets. */
export interface ReportBody {
  readonly version: string;
  readonly platform: string;
  readonly venues: readonly VenueReport[];
  /** `/api/feed/health` of a service that ran meanwhile, at the start and at the end; null: none ran. */
  readonly service: unknown;
}

/** Builds the content of `report.json`, without addresses, ids of orders and secrets. */
export function toReportBody(reports: readonly VenueReport[], service: unknown): ReportBody {
  const platform = `Node ${process.version} on ${process.platform}-${process.arch}`;
  return redact({ version: VERSION, platform, venues: reports, service }) as ReportBody;
}

/** Formats the report of one venue for a terminal. */
export function formatVenueReport(report: VenueReport): string {
  const { venue, calls, kinds, stream, problems, news } = redact(report) as VenueReport;
  const lines = [
    `\n${venue}: ${countProblems(problems)}`,
    ...kinds.map((kind) => `  ${describeKind(kind)}`),
    ...calls.map(({ call, times, failed, tookMs }) => {
      const words = failed === 0 ? 'answered' : `failed ${failed} times,`;
      return `  ${call}: asked ${times} times, ${words} in ${tookMs} ms at most`;
    }),
    `  stream: ${stream === null ? describeNoStream(venue) : describeStream(stream)}`,
    ...problems.map((problem) => `  problem: ${problem}`),
    ...news.map((one) => `  new: ${one}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Renders a report as one page that needs no other file. */
export function renderHtml({ version, platform, venues, service }: ReportBody): string {
  const sections = venues.map(
    ({ venue, fromMs, toMs, calls, kinds, stream, problems, news }) => `
<h2>${escapeHtml(venue)}: ${countProblems(problems)}</h2>
<p>${formatIsoTime(fromMs)} to ${formatIsoTime(toMs)}</p>
${renderList('Problems', problems)}${renderList('New', news)}
<table><tr><th>Message</th><th>Endpoint</th><th>Read</th><th>Refused</th><th>First refused member</th></tr>
${kinds.map((kind) => renderRow([kind.kind, kind.endpoint, kind.read, kind.refused, kind.firstRefused?.member ?? ''])).join('\n')}
</table>
<table><tr><th>Call</th><th>Times</th><th>Failed</th><th>ms at most</th><th>Last failure</th></tr>
${calls.map(({ call, times, failed, tookMs, failure }) => renderRow([call, times, failed, tookMs, failure ?? ''])).join('\n')}
</table>
<p>Stream: ${escapeHtml(stream === null ? describeNoStream(venue) : describeStream(stream))}</p>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Check of the venues</title>
<style>body{font:14px system-ui;margin:2em;max-width:70em}table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #999;padding:2px 8px;text-align:left}</style>
<h1>Check of the venues</h1>
<p>Crosstape ${escapeHtml(version)}, ${escapeHtml(platform)}. ${service === null ? 'No service ran beside.' : 'All counters of the service that ran beside are in report.json.'}</p>
${renderService(service)}${sections.join('\n')}
</html>
`;
}

/** Renders what a service that ran meanwhile has polled. */
function renderService(service: unknown): string {
  if (!isJsonObject(service)) return '';
  const rows = compareCounters(service.before, service.after) ?? [];
  if (rows.length === 0) return '';
  return `<h2>The service beside, meanwhile</h2>
<table><tr><th>Venue</th><th>Polls</th><th>Failed</th><th>Refused</th><th>Refused values</th><th>Reconnects</th></tr>
${rows.map(({ venue, polls, failedPolls, refused, refusedValues, reconnects }) => renderRow([venue, polls, failedPolls, refused, refusedValues, reconnects ?? 'no stream'])).join('\n')}
</table>
`;
}

function describeKind({ kind, read, refused, firstRefused }: KindReport): string {
  const first = firstRefused === null ? '' : `, first refused member ${firstRefused.member}`;
  return `${kind}: ${read} read, ${refused} refused${first}`;
}

function describeStream(stream: NonNullable<VenueReport['stream']>): string {
  const { connected, updates, longestSilenceMs, medianLagMs, maxLagMs, reconnects } = stream;
  const lag =
    medianLagMs === null ? 'no times' : `lag ${medianLagMs} ms in the middle and ${maxLagMs} ms at most`;
  return `${connected ? 'connected' : 'not connected'}, ${updates} updates, ${lag}, longest silence ${longestSilenceMs} ms, ${reconnects} reconnects`;
}

function describeNoStream(venue: VenueId): string {
  return venue === 'kalshi' ? 'off, since its key is not set' : 'off';
}

function renderList(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h3>${title}</h3><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>\n`;
}

function renderRow(cells: readonly (string | number)[]): string {
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('')}</tr>`;
}

function countProblems({ length }: readonly string[]): string {
  return length === 0 ? 'ok' : `${length} ${length === 1 ? 'problem' : 'problems'}`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Matches addresses of chains and ids that identify a person's account or order. */
const PRIVATE = /0x[0-9a-f]{40,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** Matches hosts of the user's own network: this machine, private ranges, and names that the internet does not know. */
const OWN_HOST =
  /\b(https?|wss?):\/\/(?:localhost|[^\s/.:]+|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[[0-9a-f:.]+\]|[^\s/:]+\.(?:local|internal|lan|home\.arpa))(?::\d+)?(?=[/\s)"']|$)/gi;

/** Copies plain data without anything that could identify a person, or a host in the user's network. */
function redact(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(PRIVATE, '(left out)').replace(OWN_HOST, '$1://(left out)');
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redact(member)]));
}
