// A process of its own: each test starts processes and waits for them.
import { type Command, testCommands, testFolder } from './test-commands.ts';

/** As briefly as each can be run. */
const COMMANDS: readonly Command[] = [
  { file: 'scripts/chain-rounds.ts', args: ['--seeds', '1', '--kill-rounds', '1', '--blocks', '20'] },
  { file: 'scripts/correction-rounds.ts', args: ['--kills', '1'] },
  { file: 'scripts/history-kills.ts', args: ['1'] },
  {
    file: 'scripts/ledger-rounds.ts',
    // The service and its webhooks are killed by test/simulation.
    args: '--seeds 1 --deposit-seeds 1 --kills 1 --service-kills 0 --webhook-kills 0'.split(' '),
  },
  { file: 'scripts/links-eval.ts', until: /usage: links-eval\.ts FILE/ },
  { file: 'scripts/links-measured.ts', until: /usage: links-measured\.ts FILE/ },
  { file: 'scripts/live-order-rounds.ts', args: ['--rounds', '1', '--kills', '1'] },
  {
    file: 'scripts/local-chain.ts',
    args: ['--port', '0'],
    until: /\S/,
    without: /no binary for this platform/,
  },
  { file: 'scripts/engine-days.ts', args: ['--days', '1', '--step-minutes', '240', '--assets', '20'] },
  { file: 'scripts/paper-truth.ts', args: ['--orders', '20'] },
  { file: 'scripts/order-rounds.ts', args: ['--kills', '1'] },
  { file: 'scripts/restore-rounds.ts', args: ['--kills', '1'] },
  {
    file: 'scripts/limit-rounds.ts',
    args: '--rounds 1 --attempts 60 --answer-ms 20000'.split(' '),
    until: /control, each counts for itself/,
    without: /no (?:PostgreSQL|Redis or Valkey) is installed/,
  },
  {
    file: 'scripts/server-rounds.ts',
    args: '--kills 1 --order-kills 1 --webhook-kills 1 --service-kills 1'.split(' '),
    until: /kills of the service/,
    without: /no PostgreSQL is installed/,
  },
  {
    file: 'scripts/silence-rounds.ts',
    args: ['--rounds', '1', '--poll-ms', '500', '--quiet-minutes', '0.001'],
    until: /without faults: \d+ alarms/,
  },
  { file: 'scripts/settled-eval.ts', until: /usage: settled-eval\.ts < cases\.json/ },
  { file: 'scripts/soak.ts', args: ['--minutes', '1', '--minute-s', '1', '--markets', '50'] },
  { file: 'scripts/supply-chain.ts', until: /\S/ },
  { file: 'scripts/tree-kills.ts', args: ['1'], until: /0 trees differ/ },
  { file: 'scripts/test-install.ts', args: ['--list'] },
  { file: 'scripts/venue-outage.ts', args: '--fault slow --bots 2 --seconds 8'.split(' ') },
  { file: 'scripts/test.ts', until: /no test file matches/ },
];

/** What writes into the checkout, or needs servers, is run elsewhere. */
const ELSEWHERE = [
  // src/config/settings-table.test.ts compares the page that it would write.
  'scripts/settings-page.ts',
  // src/venues/registry.test.ts likewise.
  'scripts/tape-page.ts',
  // Writes into docs/images; test/terminal drives the same pages.
  'scripts/terminal-screenshots.ts',
  // Installs packages of Python, and tests with them.
  'scripts/test-python.ts',
  // Installs packages of its own and starts database servers.
  'scripts/test-servers.ts',
  // Need PostgreSQL, and Redis or ClickHouse, which test/servers installs.
  'scripts/history-rounds.ts',
  'scripts/scaled.ts',
  'scripts/scaled-drills.ts',
  'scripts/test-roles.ts',
];

testCommands(COMMANDS);
testFolder('scripts', COMMANDS, ELSEWHERE);
