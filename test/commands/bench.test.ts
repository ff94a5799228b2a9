// A process of its own: each test starts processes and waits for them.
import path from 'node:path';
import { type Command, testCommands, testFolder } from './test-commands.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** A package of bench/ that is not installed is named by Node. */
const NO_PEER = /Cannot find package '[@\w/-]+'/;
const NO_SERVER = /no PostgreSQL is installed/;
const NO_REDIS = /no Redis is installed/;
const NO_CHROMIUM = /no Chromium/i;

/** As briefly as each can be run. */
const COMMANDS: readonly Command[] = [
  { file: 'bench/accounts/empty-key.ts', args: ['1'], until: /\S/ },
  { file: 'bench/accounts/http.ts', args: ['1'], until: /\S/ },
  { file: 'bench/accounts/http-beside.ts', args: [ROOT, '1', '0'], until: /\S/ },
  { file: 'bench/accounts/ledger.ts', args: ['0.2'], until: /\S/ },
  {
    file: 'bench/alerts.ts',
    args: ['--assets', '200', '--pulses', '100', '--seconds', '1'],
    until: /of the rules: .* % of a core/,
  },
  { file: 'bench/analytics/run.ts', until: /\S/, without: NO_PEER },
  {
    file: 'bench/bot/exits.ts',
    args: ['--positions', '20', '--bots', '2', '--pulses', '1', '--closing', '1'],
    until: /\S/,
  },
  {
    file: 'bench/bot/lost-answers.ts',
    args: ['--seconds', '1', '--accounts', '2'],
    until: /\d+ orders of 2 accounts/,
  },
  {
    file: 'bench/bot/order-pages.ts',
    args: ['--orders', '2000', '--calls', '2'],
    until: /recent orders of the status/,
    without: NO_SERVER,
  },
  {
    file: 'bench/bot/trades-beside.ts',
    args: [ROOT, '--rounds', '1', '--trades', '2', '--fills', 'mark'],
    until: /fills mark/,
  },
  { file: 'bench/bot/signing.ts', until: /\S/ },
  { file: 'bench/bot/trades.ts', args: ['--seconds', '1', '--rate', '20', '--readers', '2'], until: /\S/ },
  { file: 'bench/tails.ts', args: ['--markets', '40', '--hours', '1'], until: /closed: / },
  { file: 'bench/tape/recorder.ts', args: ['500', '50', '2'], until: /processor time of a change/ },
  {
    file: 'bench/tape/load/run.ts',
    args: ['--markets', '50', '--phases', '500x2'],
    until: /"wrongBooks": 0,/,
  },
  { file: 'bench/tape/reads.ts', args: ['0.5', '5', '1', '3'], until: /depth of an hour over HTTP/ },
  { file: 'bench/tape/beside.ts', args: ['500', '1', '1'], until: /p99 beside the tape/ },
  { file: 'bench/tape/export.ts', args: ['20', '10', '0.2'], until: /^export: .* MiB/m },
  { file: 'bench/tape/coding.ts', args: ['50', '20'], until: /\S/, without: NO_PEER },
  { file: 'bench/tape/frames.ts', args: ['2000', '50'], until: /tape: .* a change/ },
  { file: 'bench/tape.ts', args: ['50', '20', '6'], until: /processor time of a change/, without: NO_PEER },
  {
    file: 'bench/search/delay.ts',
    args: ['--listed', '200', '--rounds', '1'],
    until: /delay of the event loop|nothing can be measured/,
  },
  {
    file: 'bench/search.ts',
    args: ['--listed', '500', '--ended', '500', '--rounds', '1'],
    until: /listed and ended: p50|nothing can be measured/,
  },
  { file: 'bench/new-markets.ts', args: [ROOT, '3'], until: /processor time of the thread, p99/ },
  { file: 'bench/bytes.ts', until: /\S/, without: NO_PEER },
  {
    file: 'bench/calibration.ts',
    args: ['--samples', '28000', '--markets', '200', '--rounds', '1'],
    until: /day of 200 markets/,
  },
  {
    file: 'bench/calibration-bias.ts',
    args: ['--markets', '6000', '--bias', '0.1', '--bands', '200'],
    until: /strikes: without a bias/,
  },
  { file: 'bench/sampling.ts', args: ['--markets', '50', '--polls', '5'], until: /by processor time/ },
  { file: 'bench/churn.ts', args: ['1000', '--alone'] },
  { file: 'bench/demo-memory.ts', args: ['--times', '0', '--bar-mib', '4000'], until: /\S/ },
  { file: 'bench/deposits/chain.ts', args: ['1'], until: /\S/ },
  { file: 'bench/verdicts.ts', args: ['--windows', '60'], until: /60 windows: .* 0 wrong/ },
  { file: 'bench/deposits/webhooks.ts', args: ['20', '1'], until: /\S/ },
  {
    file: 'bench/evidence/run.ts',
    args: ['--series', '1', '--hours', '1', '--lines', '5', '--altered', '50'],
    until: /altered bytes of \d+: 0 not found/,
  },
  { file: 'bench/fanout/run.ts', args: ['0.3', '200', '2'], until: /\S/, without: NO_REDIS },
  { file: 'bench/first-start.ts', args: ['--rounds', '0', '--cold'], until: /npm cache/ },
  { file: 'bench/filled-buckets.ts', args: [ROOT], until: /none filled/ },
  { file: 'bench/formats.ts', args: [ROOT, '2000'], until: /read 1000 records/ },
  { file: 'bench/http/history.ts', args: ['1'], until: /\S/, without: NO_PEER },
  {
    file: 'bench/import-beside.ts',
    args: ['--rows', '2000', '--pieces', '4', '--alone', '1'],
    until: /^its undo: /m,
  },
  { file: 'bench/links.ts', args: ['--markets', '200', '--rounds', '1'] },
  {
    file: 'bench/m2m/answers-beside.ts',
    args: [
      ROOT,
      '--rounds',
      '1',
      '--markets',
      '40',
      '--warm',
      '8',
      '--resolved',
      '5',
      '--only',
      'resolutions,quote',
    ],
    until: /quote: p50/,
  },
  { file: 'bench/m2m/cold.ts', args: ['2'], until: /\S/ },
  { file: 'bench/m2m/quote.ts', args: ['1'], until: /\S/, without: NO_PEER },
  { file: 'bench/m2m/signals.ts', args: ['1', '2', '1'], until: /bundles\/s/ },
  { file: 'bench/m2m/streams-beside.ts', args: [ROOT, '5', '1'], until: /stream-signal: .* ratio/ },
  { file: 'bench/m2m/streams.ts', args: ['5', '2'], until: /\S/ },
  { file: 'bench/m2m/many-assets.ts', args: ['2', '3', '1', '2'], until: /readers of/ },
  { file: 'bench/overload/compare.ts', args: [ROOT, '500'], until: /\S/ },
  { file: 'bench/overload/run.ts', args: ['500'], until: /\S/ },
  {
    file: 'bench/accounts/shared-limits.ts',
    args: ['20'],
    until: /\| (?:Redis|Valkey)/,
    without: /no Redis or Valkey is installed/,
  },
  { file: 'bench/postgres/copy.ts', args: ['200'], until: /equal/, without: NO_SERVER },
  { file: 'bench/postgres/run.ts', args: ['0.1', '1'], until: /\S/, without: NO_SERVER },
  { file: 'bench/venues/poll-beside.ts', args: [ROOT, '1', '20'], until: /\| limitless/ },
  { file: 'bench/venues/memory-beside.ts', args: [ROOT, '1', '1'], until: /\| all/ },
  { file: 'bench/references.ts', args: ['--hours', '0.1'], until: /an hour of a series/ },
  { file: 'bench/modules.ts', args: ['--rows', '3'], until: /main thread: \d+ modules/ },
  { file: 'bench/ready.ts', args: ['--observations', '1000', '--starts', '1'], until: /\S/ },
  {
    file: 'bench/scale/copy-history.ts',
    args: ['--records', '200', '--series', '2', '--months', '1'],
    until: /records\/s/,
    without: /PostgreSQL is not installed|chdb/,
  },
  {
    file: 'bench/scale/outage.ts',
    args: ['--markets', '20', '--polls', '3', '--away', '1', '--lag', '2'],
    until: /lag of a reader/,
    without: /PostgreSQL is not installed|chdb/,
  },
  { file: 'bench/screens/run.ts', until: /\S/ },
  { file: 'bench/store.ts', args: ['--quick'], until: /\S/, without: NO_PEER },
  {
    file: 'bench/terminal/run.ts',
    args: ['--only', 'sizes', '--markets', '100'],
    until: /\S/,
    without: NO_CHROMIUM,
  },
  {
    file: 'bench/tree.ts',
    args: ['--long', '4000', '--ended', '0', '--polls', '2'],
    until: /equal to the store/,
  },
  { file: 'bench/upgrade-start.ts', args: ['--rounds', '0'], until: /upgrade from/ },
  { file: 'bench/week.ts', args: ['--days', '0.02', '--markets', '2', '--poll-seconds', '300'], until: /\S/ },
];

/** Installs packages for Python over the network, which tests do not need. */
const ELSEWHERE = ['bench/bot/python-packages.ts', 'bench/python-frames.ts'];

testCommands(COMMANDS);
testFolder('bench', COMMANDS, ELSEWHERE);
