import type { Command } from 'commander';

/** Text in `--help` about options whose value is a time. */
const TIME_HELP = `Times: ISO 8601 with its zone (2026-11-28T12:00:00Z), a date (2026-11-28, its first moment in UTC),
or milliseconds since 1970 (1795867200000).`;

/** Example calls of each command, by its words. Users replace names, keys and folders. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: [
    'crosstape serve --data-dir /var/lib/crosstape',
    'crosstape serve --simulate --port 9080 --bot-port 9081',
  ],
  simulate: ['crosstape simulate --port 9090 --markets 50 --seed 7'],
  import: [
    'crosstape import hyperliquid perp-btc prices.csv --dry-run',
    'crosstape import --undo 20261122-0455-7f3a',
  ],
  export: [
    'crosstape export hyperliquid perp-btc --format parquet -o btc.parquet',
    'crosstape export hyperliquid perp-btc --from 2026-11-01 --to 2026-11-30T23:59:59.999Z -o november.csv',
    'crosstape export --all -o /srv/tree',
  ],
  backfill: ['crosstape backfill --venue hyperliquid --assets hl-BTC,hl-ETH --days 30'],
  calibrate: [
    'crosstape calibrate --data-dir /var/lib/crosstape',
    'crosstape calibrate --from 2026-10-01 --to 2026-10-31 --again',
  ],
  'keys issue': [
    'crosstape keys issue --owner alice --tier pro',
    'crosstape keys issue --owner alice --tier pro --venues hyperliquid,kalshi --expires 2027-01-01',
  ],
  'keys list': ['crosstape keys list --owner alice'],
  'keys revoke': ['crosstape keys revoke 3f8a91c2', 'crosstape keys revoke --owner alice'],
  'vouchers issue': ['crosstape vouchers issue --usd 25 --count 10 --expires 2027-01-01'],
  'vouchers cancel': ['crosstape vouchers cancel --label spring-fair'],
  'vouchers list': ['crosstape vouchers list --json'],
  credit: ['crosstape credit --owner alice --usd 25 --ref invoice-1042'],
  debit: ["crosstape debit --owner alice --usd 25 --ref invoice-1042 --reason 'credited twice'"],
  'deposits list': ['crosstape deposits list --state unattributed'],
  'deposits reverse': [
    "crosstape deposits reverse dep_8e1f0a5b2c3d4e5f60718293 --reason 'sent back at the provider'",
  ],
  'deposits return': ['crosstape deposits return dep_8e1f0a5b2c3d4e5f60718293'],
  'deposits rescan': ['crosstape deposits rescan base --from 24000000'],
  'deposits skip': [`crosstape deposits skip base 0x${'3'.repeat(64)}`],
  'deposits derive': [
    `crosstape deposits derive --family evm --chain-id 8453 --owner-uid ${'0'.repeat(31)}1 --factory 0x${'1'.repeat(40)} --implementation 0x${'2'.repeat(40)}`,
  ],
  'wallets list': ['crosstape wallets list --owner alice'],
  'wallets remove': [`crosstape wallets remove --owner alice 0x${'3'.repeat(40)}`],
  'review list': ['crosstape review list --owner alice'],
  'review apply': ['crosstape review apply rev_123 --owner alice'],
  'review dismiss': ["crosstape review dismiss rev_123 --reason 'paid back by hand on 28 November'"],
  'ledger show': ['crosstape ledger show alice --limit 20'],
  'ledger accounts': ['crosstape ledger accounts'],
  'ledger compare': ['crosstape ledger compare --url http://127.0.0.1:8080'],
  'ledger accept': ['crosstape ledger accept --restored --data-dir /var/lib/crosstape'],
  'ledger audit': ['crosstape ledger audit --data-dir /var/lib/crosstape'],
  'admin actions': ['crosstape admin actions --limit 20'],
  'bot halt': ['crosstape bot halt bot-1 opening', 'crosstape bot halt --all none'],
  'bot close-all': ['crosstape bot close-all bot-1'],
  'bot kill': ['crosstape bot kill bot-1', 'crosstape bot kill --all'],
  'bot unkill': ['crosstape bot unkill bot-1'],
  'bot adopt': ['crosstape bot adopt hyperliquid hl-ETH'],
  'bot forget': ['crosstape bot forget hyperliquid hl-ETH'],
  'bot status': ['crosstape bot status'],
  'bot pnl': ['crosstape bot pnl --url http://127.0.0.1:8081', 'crosstape bot pnl --csv > days.csv'],
  'bot orders': ['crosstape bot orders --state open', 'crosstape bot orders --limit 1000 --csv > orders.csv'],
  'bot orders list': ['crosstape bot orders list'],
  'bot orders close': [
    "crosstape bot orders close ord_4kZ81xQm2Lw0aB3cDe5f --note 'the venue shows no such order'",
  ],
  'vault rotate': ['crosstape vault rotate'],
  'vault close': ['crosstape vault close alice kalshi'],
  'vault forget': ['crosstape vault forget 5f0a91c2'],
  'copy database': ['crosstape copy database --to postgres://crosstape@db.example/crosstape'],
  'copy history': ['crosstape copy history --to https://crosstape@clickhouse.example:8443/crosstape'],
  'history-tables': ['crosstape history-tables --cluster main --quorum 2'],
  backup: ['crosstape backup /backups/crosstape --data-dir /var/lib/crosstape'],
  restore: ['crosstape restore /backups/crosstape --data-dir /var/lib/crosstape'],
  verify: ['crosstape verify --data-dir /var/lib/crosstape'],
  doctor: ['crosstape doctor', 'crosstape doctor --data-dir /var/lib/crosstape --port 9080 --settings'],
  'links explain': ['crosstape links explain pm-us-recession-in-2027 kalshi-kxrecssnber-27'],
  'links confirm': [
    "crosstape links confirm pm-us-recession-in-2027 kalshi-kxrecssnber-27 --reason 'Both rules read on 3 November.'",
  ],
  'links refuse': ["crosstape links refuse pm-xi-out-in-2026 kalshi-kxxiout-27 --reason 'Other deadlines.'"],
  tail: ['crosstape tail hl-BTC,hl-ETH', 'crosstape tail hl-BTC --kinds quote,trade --json'],
  completion: ['crosstape completion bash > ~/.local/share/bash-completion/completions/crosstape'],
  mcp: ['crosstape mcp --url http://127.0.0.1:8080'],
};

/** Adds examples to the help of a command, and the form of times if an option takes one. */
export function addExamples(command: Command): void {
  const examples = EXAMPLES[describePath(command)];
  const takesTime = command.options.some(({ flags }) => /<.*\btime\b.*>/.test(flags));
  const parts = [
    ...(takesTime ? [TIME_HELP] : []),
    ...(examples === undefined ? [] : [`Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`]),
  ];
  if (parts.length > 0) command.addHelpText('after', `\n${parts.join('\n\n')}`);
}

/** Describes a command. @returns Its words, without the name of the program. */
export function describePath(command: Command): string {
  const words: string[] = [];
  for (let at: Command | null = command; at !== null; at = at.parent) words.unshift(at.name());
  return words.filter((word) => word !== 'crosstape').join(' ');
}
