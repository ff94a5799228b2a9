import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { epochMs } from '../domain/index.ts';
import { WireWatch } from '../feed/local/wire-watch.ts';
import { WireSchema } from '../upstream/client.ts';
import { Intake } from '../upstream/intake.ts';
import { listDrift } from './drift.ts';

const endpoint = 'GET /markets';
const page = new WireSchema('page', Type.Object({ markets: Type.Array(Type.Unknown()) }), { endpoint });
const row = new WireSchema('row', Type.Object({ strike: Type.Number() }), { endpoint });
const book = new WireSchema('book', Type.Object({ bids: Type.Array(Type.Number()) }));

test('each endpoint has its answers, what was refused of them, and members that nobody knows', () => {
  let now = epochMs(1_000);
  const intake = new Intake(() => now);
  intake.know({ row: { members: 'strike title' } });
  const read = (markets: readonly unknown[]) => {
    intake.accepts(page, { markets });
    intake.readRows(markets, row);
  };
  read([{ strike: 1, title: 'a' }]);
  const counters = () => ({ kinds: intake.listKinds(), refused: intake.listRefused() });
  assert.deepEqual(listDrift(counters()), [
    { endpoint, lastWorkedMs: 1_000, answers: 1, refused: 0, unknownMembers: [], sinceMs: null },
  ]);

  now = epochMs(40_000);
  read([{ strike: 1, title: 'a', fresh: 1 }, { strike: '1' }]);
  intake.accepts(book, {});
  assert.deepEqual(listDrift(counters()), [
    { endpoint, lastWorkedMs: 40_000, answers: 2, refused: 1, unknownMembers: ['fresh'], sinceMs: 40_000 },
    { endpoint: 'book', lastWorkedMs: null, answers: 1, refused: 1, unknownMembers: [], sinceMs: 40_000 },
  ]);
  const [drift] = new WireWatch().list(counters());
  assert.deepEqual([drift?.code, drift?.count, drift?.at?.member], ['venue_drift', 1, '/fresh']);
});
