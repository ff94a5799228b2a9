import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from '../src/cli/command-line.ts';
import { describeUnknownSettings } from '../src/config/unknown-settings.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** Pages for readers of today: the changelog also names what is gone. */
const PAGES = globSync(['*.md', 'docs/**/*.md', 'web/*.md', 'deploy/**/*.md', 'clients/**/*.md'], {
  cwd: ROOT,
}).filter((page) => page !== 'CHANGELOG.md' && !page.includes('node_modules'));

/** Words that a page names although no code of ours has them. */
const FOREIGN = new Set(['RateLimit', 'innerHTML', 'styleMap']);

const readPage = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

const BLOCK = /^(```|~~~)[^\n]*\n(.*?)^\1/gms;

/** Lists the lines of a page's blocks of code; one that ends in `\\` goes on in the next. */
function listBlocks(page: string): string[] {
  const text = readPage(page).replaceAll(/\\\n\s*/g, '');
  return [...text.matchAll(BLOCK)].flatMap(([, , block = '']) => block.split('\n'));
}

/** Lists what stands in code within the sentences of a page. */
function listSpans(page: string): string[] {
  return [
    ...readPage(page)
      .replaceAll(BLOCK, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, span = '']) => span);
}

test('settings that a page names exist', () => {
  const code = readWords();
  const isKnown = (name: string) =>
    code.has(name) || name.endsWith('_') || describeUnknownSettings({ [name]: '1' }).length === 0;
  const named = PAGES.flatMap((page) =>
    [...readPage(page).matchAll(/\bCROSSTAPE_[A-Z0-9_]*\b/g)].map(([name]) => ({ page, name })),
  );
  assert.ok(named.length > 100);
  assert.deepEqual(
    named.filter(({ name }) => !isKnown(name)),
    [],
  );
});

test('commands and options that a page names exist', async () => {
  const program = await buildProgram('');
  const calls = PAGES.flatMap((page) => {
    const code = [...listBlocks(page), ...listSpans(page)];
    return code.flatMap((text) => [...text.matchAll(CALL)].map(([call]) => ({ page, call: call.trim() })));
  });
  assert.ok(calls.length > 100, `${calls.length} calls`);
  const wrong = calls.flatMap(({ page, call }) => {
    const problem = findProblem(program, call.split(/\s+/).slice(1));
    return problem === null ? [] : [`${page}: ${call}: ${problem}`];
  });
  assert.deepEqual(wrong, []);
});

/** A call of a command. The line that says that a service is ready is none, nor is a container's or a folder's name. */
const CALL = /(?<=^|\s)crosstape (?!crosstape |ready\b)[a-z][a-z-]*[^|;&>#]*/g;

/** Finds what is wrong with a call; null: nothing. Options may be those of any command below the named one. */
function findProblem(program: Command, call: readonly string[]): string | null {
  let command = program;
  const options = new Set(listOptions(program));
  for (const word of call) {
    const below = command.commands.find((one) => one.name() === word);
    if (below === undefined) break;
    command = below;
    for (const option of listOptions(below)) options.add(option);
  }
  if (command === program) return 'no such command';
  const after = call[call.indexOf(command.name()) + 1] ?? '';
  if (command.commands.length > 0 && /^[a-z][a-z-]+$/.test(after)) return `no command ${after}`;
  for (const option of command.commands.flatMap(listOptions)) options.add(option);
  return call.find((word) => /^--[a-z-]+$/.test(word) && !options.has(word)) ?? null;
}

function listOptions(command: Command): string[] {
  return ['--help', ...command.options.flatMap(({ long }) => (long === undefined ? [] : [long]))];
}

test('functions, types and members that a page names exist', () => {
  const code = readWords();
  // Pages about venues name members that venues have and we do not read.
  const named = PAGES.filter((page) => !page.startsWith('docs/venues/')).flatMap((page) =>
    listSpans(page).flatMap((span) =>
      [...span.matchAll(/(?<![\w./-])[A-Za-z]\w*[a-z][A-Z]\w*/g)].map(([name]) => ({ page, name })),
    ),
  );
  assert.ok(named.length > 500, `${named.length} names`);
  assert.deepEqual(
    named.filter(({ name }) => !code.has(name) && !FOREIGN.has(name)),
    [],
  );
});

let words: ReadonlySet<string> | null = null;

/** The words of all code of the repository but this file. */
function readWords(): ReadonlySet<string> {
  if (words !== null) return words;
  const files = globSync(
    [
      '{src,web,client,clients,simulator,scripts,bench,test,bin,deploy}/**/*.{ts,js,py,yml,yaml,sql}',
      '*.{json,yml}',
      '.ci/*',
    ],
    { cwd: ROOT, exclude: (name) => name === 'node_modules' },
  ).filter((file) => path.join(ROOT, file) !== import.meta.filename);
  const found = files.flatMap(
    (file) => readFileSync(path.join(ROOT, file), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? [],
  );
  words = new Set(found);
  return words;
}
