/** One change that callers of the API may notice. */
export interface ChangelogEntry {
  readonly version: string;
  /** ISO date. */
  readonly date: string;
  readonly kind: 'added' | 'changed' | 'fixed' | 'removed';
  readonly breaking: boolean;
  readonly summary: string;
  readonly paths: readonly string[];
}

/** Newest first. `CHANGELOG.md` states the same to those who read files; a test compares them. */
export const CHANGELOG: readonly ChangelogEntry[] = [
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'The terminal states figures in the unit of their class, fits a phone, finds markets by what tells them apart, says on top what is recorded, and gives each panel as Python, TypeScript, curl and CSV.',
    paths: ['/'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: true,
    summary:
      '`sizeUsd` of a trade is the most money that the order may move, on every leg: a `sell` of what is not held buys No for at most that, not for as many shares as it would sell of Yes (which spent 590 USD for an order of 12 at a price of 0.02). Shares that are held are given back first; `leg` is then `both` and `legs` has each order at the venue.',
    paths: ['/api/bot/trade', '/api/bot/status'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      'A trade takes `sizeShares` or `close` in place of `sizeUsd`; orders state `costUsd` and `proceedsUsd`, whose sum is `filledUsd`. The reason `no_position` is new.',
    paths: ['/api/bot/trade', '/api/bot/status'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Orders of Polymarket markets that list No first, and of Hyperliquid outcomes whose Yes is second, trade the side that was asked for.',
    paths: ['/api/bot/trade'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      'Mock orders state `nearMarket`, the leaderboard `fills` and `farFills`: a gain at prices that a bot named itself is no longer shown like any other. A mock order in a market that has ended is `market_closed`.',
    paths: ['/api/bot/trade', '/api/bot/leaderboard'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary: 'Orders in `recentOrders` have `t`, `status` and `feeAccessMicroUsd`.',
    paths: ['/api/bot/status'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Orders of several accounts in one market share one read of it, and a fill that a venue lists twice counts once.',
    paths: ['/api/bot/trade'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      '`crosstape export` beside the recorder writes every record that was acknowledged when it began. Exports of 1.0 lack as many as were appended while they ran, in one place before the newest 50,000, with exit code 0: `crosstape export <venue> <key> -o FILE --verify` compares a file with the store and ends with 6 where they differ.',
    paths: [],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      '`crosstape export` ends with 6 and names what is damaged and therefore not in the file; it was 0.',
    paths: [],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'One cached answer is one body in all encodings: identity, gzip, br and zstd of history, buckets, CSV and flow say the same of the moment, under ETags of one digest.',
    paths: [
      '/api/history/{venue}/{asset}',
      '/api/history/{venue}/{asset}/aggregate',
      '/api/history/{venue}/{asset}/csv',
      '/api/asset/{asset}/flow',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'Of a probability the risk endpoint no longer states what speaks of a year’s return: `annualizedReturn`, `sharpe`, `sharpeAdjAC`, `martinRatio` and `sterlingRatio` are null, `sharpeSuppressedReason` is `bounded-probability`, as in statistics and bundle. All three name their samples in `sampleNote`.',
    paths: ['/api/asset/{asset}/risk', '/api/asset/{asset}/stats', '/api/m2m/{asset}/bundle'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'Correlations say in `overlap` in how many bars both of a pair were recorded; a pair with fewer than ten is null, with `too_few_bars` in `whyNull`.',
    paths: ['/api/correlations'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'Closes that were filled in have no side in the flow: `side` is null, their weight 0, and the summary is that of the other records.',
    paths: ['/api/asset/{asset}/flow'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Curated statistics lack no figure that the asset’s own statistics have stated: such a pack completes the list at once.',
    paths: ['/api/stats'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Links compare what rules make the trigger, count or leave out, and who decides: what one side has and the other lacks is `related`. Without rules on both sides a link carries no money.',
    paths: ['/api/links', '/api/links/explain', '/api/arb/sim', '/api/m2m/index'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Games are linked only within one competition and when they begin within three hours of each other; codes and day of the venues’ identifiers find those whose names differ.',
    paths: ['/api/links', '/api/links/explain', '/api/arb/sim'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      'Probabilities are stated in percentage points too: `spreadPts`, `basisPts` and `change24hPts` stand beside the fields in bps and percent (quotes, bundles, the index, movers; null for perpetuals), and the reasons of bundles speak in points.',
    paths: ['/api/m2m/{asset}/quote', '/api/m2m/{asset}/bundle', '/api/m2m/index', '/api/movers'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      '`GET /api/arb/sim` takes your own fees: `feeBps.<venue>` in bps of what an order costs, -100 to 1,000. `feesAssumed` says which were charged, and the summary how many opportunities pay after books and fees.',
    paths: ['/api/arb/sim'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      '`GET /api/m2m/index` has change, volume and end of each asset. With `q` the best match comes first, open before ended, by volume; names that mean the same (`bitcoin`, `btc`) and words with a typing error are found.',
    paths: ['/api/m2m/index'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'A key that is rotated again within its grace is answered with the record of the same successor and rawKey null; no second one is issued.',
    paths: ['/api/account/keys/rotate'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'Revoking a key revokes the live successors of its rotations too, and the answer counts them; DELETE /api/account/keys takes botId or owner in place of keyHash and revokes all their keys.',
    paths: ['/api/account/keys'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'On a full disk GET /api/account/usage is answered and keys can be revoked: refused at once, stored: false until their end is written.',
    paths: ['/api/account/usage', '/api/account/keys'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      'crosstape deposits list takes --owner, --limit and --cursor; crosstape doctor --simulate, or in a data directory of the demo, asks no venue.',
    paths: ['/api/account/deposits'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      '/metrics shows money: posts by type, refusals by reason, deposits that wait and their age, debts, open vouchers, the last whole audit; for the holder of CROSSTAPE_METRICS_TOKEN, without one for programs on the same machine outside production.',
    paths: ['/metrics'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'crosstape backup writes copies that only its user can read, also of a directory with accounts and no history yet.',
    paths: [],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'Without an admin token, admin endpoints take programs on the same machine as the operator only while gating and billing are off, outside production, and never a request with a header of a proxy or a browser; the start warns.',
    paths: ['/api/account/keys', '/api/account/credit', '/api/admin/flags'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      '`GET /api/links?sort=difference` lists the pairs whose prices are furthest apart first, and every link says its `difference`.',
    paths: ['/api/links', '/api/links/explain'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Two markets that are disputed or refused share no group by way of a third: no arbitrage and no fair value pairs them.',
    paths: ['/api/arb/sim', '/api/m2m/index', '/api/links'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      'Mock fills of the book cost what the venue publishes for their market, as in arbitrage: by the market’s own rate or its category on Polymarket; null where nothing is published (outcomes of Hyperliquid).',
    paths: ['/api/bot/trade', '/api/bot/status'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Deposits on Tron and Solana are found regardless of the length of their node’s pages; a page shorter than asked for ended the list before. `crosstape deposits rescan` brings back what was missed.',
    paths: ['/api/account/deposits', '/api/account/deposits/rescan'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary: 'A deposit event with an amount of 1e40 dollars or more is 400; it was 500 at every delivery.',
    paths: ['/api/account/webhook/{provider}'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Wrong voucher codes count before their work: tried in parallel they are no more than one after another.',
    paths: ['/api/account/redeem'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      '`ref` of a credit refuses spaces at its ends and other spellings of `release:`, which were plain credits; `--usd` of the command line takes plain digits alone, and no `0x10` or `1e3`.',
    paths: ['/api/account/credit'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'added',
    breaking: false,
    summary:
      'Whoever owes after a refund or dispute sees it: `owedMicroUsd` in balance, bot status, credits, vouchers and webhooks, and a 402 with `reason: "owes"`. All that raises a balance repays first, credits and vouchers too; the treasury lists `debtors`, `crosstape deposits list --owing` prints them, and `POST /api/account/credit` with `ref: "writeoff:<reason>"` gives a debt up.',
    paths: [
      '/api/account/balance',
      '/api/account/credit',
      '/api/account/redeem',
      '/api/account/treasury',
      '/api/bot/status',
      '/api/account/webhook/{provider}',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'A ledger that an audit has closed stays closed, over restarts and partial audits, until a whole audit is clean; each start compares every account with its newest transfer, and audits everything once a day and after a restore.',
    paths: ['/api/health/anomalies'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'A refund or dispute that comes before its payment waits for it, also when it names its owner, and takes no other money; a deposit that waits ends alike in every order of refunds and disputes, and says `refundedMicroUsd` and `returnableMicroUsd`.',
    paths: ['/api/account/webhook/{provider}', '/api/account/deposits'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      'How a market ended is asked for beside back-fill, no longer after it: after a start with much to fill in, `/api/resolutions` knew a minute later of Hyperliquid’s.',
    paths: ['/api/resolutions', '/api/asset/{asset}'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'The operator lists orders whose end is not known and closes those that no venue can be asked for: `GET` and `POST /api/admin/orders`, `crosstape bot orders`.',
    paths: ['/api/admin/orders'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'A refused body names the member and what it may be: `tier must be one of free, pro, enterprise`, `x is not known here`.',
    paths: ['/api/account/keys', '/api/bot/trade', '/api/bot/control'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'A credential that does not open stops no other when the vault moves to a new key: it is skipped and named, `crosstape vault rotate` ends with 6, and `POST /api/admin/vault/close` removes it. A connected venue is not `usable` while the vault does not open, and a key disconnects only the venues that it may connect.',
    paths: ['/api/admin/vault/rotate', '/api/admin/vault/close', '/api/bot/credentials', '/api/bot/status'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      '`POST /api/bot/trade` answers 503 `warming_up` with `Retry-After` until the venue has answered since the start; it was `unknown_asset`, and the id was used up.',
    paths: ['/api/bot/trade'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'No order of one bot ends the leaderboard, a status or the settlement of others: sums of a bot stay at the largest number, one market that cannot be settled is the new anomaly `positions_not_settled`, and databases that held such rows heal at the start.',
    paths: ['/api/bot/leaderboard', '/api/bot/status', '/api/health'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'Orders have ceilings: `sizeUsd` 1e9, 1e12 shares, a payout of 1e9 USD, `markPrice` from 1e-12 to 1e12. Beyond one is 400 `validation_failed` and nothing is stored; the engine says `above_ceiling`.',
    paths: ['/api/bot/trade', '/api/bot/status'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'An order is not sent while the kill switch cannot be read within 250 ms: it is `rejected` with `venue_unavailable`, and `order.message` says so. What rests at a venue stays.',
    paths: ['/api/bot/trade'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'Checks of credentials have a small limit of their own at Hyperliquid: accounts that connect take nothing from the orders and cancels of others. A kill sends its cancels before any look at the orders, also while one is in progress.',
    paths: ['/api/bot/credentials', '/api/bot/trade', '/api/bot/control'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      'The OpenAPI document’s schema of `/api/feed/health` accepts the answer; every operation has a description, and those that answer 401 say what they want: signatures of webhooks, the snapshot token, the optional key of the bot’s status.',
    paths: ['/api/openapi.json', '/api/feed/health', '/api/account/webhook/{provider}'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary: '`info.version` of the OpenAPI document and `crosstape --version` are 1.1.0, as this list was.',
    paths: ['/api/openapi.json'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'fixed',
    breaking: false,
    summary:
      '`/api/links/explain` is 503 `warming_up` until the venues of both markets have answered; endpoints with a key document `too_many_attempts`, and reading credentials no longer documents 400 and 503.',
    paths: ['/api/links/explain', '/api/account/usage', '/api/bot/credentials'],
  },
  {
    version: '1.1.0',
    date: '2026-11-23',
    kind: 'changed',
    breaking: false,
    summary:
      'Venues are read in any letter case; `bucketMs=1m`, `window=24h` and `kind=hl-perp` are answered with what to send; each of the two servers names the other for a path that only that one has; `GET *` is 400.',
    paths: ['/api/history/{venue}/{asset}', '/api/m2m/index', '/api/correlations'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'Limits of the venues are kept for orders: one that finds no room, or comes within the wait that a venue asked for, is `rate_limited` and `order.message` says for how long. A refusal for the time of a request says `clock skew` and blames no credential. The anomaly `credentials_refused` counts stored credentials that their venue refuses; its severity `info` is new and changes no verdict.',
    paths: ['/api/bot/trade', '/api/health/anomalies'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      'Price and signal streams and quotes of perpetuals keep bid and ask across polls, which state none, while their stream follows the asset.',
    paths: ['/api/asset/{asset}/stream', '/api/m2m/{asset}/stream-signal', '/api/m2m/{asset}/quote'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'The OpenAPI document refers to what endpoints share: parameters are components too, a place that takes one holds a `$ref`; a value of each venue is described once, by `propertyNames`.',
    paths: ['/api/openapi.json'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      "Pages of any origin may read the header `Date` of public answers, and thereby count ages by the service's clock.",
    paths: [],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary: '`GET /api/bot/status` shows positions and realised gains in `results`.',
    paths: ['/api/bot/status'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'Connected venues say whether their credential can trade (`usable`, `missing`), and in live mode what the venue says of it (`checkedAt`, `problem`); one that the venue refuses, or that may do more than trade, places no order.',
    paths: ['/api/bot/credentials', '/api/bot/status', '/api/bot/trade'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'The operator halts one bot with `POST /api/admin/bots` and moves the credential vault to a new key with `POST /api/admin/vault/rotate`; `crosstape bot kill|unkill` and `crosstape vault rotate` do the same.',
    paths: ['/api/admin/bots', '/api/admin/vault/rotate'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'Risk and statistics of an asset say in `coverage` how much of their time is recorded; what lies between filled-in records and recording is a gap.',
    paths: ['/api/asset/:asset/risk', '/api/asset/:asset/stats'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      "Catalogue and OpenAPI document name the bot API's endpoints with the address that answers them; the TypeScript client has its calls (`botUrl`).",
    paths: ['/api', '/api/openapi.json'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'Stablecoins credit balances: what arrives final on a configured chain at an owner’s own address (`GET /api/account/deposit-address`) or from a registered wallet (`/api/account/wallets`) is credited once; a chain that is not followed raises `deposit_watcher_stalled`, and `POST /api/account/deposits/rescan` has one read again.',
    paths: [
      '/api/account/wallets',
      '/api/account/deposit-address',
      '/api/account/deposits/rescan',
      '/api/health/anomalies',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'With `CROSSTAPE_BOT_ENGINE` on, enabled bots trade by their signals once a minute and asset; `GET /api/bot/status` shows each decision in `engine`, and orders say their `source`. The anomaly `venue_blocked` is new.',
    paths: ['/api/bot/status', '/api/bot/control', '/api/health/anomalies'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'Payment providers credit balances: `POST /api/account/webhook/{provider}` takes signed events of Stripe, Coinbase and systems of your own, each once; `/api/account/deposits` lists what arrived and returns what waits, `POST /api/account/credit` releases it.',
    paths: ['/api/account/webhook/{provider}', '/api/account/deposits', '/api/account/credit'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary: '`GET /api/bot/tape` streams the fills of all bots under pseudonyms, resumable.',
    paths: ['/api/bot/tape'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: true,
    summary:
      "Answers that belong to the holder of a key may be read by pages of the service's other address alone; they no longer say `Access-Control-Allow-Origin: *`.",
    paths: ['/api/account/usage', '/api/account/balance', '/api/account/wallets', '/api/account/redeem'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      '`GET /` is the terminal: pages that show in a browser what the service records and says. It was a redirect to `/docs`, which stays.',
    paths: ['/'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'Orders say whether their trades wait for their chain (`settling`) and whether the venue is being asked to cancel them (`cancelling`): a halt cancels what rests, and a trade that fails on chain takes back its fill and its fee.',
    paths: ['/api/bot/trade', '/api/bot/status', '/api/bot/control'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'The price of a stream that could not begin is given back, by a ledger entry of type `refund` with the `ref` of the fee.',
    paths: ['/api/asset/{asset}/stream', '/api/account/balance'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary: 'The pages of the documentation are served at `/docs/guides`, from the same files.',
    paths: ['/docs/guides'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      '`GET /api/gaps` lists what was not recorded, of venues and of their assets, by window, in pages; feed health says of each stream how often it was silent and how soon that was noticed.',
    paths: ['/api/gaps', '/api/feed/health'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'The page, risk, statistics and carry of an asset and each line of the index say with `explain=true` in `whyNull` why members are null.',
    paths: [
      '/api/asset/{asset}',
      '/api/asset/{asset}/risk',
      '/api/asset/{asset}/stats',
      '/api/asset/{asset}/carry',
      '/api/m2m/index',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'Every member that may be null says in the OpenAPI document when it is; the change of a mover, the name of an index entry and the status of a probed endpoint never are.',
    paths: ['/api/openapi.json', '/api/movers', '/api/m2m/index', '/api/health/endpoints'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: true,
    summary:
      'Of the package export `./analytics`, `riskReport` and `riskBlock` take a prepared `Series` and a `Sample` of one cadence instead of columns.',
    paths: [],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'Anomalies of money: `ledger_invariant_broken`, `billing_write_failed`, `hold_stuck`, `deposits_held`.',
    paths: ['/api/health/anomalies'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary: 'Query parameters that an endpoint does not know are named in `X-Ignored-Parameters`.',
    paths: [],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary: 'Quotes and bundles say in `whyNull` why each null member is null.',
    paths: ['/api/m2m/{asset}/quote', '/api/m2m/{asset}/bundle', '/api/m2m/batch'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      'A poll is in the store before anybody can read it; polls that cannot be stored are shown all the same and raise the anomaly `store_unavailable`.',
    paths: ['/api/feed', '/api/health/anomalies'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      'Values that no probability can have are null in every ticker, counted in `refusedValues` of the feed health, and raise `probability_out_of_range`.',
    paths: ['/api/feed', '/api/feed/health', '/api/health/anomalies'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'Until its venue has answered since the start, an asset that is not recorded is 503 `warming_up` with `Retry-After` instead of 404; in a batch, per item.',
    paths: ['/api/asset/{asset}', '/api/m2m/batch'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'A book that cannot be read again is served for two minutes with its age and `stale`; candles of recorded hours come from the records.',
    paths: ['/api/book/{asset}', '/api/asset/{asset}/slippage', '/api/asset/{asset}'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'Feed health shows `effectiveIntervalMs`, the interval between polls that the budget of the venue allows.',
    paths: ['/api/feed/health'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary: 'Streams of perpetuals carry bid and ask.',
    paths: ['/api/asset/{asset}/stream'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary: 'Gaps begin where recording ended, no matter what was imported or back-filled since.',
    paths: ['/api/history/{venue}/{asset}'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      'The tools of /mcp widen buckets that are too many, where they left some out; lists of records keep their newest.',
    paths: ['/mcp'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary: 'Answers about a window say in `coverage` how much of it is recorded, beside `gaps`.',
    paths: [
      '/api/history/{venue}/{asset}',
      '/api/history/{venue}/{asset}/aggregate',
      '/api/asset/{asset}/flow',
      '/api/asset/{asset}/cascades',
      '/api/asset/{asset}/volprofile',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: true,
    summary: 'Times in seconds are refused with the value in milliseconds; ISO 8601 is read too.',
    paths: [
      '/api/history/{venue}/{asset}',
      '/api/history/{venue}/{asset}/aggregate',
      '/api/asset/{asset}/flow',
      '/api/asset/{asset}/cascades',
      '/api/asset/{asset}/volprofile',
      '/api/resolutions',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      '`GET /api/history/assets` gains `limit`, `cursor`, `active` and `q`, and says `nextCursor`; without `limit` all series are streamed.',
    paths: ['/api/history/assets'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'The history file has format 2: a file of format 1 is upgraded at the first start, with progress in `/api/health`; `crosstape backup` copies every database while recording, `crosstape verify` reads every checksum.',
    paths: ['/api/history', '/api/health'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'A data directory is marked as real or simulated at its first use, and the other kind is refused.',
    paths: ['/api/history'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: true,
    summary:
      '`crosstape import` refuses what cannot be: times in seconds, prices in percent, keys and assets that nobody knows (`--new` insists); `--time-unit`, `--scale` and `--dry-run` are new, and bad rows end it with code 6.',
    paths: ['/api/history/{venue}/{asset}'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'Paid gating and prepaid billing: API keys with tiers, rates, quotas and venues, balances with a ledger, vouchers, and the operator’s side of all of it.',
    paths: [
      '/api/account/usage',
      '/api/account/balance',
      '/api/account/redeem',
      '/api/account/keys',
      '/api/account/keys/rotate',
      '/api/account/credit',
      '/api/account/vouchers',
      '/api/account/treasury',
      '/api/admin/flags',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'Long answers wait their turn, are streamed above 1 MiB, and are 503 `overloaded` with `Retry-After` when too many wait.',
    paths: [
      '/api/history/{venue}/{asset}',
      '/api/history/{venue}/{asset}/csv',
      '/api/history/{venue}/{asset}/aggregate',
      '/api/history/assets',
      '/api/asset/{asset}/flow',
      '/api/asset/{asset}/volprofile',
      '/api/asset/{asset}/cascades',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: true,
    summary:
      'The anomaly of a disk that fills up is called `disk_low`: a warning below 10 % or 1 GiB free, critical below 3 % or 256 MiB.',
    paths: ['/api/health/anomalies'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      'Risk and bundle stand on records of one cadence, live or hourly, and say which in `sampling`; the hours of a bundle are those of the last week.',
    paths: ['/api/asset/{asset}/risk', '/api/m2m/{asset}/bundle', '/api/m2m/batch'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      'Failures under `/api/m2m/` carry `apiVersion`, as every answer there does; the `parameter` of a refused request is documented.',
    paths: [
      '/api/m2m/index',
      '/api/m2m/batch',
      '/api/m2m/{asset}/bundle',
      '/api/m2m/{asset}/quote',
      '/api/m2m/{asset}/stream-signal',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary:
      '`stream-flow` opens without an event that has an id and no data; after a resync it resumes from the id of that event.',
    paths: ['/api/asset/{asset}/stream-flow'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'fixed',
    breaking: false,
    summary: 'Before the first stored report, the history of stale reports shows the present state.',
    paths: ['/api/alerts/stale/history'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'After ten wrong snapshot tokens in a minute an address is 429 `too_many_attempts`, no matter what it sends.',
    paths: ['/api/alerts/stale/snapshot'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary: 'Only the stream of prices has a price in the OpenAPI document (`x-price`).',
    paths: ['/api/asset/{asset}/stream', '/api/asset/{asset}/stream-flow', '/api/m2m/{asset}/stream-signal'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'changed',
    breaking: false,
    summary:
      'Links come in pages of at most 1,000 (`limit`, `cursor`), have a `state`, can be disputed by prices, and a pair can be explained.',
    paths: ['/api/links', '/api/links/explain'],
  },
  {
    version: '1.1.0',
    date: '2026-11-22',
    kind: 'added',
    breaking: false,
    summary:
      'The bot API: status, control with a kill switch, trades in mock or live mode that are placed and billed at most once, sealed venue credentials, and an anonymous leaderboard.',
    paths: [
      '/api/bot/status',
      '/api/bot/control',
      '/api/bot/trade',
      '/api/bot/credentials',
      '/api/bot/leaderboard',
    ],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'Live streams of prices, order flow and trading signals, which resume where a reader left off.',
    paths: ['/api/asset/{asset}/stream', '/api/asset/{asset}/stream-flow', '/api/m2m/{asset}/stream-signal'],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary:
      'Machine-to-machine endpoints: the index of tradable assets, bundles one by one and in batches, quotes.',
    paths: ['/api/m2m/index', '/api/m2m/batch', '/api/m2m/{asset}/bundle', '/api/m2m/{asset}/quote'],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary:
      'Analytics of single assets: risk, slippage, cascades, order flow, volume profile, carry, statistics.',
    paths: [
      '/api/asset/{asset}/risk',
      '/api/asset/{asset}/slippage',
      '/api/asset/{asset}/cascades',
      '/api/asset/{asset}/flow',
      '/api/asset/{asset}/volprofile',
      '/api/asset/{asset}/carry',
      '/api/asset/{asset}/stats',
    ],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary:
      'Screens over all assets: statistics, movers, correlations, links between venues, arbitrage gross and net.',
    paths: ['/api/stats', '/api/movers', '/api/correlations', '/api/links', '/api/arb/sim'],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'How markets ended, as their venues said, kept forever.',
    paths: ['/api/resolutions'],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'History of four venues: raw records, CSV, buckets, and the list of recorded assets.',
    paths: [
      '/api/history/{venue}/{asset}',
      '/api/history/{venue}/{asset}/csv',
      '/api/history/{venue}/{asset}/aggregate',
      '/api/history/assets',
    ],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'The newest state of all venues, of one asset, and live order books of all five kinds.',
    paths: ['/api/feed', '/api/asset/{asset}', '/api/book/{asset}'],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'Health of the feed, the endpoints, the venues and the records, and reports of stale assets.',
    paths: [
      '/api/health',
      '/api/feed/health',
      '/api/health/endpoints',
      '/api/health/upstream',
      '/api/health/anomalies',
      '/api/health/snapshotter',
      '/api/alerts/stale',
      '/api/alerts/stale.csv',
      '/api/alerts/stale/history',
      '/api/alerts/stale/snapshot',
    ],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'The catalogue, the OpenAPI document, this changelog, and llms.txt.',
    paths: ['/api', '/api/openapi.json', '/api/changelog', '/llms.txt'],
  },
];
