import { computed } from '@preact/signals-core';
import type { GetIndexAnswer } from '../../../client/src/index.ts';
import { call } from '../../state/calls.ts';

/** Names change seldom; that there is a price does, and a minute is soon enough for it. */
const index = call<GetIndexAnswer>('/api/m2m/index', { everyMs: 60_000 });

type Entry = GetIndexAnswer['entries'][number];

/** Every listed asset by its id in lower case: for titles in place of keys. Empty before the first answer. */
export const names = computed(
  (): ReadonlyMap<string, Entry> =>
    new Map((index.state.value.data?.entries ?? []).map((entry) => [entry.asset.toLowerCase(), entry])),
);
