import { computed } from '@preact/signals-core';
import type { GetIndexAnswer } from '../../../client/src/index.ts';
import { call } from '../../state/calls.ts';
import { findEndedName } from './ended-name.ts';
import { createSharedTest, toShownName } from './shown-name.ts';

/** Names change seldom; that there is a price does, and a minute is soon enough for it. */
const index = call<GetIndexAnswer>('/api/m2m/index', { everyMs: 60_000 });

type Entry = GetIndexAnswer['entries'][number];

/**
 * Every listed asset by its id in lower case, its name with the side where the title leaves that open: for titles in place
 * of keys. Empty before the first answer.
 */
export const names = computed((): ReadonlyMap<string, Entry> => {
  const entries = index.state.value.data?.entries ?? [];
  const isShared = createSharedTest(entries);
  return new Map(
    entries.map((entry) => [
      entry.asset.toLowerCase(),
      { ...entry, name: toShownName(entry, isShared(entry)) },
    ]),
  );
});

/** Finds the name of an asset, listed or ended; its id where the name is not known yet. */
export function findTitle(asset: string): string {
  const listed = names.value.get(asset.toLowerCase());
  if (listed !== undefined || names.value.size === 0) return listed?.name ?? asset;
  return findEndedName(asset);
}
