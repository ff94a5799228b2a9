import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ThreadSearch } from '../../src/app/search/thread-search.ts';
import { findAssetRef, isPerpKind, type MarketState, type VenueId } from '../../src/domain/index.ts';
import { AssetIndex } from '../../src/m2m/asset-index.ts';
import { FairValues } from '../../src/m2m/fair-values.ts';
import { FeedSearch } from '../../src/search/feed-search.ts';
import { binary, FixedFeed, perp } from '../../test/support/fixed-feed.ts';
import { QUERIES } from './evaluate.ts';
import { readRecordedTitles, whyNoRecordings } from './recorded-titles.ts';

/** Measures how long searches in the index (`q=`) hold up the event loop, one after the other over recorded titles. */
const { values } = parseArgs({
  options: { listed: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
});
const PAUSE_MS = 5;

if (whyNoRecordings !== false) console.log(`nothing can be measured: ${whyNoRecordings}`);
else await measure();

async function measure(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-search-delay-'));
  const feed = buildFeed(Number(values.listed));
  const thread = new ThreadSearch(
    { dataDir, history: { dataDir, historyUrl: null, databaseUrl: null } },
    console.error,
  );
  try {
    const index = new AssetIndex(feed, {
      fairValues: new FairValues(feed, null),
      changes: null,
      search: new FeedSearch(feed, thread),
    });
    const ask = (search: string) =>
      index.page(
        { search, classes: [], freshOnly: false, minBasisBps: null },
        { limit: 20, offset: 0, after: null },
      );
    for (const { q } of QUERIES) await ask(q);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const { q } of QUERIES) {
        await ask(q);
        await wait(PAUSE_MS);
      }
    }
    delay.disable();
    const ms = (ns: number) => (ns / 1e6).toFixed(1);
    console.log(
      `delay of the event loop while ${values.listed} listed titles are searched: p50 ${ms(delay.percentile(50))} ms, p99 ${ms(delay.percentile(99))} ms, most ${ms(delay.max)} ms`,
    );
  } finally {
    await thread.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function buildFeed(count: number): FixedFeed {
  const titles = readRecordedTitles();
  const states = Array.from({ length: count }, (_, i): MarketState | null => {
    const { asset, title, event, eventKey } = titles[i % titles.length]!;
    const ref = findAssetRef(i < titles.length ? asset : `${asset}-${i}`);
    if (ref === null) return null;
    return isPerpKind(ref.kind) ? perp(ref) : binary(ref, { title, eventTitle: event ?? title, eventKey });
  }).filter((state) => state !== null);
  const feed = new FixedFeed();
  const byVenue = Map.groupBy(states, ({ ref }): VenueId => ref.venue);
  for (const [venue, markets] of byVenue) feed.set(venue, markets);
  return feed;
}
