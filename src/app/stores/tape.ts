import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { isPart } from '../../config/roles.ts';
import type { AssetRef } from '../../domain/index.ts';
import type { TapedMarketReader } from '../../feed/taped-markets.ts';
import type { TapeReader } from '../../history/tape/contract/tape-reader.ts';
import { CommitWatch } from '../../history/tape/reading/commit-watch.ts';
import { SqliteTapeReader } from '../../history/tape/sqlite/sqlite-tape-reader.ts';
import { TAPE_FOLDER } from '../../history/tape/sqlite/tape-folder.ts';
import type { TapeAccess, TapeContent } from '../../http/parameters/tape-access.ts';
import { getProfile } from '../../venues/registry.ts';
import type { Foundation } from '../foundation.ts';
import type { HistoryPlace } from './history.ts';

/** Value of `setting` in answers about a book that is not recorded because larger books use all the allowed number. */
const MAX_BOOKS = 'max_books';

/** The tape in this process: its reader, and the facts that answers check before they read. */
export interface OpenTape {
  readonly reader: TapeReader;
  readonly access: TapeAccess;
}

/** Opens books and trades for reading, in any thread or process, while another one may record. */
export function openTapeReader({ dataDir }: Pick<HistoryPlace, 'dataDir'>): TapeReader {
  return new SqliteTapeReader(dataDir);
}

/**
 * Opens the tape for answers. Another process, or this one, may be recording it.
 *
 * @param lifecycle Receives the stop of the reader.
 */
export function openTape(
  {
    config,
    now,
    tapedMarkets,
  }: Pick<Foundation, 'config' | 'now'> & { readonly tapedMarkets: TapedMarketReader },
  lifecycle: AsyncDisposableStack,
): OpenTape {
  const { dataDir } = config.history;
  const reader = openTapeReader({ dataDir });
  lifecycle.adopt(reader, (open) => open.close());
  const watch = new CommitWatch({ reader, now });
  // A recording process has a tape before the first file exists: nothing was recorded yet.
  const records = isPart(config.role, 'feed');
  return {
    reader,
    access: {
      isThere: () => records || existsSync(path.join(dataDir, TAPE_FOLDER)),
      waitFor: (t) => watch.waitFor(t),
      findExclusion: async (ref, content) => {
        const setting = findExclusion(config.feed, ref, content);
        if (setting !== null || content === 'trades' || getProfile(ref.venue).tape.books === null)
          return setting;
        const [market] = await tapedMarkets.readMarkets([ref]);
        return market?.isLeftOut ? MAX_BOOKS : null;
      },
    },
  };
}

/**
 * Finds the setting because of which an asset is not recorded; null when no setting is the cause, for example when its
 * venue has no such data. Trades of a venue that lists them for all its markets need no stream.
 */
export function findExclusion(
  { streams, tape }: Config['feed'],
  { asset, venue }: AssetRef,
  content: TapeContent,
): string | null {
  const given = getProfile(venue).tape[content];
  if (given === null) return null;
  if (content === 'trades' && !tape.trades) return 'CROSSTAPE_TRADES';
  const isChosen =
    tape.books === 'all' ||
    (tape.books !== 'off' && tape.books.some((one) => one.toLowerCase() === asset.toLowerCase()));
  if (content === 'books' && !isChosen) return 'CROSSTAPE_BOOKS';
  return streams || given === 'poll' ? null : 'CROSSTAPE_STREAMS';
}
