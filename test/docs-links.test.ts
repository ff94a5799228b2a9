import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..');
const START = 'docs/README.md';

const PAGES = globSync('**/*.md', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).sort();

interface Link {
  readonly page: string;
  readonly target: string;
  /** Relative to the root. */
  readonly file: string;
  /** Without `#`; empty: none. */
  readonly fragment: string;
}

/** The links of a page to files of this repository. What stands in code is no link. */
function readLinks(page: string): Link[] {
  const text = readText(page).replaceAll(/`[^`\n]*`/g, '');
  const targets = [
    ...[...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map(([, target = '']) => target),
    ...[...text.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)].map(([, target = '']) => target),
  ];
  return targets
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .map((target) => {
      const [to = '', fragment = ''] = target.split('#');
      const file = to === '' ? page : path.join(path.dirname(page), decodeURI(to));
      return { page, target, file, fragment };
    });
}

/** Without blocks of code. */
function readText(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8').replaceAll(/^(```|~~~).*?^\1/gms, '');
}

/** The names under which the headings of a page can be linked to, as forges make them. */
function listFragments(page: string): Set<string> {
  const seen = new Map<string, number>();
  const names = new Set<string>();
  for (const [, heading = ''] of readText(page).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const name = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    names.add(before === 0 ? name : `${name}-${before}`);
  }
  return names;
}

test('every relative link of every page leads somewhere', () => {
  const broken = PAGES.flatMap(readLinks).filter(({ file, fragment }) => {
    if (file.startsWith('..') || !existsSync(path.join(ROOT, file))) return true;
    return fragment !== '' && file.endsWith('.md') && !listFragments(file).has(fragment);
  });
  assert.deepEqual(
    broken.map(({ page, target }) => `${page}: ${target}`),
    [],
  );
});

test('every guide that the terminal names has the section', () => {
  const guides = globSync('web/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(
        /(?:guide: '|\/docs\/guides\/)([\w/-]+)#([\w-]+)/g,
      ),
    ].map(([, page = '', section = '']) => ({ file, page: `docs/${page}.md`, section })),
  );
  assert.ok(guides.length > 5);
  const broken = guides.filter(
    ({ page, section }) => !PAGES.includes(page) || !listFragments(page).has(section),
  );
  assert.deepEqual(broken, []);
});

test('every page of docs is reached from its front page', () => {
  const reached = new Set([START]);
  for (const page of reached) {
    for (const { file } of readLinks(page)) {
      if (file.startsWith('docs/') && PAGES.includes(file)) reached.add(file);
    }
  }
  const pages = PAGES.filter((page) => page.startsWith('docs/'));
  assert.ok(pages.length > 1);
  assert.deepEqual(
    pages.filter((page) => !reached.has(page)),
    [],
  );
});

/** Made by a run or a build, not part of the repository. */
const MADE_LATER: ReadonlySet<string> = new Set(['dist/', '.packages/', 'before-restore-.../']);

/** What a page names in `code`: TypeScript files, and folders by the slash at their end. */
const NAMED_PLACE = /^(?:[\w.@-]+\/)*[\w.@-]+(?:\.ts|\/)$/;

test('every file and folder that a page names exists', () => {
  const places = listPlaces();
  const wrong = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
    [...readText(page).matchAll(/`([^`\n]+)`/g)]
      .map(([, code = '']) => code)
      .filter((code) => NAMED_PLACE.test(code) && !MADE_LATER.has(code))
      .filter((code) => !places.has(code))
      .map((code) => `${page}: ${code}`),
  );
  assert.deepEqual(wrong, []);
});

test('the tree of the README names every folder of src, and nothing that is not there', () => {
  const [, tree = ''] =
    /## Where things are\n\n```\n([^`]*)```/.exec(readFileSync(path.join(ROOT, 'README.md'), 'utf8')) ?? [];
  const inSrc = [...tree.matchAll(/^ {2}([\w-]+)\/(?=,? )/gm)].map(([, name = '']) => name);
  const named = [...inSrc, ...[...tree.matchAll(/^ {2}.*, ([\w-]+)\/ {2}/gm)].map(([, name = '']) => name)];
  const folders = readdirSync(path.join(ROOT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  assert.deepEqual(named.sort(), folders.sort());
  const places = listPlaces();
  const folded = [...tree.matchAll(/(?<=\s)([\w-]+\/)(?= |,|$)/gm)].map(([, name = '']) => name);
  assert.deepEqual(
    folded.filter((name) => !places.has(name)),
    [],
  );
});

/** Every file and folder of the repository under each of the names by which a page may call it. */
function listPlaces(): ReadonlySet<string> {
  const places = new Set<string>();
  const files = globSync('**/*', {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules' || name === 'dist' || name === '.git',
  });
  for (const file of files) {
    const parts = file.split(path.sep);
    for (let from = 0; from < parts.length; from++) {
      const name = parts.slice(from).join('/');
      places.add(name).add(`${name}/`);
    }
  }
  return places;
}

test('the table of the page about analytics names every folder of it once, and nothing that is not there', () => {
  const folders = readdirSync(path.join(ROOT, 'src', 'analytics'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const [, table = ''] =
    /\n\| Folder \| Figures \|\n\|-+\|-+\|\n((?:\|.*\n)+)/.exec(readText('docs/analytics.md')) ?? [];
  const named = [...table.matchAll(/`([a-z-]+)\/`/g)].map(([, name = '']) => name);
  assert.deepEqual(named.sort(), folders.sort());
});
