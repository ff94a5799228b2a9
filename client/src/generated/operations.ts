// Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

import type { CallOptions, Operation, Params } from '../call.ts';
import type { StreamEvent, StreamOptions } from '../resuming-stream.ts';
import type {
  CancelOrderAnswer,
  CancelOrderParams,
  CancelVouchersAnswer,
  CancelVouchersParams,
  CloseAllAnswer,
  CloseCredentialAnswer,
  CloseCredentialParams,
  CloseOrderAnswer,
  CloseOrderParams,
  CompareLedgerAnswer,
  ControlBotAnswer,
  ControlBotParams,
  CreditOwnerAnswer,
  CreditOwnerParams,
  DebitOwnerAnswer,
  DebitOwnerParams,
  DecideReviewAnswer,
  DecideReviewParams,
  DeleteCredentialAnswer,
  DeleteCredentialParams,
  ExplainLinkAnswer,
  ExplainLinkParams,
  FollowAssetsFrame,
  FollowAssetsParams,
  ForgetVaultKeyAnswer,
  ForgetVaultKeyParams,
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
  GetBookAtAnswer,
  GetBookAtParams,
  GetBookChangesAnswer,
  GetBookChangesArrowParams,
  GetBookChangesCsvParams,
  GetBookChangesJsonlParams,
  GetBookChangesParams,
  GetBookChangesParquetParams,
  GetBookDepthAnswer,
  GetBookDepthParams,
  GetBookHistoryAnswer,
  GetBookHistoryParams,
  GetBookParams,
  GetBookSlippageAnswer,
  GetBookSlippageParams,
  GetBotOrdersAnswer,
  GetBotOrdersCsvParams,
  GetBotOrdersParams,
  GetBotPnlAnswer,
  GetBotPnlCsvParams,
  GetBotPnlParams,
  GetBotStatusAnswer,
  GetBotStatusParams,
  GetBundleAnswer,
  GetBundleParams,
  GetCalibrationAnswer,
  GetCalibrationParams,
  GetCalibrationSamplesAnswer,
  GetCalibrationSamplesParams,
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
  GetDriftAnswer,
  GetEndpointHealthAnswer,
  GetEvidenceAnswer,
  GetEvidenceParams,
  GetExportBookSpansParams,
  GetExportBooksParams,
  GetExportFileParams,
  GetExportManifestAnswer,
  GetExportManifestParams,
  GetExportPartParams,
  GetExportTradesParams,
  GetFeedAnswer,
  GetFeedHealthAnswer,
  GetFeedParams,
  GetFlagsAnswer,
  GetFlowAnswer,
  GetFlowParams,
  GetFundingAnswer,
  GetFundingDaysAnswer,
  GetFundingDaysParams,
  GetFundingParams,
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
  GetLedgerAnswer,
  GetLedgerParams,
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
  GetReferencesAnswer,
  GetResolutionsAnswer,
  GetResolutionsParams,
  GetRevenueAnswer,
  GetRevenueParams,
  GetSettledAnswer,
  GetSettledHeadsAnswer,
  GetSettledHeadsParams,
  GetSettledMarketAnswer,
  GetSettledMarketParams,
  GetSettledParams,
  GetSettledSummaryAnswer,
  GetSettledSummaryParams,
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
  GetTradesAnswer,
  GetTradesArrowParams,
  GetTradesCsvParams,
  GetTradesJsonlParams,
  GetTradesParams,
  GetTradesParquetParams,
  GetTreasuryAnswer,
  GetUpstreamHealthAnswer,
  GetUsageAnswer,
  GetUsageParams,
  GetVolumeProfileAnswer,
  GetVolumeProfileParams,
  GetWalletsAnswer,
  GetWalletsParams,
  ImportAddressesAnswer,
  ImportAddressesParams,
  IssueKeyAnswer,
  IssueKeyParams,
  IssueVouchersAnswer,
  IssueVouchersParams,
  KillBotAnswer,
  KillBotParams,
  ListAccountsAnswer,
  ListActionsAnswer,
  ListActionsParams,
  ListAlertEndpointsAnswer,
  ListAlertEventsAnswer,
  ListAlertEventsParams,
  ListAlertRulesAnswer,
  ListDepositsAnswer,
  ListDepositsParams,
  ListKeysAnswer,
  ListKeysParams,
  ListReviewAnswer,
  ListReviewParams,
  ListVouchersAnswer,
  ListVouchersParams,
  ListWaitingOrdersAnswer,
  ListWaitingOrdersParams,
  PostBackfillAnswer,
  PostBackfillParams,
  PostBatchAnswer,
  PostBatchParams,
  PutCredentialAnswer,
  PutCredentialParams,
  ReconcilePositionAnswer,
  ReconcilePositionParams,
  RedeemVoucherAnswer,
  RedeemVoucherParams,
  RegisterWalletAnswer,
  RegisterWalletParams,
  RemoveWalletAnswer,
  RemoveWalletParams,
  RescanChainAnswer,
  RescanChainParams,
  RetryAlertDeliveryAnswer,
  RetryAlertDeliveryParams,
  ReturnDepositAnswer,
  ReturnDepositParams,
  RevokeKeyAnswer,
  RevokeKeyParams,
  RotateKeyAnswer,
  RotateKeyParams,
  RotateVaultAnswer,
  RotateVaultParams,
  SearchAnswer,
  SearchParams,
  SetFlagsAnswer,
  SetFlagsParams,
  SimulateArbitrageAnswer,
  SimulateArbitrageParams,
  SkipTransactionAnswer,
  SkipTransactionParams,
  StoreStaleReportAnswer,
  StoreStaleReportParams,
  StreamAssetFrame,
  StreamAssetParams,
  StreamAssetsFrame,
  StreamAssetsParams,
  StreamFlowFrame,
  StreamFlowParams,
  StreamSignalFrame,
  StreamSignalParams,
  StreamTapeFrame,
  TestAlertEndpointAnswer,
  TestAlertEndpointParams,
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
   * Free, also while trading is halted. Safe to repeat: an order that is already final is returned
   * unchanged. `cancelling` means that the venue has not confirmed the final state yet; the service
   * repeats the request until it does.
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
   * Cancels vouchers that were not redeemed.
   *
   * A cancelled code is 404 `invalid_code`. Give exactly one of `hash`, `label`, and `issuedFromMs`
   * with `issuedToMs`. Vouchers that were redeemed before stay as they are, and are counted.
   *
   * `DELETE /api/account/vouchers`. Access: admin.
   */
  cancelVouchers(params: CancelVouchersParams = {}, options?: CallOptions): Promise<CancelVouchersAnswer> {
    return this.readJson(
      {
        method: 'DELETE',
        path: '/api/account/vouchers',
        body: ['hash', 'label', 'issuedFromMs', 'issuedToMs'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Cancels what rests and closes every position of the bot.
   *
   * Each position is an order of its own, the largest loss first, also while openings are halted and
   * with an empty balance. It goes on until nothing is open, over restarts; an exit that its venue
   * refuses is tried again after 1, 2, 4 .. 60 minutes. Nothing is opened meanwhile. `resume: true`
   * of the control ends it.
   *
   * `POST /api/bot/close-all`. Access: key.
   */
  closeAll(options?: CallOptions): Promise<CloseAllAnswer> {
    return this.readJson({ server: 'bot', method: 'POST', path: '/api/bot/close-all' }, {}, options);
  }

  /**
   * Removes a credential that cannot be decrypted.
   *
   * A credential that can be decrypted is not removed; only its owner can do that. Until the owner
   * stores a new one, orders for the venue are rejected with `no_credentials`.
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
   * Closes an order whose venue can no longer be queried.
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
   * Compares what came in at the sources of money with what was recorded.
   *
   * Compares what came in since the last comparison without a difference; what left since then does
   * not count. A difference waits in the review.
   *
   * `POST /api/account/ledger/compare`. Access: admin.
   */
  compareLedger(options?: CallOptions): Promise<CompareLedgerAnswer> {
    return this.readJson({ method: 'POST', path: '/api/account/ledger/compare' }, {}, options);
  }

  /**
   * Changes how the bot trades, or halts it.
   *
   * Absent members stay unchanged. `kill: true` halts the bot at once, overrides `enabled`, and
   * stays until `kill: false`; with `halt: opening` closes and exits go on.
   *
   * `POST /api/bot/control`. Access: key.
   */
  controlBot(params: ControlBotParams = {}, options?: CallOptions): Promise<ControlBotAnswer> {
    return this.readJson(
      {
        server: 'bot',
        method: 'POST',
        path: '/api/bot/control',
        body: [
          'enabled',
          'venues',
          'assets',
          'minConfidence',
          'tradeSizeUsd',
          'maxStaleMs',
          'maxExposureUsd',
          'maxAssetUsd',
          'maxOpenPositions',
          'maxOrdersPerMin',
          'maxDailyLossUsd',
          'cooldownMs',
          'stopLossPct',
          'takeProfitPct',
          'maxHoldMs',
          'closeBeforeEndMs',
          'maxSpreadPct',
          'onNeutral',
          'paperBalanceUsd',
          'startPaused',
          'kill',
          'halt',
          'closeFirst',
          'resume',
        ],
      },
      { ...params },
      options,
    );
  }

  /**
   * Credits an owner.
   *
   * `ref` is the idempotency key, kept forever: repeating a credit changes nothing (`applied:
   * false`), and another owner or amount with the same `ref` is 400 `ref_conflict`.
   * `release:<deposit id>` pays out a deposit in review. `writeoff:<reason>` forgives a debt, at
   * most what the owner owes, and changes no balance. Other spellings of either, and spaces around
   * `ref`, are 400.
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
   * Debits an owner.
   *
   * The other side of a credit. `ref` is its idempotency key, kept forever and apart from those of
   * credits. More than the free balance is 402, unless `allowDebt` lets the rest become a debt.
   *
   * `POST /api/account/debit`. Access: admin.
   */
  debitOwner(params: DebitOwnerParams, options?: CallOptions): Promise<DebitOwnerAnswer> {
    return this.readJson(
      {
        method: 'POST',
        path: '/api/account/debit',
        body: ['owner', 'usd', 'microUsd', 'ref', 'reason', 'allowDebt'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Applies or dismisses an item of the review.
   *
   * `apply` does what the item proposes, `dismiss` ends it without any movement of money. An item
   * that ended before stays as it is (`applied: false`).
   *
   * `POST /api/account/review`. Access: admin.
   */
  decideReview(params: DecideReviewParams, options?: CallOptions): Promise<DecideReviewAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/review', body: ['id', 'action', 'owner', 'microUsd', 'reason'] },
      { ...params },
      options,
    );
  }

  /**
   * Disconnects a venue.
   *
   * Succeeds even when the venue is not connected. A key can disconnect the venues that it can
   * connect.
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
   * Explanation why two markets are linked or not.
   *
   * Compares the two markets again and shows how each was read: its words, numbers, date and sides.
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
   * Live events of many assets on one connection, named in a body.
   *
   * Begins with a snapshot of each asset and `ready`, whose id is the position from which the reader
   * resumes; every later event has an id. Events of 50 ms arrive together. A reader with more than
   * 256 KiB unread receives the newest event of each asset and kind; `skipped` counts those in
   * between; with `raw` it is ended by `resync` at 1 MiB instead. Takes one slot and costs one
   * connect, however many assets it has. Members are the parameters of the GET. Begins with the
   * comment `: connected`; `: heartbeat` follows every 25 s. Send the id of the last event as
   * `Last-Event-ID` to resume after it. `event: resync` with `{lastEventId}` means that events were
   * missed; the newest state follows. At shutdown a `retry:` hint is sent. A reader that leaves more
   * than 1 MiB unread, or anything for 30 s, is disconnected.
   *
   * `POST /api/stream`. Access: pro (realtime).
   */
  followAssets(
    params: FollowAssetsParams,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<FollowAssetsFrame>, void, undefined> {
    return this.openStream(
      { method: 'POST', path: '/api/stream', body: ['assets', 'kinds', 'maxRate', 'raw', 'partial'] },
      { ...params },
      options,
    );
  }

  /**
   * Gives up a vault key that is lost.
   *
   * Removes the credentials under the key, which nobody can decrypt any more, and opens the vault if
   * that key was all it lacked. A key that is configured, or that a running process has, is not
   * lost: the call is refused. Safe to repeat.
   *
   * `POST /api/admin/vault/forget`. Access: admin.
   */
  forgetVaultKey(params: ForgetVaultKeyParams, options?: CallOptions): Promise<ForgetVaultKeyAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/admin/vault/forget', body: ['keyId'] },
      { ...params },
      options,
    );
  }

  /**
   * Anomalies in the data and the service.
   *
   * A warning makes the verdict `degraded`, a critical anomaly makes it `critical`. Page the
   * operator when `alertable` is true: the verdict is critical and the warm-up of 90 s is over.
   *
   * `GET /api/health/anomalies`.
   */
  getAnomalies(options?: CallOptions): Promise<GetAnomaliesAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/anomalies' }, {}, options);
  }

  /**
   * One asset: newest state, candles, book or rules.
   *
   * Perpetuals have book and funding; binaries have rules and history. For an asset that has left
   * its venue, ticker is null and the rest comes from the store.
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
   * Computed from log returns of the newest 5,000 live records, or of the newest 720 hours when
   * those cover less than six hours, and annualised by the time that they cover. Figures are
   * fractions: 0.05 is 5 %, of probabilities too, whose risk in percentage points is `points`. For
   * probabilities, figures about the return of a year are null.
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
   * Computed from hourly bars of 30 days and annualised by the time that they cover. Hours that were
   * not recorded are asked of the venue once, for two seconds at most.
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
   * Newest ledger entries, oldest first; `nextCursor` leads to earlier ones. Each has the change of
   * the balance and the balance after it.
   *
   * `GET /api/account/balance`. Access: key.
   */
  getBalance(params: GetBalanceParams = {}, options?: CallOptions): Promise<GetBalanceAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/balance', query: ['limit', 'cursor', 'days'] },
      { ...params },
      options,
    );
  }

  /**
   * Live order book of one asset.
   *
   * Books of binaries are in terms of Yes. A book that the venue confirms to be empty gives two
   * empty lists; a book that could not be read gives 503.
   *
   * `GET /api/book/{asset}`.
   */
  getBook(params: GetBookParams, options?: CallOptions): Promise<GetBookAnswer> {
    return this.readJson({ method: 'GET', path: '/api/book/{asset}' }, { ...params }, options);
  }

  /**
   * Order book of one asset as it stood at a moment.
   *
   * Holds every message that had arrived by then, by our clock; binaries in terms of Yes. A moment
   * just now waits up to 3 s for its record. Where the book was not recorded the answer is 200, and
   * whyNull says why.
   *
   * `GET /api/book/{asset}/at`. Access: pro (history).
   */
  getBookAt(params: GetBookAtParams, options?: CallOptions): Promise<GetBookAtAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/book/{asset}/at', query: ['t', 'levels'] },
      { ...params },
      options,
    );
  }

  /**
   * Every change of a recorded order book.
   *
   * Oldest first, at most 31 days at once; without a window the last hour. It begins with the book
   * at fromMs, where it is known, and has the whole book at each begin of a span; `break` says where
   * and why the book ceased to be known. A page never ends within a message and may so exceed limit
   * by one of them.
   *
   * `GET /api/book/{asset}/changes`. Access: pro (history).
   */
  getBookChanges(params: GetBookChangesParams, options?: CallOptions): Promise<GetBookChangesAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/book/{asset}/changes', query: ['fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Changes of a recorded order book as an Arrow IPC stream.
   *
   * Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. It begins with the
   * book at fromMs, where it is known, and has the whole book at each begin of a span; `break` says
   * where and why the book ceased to be known. A page never ends within a message and may so exceed
   * limit by one of them. X-Truncated says whether more follows; X-Next-Cursor and Link lead there.
   *
   * `GET /api/book/{asset}/changes/arrow`. Access: enterprise (history-export).
   */
  getBookChangesArrow(params: GetBookChangesArrowParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      {
        method: 'GET',
        path: '/api/book/{asset}/changes/arrow',
        query: ['fromMs', 'toMs', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Changes of a recorded order book as CSV.
   *
   * Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. It begins with the
   * book at fromMs, where it is known, and has the whole book at each begin of a span; `break` says
   * where and why the book ceased to be known. A page never ends within a message and may so exceed
   * limit by one of them. X-Truncated says whether more follows; X-Next-Cursor and Link lead there.
   *
   * `GET /api/book/{asset}/changes/csv`. Access: enterprise (history-export).
   */
  getBookChangesCsv(params: GetBookChangesCsvParams, options?: CallOptions): Promise<string> {
    return this.readText(
      { method: 'GET', path: '/api/book/{asset}/changes/csv', query: ['fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Changes of a recorded order book as JSON lines.
   *
   * Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. It begins with the
   * book at fromMs, where it is known, and has the whole book at each begin of a span; `break` says
   * where and why the book ceased to be known. A page never ends within a message and may so exceed
   * limit by one of them. X-Truncated says whether more follows; X-Next-Cursor and Link lead there.
   *
   * `GET /api/book/{asset}/changes/jsonl`. Access: enterprise (history-export).
   */
  getBookChangesJsonl(params: GetBookChangesJsonlParams, options?: CallOptions): Promise<string> {
    return this.readText(
      {
        method: 'GET',
        path: '/api/book/{asset}/changes/jsonl',
        query: ['fromMs', 'toMs', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Changes of a recorded order book as Parquet.
   *
   * Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. It begins with the
   * book at fromMs, where it is known, and has the whole book at each begin of a span; `break` says
   * where and why the book ceased to be known. A page never ends within a message and may so exceed
   * limit by one of them. X-Truncated says whether more follows; X-Next-Cursor and Link lead there.
   *
   * `GET /api/book/{asset}/changes/parquet`. Access: enterprise (history-export).
   */
  getBookChangesParquet(params: GetBookChangesParquetParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      {
        method: 'GET',
        path: '/api/book/{asset}/changes/parquet',
        query: ['fromMs', 'toMs', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Spread and depth of recorded order books, in buckets.
   *
   * Means over the book at each full second in which both sides have a level; buckets without any
   * are left out. At most 7 days and 5,000 buckets at once; without a window the last hour.
   *
   * `GET /api/book/{asset}/depth`. Access: pro (history).
   */
  getBookDepth(params: GetBookDepthParams, options?: CallOptions): Promise<GetBookDepthAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/book/{asset}/depth', query: ['fromMs', 'toMs', 'bucketMs', 'within'] },
      { ...params },
      options,
    );
  }

  /**
   * Recorded order books of one asset, step by step.
   *
   * The book at each step, oldest first; steps are the multiples of everyMs since 1970, and those
   * without a book are left out. At most 7 days at once; without a window the last hour. A page of
   * deep books may end before limit: nextCursor leads on.
   *
   * `GET /api/book/{asset}/history`. Access: pro (history).
   */
  getBookHistory(params: GetBookHistoryParams, options?: CallOptions): Promise<GetBookHistoryAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/book/{asset}/history',
        query: ['fromMs', 'toMs', 'everyMs', 'levels', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Cost of a market order on the recorded book of a moment.
   *
   * Binaries are bought and sold in terms of Yes. Where the book was not recorded, result is null
   * and whyNull says why. Of a venue that sends a part of the levels, an order that takes all of
   * them may be filled or not: fullyFilled is null.
   *
   * `GET /api/book/{asset}/slippage`. Access: pro (history).
   */
  getBookSlippage(params: GetBookSlippageParams, options?: CallOptions): Promise<GetBookSlippageAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/book/{asset}/slippage', query: ['t', 'size', 'side', 'sizeUnit'] },
      { ...params },
      options,
    );
  }

  /**
   * Orders of the bot.
   *
   * Orders of the current execution mode, newest first; `nextCursor` leads to older ones, and no
   * order is shown twice. Costs no credits.
   *
   * `GET /api/bot/orders`. Access: key.
   */
  getBotOrders(params: GetBotOrdersParams = {}, options?: CallOptions): Promise<GetBotOrdersAnswer> {
    return this.readJson(
      {
        server: 'bot',
        method: 'GET',
        path: '/api/bot/orders',
        query: ['state', 'asset', 'from', 'to', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Orders of the bot as CSV.
   *
   * A row for each order, newest first; a field that is not known is empty. X-Truncated says whether
   * older orders follow; X-Next-Cursor and Link lead to them.
   *
   * `GET /api/bot/orders.csv`. Access: key.
   */
  getBotOrdersCsv(params: GetBotOrdersCsvParams = {}, options?: CallOptions): Promise<string> {
    return this.readText(
      {
        server: 'bot',
        method: 'GET',
        path: '/api/bot/orders.csv',
        query: ['state', 'asset', 'from', 'to', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Gain of the bot by UTC day.
   *
   * Days of the current execution mode, newest first, from the bot's first one on; a day without
   * trades is one of zeros. All days together are `equity.realizedUsd` of the status. Costs no
   * credits.
   *
   * `GET /api/bot/pnl`. Access: key.
   */
  getBotPnl(params: GetBotPnlParams = {}, options?: CallOptions): Promise<GetBotPnlAnswer> {
    return this.readJson(
      { server: 'bot', method: 'GET', path: '/api/bot/pnl', query: ['from', 'to', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Gain of the bot by UTC day as CSV.
   *
   * A row for each day, newest first. X-Truncated says whether older days follow; X-Next-Cursor and
   * Link lead to them.
   *
   * `GET /api/bot/pnl.csv`. Access: key.
   */
  getBotPnlCsv(params: GetBotPnlCsvParams = {}, options?: CallOptions): Promise<string> {
    return this.readText(
      { server: 'bot', method: 'GET', path: '/api/bot/pnl.csv', query: ['from', 'to', 'limit', 'cursor'] },
      { ...params },
      options,
    );
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
   * Price, fair value, liquidity, horizon, risk, flow, carry and a signal with its reasons. Unknown
   * values are null. For an asset that has left its venue, the bundle comes from stored records and
   * is stale.
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
   * How often markets priced at p came true.
   *
   * Prices of resolved markets at times before the end that the venue stated at the time, by venue,
   * kind, category and horizon, the largest cells first. Venues are never added up: their markets
   * differ. docs/calibration.md tells how to read it.
   *
   * `GET /api/calibration`.
   */
  getCalibration(params: GetCalibrationParams = {}, options?: CallOptions): Promise<GetCalibrationAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/calibration',
        query: ['venue', 'kind', 'category', 'horizon', 'days', 'bands', 'limit'],
      },
      { ...params },
      options,
    );
  }

  /**
   * The samples of one cell of the calibration.
   *
   * Every market of the cell with its price at the horizon and how it came out, by stated end, of
   * all closed days. nextCursor leads to the next page.
   *
   * `GET /api/calibration/samples`. Access: pro (history).
   */
  getCalibrationSamples(
    params: GetCalibrationSamplesParams,
    options?: CallOptions,
  ): Promise<GetCalibrationSamplesAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/calibration/samples',
        query: ['venue', 'kind', 'category', 'horizon', 'band', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Funding carry of one perpetual.
   *
   * Uses the rate of the current hour, not compounded; the next hour can differ. Assets of other
   * kinds are answered with 404 not_perpetual.
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
   * Cascades are found in recorded prices only; no liquidation feed is used. One long slide is one
   * cascade, however many windows it spans.
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
   * Lists every method and path in the order of the OpenAPI document. `server` says which of the two
   * servers answers it.
   *
   * `GET /api`.
   */
  getCatalogue(options?: CallOptions): Promise<GetCatalogueAnswer> {
    return this.readJson({ method: 'GET', path: '/api' }, {}, options);
  }

  /**
   * What changed for callers, newest first.
   *
   * One entry per change, with its version and the affected paths.
   *
   * `GET /api/changelog`.
   */
  getChangelog(options?: CallOptions): Promise<GetChangelogAnswer> {
    return this.readJson({ method: 'GET', path: '/api/changelog' }, {}, options);
  }

  /**
   * Correlations of log returns.
   *
   * Prices are aligned to one time grid; the last record is carried forward for up to twelve bars.
   * `overlap` shows how much was recorded, `carriedPerAsset` how much was carried. Assets with too
   * little data or a constant price are dropped, with the reason.
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
   * Connected venues.
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
   * Every transfer to an address is credited to the owner, no matter who sends it. Addresses never
   * change. Anyone can compute them from `salt`, `factory` and `implementation` with `crosstape
   * deposits derive`.
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
   * How the endpoints of the venues differ from what this release knows.
   *
   * By venue and endpoint, since the start of the process that reads the venue: when it last worked,
   * how many answers came, how many answers and rows were refused, and members that this release
   * does not know.
   *
   * `GET /api/health/drift`.
   */
  getDrift(options?: CallOptions): Promise<GetDriftAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/drift' }, {}, options);
  }

  /**
   * Probes of every endpoint.
   *
   * Calls every endpoint within the process. Degraded: slower than 1 s, a 4xx answer, or a verdict
   * of DOWN. Results are kept for 30 s.
   *
   * `GET /api/health/endpoints`.
   */
  getEndpointHealth(options?: CallOptions): Promise<GetEndpointHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/endpoints' }, {}, options);
  }

  /**
   * Evidence of a verdict.
   *
   * A file with the grounds of the verdict: rules, terms, recorded prices, the result, and the
   * hashes that link them to the heads of their days. `python3 clients/check-settled.py` checks it
   * without this service. docs/settled.md says what it proves.
   *
   * `GET /api/settled/{asset}/evidence`.
   */
  getEvidence(params: GetEvidenceParams, options?: CallOptions): Promise<GetEvidenceAnswer> {
    return this.readJson({ method: 'GET', path: '/api/settled/{asset}/evidence' }, { ...params }, options);
  }

  /**
   * Spans of books of one venue and day.
   *
   * Times within which a book is known, sorted by asset and time. The manifest lists the files with
   * `tables=books,trades`. Range, If-Range, If-None-Match and HEAD are supported; the ETag is the
   * SHA-256. A file that does not exist yet is made on request: 503 preparing after 10 s.
   *
   * `GET /api/export/bookSpans/{venueFolder}/{dateFolder}/{file}`. Access: enterprise
   * (history-export).
   */
  getExportBookSpans(params: GetExportBookSpansParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      { method: 'GET', path: '/api/export/bookSpans/{venueFolder}/{dateFolder}/{file}', query: ['assets'] },
      { ...params },
      options,
    );
  }

  /**
   * Books of one venue and day.
   *
   * Whole books, and changes whose size is the new total of a level, sorted by asset and time. The
   * manifest lists the files with `tables=books,trades`. Range, If-Range, If-None-Match and HEAD are
   * supported; the ETag is the SHA-256. A file that does not exist yet is made on request: 503
   * preparing after 10 s.
   *
   * `GET /api/export/books/{venueFolder}/{dateFolder}/{file}`. Access: enterprise (history-export).
   */
  getExportBooks(params: GetExportBooksParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      { method: 'GET', path: '/api/export/books/{venueFolder}/{dateFolder}/{file}', query: ['assets'] },
      { ...params },
      options,
    );
  }

  /**
   * A table or a guide of the tree.
   *
   * Returns gaps, resolutions, markets, rules, links, forecasts, marks, settled, bars as Parquet, or
   * one of the guides duckdb.sql and README.md. Range, If-Range, If-None-Match and HEAD are
   * supported; the ETag is the SHA-256. A file that does not exist yet is made on request: 503
   * preparing after 10 s.
   *
   * `GET /api/export/{file}`. Access: enterprise (history-export).
   */
  getExportFile(params: GetExportFileParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      { method: 'GET', path: '/api/export/{file}', query: ['venues', 'assets', 'tables', 'empty'] },
      { ...params },
      options,
    );
  }

  /**
   * Manifest of all recorded data as a tree of files.
   *
   * Lists one or more Parquet files per venue and closed day. A file without a sha256 is made when
   * it is requested. A key for some venues sees only those venues.
   *
   * `GET /api/export/manifest`. Access: enterprise (history-export).
   */
  getExportManifest(
    params: GetExportManifestParams = {},
    options?: CallOptions,
  ): Promise<GetExportManifestAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/export/manifest', query: ['venues', 'assets', 'tables', 'open'] },
      { ...params },
      options,
    );
  }

  /**
   * Observations of one venue and day.
   *
   * Columns asset, t, p, v, s, sorted by asset and time. Range, If-Range, If-None-Match and HEAD are
   * supported; the ETag is the SHA-256. A file that does not exist yet is made on request: 503
   * preparing after 10 s.
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
   * Trades of one venue and day.
   *
   * Trades with the side of their taker, sorted by asset and time. The manifest lists the files with
   * `tables=books,trades`. Range, If-Range, If-None-Match and HEAD are supported; the ETag is the
   * SHA-256. A file that does not exist yet is made on request: 503 preparing after 10 s.
   *
   * `GET /api/export/trades/{venueFolder}/{dateFolder}/{file}`. Access: enterprise (history-export).
   */
  getExportTrades(params: GetExportTradesParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      { method: 'GET', path: '/api/export/trades/{venueFolder}/{dateFolder}/{file}', query: ['assets'] },
      { ...params },
      options,
    );
  }

  /**
   * Newest state of every tracked market.
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
   * Configuration of the service and the kill switch.
   *
   * Shows which features the settings turn on, and whether all trading is halted. Secrets are not
   * shown.
   *
   * `GET /api/admin/flags`. Access: admin.
   */
  getFlags(options?: CallOptions): Promise<GetFlagsAnswer> {
    return this.readJson({ method: 'GET', path: '/api/admin/flags' }, {}, options);
  }

  /**
   * Order flow of one asset.
   *
   * Records are classified by the tick rule: a higher price is a buy, a lower price a sell, and an
   * unchanged price has the side of the record before. The weight of a record is its traded volume
   * if any record has one, otherwise 1. Filled-in closes have no side and no weight. `stated` needs
   * no such guess: it counts recorded trades by the side that their venue stated.
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
   * Funding payments of one perpetual.
   *
   * The payments of up to 30 days, as the venue states them: one at the end of each hour. Assets of
   * other kinds are answered with 404 not_perpetual.
   *
   * `GET /api/asset/{asset}/funding`.
   */
  getFunding(params: GetFundingParams, options?: CallOptions): Promise<GetFundingAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/asset/{asset}/funding', query: ['days'] },
      { ...params },
      options,
    );
  }

  /**
   * Funding of the largest perpetuals by day.
   *
   * Sums of the hourly payments that venues state, by UTC day (a payment at midnight is of the day
   * that ends), of the perpetuals with the largest 24 h volume. An answer never waits for a venue:
   * perpetuals whose payments are not known yet have `state` waiting and come with a later request,
   * some a minute; `waiting` counts them. Payments of an hour are there two minutes after it.
   *
   * `GET /api/funding`.
   */
  getFundingDays(params: GetFundingDaysParams = {}, options?: CallOptions): Promise<GetFundingDaysAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/funding', query: ['days', 'limit'] },
      { ...params },
      options,
    );
  }

  /**
   * Gaps in the recording.
   *
   * Newest gaps that overlap the window, oldest first: of whole venues and of single assets.
   * nextCursor leads to earlier gaps; pages can be shorter than limit.
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
   * Liveness of the process, and its stream subscribers.
   *
   * For load balancers: answers as soon as the service listens, even when venues are down.
   * /api/feed/health reports on recording.
   *
   * `GET /api/health`.
   */
  getHealth(options?: CallOptions): Promise<GetHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health' }, {}, options);
  }

  /**
   * Recorded observations of one asset.
   *
   * Returns the newest records of the window, oldest first. nextCursor leads to earlier records;
   * pages neither overlap nor skip any.
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
   * Buckets start at multiples of bucketMs since the Unix epoch, so those of different windows line
   * up: weeks begin on Thursday, days in UTC. `bucket` in place of bucketMs gives the days, weeks
   * (from Monday on) or months of a time zone. Empty buckets are left out. With bucketMs of whole
   * hours, buckets in which nothing was recorded are filled from candles of the venue, where it has
   * its own: `filled` is true and count 0. At most the newest 50,000 are returned.
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
        query: ['bucketMs', 'bucket', 'tz', 'fromMs', 'toMs', 'op'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Recorded observations as an Arrow IPC stream.
   *
   * Oldest records of the window first, in columns t, p, v, s. The header X-Truncated says whether
   * later records were left out; X-Next-Cursor and Link lead to them.
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
   * Recorded observations as CSV.
   *
   * The newest records of the window, oldest first, in columns t, p, v, s. The field of an unknown
   * volume or source is empty. The header X-Truncated says whether earlier records were left out;
   * X-Next-Cursor and Link lead to them.
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
   * Oldest records of the window first, in columns t, p, v, s. The header X-Truncated says whether
   * later records were left out; X-Next-Cursor and Link lead to them.
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
   * Oldest records of the window first, in columns t, p, v, s. The header X-Truncated says whether
   * later records were left out; X-Next-Cursor and Link lead to them.
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
   * Sorted by venue and asset id, or by relevance with `q`. `minBasisBps` finds assets whose price
   * differs from fair value: the oracle price of a perpetual, the consensus of linked venues for a
   * binary. Binaries must also differ by half a cent. The summary counts all entries that pass the
   * filters.
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
   * Bots by realised profit.
   *
   * Bots of the current execution mode, sorted by realised profit, then volume, then handle.
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
   * Balance, debts, holds, deposits and entries of an owner.
   *
   * The newest entries, oldest first; `nextCursor` leads to earlier ones. An owner without any money
   * has a balance of 0 and empty lists.
   *
   * `GET /api/account/ledger`. Access: admin.
   */
  getLedger(params: GetLedgerParams, options?: CallOptions): Promise<GetLedgerAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/ledger', query: ['owner', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Markets that ask the same question.
   *
   * Fair value and arbitrage use only undisputed `same` and `opposite` links with a confidence of at
   * least 0.9. The matcher rejects a pair when a number, a date, a direction or a word differs.
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
   * Several series merged by time.
   *
   * Oldest records of the window first, sorted by time and asset id, in columns asset, t, p, v, s.
   * The header X-Truncated says whether later records were left out; X-Next-Cursor and Link lead to
   * them.
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
   * Metrics in the text format of Prometheus; every name begins with `crosstape_`. Metrics about
   * money require the metrics token (`Authorization: Bearer`). When none is configured, programs on
   * the same machine can read them outside production.
   *
   * `GET /metrics`.
   */
  getMetrics(options?: CallOptions): Promise<string> {
    return this.readText({ method: 'GET', path: '/metrics' }, {}, options);
  }

  /**
   * Largest price moves of 24 hours.
   *
   * The change of a perpetual is its venue's own figure; that of a binary is measured against its
   * last record 24 to 30 hours ago. Assets without such a record are not eligible, nor are those
   * with a stale price. Changes are fractions, in which a probability that rises from 1 % to 2 %
   * leads: `by=pts` or `by=logOdds` rank probabilities as such, without perpetuals.
   *
   * `GET /api/movers`.
   */
  getMovers(params: GetMoversParams = {}, options?: CallOptions): Promise<GetMoversAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/movers',
        query: ['topN', 'minPriceChangePct', 'kind', 'by', 'minChangePts', 'minVolumeUsd'],
      },
      { ...params },
      options,
    );
  }

  /**
   * This document.
   *
   * OpenAPI 3.1.0 document, generated from the routes. The only JSON answer without `ok`.
   *
   * `GET /api/openapi.json`.
   */
  getOpenApi(options?: CallOptions): Promise<GetOpenApiAnswer> {
    return this.readJson({ method: 'GET', path: '/api/openapi.json' }, {}, options);
  }

  /**
   * Price and freshness of one asset.
   *
   * A short answer for frequent calls. Binaries have no `change24hPct`: use the bundle or the
   * movers.
   *
   * `GET /api/m2m/{asset}/quote`.
   */
  getQuote(params: GetQuoteParams, options?: CallOptions): Promise<GetQuoteAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/m2m/{asset}/quote', query: ['activity', 'market', 'venueNativeUrl'] },
      { ...params },
      options,
    );
  }

  /**
   * Recorded series.
   *
   * With limit, returns one page; nextCursor leads to the next. A page can have fewer series than
   * limit when q or active filter many out. Without limit, returns all series.
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
   * Reference prices and their relays.
   *
   * Series of the prices that short markets settle by, with what is missing of the last 24 hours,
   * and every relay, those that are off too. Counters are of this run.
   *
   * `GET /api/references`.
   */
  getReferences(options?: CallOptions): Promise<GetReferencesAnswer> {
    return this.readJson({ method: 'GET', path: '/api/references' }, {}, options);
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
   * Revenue by UTC day.
   *
   * Computed from the ledger: what streams and trades were charged, and apart from it what was given
   * back and what the operator corrected by hand. Deposits are no revenue. All days together are the
   * balances of `revenue:stream` and `revenue:trade_fee` of `/api/account/accounts`.
   *
   * `GET /api/admin/revenue`. Access: admin.
   */
  getRevenue(params: GetRevenueParams = {}, options?: CallOptions): Promise<GetRevenueAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/admin/revenue', query: ['days'] },
      { ...params },
      options,
    );
  }

  /**
   * Whether results of markets follow from recorded prices.
   *
   * Markets that settle by a price, decided again from the recorded values of their own source;
   * docs/settled.md says what that proves. Oldest first by decidedAt, then asset. To follow, repeat
   * the request with since set to the last decidedAt: a market that is decided anew comes again.
   *
   * `GET /api/settled`.
   */
  getSettled(params: GetSettledParams = {}, options?: CallOptions): Promise<GetSettledAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/settled',
        query: ['venue', 'source', 'verdict', 'reason', 'since', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Heads of closed days.
   *
   * A line a day (UTC), closed days alone, oldest first. Kept elsewhere, a head proves that nothing
   * of its day and of the days before was altered since; docs/settled.md tells what else it does not
   * prove. At most 400 days, by default the last ones.
   *
   * `GET /api/settled/heads`.
   */
  getSettledHeads(params: GetSettledHeadsParams = {}, options?: CallOptions): Promise<GetSettledHeadsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/settled/heads', query: ['fromDay', 'toDay'] },
      { ...params },
      options,
    );
  }

  /**
   * How one market settles, and whether its result follows.
   *
   * The terms as the venue states them, what it stated afterwards, and the verdict. `settled` is
   * null for a market that names no price (not_applicable), before its resolution (not_resolved),
   * and for some seconds after it (not_decided).
   *
   * `GET /api/settled/{asset}`.
   */
  getSettledMarket(params: GetSettledMarketParams, options?: CallOptions): Promise<GetSettledMarketAnswer> {
    return this.readJson({ method: 'GET', path: '/api/settled/{asset}' }, { ...params }, options);
  }

  /**
   * How many results follow from recorded prices, by venue and source.
   *
   * Markets that closed in the last days. `share` is reproduced of those that were decided, with an
   * interval that counts markets on one value once; `coverage` is how many were decided.
   *
   * `GET /api/settled/summary`.
   */
  getSettledSummary(
    params: GetSettledSummaryParams = {},
    options?: CallOptions,
  ): Promise<GetSettledSummaryAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/settled/summary', query: ['days'] },
      { ...params },
      options,
    );
  }

  /**
   * Cost of a market order on the live book.
   *
   * Binaries are bought and sold in terms of Yes. An empty book fills nothing; a book that could not
   * be read gives 503.
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
   * Health of the snapshot file.
   *
   * The snapshot file keeps the newest state for a restart. OK: at most 10 minutes old; WARN: at
   * most 30; DOWN (503): older or missing.
   *
   * `GET /api/health/snapshotter`.
   */
  getSnapshotterHealth(options?: CallOptions): Promise<GetSnapshotterHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/snapshotter' }, {}, options);
  }

  /**
   * Half-hourly closes of many assets over 24 hours.
   *
   * For small charts. Half hours start at multiples of bucketMs since the Unix epoch; the last one
   * is still running. Hours filled in from a candle of the venue have its close in both halves. They
   * appear within 15 minutes, those before the first record within a minute.
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
   * The limit is applied to each list before sorting; the summary counts all assets. nextCursor
   * leads to the next rows of every list.
   *
   * `GET /api/alerts/stale`.
   */
  getStaleAssets(params: GetStaleAssetsParams = {}, options?: CallOptions): Promise<GetStaleAssetsAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/alerts/stale',
        query: ['thresholdMin', 'limit', 'sortBy', 'venue', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Stale assets as a CSV download.
   *
   * Columns kind, venue, asset, lastIso, staleForMs, count, bytes. Stale rows come first, then
   * assets without a record, then those below our own limit. X-Truncated says whether rows were left
   * out; X-Next-Cursor and Link lead to them.
   *
   * `GET /api/alerts/stale.csv`.
   */
  getStaleAssetsCsv(params: GetStaleAssetsCsvParams = {}, options?: CallOptions): Promise<string> {
    return this.readText(
      {
        method: 'GET',
        path: '/api/alerts/stale.csv',
        query: ['thresholdMin', 'limit', 'sortBy', 'venue', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Stored reports of stale assets.
   *
   * Reports are stored every five minutes and kept for 48 hours. The threshold of this request is
   * applied to each. Without a stored report in this time, the current state is returned.
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
   * Covers the 40 largest perpetuals and the 20 largest markets of each binary kind by 24 h volume.
   * Computed from stored hourly bars of 30 days and annualised by the time that they cover. Results
   * are kept for about 20 s; figures missing here appear once /api/asset/{asset}/stats was
   * requested.
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
   * Recorded trades of one asset.
   *
   * Newest first, at most 31 days at once; without a window the last hour. `side` is that of the
   * taker as the venue states it, in terms of Yes, and never a guess. Trades that are compared with
   * what settled may change for some hours.
   *
   * `GET /api/trades/{asset}`. Access: pro (history).
   */
  getTrades(params: GetTradesParams, options?: CallOptions): Promise<GetTradesAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/trades/{asset}', query: ['fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Recorded trades as an Arrow IPC stream.
   *
   * Oldest first, in columns t, venueT, price, size, side, sideSource, id, settled, source, isBlock.
   * `settled` and `isBlock` are 1 or 0. X-Truncated says whether more follows; X-Next-Cursor and
   * Link lead there.
   *
   * `GET /api/trades/{asset}/arrow`. Access: enterprise (history-export).
   */
  getTradesArrow(params: GetTradesArrowParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      { method: 'GET', path: '/api/trades/{asset}/arrow', query: ['fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Recorded trades as CSV.
   *
   * Oldest first, in columns t, venueT, price, size, side, sideSource, id, settled, source, isBlock.
   * `settled` and `isBlock` are 1 or 0. X-Truncated says whether more follows; X-Next-Cursor and
   * Link lead there.
   *
   * `GET /api/trades/{asset}/csv`. Access: enterprise (history-export).
   */
  getTradesCsv(params: GetTradesCsvParams, options?: CallOptions): Promise<string> {
    return this.readText(
      { method: 'GET', path: '/api/trades/{asset}/csv', query: ['fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Recorded trades as JSON lines.
   *
   * Oldest first, in columns t, venueT, price, size, side, sideSource, id, settled, source, isBlock.
   * `settled` and `isBlock` are 1 or 0. X-Truncated says whether more follows; X-Next-Cursor and
   * Link lead there.
   *
   * `GET /api/trades/{asset}/jsonl`. Access: enterprise (history-export).
   */
  getTradesJsonl(params: GetTradesJsonlParams, options?: CallOptions): Promise<string> {
    return this.readText(
      { method: 'GET', path: '/api/trades/{asset}/jsonl', query: ['fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Recorded trades as Parquet.
   *
   * Oldest first, in columns t, venueT, price, size, side, sideSource, id, settled, source, isBlock.
   * `settled` and `isBlock` are 1 or 0. X-Truncated says whether more follows; X-Next-Cursor and
   * Link lead there.
   *
   * `GET /api/trades/{asset}/parquet`. Access: enterprise (history-export).
   */
  getTradesParquet(params: GetTradesParquetParams, options?: CallOptions): Promise<Uint8Array> {
    return this.readBytes(
      { method: 'GET', path: '/api/trades/{asset}/parquet', query: ['fromMs', 'toMs', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Total of the prepaid balances, and of the deposits in review.
   *
   * For the operator: the prepaid liability, computed from the ledger.
   *
   * `GET /api/account/treasury`. Access: admin.
   */
  getTreasury(options?: CallOptions): Promise<GetTreasuryAnswer> {
    return this.readJson({ method: 'GET', path: '/api/account/treasury' }, {}, options);
  }

  /**
   * Probes of every upstream of every venue.
   *
   * Calls every upstream over the network with a limit of 5 s. Results are kept for 30 s.
   *
   * `GET /api/health/upstream`.
   */
  getUpstreamHealth(options?: CallOptions): Promise<GetUpstreamHealthAnswer> {
    return this.readJson({ method: 'GET', path: '/api/health/upstream' }, {}, options);
  }

  /**
   * Usage and limits of the key.
   *
   * Counts are for the current calendar month in UTC. Only requests to premium endpoints count;
   * account calls do not.
   *
   * `GET /api/account/usage`. Access: key.
   */
  getUsage(params: GetUsageParams = {}, options?: CallOptions): Promise<GetUsageAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/usage', query: ['days'] },
      { ...params },
      options,
    );
  }

  /**
   * Volume by price of one asset.
   *
   * Bins start at multiples of priceStep; empty bins are left out. When no record has a traded
   * volume, records are counted instead.
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
   * Registered wallets and deposit addresses.
   *
   * Transfers from a registered wallet to a `depositAddress` are credited to its owner once their
   * block is final. Letter case does not matter in addresses of EVM chains. The operator names the
   * `owner`.
   *
   * `GET /api/account/wallets`. Access: key.
   */
  getWallets(params: GetWalletsParams = {}, options?: CallOptions): Promise<GetWalletsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/wallets', query: ['owner'] },
      { ...params },
      options,
    );
  }

  /**
   * Watches deposit addresses that owners were told before.
   *
   * Takes lines of deposit-addresses.jsonl, of which no address that is there is lost. An owner that
   * is not known gets the id of then; one that has another address keeps it, and the one of then is
   * watched beside it. Nothing is changed for an address that belongs to another owner.
   *
   * `POST /api/account/deposits/addresses`. Access: admin.
   */
  importAddresses(params: ImportAddressesParams, options?: CallOptions): Promise<ImportAddressesAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/deposits/addresses', body: ['addresses'] },
      { ...params },
      options,
    );
  }

  /**
   * Issue an API key.
   *
   * The key appears only in this answer; the service stores its hash. With `botId`, after `DELETE
   * /api/account/keys {botId}`, positions, settings and order ids of the bot stay.
   *
   * `POST /api/account/keys`. Access: admin.
   */
  issueKey(params: IssueKeyParams = {}, options?: CallOptions): Promise<IssueKeyAnswer> {
    return this.readJson(
      {
        method: 'POST',
        path: '/api/account/keys',
        body: ['tier', 'owner', 'botId', 'label', 'venues', 'expiresAt'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Issues vouchers of one value.
   *
   * The codes appear only in this answer; the service stores their hashes.
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
   * Halts or resumes one bot, or closes all of its positions.
   *
   * Takes exactly one of kill, halt and closeAll: the same as in `POST /api/bot/control`, and `POST
   * /api/bot/close-all`. Takes effect at once and survives restarts. To halt all bots, use `POST
   * /api/admin/flags`.
   *
   * `POST /api/admin/bots`. Access: admin.
   */
  killBot(params: KillBotParams, options?: CallOptions): Promise<KillBotAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/admin/bots', body: ['botId', 'kill', 'halt', 'closeAll'] },
      { ...params },
      options,
    );
  }

  /**
   * Accounts of the ledger that are no owner’s.
   *
   * Money that arrived (`asset:`, negative), was earned (`revenue:`), is in review (`review:`), was
   * credited or debited by hand (`adjust:`), and all debts (`receivable`). With the balances of the
   * owners they add up to 0.
   *
   * `GET /api/account/accounts`. Access: admin.
   */
  listAccounts(options?: CallOptions): Promise<ListAccountsAnswer> {
    return this.readJson({ method: 'GET', path: '/api/account/accounts' }, {}, options);
  }

  /**
   * Actions of the operator, newest first.
   *
   * Each change that was made with the admin token or a command, stored together with it.
   *
   * `GET /api/admin/actions`. Access: admin.
   */
  listActions(params: ListActionsParams = {}, options?: CallOptions): Promise<ListActionsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/admin/actions', query: ['limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Endpoints that alerts are sent to.
   *
   * Neither URLs nor secrets are shown.
   *
   * `GET /api/alerts/endpoints`. Access: admin.
   */
  listAlertEndpoints(options?: CallOptions): Promise<ListAlertEndpointsAnswer> {
    return this.readJson({ method: 'GET', path: '/api/alerts/endpoints' }, {}, options);
  }

  /**
   * Alerts with their deliveries, newest first.
   *
   * Kept for 30 days.
   *
   * `GET /api/alerts/events`. Access: admin.
   */
  listAlertEvents(params: ListAlertEventsParams = {}, options?: CallOptions): Promise<ListAlertEventsAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/alerts/events', query: ['since', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Rules of alerts with their states.
   *
   * The rules are in `alerts.json` of the data directory, which is read at the start, when it has
   * changed, and on SIGHUP.
   *
   * `GET /api/alerts/rules`. Access: admin.
   */
  listAlertRules(options?: CallOptions): Promise<ListAlertRulesAnswer> {
    return this.readJson({ method: 'GET', path: '/api/alerts/rules' }, {}, options);
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
   * Returns hashes; the keys themselves are not stored.
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
   * Everything that waits for a person, oldest first.
   *
   * Matters that the service cannot decide by itself, with the calls that end each. `counts` lists
   * every kind.
   *
   * `GET /api/account/review`. Access: admin.
   */
  listReview(params: ListReviewParams = {}, options?: CallOptions): Promise<ListReviewAnswer> {
    return this.readJson(
      { method: 'GET', path: '/api/account/review', query: ['kind', 'owner', 'limit', 'cursor'] },
      { ...params },
      options,
    );
  }

  /**
   * Issued vouchers, newest first.
   *
   * Returns hashes; the codes are not stored.
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
   * Most orders become final within seconds. An order that stays here was usually sent with a
   * credential that has since been removed.
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
   * Fills in the hours before markets were recorded.
   *
   * Queues up to 50 markets and returns at once; send the request again to follow them. The venue's
   * hourly closes of 30 days are stored, one market of a venue at a time, with what polls and other
   * requests leave of the venue's limit. A market is filled once for all callers.
   *
   * `POST /api/backfill`.
   */
  postBackfill(params: PostBackfillParams, options?: CallOptions): Promise<PostBackfillAnswer> {
    return this.readJson({ method: 'POST', path: '/api/backfill', body: ['assets'] }, { ...params }, options);
  }

  /**
   * Bundles of up to 50 assets.
   *
   * One item per requested asset, in the same order, duplicates included. The item of one that fails
   * has `ok: false` and an error code; the answer is still 200. Unknown members of the body are
   * ignored. The body has at most 64 KiB.
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
   * An owner has one credential per venue; a new one replaces it. Credentials are stored encrypted
   * and never returned.
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
   * Adopt what the account holds, or forget a position.
   *
   * `adopt`: the record becomes what the account holds now, less the records of the other bots.
   * `forget`: the record ends, its gain unknown. Live mode only.
   *
   * `POST /api/bot/positions`. Access: key.
   */
  reconcilePosition(
    params: ReconcilePositionParams,
    options?: CallOptions,
  ): Promise<ReconcilePositionAnswer> {
    return this.readJson(
      { server: 'bot', method: 'POST', path: '/api/bot/positions', body: ['venue', 'asset', 'action'] },
      { ...params },
      options,
    );
  }

  /**
   * Redeems a voucher.
   *
   * A code can be redeemed once. Letter case, spaces and dashes do not matter; I and L are read as
   * 1, O as 0.
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
   * A wallet belongs to one owner, and an owner has at most 20. Only transfers in later blocks are
   * credited. With challenge true the answer is a text; its signature as proof shows that the wallet
   * is yours: no limit of a first deposit, and nobody else can take it. Contracts and addresses of
   * exchanges or of this service cannot be registered.
   *
   * `POST /api/account/wallets`. Access: key.
   */
  registerWallet(params: RegisterWalletParams, options?: CallOptions): Promise<RegisterWalletAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/wallets', body: ['address', 'challenge', 'proof'] },
      { ...params },
      options,
    );
  }

  /**
   * Removes a wallet.
   *
   * What it sent up to then is still credited. Its owner may register it again at once, another a
   * day later.
   *
   * `DELETE /api/account/wallets`. Access: key.
   */
  removeWallet(params: RemoveWalletParams, options?: CallOptions): Promise<RemoveWalletAnswer> {
    return this.readJson(
      { method: 'DELETE', path: '/api/account/wallets', body: ['address', 'owner'] },
      { ...params },
      options,
    );
  }

  /**
   * Reads a chain again from a block, slot or time.
   *
   * The next poll starts from there. Known deposits are not credited again. The call also resumes a
   * chain that was stopped because its final history changed.
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
   * Sends an event again that could not be delivered.
   *
   * Attempts start over under the same id. An endpoint that is off is switched on.
   *
   * `POST /api/alerts/deliveries/{id}/retry`. Access: admin.
   */
  retryAlertDelivery(
    params: RetryAlertDeliveryParams,
    options?: CallOptions,
  ): Promise<RetryAlertDeliveryAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/alerts/deliveries/{id}/retry' },
      { ...params },
      options,
    );
  }

  /**
   * Marks a deposit in review as returned, or takes a paid-out one back.
   *
   * `return` removes a deposit in review from the books; `reverse` takes one that was paid out from
   * its owner, as a refund does: the balance pays, and the rest is a debt. No money is moved at the
   * provider or on the chain: send it back there yourself. Repeating the call changes nothing.
   *
   * `POST /api/account/deposits`. Access: admin.
   */
  returnDeposit(params: ReturnDepositParams, options?: CallOptions): Promise<ReturnDepositAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/deposits', body: ['id', 'action', 'reason'] },
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
   * The new key has the same owner, tier, venues, label and expiry, and continues the same limits
   * and usage. It is shown only once. Repeating the call with the old key during its grace period
   * returns the record of the same new key and does not extend the period.
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
   * Afterwards the other keys can be removed from `CROSSTAPE_VAULT_KEK`, except those that skipped
   * credentials need. Only the wrapped data keys are encrypted again, not the credentials
   * themselves. Safe to repeat.
   *
   * `POST /api/admin/vault/rotate`. Access: admin.
   */
  rotateVault(params: RotateVaultParams = {}, options?: CallOptions): Promise<RotateVaultAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/admin/vault/rotate', body: ['keyId'] },
      { ...params },
      options,
    );
  }

  /**
   * Markets by their words.
   *
   * Finds markets by words of question, event, answer and id. Markets with all words are found;
   * without one, those with any of them. Coins, teams, leagues and offices are found by their other
   * names (`btc` finds Bitcoin on every venue), numbers however they are written (`80k`), and pairs
   * of other venues (`BTCUSDT`) and addresses of pages mean their market. Words in quotes stand
   * together; the last word may be unfinished; a word that no market has is mended (`corrected`). By
   * relevance, open markets with more volume come first.
   *
   * `GET /api/search`.
   */
  search(params: SearchParams, options?: CallOptions): Promise<SearchAnswer> {
    return this.readJson(
      {
        method: 'GET',
        path: '/api/search',
        query: ['q', 'venue', 'kind', 'settled', 'sort', 'limit', 'cursor'],
      },
      { ...params },
      options,
    );
  }

  /**
   * Halts or resumes trading of all bots.
   *
   * Takes exactly one of globalKill and globalHalt. Takes effect at once and survives a restart. All
   * other flags come from settings.
   *
   * `POST /api/admin/flags`. Access: admin.
   */
  setFlags(params: SetFlagsParams = {}, options?: CallOptions): Promise<SetFlagsAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/admin/flags', body: ['globalKill', 'globalHalt'] },
      { ...params },
      options,
    );
  }

  /**
   * A portfolio of cross-venue opportunities.
   *
   * Gross figures split the capital equally and ignore fees, depth and settlement risk. `net` uses
   * the live books and subtracts fees: yours when `feeBps.<venue>` states them, otherwise the
   * published ones. Opportunities with a negative net are included. `best` says what can be earned
   * at most, whatever the capital.
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
          'sizes',
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
   * Goes past a transaction of a chain that cannot be read.
   *
   * What comes after it is read at the next poll. The transaction waits in the review as
   * skipped_transaction and is read again daily: once it can be read, it is credited.
   *
   * `POST /api/account/deposits/skip`. Access: admin.
   */
  skipTransaction(params: SkipTransactionParams, options?: CallOptions): Promise<SkipTransactionAnswer> {
    return this.readJson(
      { method: 'POST', path: '/api/account/deposits/skip', body: ['chain', 'transaction'] },
      { ...params },
      options,
    );
  }

  /**
   * Stores a report of stale assets, at most one per 60 s.
   *
   * When a snapshot token is configured, it is required in the header X-Snapshot-Token. After 10
   * wrong tokens in a minute, an address has to wait even with the right one.
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
   * Sends the newest state at once, then an event per price update, at most one per 250 ms. Begins
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
   * Live events of many assets on one connection.
   *
   * Begins with a snapshot of each asset and `ready`, whose id is the position from which the reader
   * resumes; every later event has an id. Events of 50 ms arrive together. A reader with more than
   * 256 KiB unread receives the newest event of each asset and kind; `skipped` counts those in
   * between; with `raw` it is ended by `resync` at 1 MiB instead. Takes one slot and costs one
   * connect, however many assets it has. A list that is too long for an address goes into the body
   * of a POST. Begins with the comment `: connected`; `: heartbeat` follows every 25 s. Send the id
   * of the last event as `Last-Event-ID` to resume after it. `event: resync` with `{lastEventId}`
   * means that events were missed; the newest state follows. At shutdown a `retry:` hint is sent. A
   * reader that leaves more than 1 MiB unread, or anything for 30 s, is disconnected.
   *
   * `GET /api/stream`. Access: pro (realtime).
   */
  streamAssets(
    params: StreamAssetsParams,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<StreamAssetsFrame>, void, undefined> {
    return this.openStream(
      { method: 'GET', path: '/api/stream', query: ['assets', 'kinds', 'maxRate', 'raw', 'partial'] },
      { ...params },
      options,
    );
  }

  /**
   * Live order flow of one asset.
   *
   * Sends an event per price update, classified by the tick rule against the update before.
   * `cumulative` starts at 0 with each connection. Begins with the comment `: connected`; `:
   * heartbeat` follows every 25 s. Send the id of the last event as `Last-Event-ID` to resume after
   * it. `event: resync` with `{lastEventId}` means that events were missed; the newest state
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
   * Sends the bundle with a cause: `init` on connect, `pulse` after a price move (at most every
   * 1,500 ms), `idle` after 15 quiet seconds. Begins with the comment `: connected`; `: heartbeat`
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
   * Sends `snapshot` with the newest 50 fills of the current mode, then `fills` within a second of
   * their commit. Begins with the comment `: connected`; `: heartbeat` follows every 25 s. Send the
   * id of the last event as `Last-Event-ID` to resume after it. `event: resync` with `{lastEventId}`
   * means that events were missed; the newest state follows. At shutdown a `retry:` hint is sent. A
   * reader that leaves more than 1 MiB unread, or anything for 30 s, is disconnected.
   *
   * `GET /api/bot/tape`.
   */
  streamTape(options?: StreamOptions): AsyncGenerator<StreamEvent<StreamTapeFrame>, void, undefined> {
    return this.openStream({ server: 'bot', method: 'GET', path: '/api/bot/tape' }, {}, options);
  }

  /**
   * Sends a test event to an endpoint.
   *
   * One try, with a signature like every other. An endpoint that is off is switched on when it
   * accepts. The answer of the endpoint is not shown.
   *
   * `POST /api/alerts/endpoints/{id}/test`. Access: admin.
   */
  testAlertEndpoint(
    params: TestAlertEndpointParams,
    options?: CallOptions,
  ): Promise<TestAlertEndpointAnswer> {
    return this.readJson({ method: 'POST', path: '/api/alerts/endpoints/{id}/test' }, { ...params }, options);
  }

  /**
   * Places one order.
   *
   * The fee is due once, at the first fill. A repeated `clientOrderId` places and charges nothing:
   * `duplicate`. Binaries: in terms of Yes.
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
