import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { VENUE_LIST } from '../src/domain/index.ts';
import { PROFILES } from '../src/venues/registry.ts';
import type { TapeProfile } from '../src/venues/venue-profile.ts';

const PAGE = path.join(import.meta.dirname, '..', 'docs', 'tape.md');
/** Marks around the table that this script writes from the profiles of the venues. */
const BEGIN = '<!-- venues: written by scripts/tape-page.ts -->';
const END = '<!-- end of venues -->';

/** Formats the text of `docs/tape.md` with the table of venues as their profiles have it. */
export function formatTapePage(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new RangeError('docs/tape.md has no place for the table of venues');
  return `${page.slice(0, begin + BEGIN.length)}\n${formatTable()}\n${page.slice(end)}`;
}

function formatTable(): string {
  const rows = PROFILES.map(
    ({ venue, tape }) =>
      `| ${VENUE_LIST[venue].title} | ${describeBooks(tape)} | ${describeTrades(tape)} | ${tape.needsKey ? 'yes' : 'no'} | ${tape.note} |`,
  );
  return ['| Venue | Books | Trades | Key | Note |', '|---|---|---|---|---|', ...rows].join('\n');
}

function describeBooks({ books, depth }: TapeProfile): string {
  if (books === null) return 'none';
  const often = books === 'changes' ? 'a whole book, then every change' : 'a whole book at every change';
  return `${often}; ${depth === null ? 'all levels' : `${depth} levels a side`}`;
}

function describeTrades({ trades }: TapeProfile): string {
  if (trades === null) return 'none';
  return trades === 'stream' ? 'as they happen' : 'by polls';
}

if (import.meta.main) {
  await writeFile(PAGE, formatTapePage(await readFile(PAGE, 'utf8')));
  process.stdout.write('docs/tape.md\n');
}
