import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { Answer } from '../responses/answer.ts';
import { ApiError } from '../responses/errors.ts';
import type { Registration } from '../routing/registration.ts';

const STYLE = path.join(import.meta.dirname, 'guide.css');
const DOCS = path.join(import.meta.dirname, '..', '..', '..', 'docs');
/** Start page, which lists the guides by reader. */
const START = 'README';
const PAGE_SECONDS = 300;
const HTML_TYPE = 'text/html; charset=utf-8';

/**
 * Content security policy of the guides: text, one style sheet, and the script that puts this service's addresses into
 * the examples.
 */
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

/** Registers GET /docs/guides and /docs/guides/{name}: the pages of `docs/`, rendered at the first request. */
export const registerGuides: Registration = (app) => {
  const page = { access: 'free', cacheSeconds: PAGE_SECONDS, hidden: true } as const;
  const rendered = new LRUCache<string, Answer>({
    max: 100,
    fetchMethod: async (name) => render(name),
  });
  let names: Promise<ReadonlySet<string>> | null = null;

  const guide = async (name: string): Promise<Answer> => {
    names ??= guideNames();
    // The name has to be one of the folder's files, so that no requested name is used as a path.
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

/**
 * Lists the names of the guides, such as `quickstart` and `venues/kalshi`. Empty in an installation without the folder.
 */
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
  // The renderer is loaded at the first request.
  const { renderGuide } = await import('./guide-html.ts');
  const markdown = await readFile(path.join(DOCS, `${name}.md`), 'utf8');
  return new Answer(renderGuide(name, markdown), {
    contentType: HTML_TYPE,
    headers: { 'content-security-policy': GUIDE_POLICY },
  });
}
