// Fills a store with markets that ended, by the code of another checkout: fill-resolved.ts ROOT DATA_DIR COUNT
import path from 'node:path';

const [root, dataDir, count] = process.argv.slice(2) as [string, string, string];
const { openSqliteHistory } = await import(path.join(root, 'src/history/sqlite/index.ts'));
const { buildPolymarketAsset, NO_TERMS } = await import(path.join(root, 'src/domain/index.ts'));

const FROM = Date.UTC(2026, 10, 1);
const history = await openSqliteHistory({ dataDir });
const refs = Array.from({ length: Number(count) }, (_, i) => buildPolymarketAsset(`did-team-${i}-win`));
const changed = refs.map((ref, i) => ({
  ...ref,
  title: `Did team ${i} win its game of the season?`,
  eventKey: `game-${i}`,
  event: `Team ${i} at team ${i + 1}`,
  category: 'sports',
  outcomes: [`Team ${i}`, `Team ${i + 1}`],
  yesMeans: `Team ${i}`,
  noMeans: `Team ${i + 1}`,
  terms: NO_TERMS,
  settling: null,
  statedBy: null,
  closesAt: null,
  endsAt: FROM + i,
  nativeIds: {},
  url: null,
  rules: null,
}));
await history.append([], { venue: 'polymarket', at: FROM, changed });
for (const [i, { asset, venue, storeKey }] of refs.entries()) {
  const outcome = i % 2 === 0 ? 'yes' : 'no';
  const end = { outcome, payout: 1 - (i % 2), settledAt: FROM + i, recordedAt: FROM + i };
  await history.putResolution({
    asset,
    venue,
    storeKey,
    ...end,
    source: 'polymarket:/markets',
    disputed: null,
  });
}
await history.close();
