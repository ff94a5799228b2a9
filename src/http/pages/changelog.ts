import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, '..', '..', '..', 'CHANGELOG.md');

export const CHANGE_KINDS = ['added', 'changed', 'fixed', 'removed'] as const;

/** One change that callers of the API may notice. */
export interface ChangelogEntry {
  readonly version: string;
  /** Date of the change: `2026-11-30`. */
  readonly date: string;
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly breaking: boolean;
  readonly summary: string;
  readonly paths: readonly string[];
}

/** Form of an entry: `- summary <!-- kind! date paths -->`. The `!` marks a breaking change. */
const ENTRY = /^(.+) <!-- (added|changed|fixed|removed)(!?) (\d{4}-\d\d-\d\d)((?: \/\S*)*) -->$/;

/** Matches the headings of kinds and of subjects, which are for readers of the file. */
const HEADING = /^####? .*$/gm;

let changes: readonly ChangelogEntry[] | null = null;

/**
 * Lists the entries of the changelog, newest first. The file is read at the first request, so that it does not delay
 * the start.
 */
export function listChanges(): readonly ChangelogEntry[] {
  changes ??= readFileSync(FILE, 'utf8').split(/^## /m).slice(1).flatMap(readSection);
  return changes;
}

function readSection(section: string): ChangelogEntry[] {
  // Sentences that introduce a version stand between its name and the first entry.
  const [introduction = '', ...entries] = section
    .replaceAll(HEADING, '')
    .split(/^- /m)
    .map((text) => text.trim().replace(/\s+/g, ' '));
  const [version = ''] = introduction.split(' ');
  const changes = entries.map((text) => {
    const match = ENTRY.exec(text);
    if (match === null) throw new Error(`CHANGELOG.md, ${version}: no kind, day and paths behind "${text}"`);
    const [, summary = '', kind, isBreaking, date = '', paths = ''] = match;
    return {
      version,
      date,
      kind: kind as ChangelogEntry['kind'],
      breaking: isBreaking === '!',
      summary,
      paths: paths.split(' ').filter((one) => one !== ''),
    };
  });
  return changes.toSorted((one, other) => other.date.localeCompare(one.date));
}
