import { createHash } from 'node:crypto';
import { type KindIdentity, VENUE_LIST } from '../../../domain/index.ts';
import type { TerminalFiles } from './terminal-files.ts';

/**
 * Pages by their first segment, with the module that draws each. The rest of an address, `/asset/hl-BTC`, is the
 * page's own.
 */
export const TERMINAL_PAGES: ReadonlyMap<string, string> = new Map([
  ['', 'web/pages/overview.ts'],
  ['markets', 'web/pages/markets.ts'],
  ['asset', 'web/pages/asset.ts'],
  ['event', 'web/pages/event.ts'],
  ['disagreement', 'web/pages/disagreement.ts'],
  ['movers', 'web/pages/movers.ts'],
  ['correlations', 'web/pages/correlations.ts'],
  ['account', 'web/pages/account.ts'],
  ['bot', 'web/pages/bot.ts'],
  ['admin', 'web/pages/admin.ts'],
]);

/** The page of one address, ready to be sent. */
export interface TerminalPage {
  readonly body: string;
  readonly etag: string;
  readonly policy: string;
}

export interface TerminalPageOptions {
  readonly files: TerminalFiles;
  /** `web/index.html`. */
  readonly template: string;
  /** The module that draws the page. */
  readonly module: string;
  /** The server that serves the page. */
  readonly server: 'main' | 'bot';
  /** Origin of the other server; null when it is not known. */
  readonly otherOrigin: string | null;
}

/** Fills the template: addresses below the hash, what to load ahead, and where the two servers answer. */
export function terminalPage(options: TerminalPageOptions): TerminalPage {
  const { files, template, module, server, otherOrigin } = options;
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
    .replace('{{venues}}', VENUES_ATTRIBUTE);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, policy: pagePolicy(otherOrigin) };
}

/** Facts about the venues that a page needs before its first request, as the text of an attribute. */
const VENUES_ATTRIBUTE = JSON.stringify(
  Object.entries(VENUE_LIST).map(([id, { title, kinds }]) => ({
    id,
    title,
    kinds: Object.entries<KindIdentity>(kinds).map(([kind, { unit, idPrefix }]) => ({
      kind,
      unit,
      idPrefix,
    })),
  })),
)
  .replaceAll('&', '&amp;')
  .replaceAll('"', '&quot;')
  .replaceAll('<', '&lt;');

/**
 * Content security policy of the pages: they may run and load what this service serves, and talk to its two addresses. Text becomes markup
 * through lit-html's templates alone.
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
