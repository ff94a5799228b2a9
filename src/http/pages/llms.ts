import { ID_FORMS, VENUE_TITLES } from '../../domain/index.ts';
import { Answer } from '../responses/answer.ts';
import { TAGS } from '../routing/openapi.ts';
import type { Registration } from '../routing/registration.ts';
import type { TableRow } from '../routing/route-table.ts';

const HOUR_S = 3_600;

export interface LlmsOptions {
  /** Addresses of this service. The page shows the first one. */
  readonly publicUrls: readonly string[];
  /** Whether `/mcp` is served. */
  readonly mcp: boolean;
}

/**
 * Registers GET /llms.txt: a description of the service for language models on one page, generated from the route table
 * (llmstxt.org).
 */
export const registerLlms: Registration<LlmsOptions> = (app, { publicUrls, mcp }, { table }) => {
  let page: string | null = null;
  app.get('/llms.txt', { config: { access: 'free', cacheSeconds: HOUR_S, hidden: true } }, async () => {
    page ??= renderPage(table.api, publicUrls[0] ?? null, mcp);
    return new Answer(page, { contentType: 'text/plain; charset=utf-8' });
  });
};

function renderPage(rows: readonly TableRow[], publicUrl: string | null, hasMcp: boolean): string {
  const base = publicUrl?.replace(/\/+$/, '') ?? '';
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) {
    const tag = row.schema.tags?.[0] ?? 'other';
    groups.set(tag, [...(groups.get(tag) ?? []), row]);
  }
  const sections = [...groups].map(([tag, members]) => {
    const lines = members.map(({ method, path, facts, schema }) => {
      const access = facts.access === 'free' ? '' : ` (${facts.access})`;
      return `- [${method} ${path}](${base}${path}): ${schema.summary ?? ''}${access}`;
    });
    return `## ${tag}\n\n${TAGS[tag] ?? ''}\n\n${lines.join('\n')}`;
  });
  return `# Crosstape

> Records the markets of ${VENUE_TITLES}, keeps every observation, and serves history, analytics, cross-venue comparisons, bundles for programs and live streams. Data is CC0.

Base URL: ${publicUrl ?? 'the address from which this file was read'}. Reads are GET and answer JSON with \`ok\` first; failures have \`error\` (a stable code) and \`message\`. Times are epoch milliseconds. Prices of binary markets are probabilities from 0 to 1. What is not known is null, never 0.

Asset ids: ${ID_FORMS.map((form) => `\`${form}\``).join(', ')}; \`/api/m2m/index?q=text\` finds them. "(pro)" and "(enterprise)" need an API key only where the service sells them: \`Authorization: Bearer <key>\`.

## Start here

- [OpenAPI 3.1 document](${base}/api/openapi.json): every parameter and member with its meaning
- [Documentation page](${base}/docs): the same for people
- [Every asset](${base}/api/m2m/index?limit=20): one line each, with text search by \`q\`
- [Changes](${base}/api/changelog): newest first${hasMcp ? `\n- [Model Context Protocol](${base}/mcp): Streamable HTTP, POST only, read-only tools` : ''}

${sections.join('\n\n')}
`;
}
