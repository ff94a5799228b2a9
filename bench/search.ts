import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { writeMatch } from '../src/search/match.ts';
import { splitWords } from '../src/search/search-text.ts';
import { listWords, MAX_LISTED_MATCHES, type SearchedMarket } from '../src/search/searched-market.ts';
import { Searcher, type SearchQuery } from '../src/search/searcher.ts';
import { KnownWords } from '../src/search/spelling.ts';
import { EndedFile, SEARCH_FILE } from '../src/search/sqlite/ended-file.ts';
import { FtsMarketTable } from '../src/search/sqlite/fts-market-table.ts';
import { FtsSearch } from '../src/search/sqlite/fts-search.ts';
import { type Judged, judge, QUERIES } from './search/evaluate.ts';
import { readRecordedTitles, whyNoRecordings } from './search/recorded-titles.ts';

/**
 * The search over markets: how many of the first results are relevant to 120 labelled queries, against FTS5 with the bare
 * words of the query, and how long it takes over listed markets in memory and ended ones on disk.
 */
const { values } = parseArgs({
  options: {
    listed: { type: 'string', default: '10000' },
    ended: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '10' },
    /** Prints the queries of the tuned half that miss a market, with the wrong results. */
    wrong: { type: 'boolean', default: false },
  },
});
const ALL = { venue: null, classes: [] } as const;

if (whyNoRecordings !== false) console.log(`nothing can be measured: ${whyNoRecordings}`);
else measure(readRecordedTitles());

function measure(titles: readonly SearchedMarket[]): void {
  measureRelevance(titles);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  try {
    measureTimes(titles, dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function measureRelevance(titles: readonly SearchedMarket[]): void {
  const { table, words } = fill(titles);
  const searcher = new Searcher({ table, words: () => words });
  const search = (text: string) =>
    searcher.search({ ...ALL, text, withEnded: false, order: 'relevance' }).found.map(({ asset }) => asset);
  const bare = (text: string) => {
    const terms = splitWords(text.toLowerCase()).map((asked) => ({
      asked,
      spellings: [{ phrase: asked }],
      isPrefix: false,
      apart: [],
    }));
    const all = table.match(writeMatch(terms, 'AND', ALL));
    const found = all.length > 0 ? all : table.match(writeMatch(terms, 'OR', ALL));
    return found.toSorted((a, b) => b.relevance - a.relevance).map(({ asset }) => asset);
  };
  for (const [name, find] of [
    ['this search', search],
    ['FTS5 with the bare words', bare],
  ] as const) {
    const judged = judge(titles, find);
    const mean = (half: readonly Judged[]) =>
      (half.reduce((sum, { precision }) => sum + precision, 0) / half.length).toFixed(3);
    const [tuned, unseen] = [judged.filter((one) => one.isTuned), judged.filter((one) => !one.isTuned)];
    const none = judged.filter(({ first }) => first.length === 0).length;
    console.log(
      `${name}: P@10 ${mean(tuned)} of ${tuned.length} tuned queries, ${mean(unseen)} of ${unseen.length} others; ${none} without a result (${titles.length} titles)`,
    );
    if (values.wrong && find === search) for (const one of tuned) if (one.precision < 1) console.log(one);
  }
}

function measureTimes(titles: readonly SearchedMarket[], dataDir: string): void {
  const listed = repeat(titles, Number(values.listed), 0);
  const ended = new EndedFile(dataDir);
  const desk = new FtsSearch(ended);
  const before = process.cpuUsage();
  desk.change({ put: listed, figures: [], gone: [] });
  console.log(`${listed.length} listed titles: built in ${toMs(before).toFixed(0)} ms of processor time`);
  report('listed', measureQueries(desk, false));
  const count = Number(values.ended);
  const beforeEnded = process.cpuUsage();
  for (let at = 0; at < count; at += 1_000)
    ended.change(repeat(titles, Math.min(1_000, count - at), listed.length + at), []);
  const µs = (toMs(beforeEnded) * 1_000) / count;
  ended.close();
  const { size } = statSync(path.join(dataDir, SEARCH_FILE));
  console.log(
    `${count} ended titles: ${µs.toFixed(1)} µs and ${(size / count).toFixed(0)} B each in the file`,
  );
  report('listed and ended', measureQueries(desk, true));
  ended.close();
}

function fill(markets: readonly SearchedMarket[]) {
  const table = new FtsMarketTable(new DatabaseSync(':memory:'), MAX_LISTED_MATCHES);
  const words = new KnownWords();
  table.change(() => {
    for (const market of markets) {
      table.put(market);
      for (const word of listWords(market)) words.add(word);
    }
  });
  return { table, words };
}

/** Repeats titles with other numbers in them, as venues repeat a question for another day or strike. */
function repeat(titles: readonly SearchedMarket[], count: number, from: number): SearchedMarket[] {
  return Array.from({ length: count }, (_, i) => {
    const market = titles[(from + i) % titles.length]!;
    const copy = Math.floor((from + i) / titles.length);
    if (copy === 0) return market;
    const shift = (text: string) => text.replaceAll(/\d+/g, (digits) => String(Number(digits) + copy));
    return { ...market, asset: `${market.asset}-${copy}`, title: shift(market.title) };
  });
}

/** Measures the processor times of each query in each round, in ms, ascending: others may keep the machine busy. */
function measureQueries(desk: FtsSearch, withEnded: boolean): number[] {
  const query = (text: string): SearchQuery => ({ ...ALL, text, withEnded, order: 'relevance' });
  // Names and statements are prepared at their first use.
  for (const { q } of QUERIES) void desk.search({ ...query(q), limit: 20, after: null });
  const times: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { q } of QUERIES) {
      const before = process.cpuUsage();
      // The work is done before the promise is returned.
      void desk.search({ ...query(q), limit: 20, after: null });
      times.push(toMs(before));
    }
  }
  return times.sort((a, b) => a - b);
}

/** Computes the processor time since a moment, in ms. */
function toMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function report(what: string, times: readonly number[]): void {
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  console.log(
    `processor time of a search among ${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
  );
}
