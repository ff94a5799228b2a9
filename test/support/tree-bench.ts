import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { DAY_MS, epochMs } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { openTreeSource } from '../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { openTapeTreeSource } from '../../src/history/tape/sqlite/tree/sqlite-tape-tree-source.ts';
import type { ServedTreeOptions } from '../../src/history/tree/served/served-file.ts';
import { ServedTree } from '../../src/history/tree/served/served-tree.ts';
import { SourceTreeMaker } from '../../src/history/tree/served/source-tree-maker.ts';
import type { TreeMaker } from '../../src/history/tree/served/tree-maker.ts';
import type { ReferenceRights } from '../../src/references/recording/rights.ts';
import { buildApi } from './api-server.ts';
import { BTC, FixedFeed, HIGH } from './fixed-feed.ts';
import { openMemoryStaleReports } from './memory/stale-reports.ts';

export const FIRST_DAY = Date.UTC(2026, 10, 18);
/** Fills a history with three whole days of two venues and the beginning of a fourth. */
export async function fillTree(history: Awaited<ReturnType<typeof openSqliteHistory>>): Promise<void> {
  const steps = 3.5 * 24;
  for (let i = 0; i < steps; i++) {
    const t = epochMs(FIRST_DAY + i * 3_600_000);
    await history.append(
      [BTC, HIGH].map(({ venue, storeKey, asset }) => ({
        venue,
        storeKey,
        asset,
        t,
        p: (i % 97) / 100,
        v: null,
        s: 'poll' as const,
      })),
    );
  }
  await history.putGap({
    venue: 'kalshi',
    storeKey: null,
    fromMs: epochMs(FIRST_DAY),
    toMs: epochMs(FIRST_DAY + 1),
    reason: 'no answer',
  });
  await history.sealAll();
}

export interface TreeBench {
  readonly app: Awaited<ReturnType<typeof buildApi>>;
  readonly history: HistoryStore;
  readonly dataDir: string;
  readonly tree: ServedTree;
  /** Moves both clocks. */
  pass(ms: number): void;
}

/** Starts a server with a tree whose files are made in the process. */
export async function startTree(
  t: TestContext,
  changes: Partial<ServedTreeOptions> & {
    readonly wrap?: (maker: TreeMaker) => TreeMaker;
    readonly rights?: ReferenceRights;
    /** Writes a tape into the data directory. Default: the tree has no books and trades. */
    readonly writeTape?: (dataDir: string) => Promise<unknown>;
  } = {},
): Promise<TreeBench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-export-'));
  let elapsed = 0;
  const clock = () => epochMs(FIRST_DAY + 3.5 * DAY_MS + elapsed);
  const history = await openSqliteHistory({ dataDir, clock });
  await fillTree(history);
  const { wrap = (maker: TreeMaker) => maker, rights, writeTape, ...options } = changes;
  await writeTape?.(dataDir);
  const tree = new ServedTree({
    directory: path.join(dataDir, 'export'),
    maker: wrap(
      new SourceTreeMaker(
        () => openTreeSource(dataDir, { clock }),
        clock,
        writeTape === undefined ? null : openTapeTreeSource(dataDir),
      ),
    ),
    simulated: false,
    clock,
    now: () => elapsed,
    ...options,
  });
  const staleReports = openMemoryStaleReports();
  const app = await buildApi({
    feed: new FixedFeed(),
    history,
    staleReports,
    clock,
    now: () => elapsed,
    tree,
    ...(rights === undefined ? {} : { rights }),
  });
  t.after(async () => {
    await app.close();
    await tree.close();
    await history.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    app,
    history,
    dataDir,
    tree,
    pass(ms) {
      elapsed += ms;
    },
  };
}
