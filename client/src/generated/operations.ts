// Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

import type { CallOptions, Operation, Params } from '../call.ts';
import type { StreamEvent, StreamOptions } from '../resuming-stream.ts';
import type {
  CancelOrderAnswer,
  CancelOrderParams,
  CloseCredentialAnswer,
  CloseCredentialParams,
  CloseOrderAnswer,
  CloseOrderParams,
  ControlBotAnswer,
  ControlBotParams,
  CreditOwnerAnswer,
  CreditOwnerParams,
  DeleteCredentialAnswer,
  DeleteCredentialParams,
  ExplainLinkAnswer,
  ExplainLinkParams,
  GetAnomaliesAnswer,
  GetAssetAnswer,
  GetAssetParams,
  GetAssetRiskAnswer,
  GetAssetRiskParams,
  GetAssetStatsAnswer,
  GetAssetStatsParams,
  GetBalanceAnswer,
  GetBalanceParams,
  GetBookAnswer,
  GetBookParams,
  GetBotStatusAnswer,
  GetBotStatusParams,
  GetBundleAnswer,
  GetBundleParams,
  GetCarryAnswer,
  GetCarryParams,
  GetCascadesAnswer,
  GetCascadesParams,
  GetCatalogueAnswer,
  GetChangelogAnswer,
  GetCorrelationsAnswer,
  GetCorrelationsParams,
  GetCredentialsAnswer,
  GetDepositAddressAnswer,
  GetDepositAddressParams,
  GetEndpointHealthAnswer,
  GetExportFileParams,
  GetExportManifestAnswer,
  GetExportManifestParams,
  GetExportPartParams,
  GetFeedAnswer,
  GetFeedHealthAnswer,
  GetFeedParams,
  GetFlagsAnswer,
  GetFlowAnswer,
  GetFlowParams,
  GetGapsAnswer,
  GetGapsParams,
  GetHealthAnswer,
  GetHistoryAggregateAnswer,
  GetHistoryAggregateParams,
  GetHistoryAnswer,
  GetHistoryArrowParams,
  GetHistoryCsvParams,
  GetHistoryJsonlParams,
  GetHistoryParams,
  GetHistoryParquetParams,
  GetIndexAnswer,
  GetIndexParams,
  GetLeaderboardAnswer,
  GetLeaderboardParams,
  GetLinksAnswer,
  GetLinksParams,
  GetMergedHistoryParams,
  GetMoversAnswer,
  GetMoversParams,
  GetOpenApiAnswer,
  GetQuoteAnswer,
  GetQuoteParams,
  GetRecordedAssetsAnswer,
  GetRecordedAssetsParams,
  GetResolutionsAnswer,
  GetResolutionsParams,
  GetSlippageAnswer,
  GetSlippageParams,
  GetSnapshotterHealthAnswer,
  GetSparklinesAnswer,
  GetSparklinesParams,
  GetStaleAssetsAnswer,
  GetStaleAssetsCsvParams,
  GetStaleAssetsParams,
  GetStaleHistoryAnswer,
  GetStaleHistoryParams,
  GetStatsAnswer,
  GetStatsParams,
  GetTreasuryAnswer,
  GetUpstreamHealthAnswer,
  GetUsageAnswer,
  GetVolumeProfileAnswer,
  GetVolumeProfileParams,
  GetWalletsAnswer,
  IssueKeyAnswer,
  IssueKeyParams,
  IssueVouchersAnswer,
  IssueVouchersParams,
  KillBotAnswer,
  KillBotParams,
  ListDepositsAnswer,
  ListDepositsParams,
  ListKeysAnswer,
  ListKeysParams,
  ListVouchersAnswer,
  ListVouchersParams,
  ListWaitingOrdersAnswer,
  ListWaitingOrdersParams,
  PostBatchAnswer,
  PostBatchParams,
  PutCredentialAnswer,
  PutCredentialParams,
  RedeemVoucherAnswer,
  RedeemVoucherParams,
  RegisterWalletAnswer,
  RegisterWalletParams,
  RescanChainAnswer,
  RescanChainParams,
  ReturnDepositAnswer,
  ReturnDepositParams,
  RevokeKeyAnswer,
  RevokeKeyParams,
  RotateKeyAnswer,
  RotateKeyParams,
  RotateVaultAnswer,
  SetFlagsAnswer,
  SetFlagsParams,
  SimulateArbitrageAnswer,
  SimulateArbitrageParams,
  StoreStaleReportAnswer,
  StoreStaleReportParams,
  StreamAssetFrame,
  StreamAssetParams,
  StreamFlowFrame,
  StreamFlowParams,
  StreamSignalFrame,
  StreamSignalParams,
  StreamTapeFrame,
  TradeAnswer,
  TradeParams,
} from './types.ts';

