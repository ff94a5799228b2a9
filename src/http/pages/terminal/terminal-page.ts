import { createHash } from 'node:crypto';
import { type KindIdentity, VENUE_LIST } from '../../../domain/index.ts';
import type { TerminalFiles } from './terminal-files.ts';

interface PageFacts {
  /** Module that renders the page. */
  readonly module: string;
  /** Name of the page; null: the page needs further path segments, as `/asset/hl-BTC` does. */
  readonly name: string | null;
}

/** Pages by their first path segment. The page itself interprets the rest, as in `/asset/hl-BTC`. */
export const TERMINAL_PAGES: ReadonlyMap<string, PageFacts> = new Map([
  ['', { module: 'web/pages/overview.ts', name: 'Overview' }],
  ['markets', { module: 'web/pages/markets.ts', name: 'Markets' }],
  ['watch', { module: 'web/pages/watch.ts', name: 'Watch' }],
  ['asset', { module: 'web/pages/asset.ts', name: null }],
  ['event', { module: 'web/pages/event.ts', name: null }],
  ['disagreement', { module: 'web/pages/disagreement.ts', name: 'Disagreement' }],
  ['movers', { module: 'web/pages/movers.ts', name: 'Movers' }],
  ['funding', { module: 'web/pages/funding.ts', name: 'Funding' }],
  ['correlations', { module: 'web/pages/correlations.ts', name: 'Correlations' }],
  ['calibration', { module: 'web/pages/calibration.ts', name: 'Calibration' }],
  ['settled', { module: 'web/pages/settled.ts', name: 'Settled' }],
  ['account', { module: 'web/pages/account.ts', name: 'Account' }],
  ['bot', { module: 'web/pages/bot.ts', name: 'Bot' }],
  ['admin', { module: 'web/pages/admin.ts', name: 'Admin' }],
]);

/** The page of one path, ready to be sent. */
export interface TerminalPage {
  readonly body: string;
  readonly etag: string;
  readonly policy: string;
}

export interface TerminalPageOptions {
  readonly files: TerminalFiles;
  /** Text of `web/index.html`. */
  readonly template: string;
  /** Module that renders the page. */
  readonly module: string;
  /** The server that serves the page. */
  readonly server: 'main' | 'bot';
  /** Origin of the other server; null: not known. */
  readonly otherOrigin: string | null;
  /** Whether the service has an admin token, which opens the operator's page. */
  readonly hasAdminToken: boolean;
}

/** Fills the template with addresses below the hash, modules to preload, and the addresses of both servers. */
export function renderTerminalPage(options: TerminalPageOptions): TerminalPage {
  const { files, template, module, server, otherOrigin, hasAdminToken } = options;
  const { base } = files;
  const known = files.find(module) === null ? [] : [module];
  const preloads = files
    .resolveGraph(['web/main.ts', ...known])
    .map((name) => `<link rel="modulepreload" href="${base}/${name}">`);
  const body = template
    .replaceAll('{{base}}', base)
    .replace('{{preloads}}', preloads.join('\n'))
    .replace('{{server}}', server)
    .replace('{{other}}', otherOrigin ?? '')
    .replace('{{admin}}', hasAdminToken ? 'token' : 'none')
    .replace('{{venues}}', VENUES_ATTRIBUTE);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, policy: pagePolicy(otherOrigin) };
}

/** Facts about the venues that a page needs before its first request, as the value of an HTML attribute. */
const VENUES_ATTRIBUTE = JSON.stringify(
  Object.entries(VENUE_LIST).map(([id, { title, kinds }]) => ({
    id,
    title,
    kinds: Object.entries<KindIdentity>(kinds).map(([kind, { unit, idPrefix, keyPrefix }]) => ({
      kind,
      unit,
      idPrefix,
      keyPrefix,
    })),
  })),
)
  .replaceAll('&', '&amp;')
  .replaceAll('"', '&quot;')
  .replaceAll('<', '&lt;');

/**
 * Builds the content security policy of the pages: scripts and files from this service only, connections to its two
 * addresses only. Text becomes markup only through lit-html templates.
 */
function pagePolicy(otherOrigin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${otherOrigin === null ? '' : ` ${otherOrigin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}
