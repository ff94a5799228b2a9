import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { Answer } from '../responses/answer.ts';
import { ApiError } from '../responses/errors.ts';
import type { Registration } from '../routing/registration.ts';

const STYLE = path.join(import.meta.dirname, 'guide.css');
const DOCS = path.join(import.meta.dirname, '..', '..', '..', 'docs');
/** The page by reader, which leads to all others. */
const START = 'README';
const PAGE_SECONDS = 300;
const HTML_TYPE = 'text/html; charset=utf-8';

/** Guides are text, one style sheet and the script that gives their examples this service's addresses. */
const GUIDE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const guideParams = Type.Object({ '*': Type.String() });

/** GET /docs/guides and /docs/guides/{name}: the pages of `docs/`, rendered on first request. */
export const registerGuides: Registration = (app) => {
  const page = { access: 'free', cacheSeconds: PAGE_SECONDS, hidden: true } as const;
  const rendered = new LRUCache<string, Answer>({
    max: 100,
    fetchMethod: async (name) => render(name),
  });
  let names: Promise<ReadonlySet<string>> | null = null;

  const guide = async (name: string): Promise<Answer> => {
    names ??= guideNames();
    // Only names that the folder has: a requested name never becomes a path on its own.
    const known = (await names).has(name) ? await rendered.fetch(name) : undefined;
    if (known === undefined)
      throw new ApiError('not_found', 'no guide has this name; /docs/guides lists them');
    return known;
  };

  app.get('/docs/guides', { config: page }, () => guide(START));
  app.get('/docs/guides/*', { config: page, schema: { params: guideParams } }, ({ params }) =>
    guide(params['*']),
  );
  app.get(
    '/docs/guides.css',
    { config: page },
    async () => new Answer(await readFile(STYLE), { contentType: 'text/css; charset=utf-8' }),
  );
};

/** Names of the guides, such as `quickstart` and `venues/kalshi`. An installation without the folder has none. */
async function guideNames(): Promise<ReadonlySet<string>> {
  const entries = await readdir(DOCS, { recursive: true, withFileTypes: true }).catch(() => []);
  const pages = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md'));
  return new Set(
    pages.map(({ parentPath, name }) => {
      const file = path.relative(DOCS, path.join(parentPath, name));
      return file.slice(0, -'.md'.length).split(path.sep).join('/');
    }),
  );
}

async function render(name: string): Promise<Answer> {
  // Loaded on the first request.
  const { renderGuide } = await import('./guide-html.ts');
  const markdown = await readFile(path.join(DOCS, `${name}.md`), 'utf8');
  return new Answer(renderGuide(name, markdown), {
    contentType: HTML_TYPE,
    headers: { 'content-security-policy': GUIDE_POLICY },
  });
}