/** One method for each endpoint of the service. */
export abstract class Operations {
  protected abstract readJson<Answer>(
    operation: Operation,
    params: Params,
    options?: CallOptions,
  ): Promise<Answer>;
  protected abstract readText(operation: Operation, params: Params, options?: CallOptions): Promise<string>;
  protected abstract readBytes(
    operation: Operation,
    params: Params,
    options?: CallOptions,
  ): Promise<Uint8Array>;
  protected abstract openStream<Frame>(
    operation: Operation,
    params: Params,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<Frame>, void, undefined>;

  /**
   * Cancels one order of the bot.
   *
   * Free, and possible while trading is halted. Safe to repeat: an order that has ended is returned
   * as it ended. `cancelling` means that the venue has not said yet how it ended; the service asks
   * it again until it does.
   *
   * `POST /api/bot/orders/{orderId}/cancel`. Access: key.
   */
  cancelOrder(params: CancelOrderParams, options?: CallOptions): Promise<CancelOrderAnswer> {
    return this.readJson(
      { server: 'bot', method: 'POST', path: '/api/bot/orders/{orderId}/cancel' },
      { ...params },
      options,
    );
  }

  /**
   * Removes a credential that does not open.
   *
   * A credential that opens is not removed: its owner does that. Until the owner stores it again,
   * orders for the venue are rejected with `no_credentials`.
   *
   * `POST /api/admin/vault/close`. Access: admin.
   */
  closeCredential(params: CloseCredentialParams, options?: CallOptions): Promise<CloseCredentialAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/admin/vault/close', body: ['owner', 'venue'] },
      { ...params },
      options,
    );
  }

  /**
   * Close an order whose venue can no longer be asked.
   *
   * Allowed from `closableFrom` on. Releases the fee that was set aside. The order becomes
   * `rejected` with the reason `unconfirmed`, or `filled` when a fill is already known. Nothing is
   * cancelled at the venue: check the order there first.
   *
   * `POST /api/admin/orders`. Access: admin.
   */
  closeOrder(params: CloseOrderParams, options?: CallOptions): Promise<CloseOrderAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/admin/orders', body: ['orderId', 'note'] },
      { ...params },
      options,
    );
  }

  /**
   * Changes how the bot trades, or halts it.
   *
   * Members that are absent stay as they are. `kill: true` halts at once, wins over `enabled`, and
   * stays until `kill: false`.
   *
   * `POST /api/bot/control`. Access: key.
   */
  controlBot(params: ControlBotParams = {}, options?: CallOptions): Promise<ControlBotAnswer> {
    return this.readJson(
      {
        server: 'bot',
        method: 'POST',
        path: '/api/bot/control',
        body: ['enabled', 'venues', 'assets', 'minConfidence', 'tradeSizeUsd', 'maxStaleMs', 'kill'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Credits an owner.
   *
   * `ref` names the credit forever: the same again changes nothing (`applied: false`), another owner
   * or amount under it is 400 `ref_conflict`. `release:<deposit id>` pays out a deposit that waits
   * for review; `writeoff:<reason>` gives up at most what the owner owes, and changes no balance.
   * Other spellings of either, and spaces at the ends of `ref`, are 400.
   *
   * `POST /api/account/credit`. Access: admin.
   */
  creditOwner(params: CreditOwnerParams, options?: CallOptions): Promise<CreditOwnerAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/credit', body: ['owner', 'usd', 'microUsd', 'ref'] },
      { ...params },
      options,
    );
  }

  /**
   * Disconnects a venue.
   *
   * Succeeds when none is connected. A key can disconnect the venues that it can connect.
   *
   * `DELETE /api/bot/credentials`. Access: key.
   */
  deleteCredential(params: DeleteCredentialParams, options?: CallOptions): Promise<DeleteCredentialAnswer> {
    return this.readJson(
      { server: 'bot', method: 'DELETE', path: '/api/bot/credentials', body: ['venue'] },
      { ...params },
      options,
    );
  }

  /**
   * Why two markets are linked, or not.
   *
   * Compares the two again and shows how each was read: its words, numbers, date and sides.
   *
   * `GET /api/links/explain`.
   */
  explainLink(params: ExplainLinkParams, options?: CallOptions): Promise<ExplainLinkAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/links/explain', query: ['a', 'b'] },
      { ...params },
      options,
    );
  }

  /**
   * Anomalies in the data and the service.
   *
   * A warning makes the verdict degraded, a critical anomaly makes it critical. `alertable` is true
   * when the verdict is critical and the process is past its warm-up of 90 s: page on it.
   *
   * `GET /api/health/anomalies`.
   */
  getAnomalies(options?: CallOptions): Promise<GetAnomaliesAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/anomalies' }, {}, options);
  }

  /**
   * One asset: newest state, candles, and what belongs to its kind.
   *
   * Perpetuals add book and funding; binaries add rules and history. An asset that has left its
   * venue keeps what the store holds, with ticker null: its records, its end, and in market what it
   * asked.
   *
   * `GET /api/asset/{asset}`.
   */
  getAsset(params: GetAssetParams, options?: CallOptions): Promise<GetAssetAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/asset/{asset}', query: ['explain'] },
      { ...params },
      options,
    );
  }

  /**
   * Risk metrics of one asset.
   *
   * Log returns of one cadence, annualised by it: of the newest 5,000 live records, or of the newest
   * 720 hours where those cover less than six hours. Fractions: 0.05 is 5 %. A probability has no
   * figures of the return of a year, here as in the statistics and the bundle. What cannot be
   * computed is null.
   *
   * `GET /api/asset/{asset}/risk`.
   */
  getAssetRisk(params: GetAssetRiskParams, options?: CallOptions): Promise<GetAssetRiskAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/asset/{asset}/risk', query: ['minBars', 'explain'] },
      { ...params },
      options,
    );
  }

  /**
   * Statistics of one asset.
   *
   * Hourly bars of 30 days, annualised with 8,760 periods. Hours that were not recorded are asked of
   * the venue once, for at most two seconds.
   *
   * `GET /api/asset/{asset}/stats`. Access: pro (stats).
   */
  getAssetStats(params: GetAssetStatsParams, options?: CallOptions): Promise<GetAssetStatsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/asset/{asset}/stats', query: ['explain'] },
      { ...params },
      options,
    );
  }

  /**
   * Prepaid balance and ledger of the owner.
   *
   * The newest entries, oldest first; `cursor` leads to the page before. Each entry says by how much
   * the balance changed and what it was then.
   *
   * `GET /api/account/balance`. Access: key.
   */
  getBalance(params: GetBalanceParams = {}, options?: CallOptions): Promise<GetBalanceAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/balance', query: ['limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Live order book of one asset.
   *
   * Binaries are in terms of Yes. A book that the venue confirms to be empty is an answer with two
   * empty lists; a book that could not be read is 503.
   *
   * `GET /api/book/{asset}`.
   */
  getBook(params: GetBookParams, options?: CallOptions): Promise<GetBookAnswer> {
    return this.readJson({ method: 'GET', path: '/api/book/{asset}' }, { ...params }, options);
  }

  /**
   * Trading status and bot performance.
   *
   * Without a key, only `system` is returned. An unknown, revoked or expired key is 401.
   *
   * `GET /api/bot/status`.
   */
  getBotStatus(params: GetBotStatusParams = {}, options?: CallOptions): Promise<GetBotStatusAnswer> {
    return this.readJson(
      { server: 'bot', method: 'GET', path: '/api/bot/status', query: ['decisions'] },
      { ...params },
      options,
    );
  }

  /**
   * Everything a program needs to decide about one asset.
   *
   * Price, fair value, liquidity, horizon, risk, flow, carry and a signal with its reasons. What is
   * not known is null. An asset that has left its venue answers from the store and is stale.
   *
   * `GET /api/m2m/{asset}/bundle`. Access: pro (m2m-bundle).
   */
  getBundle(params: GetBundleParams, options?: CallOptions): Promise<GetBundleAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/m2m/{asset}/bundle', query: ['series'] },
      { ...params },
      options,
    );
  }

  /**
   * Funding carry of one perpetual.
   *
   * The rate of the running hour, not compounded; it says nothing about the next. Assets of other
   * kinds are 404 not_perpetual.
   *
   * `GET /api/asset/{asset}/carry`.
   */
  getCarry(params: GetCarryParams, options?: CallOptions): Promise<GetCarryAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/asset/{asset}/carry', query: ['explain'] },
      { ...params },
      options,
    );
  }

  /**
   * Fast falls or rises of one asset.
   *
   * Found in the recorded prices alone: no liquidation feed is used. One long slide is one cascade,
   * however many windows it spans.
   *
   * `GET /api/asset/{asset}/cascades`.
   */
  getCascades(params: GetCascadesParams, options?: CallOptions): Promise<GetCascadesAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/asset/{asset}/cascades',
        query: ['windowMs', 'minDrawdownPct', 'direction', 'fromMs', 'toMs', 'limit'],
      },
      { ...params },
      options,
    );
  }

  /**
   * All endpoints.
   *
   * One row per method and path, in the order of the document, those of the bot API with the address
   * that answers them.
   *
   * `GET /api`.
   */
  getCatalogue(options?: CallOptions): Promise<GetCatalogueAnswer> {
    return this.readJson({ method: 'GET', path: '/api' }, {}, options);
  }

  /**
   * What changed for callers, newest first.
   *
   * One entry per change, with the version that brought it and the paths concerned.
   *
   * `GET /api/changelog`.
   */
  getChangelog(options?: CallOptions): Promise<GetChangelogAnswer> {
    return this.readJson({ method: 'GET', path: '/api/changelog' }, {}, options);
  }

  /**
   * Correlations of log returns.
   *
   * Prices are put on one grid of time, the last record carried forward for twelve bars; overlap
   * says how much was recorded. Assets with too little data, or whose price stood still, are dropped
   * with the reason.
   *
   * `GET /api/correlations`.
   */
  getCorrelations(params: GetCorrelationsParams, options?: CallOptions): Promise<GetCorrelationsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/correlations', query: ['assets', 'window', 'method'] },
      { ...params },
      options,
    );
  }

  /**
   * Which venues are connected.
   *
   * Each connected venue of the key's owner, and whether its credential can trade. Credentials are
   * never returned.
   *
   * `GET /api/bot/credentials`. Access: key.
   */
  getCredentials(options?: CallOptions): Promise<GetCredentialsAnswer> {
    return this.readJson({ server: 'bot', method: 'GET', path: '/api/bot/credentials' }, {}, options);
  }

  /**
   * Deposit addresses of the owner.
   *
   * Every transfer to the address is credited to the owner, regardless of the sender. An address
   * stays the same forever; `salt`, `factory` and `implementation` let anybody compute it
   * (`crosstape deposits derive`).
   *
   * `GET /api/account/deposit-address`. Access: key.
   */
  getDepositAddress(
    params: GetDepositAddressParams = {},
    options?: CallOptions,
  ): Promise<GetDepositAddressAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/deposit-address', query: ['chain'] },
      { ...params },
      options,
    );
  }

  /**
   * Every endpoint, called in process.
   *
   * Degraded: slower than 1 s, or an answer of 4xx or a verdict of DOWN. Repeated for 30 s.
   *
   * `GET /api/health/endpoints`.
   */
  getEndpointHealth(options?: CallOptions): Promise<GetEndpointHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/endpoints' }, {}, options);
  }

  /**
   * A table of the tree, or a guide to it.
   *
   * Gaps, resolutions, markets, rules and links as Parquet, duckdb.sql, README.md. Range, If-Range,
   * If-None-Match and HEAD work; the ETag is the sha256. A file that is not made yet is made: 503
   * preparing after 10 s.
   *
   * `GET /api/export/{file}`. Access: enterprise (history-export).
   */
  getExportFile(params: GetExportFileParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      { method: 'GET', path: '/api/export/{file}', query: ['venues', 'assets'] },
      { ...params },
      options,
    );
  }

  /**
   * Manifest of the tree of everything recorded.
   *
   * Closed days by venue, each as one or more Parquet files. A file without a sha256 is made when it
   * is requested. A key for some venues sees only those.
   *
   * `GET /api/export/manifest`. Access: enterprise (history-export).
   */
  getExportManifest(
    params: GetExportManifestParams = {},
    options?: CallOptions,
  ): Promise<GetExportManifestAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/export/manifest', query: ['venues', 'assets', 'open'] },
      { ...params },
      options,
    );
  }

  /**
   * Observations of one venue and day.
   *
   * Columns asset, t, p, v, s, by asset and time. Range, If-Range, If-None-Match and HEAD work; the
   * ETag is the sha256. A file that is not made yet is made: 503 preparing after 10 s.
   *
   * `GET /api/export/observations/{venueFolder}/{dateFolder}/{file}`. Access: enterprise
   * (history-export).
   */
  getExportPart(params: GetExportPartParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      {
        method: 'GET',
        path: '/api/export/observations/{venueFolder}/{dateFolder}/{file}',
        query: ['assets'],
      },
      { ...params },
      options,
    );
  }

  /**
   * The newest state of every tracked market.
   *
   * A venue is stale when its snapshot is older than 120 s or missing.
   *
   * `GET /api/feed`.
   */
  getFeed(params: GetFeedParams = {}, options?: CallOptions): Promise<GetFeedAnswer> {
    return this.readJson({ method: 'GET', path: '/api/feed', query: ['top'] }, { ...params }, options);
  }

  /**
   * Health of polling.
   *
   * OK: hyperliquid, polymarket and kalshi all have a snapshot. WARN: only some do. DOWN (503, with
   * the same members beside error): no poller runs, or every poll since the start failed.
   *
   * `GET /api/feed/health`.
   */
  getFeedHealth(options?: CallOptions): Promise<GetFeedHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/feed/health' }, {}, options);
  }

  /**
   * How the service is set up, and the kill switch.
   *
   * What the settings turned on, and whether all trading is halted. No secret is shown.
   *
   * `GET /api/admin/flags`. Access: admin.
   */
  getFlags(options?: CallOptions): Promise<GetFlagsAnswer> {
    return this.readJson({ method: 'GET', path: '/api/admin/flags' }, {}, options);
  }

  /**
   * Order flow of one asset.
   *
   * A rise of the recorded price was bought, a fall was sold, and an unchanged price inherits. A
   * record weighs its traded volume where the records carry any, else 1. A close that was filled in
   * has no side and no weight.
   *
   * `GET /api/asset/{asset}/flow`.
   */
  getFlow(params: GetFlowParams, options?: CallOptions): Promise<GetFlowAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/asset/{asset}/flow', query: ['fromMs', 'toMs', 'limit', 'rollingWindow'] },
      { ...params },
      options,
    );
  }

  /**
   * Gaps in the recording.
   *
   * Gaps that overlap the window, of venues as a whole and of single assets: the newest, oldest
   * first. nextCursor leads to the page before, which may hold fewer than limit when many gaps lie
   * outside the window.
   *
   * `GET /api/gaps`.
   */
  getGaps(params: GetGapsParams = {}, options?: CallOptions): Promise<GetGapsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/gaps', query: ['venue', 'asset', 'fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Whether the process is up, and its stream listeners.
   *
   * Answers as soon as the service listens, with or without its venues: for load balancers.
   * /api/feed/health reports recording.
   *
   * `GET /api/health`.
   */
  getHealth(options?: CallOptions): Promise<GetHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health' }, {}, options);
  }

  /**
   * Recorded observations of one asset.
   *
   * The newest records of the window, oldest first. nextCursor leads to the page before; pages
   * neither overlap nor skip.
   *
   * `GET /api/history/{venue}/{asset}`. Access: pro (history).
   */
  getHistory(params: GetHistoryParams, options?: CallOptions): Promise<GetHistoryAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/history/{venue}/{asset}', query: ['fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Price history of one asset in buckets.
   *
   * Buckets start at multiples of bucketMs since the epoch, so they tile across windows; empty ones
   * are left out. At most the newest 50,000 are sent.
   *
   * `GET /api/history/{venue}/{asset}/aggregate`.
   */
  getHistoryAggregate(
    params: GetHistoryAggregateParams,
    options?: CallOptions,
  ): Promise<GetHistoryAggregateAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/history/{venue}/{asset}/aggregate',
        query: ['bucketMs', 'fromMs', 'toMs', 'op'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Recorded observations as an Arrow IPC stream.
   *
   * The oldest records of the window, oldest first, in columns t, p, v, s. X-Next-Cursor, a header
   * field, leads to the records behind; without it there are none.
   *
   * `GET /api/history/{venue}/{asset}/arrow`. Access: enterprise (history-export).
   */
  getHistoryArrow(params: GetHistoryArrowParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      {
        method: 'GET',
        path: '/api/history/{venue}/{asset}/arrow',
        query: ['fromMs', 'toMs', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * The same as a CSV download.
   *
   * Columns t, p, v, s; a record without volume or source leaves the field empty.
   *
   * `GET /api/history/{venue}/{asset}/csv`. Access: enterprise (history-export).
   */
  getHistoryCsv(params: GetHistoryCsvParams, options?: CallOptions): Promise<string> {
    return this.readText(
      {
        method: 'GET',
        path: '/api/history/{venue}/{asset}/csv',
        query: ['fromMs', 'toMs', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Recorded observations as JSON lines.
   *
   * The oldest records of the window, oldest first, in columns t, p, v, s. X-Next-Cursor, a header
   * field, leads to the records behind; without it there are none.
   *
   * `GET /api/history/{venue}/{asset}/jsonl`. Access: enterprise (history-export).
   */
  getHistoryJsonl(params: GetHistoryJsonlParams, options?: CallOptions): Promise<string> {
    return this.readText(
      {
        method: 'GET',
        path: '/api/history/{venue}/{asset}/jsonl',
        query: ['fromMs', 'toMs', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Recorded observations as Parquet.
   *
   * The oldest records of the window, oldest first, in columns t, p, v, s. X-Next-Cursor, a header
   * field, leads to the records behind; without it there are none.
   *
   * `GET /api/history/{venue}/{asset}/parquet`. Access: enterprise (history-export).
   */
  getHistoryParquet(params: GetHistoryParquetParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      {
        method: 'GET',
        path: '/api/history/{venue}/{asset}/parquet',
        query: ['fromMs', 'toMs', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Every tradable asset.
   *
   * Ordered by venue, then asset id; with `q`, by relevance. `minBasisBps` screens for mispricing:
   * mark against oracle of perpetuals, and for binaries price against the consensus of linked
   * venues, there with at least half a cent of difference too. The summary counts all entries that
   * pass the filters, regardless of the page.
   *
   * `GET /api/m2m/index`.
   */
  getIndex(params: GetIndexParams = {}, options?: CallOptions): Promise<GetIndexAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/m2m/index',
        query: ['kind', 'fresh', 'minBasisBps', 'limit', 'offset', 'q', 'explain', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Bots by realised gain.
   *
   * Bots in the current mode, ordered by realised gain, then volume, then handle.
   *
   * `GET /api/bot/leaderboard`.
   */
  getLeaderboard(params: GetLeaderboardParams = {}, options?: CallOptions): Promise<GetLeaderboardAnswer> {
    return this.readJson(
      { server: 'bot', method: 'GET', path: '/api/bot/leaderboard', query: ['limit'] },
      { ...params },
      options,
    );
  }

  /**
   * Markets that ask the same question.
   *
   * Only same and opposite links of a confidence of at least 0.9 that no price disputes enter fair
   * value and arbitrage. The matcher refuses when a number, a date, a direction or a word differs.
   *
   * `GET /api/links`.
   */
  getLinks(params: GetLinksParams = {}, options?: CallOptions): Promise<GetLinksAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/links', query: ['state', 'refused', 'sort', 'asset', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Several series in one order of time.
   *
   * The oldest records of the window by time, those of one time by asset id. Columns asset, t, p, v,
   * s. X-Next-Cursor, a header field, leads to the records behind; without it there are none.
   *
   * `GET /api/history/merged`. Access: enterprise (history-export).
   */
  getMergedHistory(params: GetMergedHistoryParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      {
        method: 'GET',
        path: '/api/history/merged',
        query: ['assets', 'format', 'fromMs', 'toMs', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Counters and gauges for Prometheus.
   *
   * The text format of Prometheus. Every name begins with `crosstape_`. Figures of money need the
   * metrics token (`Authorization: Bearer`); without such a token and outside production, for
   * programs on the same machine.
   *
   * `GET /metrics`.
   */
  getMetrics(options?: CallOptions): Promise<string> {
    return this.readText({ method: 'GET', path: '/metrics' }, {}, options);
  }

  /**
   * Largest moves of 24 hours.
   *
   * Perpetuals by their venue's own change, all others against the last record 24 to 30 hours old;
   * without one an asset is not eligible. Changes are fractions.
   *
   * `GET /api/movers`.
   */
  getMovers(params: GetMoversParams = {}, options?: CallOptions): Promise<GetMoversAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/movers', query: ['topN', 'minPriceChangePct', 'kind'] },
      { ...params },
      options,
    );
  }

  /**
   * This document.
   *
   * OpenAPI 3.1.0, made from the routes. The one answer without `ok`.
   *
   * `GET /api/openapi.json`.
   */
  getOpenApi(options?: CallOptions): Promise<GetOpenApiAnswer> {
    return this.readJson({ method: 'GET', path: '/api/openapi.json' }, {}, options);
  }

  /**
   * Price and freshness of one asset.
   *
   * The smallest answer that supports a decision. `change24hPct` is filled for perpetuals only;
   * bundle and movers have it for binaries.
   *
   * `GET /api/m2m/{asset}/quote`.
   */
  getQuote(params: GetQuoteParams, options?: CallOptions): Promise<GetQuoteAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/m2m/{asset}/quote', query: ['activity', 'venueNativeUrl'] },
      { ...params },
      options,
    );
  }

  /**
   * Recorded series, in pages or all at once.
   *
   * With limit, a page: nextCursor leads to the next one, and a page may be shorter than limit when
   * q or active leave most series out. Without limit all series are sent, however many.
   *
   * `GET /api/history/assets`.
   */
  getRecordedAssets(
    params: GetRecordedAssetsParams = {},
    options?: CallOptions,
  ): Promise<GetRecordedAssetsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/history/assets', query: ['venue', 'limit', 'cursor', 'active', 'q'] },
      { ...params },
      options,
    );
  }

  /**
   * How binary markets ended.
   *
   * Read from each venue's settlement source, never inferred from a price, and kept forever. Oldest
   * first by recordedAt; nextCursor leads to the next page. To follow new resolutions, repeat the
   * request with since set to the last recordedAt.
   *
   * `GET /api/resolutions`.
   */
  getResolutions(params: GetResolutionsParams = {}, options?: CallOptions): Promise<GetResolutionsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/resolutions', query: ['venue', 'since', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Cost of a market order on the live book.
   *
   * Binaries are bought and sold in terms of Yes. An empty book is an answer that fills nothing; a
   * book that could not be read is 503.
   *
   * `GET /api/asset/{asset}/slippage`.
   */
  getSlippage(params: GetSlippageParams, options?: CallOptions): Promise<GetSlippageAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/asset/{asset}/slippage', query: ['size', 'side', 'sizeUnit'] },
      { ...params },
      options,
    );
  }

  /**
   * The file that carries the newest state over a restart.
   *
   * OK up to 10 minutes of age, WARN up to 30, DOWN (503) beyond or without a file.
   *
   * `GET /api/health/snapshotter`.
   */
  getSnapshotterHealth(options?: CallOptions): Promise<GetSnapshotterHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/snapshotter' }, {}, options);
  }

  /**
   * The last 24 hours of many assets, a close each half hour.
   *
   * For the small lines of a list of markets. Half hours start at multiples of bucketMs since the
   * epoch, and the last one lasts. null: nothing was recorded in it. An hour that was filled in from
   * the candle of its venue has its close in both halves; one that is filled in while this is asked
   * for shows within 15 minutes.
   *
   * `GET /api/sparklines`.
   */
  getSparklines(params: GetSparklinesParams, options?: CallOptions): Promise<GetSparklinesAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/sparklines', query: ['assets'] },
      { ...params },
      options,
    );
  }

  /**
   * Tracked assets whose records stopped or never began.
   *
   * The limit cuts each list before it is sorted; the summary counts everything.
   *
   * `GET /api/alerts/stale`.
   */
  getStaleAssets(params: GetStaleAssetsParams = {}, options?: CallOptions): Promise<GetStaleAssetsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/alerts/stale', query: ['thresholdMin', 'limit', 'sortBy', 'venue'] },
      { ...params },
      options,
    );
  }

  /**
   * The same as a CSV download.
   *
   * Columns kind, venue, asset, lastIso, staleForMs, count, bytes; stale rows come first.
   *
   * `GET /api/alerts/stale.csv`.
   */
  getStaleAssetsCsv(params: GetStaleAssetsCsvParams = {}, options?: CallOptions): Promise<string> {
    return this.readText(
      { method: 'GET', path: '/api/alerts/stale.csv', query: ['thresholdMin', 'limit', 'sortBy', 'venue'] },
      { ...params },
      options,
    );
  }

  /**
   * Stored reports of stale assets.
   *
   * Reports are stored every five minutes, kept for 48 hours, and judged with the threshold of this
   * request. Without a stored one the present state stands in.
   *
   * `GET /api/alerts/stale/history`.
   */
  getStaleHistory(params: GetStaleHistoryParams = {}, options?: CallOptions): Promise<GetStaleHistoryAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/alerts/stale/history', query: ['hours', 'thresholdMin'] },
      { ...params },
      options,
    );
  }

  /**
   * Statistics of the largest markets.
   *
   * Hourly bars of 30 days from the store, annualised with 8,760 periods. The curated set is the 40
   * largest perpetuals and the 20 largest markets of each binary kind by 24 h volume. Results are
   * kept for about 20 s; a figure that they lack comes from the statistics of the asset where those
   * were asked for since.
   *
   * `GET /api/stats`. Access: pro (stats).
   */
  getStats(params: GetStatsParams = {}, options?: CallOptions): Promise<GetStatsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/stats', query: ['venue', 'max'] },
      { ...params },
      options,
    );
  }

  /**
   * Total of the prepaid balances, and of the deposits in review.
   *
   * The prepaid liability in micro-USD, read from the ledger now. For the operator.
   *
   * `GET /api/account/treasury`. Access: admin.
   */
  getTreasury(options?: CallOptions): Promise<GetTreasuryAnswer> {
    return this.readJson({ method: 'GET', path: '/api/account/treasury' }, {}, options);
  }

  /**
   * Every upstream of every venue, asked over the network.
   *
   * Each probe has 5 s. Repeated for 30 s.
   *
   * `GET /api/health/upstream`.
   */
  getUpstreamHealth(options?: CallOptions): Promise<GetUpstreamHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/upstream' }, {}, options);
  }

  /**
   * Usage and limits of the key.
   *
   * Counts of the current calendar month in UTC. Only requests of premium endpoints count; account
   * calls do not.
   *
   * `GET /api/account/usage`. Access: key.
   */
  getUsage(options?: CallOptions): Promise<GetUsageAnswer> {
    return this.readJson({ method: 'GET', path: '/api/account/usage' }, {}, options);
  }

  /**
   * Volume by price of one asset.
   *
   * Bins are aligned to multiples of priceStep; empty ones are left out. Where no record carries
   * volume, records are counted.
   *
   * `GET /api/asset/{asset}/volprofile`.
   */
  getVolumeProfile(params: GetVolumeProfileParams, options?: CallOptions): Promise<GetVolumeProfileAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/asset/{asset}/volprofile',
        query: ['priceStep', 'fromMs', 'toMs', 'limit'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Registered wallets, and where they send to.
   *
   * What a registered wallet sends to a `depositAddress` is credited to its owner once its block is
   * final. Compare addresses of EVM chains without regard to letter case.
   *
   * `GET /api/account/wallets`. Access: key.
   */
  getWallets(options?: CallOptions): Promise<GetWalletsAnswer> {
    return this.readJson({ method: 'GET', path: '/api/account/wallets' }, {}, options);
  }

  /**
   * Issue an API key.
   *
   * This answer is the only place where the key appears: the service stores its hash alone.
   *
   * `POST /api/account/keys`. Access: admin.
   */
  issueKey(params: IssueKeyParams, options?: CallOptions): Promise<IssueKeyAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/keys', body: ['tier', 'owner', 'label', 'venues', 'expiresAt'] },
      { ...params },
      options,
    );
  }

  /**
   * Issues vouchers of one value.
   *
   * The codes are in this answer and nowhere else: only their hashes are stored.
   *
   * `POST /api/account/vouchers`. Access: admin.
   */
  issueVouchers(params: IssueVouchersParams = {}, options?: CallOptions): Promise<IssueVouchersAnswer> {
    return this.readJson(
      {
        method: 'POST',
        path: '/api/account/vouchers',
        body: ['usd', 'microUsd', 'count', 'expiresAt', 'label'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Halts or resumes one bot.
   *
   * The same switch as `kill` of `POST /api/bot/control`, at once and also across restarts. Of all
   * bots: `globalKill` of `POST /api/admin/flags`.
   *
   * `POST /api/admin/bots`. Access: admin.
   */
  killBot(params: KillBotParams, options?: CallOptions): Promise<KillBotAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/admin/bots', body: ['botId', 'kill'] },
      { ...params },
      options,
    );
  }

  /**
   * Deposits of every source, newest first.
   *
   * Deposits in state `held` or `unattributed` are in review: `POST /api/account/credit` with `ref:
   * "release:<id>"` pays one out, `POST /api/account/deposits` marks it as returned.
   *
   * `GET /api/account/deposits`. Access: admin.
   */
  listDeposits(params: ListDepositsParams = {}, options?: CallOptions): Promise<ListDepositsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/deposits', query: ['state', 'owner', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * List issued keys, newest first.
   *
   * Hashes only; the keys themselves are not stored.
   *
   * `GET /api/account/keys`. Access: admin.
   */
  listKeys(params: ListKeysParams = {}, options?: CallOptions): Promise<ListKeysAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/keys', query: ['owner', 'limit'] },
      { ...params },
      options,
    );
  }

  /**
   * Issued vouchers, newest first.
   *
   * Hashes only; the codes are not stored.
   *
   * `GET /api/account/vouchers`. Access: admin.
   */
  listVouchers(params: ListVouchersParams = {}, options?: CallOptions): Promise<ListVouchersAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/vouchers', query: ['limit'] },
      { ...params },
      options,
    );
  }

  /**
   * Orders of all bots whose final state is not known, oldest first.
   *
   * Most orders become final within seconds. One that stays here was mostly sent with a credential
   * that has been removed.
   *
   * `GET /api/admin/orders`. Access: admin.
   */
  listWaitingOrders(
    params: ListWaitingOrdersParams = {},
    options?: CallOptions,
  ): Promise<ListWaitingOrdersAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/admin/orders', query: ['limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Bundles of up to 50 assets.
   *
   * One item per asset asked for, in the same order; an asset that is named twice is computed once
   * and stands in both places. An asset that fails has `ok: false` and an error code in its place,
   * and the answer stays 200. Unknown members of the body are ignored. At most 64 KiB.
   *
   * `POST /api/m2m/batch`.
   */
  postBatch(params: PostBatchParams, options?: CallOptions): Promise<PostBatchAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/m2m/batch', body: ['assets', 'series'] },
      { ...params },
      options,
    );
  }

  /**
   * Connects a venue.
   *
   * One credential per owner and venue; a second one replaces the first. Stored encrypted, never
   * returned.
   *
   * `POST /api/bot/credentials`. Access: key.
   */
  putCredential(params: PutCredentialParams, options?: CallOptions): Promise<PutCredentialAnswer> {
    return this.readJson(
      { server: 'bot', method: 'POST', path: '/api/bot/credentials', body: ['venue', 'kind', 'secret'] },
      { ...params },
      options,
    );
  }

  /**
   * Redeems a voucher.
   *
   * Each code is good once. Letter case, spaces and dashes do not matter; I and L are read as 1, O
   * as 0.
   *
   * `POST /api/account/redeem`. Access: key.
   */
  redeemVoucher(params: RedeemVoucherParams, options?: CallOptions): Promise<RedeemVoucherAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/redeem', body: ['code'] },
      { ...params },
      options,
    );
  }

  /**
   * Registers a wallet.
   *
   * A wallet belongs to one owner, and an owner has at most 20. Only transfers in blocks after the
   * registration are credited. Contracts, addresses of exchanges and addresses of this service
   * cannot be registered; a wallet that delegates to code (EIP-7702) can. The same wallet again
   * changes nothing.
   *
   * `POST /api/account/wallets`. Access: key.
   */
  registerWallet(params: RegisterWalletParams, options?: CallOptions): Promise<RegisterWalletAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/wallets', body: ['address'] },
      { ...params },
      options,
    );
  }

  /**
   * Reads a chain again from a block, slot or time.
   *
   * The next poll starts there. Known deposits are not credited again. It also resumes a chain whose
   * history changed below its final block.
   *
   * `POST /api/account/deposits/rescan`. Access: admin.
   */
  rescanChain(params: RescanChainParams, options?: CallOptions): Promise<RescanChainAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/deposits/rescan', body: ['chain', 'from'] },
      { ...params },
      options,
    );
  }

  /**
   * Marks a deposit in review as returned.
   *
   * Removes the deposit from the books. It moves no money at the provider or on a chain: send it
   * back there. Repeating the call changes nothing.
   *
   * `POST /api/account/deposits`. Access: admin.
   */
  returnDeposit(params: ReturnDepositParams, options?: CallOptions): Promise<ReturnDepositAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/deposits', body: ['id', 'action'] },
      { ...params },
      options,
    );
  }

  /**
   * Revoke a key, or every key of a bot or an owner.
   *
   * Revoked keys are refused from the next request on, and their streams end within 30 s. Revoking a
   * key also revokes the live keys that replaced it by rotation. Give exactly one of keyHash, botId
   * and owner.
   *
   * `DELETE /api/account/keys`. Access: admin.
   */
  revokeKey(params: RevokeKeyParams = {}, options?: CallOptions): Promise<RevokeKeyAnswer> {
    return this.readJson(
      { method: 'DELETE', path: '/api/account/keys', body: ['keyHash', 'botId', 'owner'] },
      { ...params },
      options,
    );
  }

  /**
   * Rotates the key of the caller.
   *
   * The new key has the same owner, tier, venues, label and expiry, and shares rate, quota, stream
   * slots and usage: rotating resets nothing. The new key is shown once. Repeating the call with the
   * old key within its grace returns the record of the same successor; no other key is issued, and
   * the grace does not change.
   *
   * `POST /api/account/keys/rotate`. Access: key.
   */
  rotateKey(params: RotateKeyParams = {}, options?: CallOptions): Promise<RotateKeyAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/keys/rotate', body: ['graceMs'] },
      { ...params },
      options,
    );
  }

  /**
   * Encrypts all credentials under the first vault key.
   *
   * Afterwards the other keys can be taken out of `CROSSTAPE_VAULT_KEK`, but those that a skipped
   * credential is under. Only what wraps the keys of the records changes; no credential is read or
   * encrypted again. Safe to repeat.
   *
   * `POST /api/admin/vault/rotate`. Access: admin.
   */
  rotateVault(options?: CallOptions): Promise<RotateVaultAnswer> {
    return this.readJson({ method: 'POST', path: '/api/admin/vault/rotate' }, {}, options);
  }

  /**
   * Sets or clears the kill switch of all trading.
   *
   * Takes effect at once and survives a restart. All other flags come from settings.
   *
   * `POST /api/admin/flags`. Access: admin.
   */
  setFlags(params: SetFlagsParams, options?: CallOptions): Promise<SetFlagsAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/admin/flags', body: ['globalKill'] },
      { ...params },
      options,
    );
  }

  /**
   * A portfolio of cross-venue opportunities.
   *
   * Gross figures split the capital equally and model no fees, depth or settlement risk. The net
   * block beside each item walks the live books and takes fees off: your own where `feeBps.<venue>`
   * states them, else the published ones. Nothing is left out because it is negative.
   *
   * `GET /api/arb/sim`. Access: pro (arb).
   */
  simulateArbitrage(
    params: SimulateArbitrageParams,
    options?: CallOptions,
  ): Promise<SimulateArbitrageAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/arb/sim',
        query: [
          'capital',
          'maxSpread',
          'minLegs',
          'topN',
          'feeBps.hyperliquid',
          'feeBps.polymarket',
          'feeBps.kalshi',
          'feeBps.limitless',
        ],
      },
      { ...params },
      options,
    );
  }

  /**
   * Stores a report of stale assets, at most one per 60 s.
   *
   * Where a snapshot token is configured, the header X-Snapshot-Token must hold it. After 10 wrong
   * ones in a minute an address waits, no matter what it sends.
   *
   * `POST /api/alerts/stale/snapshot`.
   */
  storeStaleReport(
    params: StoreStaleReportParams = {},
    options?: CallOptions,
  ): Promise<StoreStaleReportAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/alerts/stale/snapshot', headers: ['x-snapshot-token'] },
      { ...params },
      options,
    );
  }

  /**
   * Live price of one asset.
   *
   * One event per pulse, at most one per 250 ms; the newest state comes at once. The stream begins
   * with the comment `: connected`; `: heartbeat` follows every 25 s. Send the id of the last event
   * as `Last-Event-ID` to resume after it. `event: resync` with `{lastEventId}` means that events
   * were missed; the newest state follows. At shutdown a `retry:` hint is sent. A reader that leaves
   * more than 1 MiB unread, or anything for 30 s, is disconnected.
   *
   * `GET /api/asset/{asset}/stream`. Access: pro (realtime).
   */
  streamAsset(
    params: StreamAssetParams,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<StreamAssetFrame>, void, undefined> {
    return this.openStream({ method: 'GET', path: '/api/asset/{asset}/stream' }, { ...params }, options);
  }

  /**
   * Live order flow of one asset.
   *
   * One event per pulse that has a price, classified by the tick rule against the pulse before.
   * `cumulative` begins at 0 with each connection. The stream begins with the comment `: connected`;
   * `: heartbeat` follows every 25 s. Send the id of the last event as `Last-Event-ID` to resume
   * after it. `event: resync` with `{lastEventId}` means that events were missed; the newest state
   * follows. At shutdown a `retry:` hint is sent. A reader that leaves more than 1 MiB unread, or
   * anything for 30 s, is disconnected.
   *
   * `GET /api/asset/{asset}/stream-flow`. Access: pro (realtime).
   */
  streamFlow(
    params: StreamFlowParams,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<StreamFlowFrame>, void, undefined> {
    return this.openStream({ method: 'GET', path: '/api/asset/{asset}/stream-flow' }, { ...params }, options);
  }

  /**
   * Live bundle of one asset.
   *
   * A bundle with its cause: init on connect, pulse when the price moved (at most every 1,500 ms),
   * idle after 15 quiet seconds. The stream begins with the comment `: connected`; `: heartbeat`
   * follows every 25 s. Send the id of the last event as `Last-Event-ID` to resume after it. `event:
   * resync` with `{lastEventId}` means that events were missed; the newest state follows. At
   * shutdown a `retry:` hint is sent. A reader that leaves more than 1 MiB unread, or anything for
   * 30 s, is disconnected.
   *
   * `GET /api/m2m/{asset}/stream-signal`. Access: pro (realtime).
   */
  streamSignal(
    params: StreamSignalParams,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<StreamSignalFrame>, void, undefined> {
    return this.openStream({ method: 'GET', path: '/api/m2m/{asset}/stream-signal' }, { ...params }, options);
  }

  /**
   * Fills of all bots, live.
   *
   * `snapshot` holds the newest 50 fills of the current mode, oldest first; `fills` follow within a
   * second of their commit. The stream begins with the comment `: connected`; `: heartbeat` follows
   * every 25 s. Send the id of the last event as `Last-Event-ID` to resume after it. `event: resync`
   * with `{lastEventId}` means that events were missed; the newest state follows. At shutdown a
   * `retry:` hint is sent. A reader that leaves more than 1 MiB unread, or anything for 30 s, is
   * disconnected.
   *
   * `GET /api/bot/tape`.
   */
  streamTape(options?: StreamOptions): AsyncGenerator<StreamEvent<StreamTapeFrame>, void, undefined> {
    return this.openStream({ server: 'bot', method: 'GET', path: '/api/bot/tape' }, {}, options);
  }

  /**
   * Place one order.
   *
   * The access fee is charged once, at the first fill. Repeating a `clientOrderId` places and
   * charges nothing and answers `duplicate`. Binaries are traded in Yes terms.
   *
   * `POST /api/bot/trade`. Access: key.
   */
  trade(params: TradeParams, options?: CallOptions): Promise<TradeAnswer> {
    return this.readJson(
      {
        server: 'bot',
        method: 'POST',
        path: '/api/bot/trade',
        body: ['venue', 'asset', 'side', 'sizeUsd', 'sizeShares', 'close', 'markPrice', 'clientOrderId'],
      },
      { ...params },
      options,
    );
  }
}
