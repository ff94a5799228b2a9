import path from 'node:path';
import { RECORDERS } from '../../domain/index.ts';
import { findFolderVenue, parseDayFolder } from './days.ts';
import type { TreePart } from './manifest.ts';
import type { RestoredSpan, TreeSource } from './tree-source.ts';

/** State of a history as its own tree or the manifest of a service states it. */
export interface HistoryState {
  readonly asOfMs: number;
  readonly position: number;
  readonly restored: readonly RestoredSpan[];
  /** SHA-256 of the manifest of each imported tree that is in force. */
  readonly imported: readonly string[];
  readonly withdrawn: readonly string[];
  /** Finds the number of the last insertion into the day of a part; null when the history has no such day. */
  findSeq(part: TreePart): number | null;
}

/** Returns the state of the history behind a source. */
export function readState(source: TreeSource): HistoryState {
  const { asOfMs, position, restored } = source;
  const changed = new Map(RECORDERS.map((venue) => [venue, source.listChangedDays(venue)]));
  return {
    asOfMs,
    position,
    restored,
    imported: source.listImportedTrees(),
    withdrawn: source.listWithdrawnBatches(),
    findSeq: ({ path: name }) => {
      const venue = findFolderVenue(name);
      return venue === null ? 0 : (changed.get(venue)?.get(parseDayFolder(path.posix.dirname(name))) ?? 0);
    },
  };
}
