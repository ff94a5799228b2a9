import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { type BinaryState, epochMs, nameSides, type SideFacts } from '../src/domain/index.ts';
import { normaliseOutcomeMeta } from '../src/venues/hyperliquid/normalise-outcomes.ts';
import type { TemplateIndex } from '../src/venues/hyperliquid/read-outcome-text.ts';
import * as hyperliquid from '../src/venues/hyperliquid/wire.ts';
import { isAsset, normaliseMarket as normaliseKalshi } from '../src/venues/kalshi/normalise.ts';
import * as kalshi from '../src/venues/kalshi/wire.ts';
import { normaliseMarket as normaliseLimitless } from '../src/venues/limitless/normalise.ts';
import * as limitless from '../src/venues/limitless/wire.ts';
import { identify, normaliseMarket as normalisePolymarket } from '../src/venues/polymarket/normalise.ts';
import * as polymarket from '../src/venues/polymarket/wire.ts';

const folder = path.join(import.meta.dirname, '../../shared/recordings');
const skip = existsSync(folder)
  ? false
  : 'the recordings are not beside the project: they are in a folder `shared` beside the checkout';

it('no two markets of a recorded event have one name, and every recorded game says which side Yes is', {
  skip,
}, () => {
  const events = new Map([...listRecorded()].filter(([, members]) => members.size > 1));
  assert.ok(events.size >= 200, `${events.size} events of several markets were recorded`);
  for (const [key, members] of events) {
    const facts = [...members.values()];
    const names = nameSides(facts, true).map(({ yesMeans }) => yesMeans);
    assert.ok(!names.includes(null), key);
    assert.equal(new Set(names.map((name) => name?.toLowerCase())).size, facts.length, key);
    const reversed = nameSides(facts.toReversed(), true).map(({ yesMeans }) => yesMeans);
    assert.deepEqual(reversed.toReversed(), names, key);
    for (const { answer, outcomes } of facts)
      if (answer !== null && outcomes[0] === 'Yes')
        assert.ok(names.includes(answer.trim()), `${key}: ${answer}`);
  }
});

type Row = Readonly<Record<string, unknown>>;

/** Recorded binary markets by event, then by asset id. */
function listRecorded(): Map<string, Map<string, SideFacts>> {
  const events = new Map<string, Map<string, SideFacts>>();
  const add = (key: string | null, facts: SideFacts) => {
    if (key === null) return;
    const event = `${facts.asset.split('-')[0]} ${key}`;
    const members = events.get(event) ?? new Map<string, SideFacts>();
    events.set(event, members.set(facts.asset, facts));
  };
  const addState = ({ ticker, terms }: BinaryState) => add(ticker.eventKey, { ...ticker, ...terms });

  const kalshiEvents = new Map<string, kalshi.KalshiEvent>();
  for (const { row } of listRows('kalshi'))
    if ('series_ticker' in row && kalshi.eventRow.accepts(row)) kalshiEvents.set(row.event_ticker, row);
  for (const { row } of listRows('kalshi')) {
    if (!('ticker' in row && 'event_ticker' in row) || !kalshi.marketRow.accepts(row) || !isAsset(row))
      continue;
    addState(normaliseKalshi(row, kalshiEvents.get(row.event_ticker) ?? null));
  }
  for (const { row, parent } of listRows('polymarket')) {
    if (!('question' in row && 'conditionId' in row)) continue;
    const market = { ...row, events: row.events ?? (parent === null ? [] : [parent]) };
    if (!polymarket.gammaMarket.accepts(market)) continue;
    const identity = identify(market);
    if (identity !== null) addState(normalisePolymarket(market, identity, epochMs(0)).state);
  }
  for (const { row, parent } of listRows('limitless')) {
    if ('markets' in row || !('slug' in row && 'title' in row) || !limitless.bookMarketRow.accepts(row))
      continue;
    const group = limitless.groupRow.accepts(parent) ? parent : null;
    addState(normaliseLimitless(row, { group, streamed: null, now: epochMs(0) }));
  }
  const templates: TemplateIndex = new Map(
    [...listRows('hyperliquid')].flatMap(({ row }) =>
      hyperliquid.outcomeTemplate.accepts(row) ? [[row.id, row] as const] : [],
    ),
  );
  for (const { row } of listRows('hyperliquid')) {
    if (!hyperliquid.outcomeMeta.accepts(row)) continue;
    const meta = { outcomes: row.outcomes, questions: row.questions } as hyperliquid.OutcomeMeta;
    for (const { ref, labels, question, text } of normaliseOutcomeMeta(meta, templates))
      add(question === null ? null : String(question.question), {
        ...text,
        ...text.terms,
        asset: ref.asset,
        outcomes: labels,
      });
  }
  return events;
}

/** Every object in the recorded bodies of a venue, with the nearest one around it that has a list of markets. */
function* listRows(venue: string): Generator<{ readonly row: Row; readonly parent: Row | null }> {
  for (const place of [path.join(folder, venue), path.join(folder, '2026-10', venue)]) {
    for (const name of readdirSync(place)) {
      if (!/(?<!\.request)\.json$/.test(name)) continue;
      yield* walk(JSON.parse(readFileSync(path.join(place, name), 'utf8')), null);
    }
  }
}

function* walk(value: unknown, parent: Row | null): ReturnType<typeof listRows> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) yield* walk(each, parent);
    return;
  }
  const row = value as Row;
  yield { row, parent };
  const nearest = Array.isArray(row.markets) ? row : parent;
  for (const each of Object.values(row)) yield* walk(each, nearest);
}
