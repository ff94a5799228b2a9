"""One method for each endpoint of the service, to be awaited."""

# Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from ..calls import Operation

if TYPE_CHECKING:
    from ..calls import Time
    from ..streams import AsyncStream
    from . import types as t


class AsyncOperations:
    """One method for each endpoint of the service, to be awaited."""

    async def _read_json(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> Any:
        raise NotImplementedError

    async def _read_text(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> str:
        raise NotImplementedError

    async def _read_bytes(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> bytes:
        raise NotImplementedError

    def _open_stream(
        self,
        operation: Operation,
        params: Mapping[str, Any],
        last_event_id: str | None,
        max_attempts: int | None,
    ) -> AsyncStream[Any]:
        raise NotImplementedError

    async def cancel_order(
        self,
        order_id: str,
        *,
        timeout: float | None = None,
    ) -> t.CancelOrderAnswer:
        """Cancels one order of the bot.

        Free, and possible while trading is halted. Safe to repeat: an order that has ended is
        returned as it ended. `cancelling` means that the venue has not said yet how it ended; the
        service asks it again until it does.

        ``POST /api/bot/orders/{orderId}/cancel``. Access: key.

        Args:
            order_id: Id of the order, as its trade and the status give it.
        """
        return cast(
            "t.CancelOrderAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/bot/orders/{orderId}/cancel",
                    server="bot",
                ),
                {
                    "orderId": order_id,
                },
                timeout,
            ),
        )

    async def close_credential(
        self,
        owner: str,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'],
        *,
        timeout: float | None = None,
    ) -> t.CloseCredentialAnswer:
        """Removes a credential that does not open.

        A credential that opens is not removed: its owner does that. Until the owner stores it
        again, orders for the venue are rejected with `no_credentials`.

        ``POST /api/admin/vault/close``. Access: admin.

        Args:
            owner: Owner of the credential.
            venue: Venue.
        """
        return cast(
            "t.CloseCredentialAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/vault/close",
                    body=("owner", "venue"),
                ),
                {
                    "owner": owner,
                    "venue": venue,
                },
                timeout,
            ),
        )

    async def close_order(
        self,
        order_id: str,
        note: str,
        *,
        timeout: float | None = None,
    ) -> t.CloseOrderAnswer:
        """Close an order whose venue can no longer be asked.

        Allowed from `closableFrom` on. Releases the fee that was set aside. The order becomes
        `rejected` with the reason `unconfirmed`, or `filled` when a fill is already known. Nothing
        is cancelled at the venue: check the order there first.

        ``POST /api/admin/orders``. Access: admin.

        Args:
            order_id: The order.
            note: What the venue shows for the order. The owner sees this text.
        """
        return cast(
            "t.CloseOrderAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/orders",
                    body=("orderId", "note"),
                ),
                {
                    "orderId": order_id,
                    "note": note,
                },
                timeout,
            ),
        )

    async def control_bot(
        self,
        *,
        enabled: bool | None = None,
        venues: Sequence[Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless']] | None = None,
        assets: Sequence[str] | None = None,
        min_confidence: float | None = None,
        trade_size_usd: float | None = None,
        max_stale_ms: int | None = None,
        kill: bool | None = None,
        timeout: float | None = None,
    ) -> t.ControlBotAnswer:
        """Changes how the bot trades, or halts it.

        Members that are absent stay as they are. `kill: true` halts at once, wins over `enabled`,
        and stays until `kill: false`.

        ``POST /api/bot/control``. Access: key.

        Args:
            enabled: The engine trades for the bot.
            venues: Where; empty: nowhere.
            assets: What; empty: nothing.
            min_confidence: Minimum strength of a signal; weaker ones are not traded.
            trade_size_usd: Size of one order.
            max_stale_ms: Maximum age of the data that the engine trades on.
            kill: true halts the bot; false resumes it.
        """
        return cast(
            "t.ControlBotAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/bot/control",
                    body=("enabled", "venues", "assets", "minConfidence", "tradeSizeUsd", "maxStaleMs", "kill"),
                    server="bot",
                ),
                {
                    "enabled": enabled,
                    "venues": venues,
                    "assets": assets,
                    "minConfidence": min_confidence,
                    "tradeSizeUsd": trade_size_usd,
                    "maxStaleMs": max_stale_ms,
                    "kill": kill,
                },
                timeout,
            ),
        )

    async def credit_owner(
        self,
        owner: str,
        ref: str,
        *,
        usd: float | None = None,
        micro_usd: float | None = None,
        timeout: float | None = None,
    ) -> t.CreditOwnerAnswer:
        """Credits an owner.

        `ref` names the credit forever: the same again changes nothing (`applied: false`), another
        owner or amount under it is 400 `ref_conflict`. `release:<deposit id>` pays out a deposit
        that waits for review; `writeoff:<reason>` gives up at most what the owner owes, and changes
        no balance. Other spellings of either, and spaces at the ends of `ref`, are 400.

        ``POST /api/account/credit``. Access: admin.

        Args:
            owner: Whom to credit.
            usd: US dollars with at most six decimals; instead of microUsd.
            micro_usd: Micro-USD, a whole number; instead of usd.
            ref: Names the credit forever.
        """
        return cast(
            "t.CreditOwnerAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/credit",
                    body=("owner", "usd", "microUsd", "ref"),
                ),
                {
                    "owner": owner,
                    "usd": usd,
                    "microUsd": micro_usd,
                    "ref": ref,
                },
                timeout,
            ),
        )

    async def delete_credential(
        self,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'],
        *,
        timeout: float | None = None,
    ) -> t.DeleteCredentialAnswer:
        """Disconnects a venue.

        Succeeds when none is connected. A key can disconnect the venues that it can connect.

        ``DELETE /api/bot/credentials``. Access: key.

        Args:
            venue: Venue.
        """
        return cast(
            "t.DeleteCredentialAnswer",
            await self._read_json(
                Operation(
                    "DELETE",
                    "/api/bot/credentials",
                    body=("venue",),
                    server="bot",
                ),
                {
                    "venue": venue,
                },
                timeout,
            ),
        )

    async def explain_link(
        self,
        a: str,
        b: str,
        *,
        timeout: float | None = None,
    ) -> t.ExplainLinkAnswer:
        """Why two markets are linked, or not.

        Compares the two again and shows how each was read: its words, numbers, date and sides.

        ``GET /api/links/explain``.

        Args:
            a: Asset id.
            b: Asset id of the other market.
        """
        return cast(
            "t.ExplainLinkAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/links/explain",
                    query=("a", "b"),
                ),
                {
                    "a": a,
                    "b": b,
                },
                timeout,
            ),
        )

    async def get_anomalies(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetAnomaliesAnswer:
        """Anomalies in the data and the service.

        A warning makes the verdict degraded, a critical anomaly makes it critical. `alertable` is
        true when the verdict is critical and the process is past its warm-up of 90 s: page on it.

        ``GET /api/health/anomalies``.
        """
        return cast(
            "t.GetAnomaliesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/health/anomalies",
                ),
                {},
                timeout,
            ),
        )

    async def get_asset(
        self,
        asset: str,
        *,
        explain: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetAssetAnswer:
        """One asset: newest state, candles, and what belongs to its kind.

        Perpetuals add book and funding; binaries add rules and history. An asset that has left its
        venue keeps what the store holds, with ticker null: its records, its end, and in market what
        it asked.

        ``GET /api/asset/{asset}``.

        Args:
            asset: Asset id; letter case does not matter.
            explain: Adds `whyNull`, the reasons for null members.
        """
        return cast(
            "t.GetAssetAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}",
                    query=("explain",),
                ),
                {
                    "asset": asset,
                    "explain": explain,
                },
                timeout,
            ),
        )

    async def get_asset_risk(
        self,
        asset: str,
        *,
        min_bars: int | None = None,
        explain: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetAssetRiskAnswer:
        """Risk metrics of one asset.

        Log returns of one cadence, annualised by it: of the newest 5,000 live records, or of the
        newest 720 hours where those cover less than six hours. Fractions: 0.05 is 5 %. A
        probability has no figures of the return of a year, here as in the statistics and the
        bundle. What cannot be computed is null.

        ``GET /api/asset/{asset}/risk``.

        Args:
            asset: Asset id; letter case does not matter.
            min_bars: With fewer usable records all metrics but the counts are null. More than
                5,000 counts as 5,000.
            explain: Adds `whyNull`, the reasons for null members.
        """
        return cast(
            "t.GetAssetRiskAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/risk",
                    query=("minBars", "explain"),
                ),
                {
                    "asset": asset,
                    "minBars": min_bars,
                    "explain": explain,
                },
                timeout,
            ),
        )

    async def get_asset_stats(
        self,
        asset: str,
        *,
        explain: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetAssetStatsAnswer:
        """Statistics of one asset.

        Hourly bars of 30 days, annualised with 8,760 periods. Hours that were not recorded are
        asked of the venue once, for at most two seconds.

        ``GET /api/asset/{asset}/stats``. Access: pro (stats).

        Args:
            asset: Asset id; letter case does not matter.
            explain: Adds `whyNull`, the reasons for null members.
        """
        return cast(
            "t.GetAssetStatsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/stats",
                    query=("explain",),
                ),
                {
                    "asset": asset,
                    "explain": explain,
                },
                timeout,
            ),
        )

    async def get_balance(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetBalanceAnswer:
        """Prepaid balance and ledger of the owner.

        The newest entries, oldest first; `cursor` leads to the page before. Each entry says by how
        much the balance changed and what it was then.

        ``GET /api/account/balance``. Access: key.

        Args:
            limit: Most entries of the page.
            cursor: nextCursor of the page after the wanted one.
        """
        return cast(
            "t.GetBalanceAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/balance",
                    query=("limit", "cursor"),
                ),
                {
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_book(
        self,
        asset: str,
        *,
        timeout: float | None = None,
    ) -> t.GetBookAnswer:
        """Live order book of one asset.

        Binaries are in terms of Yes. A book that the venue confirms to be empty is an answer with
        two empty lists; a book that could not be read is 503.

        ``GET /api/book/{asset}``.

        Args:
            asset: Asset id; letter case does not matter.
        """
        return cast(
            "t.GetBookAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/book/{asset}",
                ),
                {
                    "asset": asset,
                },
                timeout,
            ),
        )

    async def get_bot_status(
        self,
        *,
        decisions: int | None = None,
        timeout: float | None = None,
    ) -> t.GetBotStatusAnswer:
        """Trading status and bot performance.

        Without a key, only `system` is returned. An unknown, revoked or expired key is 401.

        ``GET /api/bot/status``.

        Args:
            decisions: Maximum number of engine decisions.
        """
        return cast(
            "t.GetBotStatusAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/bot/status",
                    query=("decisions",),
                    server="bot",
                ),
                {
                    "decisions": decisions,
                },
                timeout,
            ),
        )

    async def get_bundle(
        self,
        asset: str,
        *,
        series: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetBundleAnswer:
        """Everything a program needs to decide about one asset.

        Price, fair value, liquidity, horizon, risk, flow, carry and a signal with its reasons. What
        is not known is null. An asset that has left its venue answers from the store and is stale.

        ``GET /api/m2m/{asset}/bundle``. Access: pro (m2m-bundle).

        Args:
            asset: Asset id; letter case does not matter.
            series: Adds up to 60 prices of the last 24 hours.
        """
        return cast(
            "t.GetBundleAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/m2m/{asset}/bundle",
                    query=("series",),
                ),
                {
                    "asset": asset,
                    "series": series,
                },
                timeout,
            ),
        )

    async def get_carry(
        self,
        asset: str,
        *,
        explain: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetCarryAnswer:
        """Funding carry of one perpetual.

        The rate of the running hour, not compounded; it says nothing about the next. Assets of
        other kinds are 404 not_perpetual.

        ``GET /api/asset/{asset}/carry``.

        Args:
            asset: Asset id; letter case does not matter.
            explain: Adds `whyNull`, the reasons for null members.
        """
        return cast(
            "t.GetCarryAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/carry",
                    query=("explain",),
                ),
                {
                    "asset": asset,
                    "explain": explain,
                },
                timeout,
            ),
        )

    async def get_cascades(
        self,
        asset: str,
        *,
        window_ms: int | None = None,
        min_drawdown_pct: float | None = None,
        direction: Literal['down', 'up'] | None = None,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> t.GetCascadesAnswer:
        """Fast falls or rises of one asset.

        Found in the recorded prices alone: no liquidation feed is used. One long slide is one
        cascade, however many windows it spans.

        ``GET /api/asset/{asset}/cascades``.

        Args:
            asset: Asset id; letter case does not matter.
            window_ms: Within how long the price must move. More than a day counts as a day.
            min_drawdown_pct: By how much, as a fraction: 0.01 is 1 %.
            direction: down: falls; up: rises.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the newest of the window. More than 50,000 counts as 50,000.
        """
        return cast(
            "t.GetCascadesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/cascades",
                    query=("windowMs", "minDrawdownPct", "direction", "fromMs", "toMs", "limit"),
                ),
                {
                    "asset": asset,
                    "windowMs": window_ms,
                    "minDrawdownPct": min_drawdown_pct,
                    "direction": direction,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "limit": limit,
                },
                timeout,
            ),
        )

    async def get_catalogue(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetCatalogueAnswer:
        """All endpoints.

        One row per method and path, in the order of the document, those of the bot API with the
        address that answers them.

        ``GET /api``.
        """
        return cast(
            "t.GetCatalogueAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api",
                ),
                {},
                timeout,
            ),
        )

    async def get_changelog(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetChangelogAnswer:
        """What changed for callers, newest first.

        One entry per change, with the version that brought it and the paths concerned.

        ``GET /api/changelog``.
        """
        return cast(
            "t.GetChangelogAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/changelog",
                ),
                {},
                timeout,
            ),
        )

    async def get_correlations(
        self,
        assets: Sequence[str],
        *,
        window: float | None = None,
        method: Literal['both', 'pearson', 'spearman'] | None = None,
        timeout: float | None = None,
    ) -> t.GetCorrelationsAnswer:
        """Correlations of log returns.

        Prices are put on one grid of time, the last record carried forward for twelve bars; overlap
        says how much was recorded. Assets with too little data, or whose price stood still, are
        dropped with the reason.

        ``GET /api/correlations``.

        Args:
            assets: Two to twenty asset ids, comma separated, none twice.
            window: Hours up to now.
            method: Which matrices are computed.
        """
        return cast(
            "t.GetCorrelationsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/correlations",
                    query=("assets", "window", "method"),
                ),
                {
                    "assets": assets,
                    "window": window,
                    "method": method,
                },
                timeout,
            ),
        )

    async def get_credentials(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetCredentialsAnswer:
        """Which venues are connected.

        Each connected venue of the key's owner, and whether its credential can trade. Credentials
        are never returned.

        ``GET /api/bot/credentials``. Access: key.
        """
        return cast(
            "t.GetCredentialsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/bot/credentials",
                    server="bot",
                ),
                {},
                timeout,
            ),
        )

    async def get_deposit_address(
        self,
        *,
        chain: str | None = None,
        timeout: float | None = None,
    ) -> t.GetDepositAddressAnswer:
        """Deposit addresses of the owner.

        Every transfer to the address is credited to the owner, regardless of the sender. An address
        stays the same forever; `salt`, `factory` and `implementation` let anybody compute it
        (`crosstape deposits derive`).

        ``GET /api/account/deposit-address``. Access: key.

        Args:
            chain: Only of this chain.
        """
        return cast(
            "t.GetDepositAddressAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/deposit-address",
                    query=("chain",),
                ),
                {
                    "chain": chain,
                },
                timeout,
            ),
        )

    async def get_endpoint_health(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetEndpointHealthAnswer:
        """Every endpoint, called in process.

        Degraded: slower than 1 s, or an answer of 4xx or a verdict of DOWN. Repeated for 30 s.

        ``GET /api/health/endpoints``.
        """
        return cast(
            "t.GetEndpointHealthAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/health/endpoints",
                ),
                {},
                timeout,
            ),
        )

    async def get_export_file(
        self,
        file: str,
        *,
        venues: str | None = None,
        assets: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """A table of the tree, or a guide to it.

        Gaps, resolutions, markets, rules and links as Parquet, duckdb.sql, README.md. Range,
        If-Range, If-None-Match and HEAD work; the ETag is the sha256. A file that is not made yet
        is made: 503 preparing after 10 s.

        ``GET /api/export/{file}``. Access: enterprise (history-export).

        Args:
            file: A table: gaps.parquet, resolutions.parquet, markets.parquet, rules.parquet,
                links.parquet. Or duckdb.sql, README.md.
            venues: Only these venues, separated by commas.
            assets: Only these assets, at most 200 ids separated by commas. Files hold their
                rows alone.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/export/{file}",
                query=("venues", "assets"),
            ),
            {
                "file": file,
                "venues": venues,
                "assets": assets,
            },
            timeout,
        )

    async def get_export_manifest(
        self,
        *,
        venues: str | None = None,
        assets: str | None = None,
        open: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetExportManifestAnswer:
        """Manifest of the tree of everything recorded.

        Closed days by venue, each as one or more Parquet files. A file without a sha256 is made
        when it is requested. A key for some venues sees only those.

        ``GET /api/export/manifest``. Access: enterprise (history-export).

        Args:
            venues: Only these venues, separated by commas.
            assets: Only these assets, at most 200 ids separated by commas. Files hold their
                rows alone.
            open: Adds the days that are not over, as they were within the minute; their parts
                can be had for ten minutes.
        """
        return cast(
            "t.GetExportManifestAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/export/manifest",
                    query=("venues", "assets", "open"),
                ),
                {
                    "venues": venues,
                    "assets": assets,
                    "open": open,
                },
                timeout,
            ),
        )

    async def get_export_part(
        self,
        venue_folder: str,
        date_folder: str,
        file: str,
        *,
        assets: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Observations of one venue and day.

        Columns asset, t, p, v, s, by asset and time. Range, If-Range, If-None-Match and HEAD work;
        the ETag is the sha256. A file that is not made yet is made: 503 preparing after 10 s.

        ``GET /api/export/observations/{venueFolder}/{dateFolder}/{file}``. Access: enterprise
        (history-export).

        Args:
            venue_folder: venue= and the venue.
            date_folder: date= and the day of UTC.
            file: Of the path that the manifest states.
            assets: Only these assets, at most 200 ids separated by commas. Files hold their
                rows alone.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/export/observations/{venueFolder}/{dateFolder}/{file}",
                query=("assets",),
            ),
            {
                "venueFolder": venue_folder,
                "dateFolder": date_folder,
                "file": file,
                "assets": assets,
            },
            timeout,
        )

    async def get_feed(
        self,
        *,
        top: int | None = None,
        timeout: float | None = None,
    ) -> t.GetFeedAnswer:
        """The newest state of every tracked market.

        A venue is stale when its snapshot is older than 120 s or missing.

        ``GET /api/feed``.

        Args:
            top: Only this many markets of each venue: the largest by 24 h volume.
        """
        return cast(
            "t.GetFeedAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/feed",
                    query=("top",),
                ),
                {
                    "top": top,
                },
                timeout,
            ),
        )

    async def get_feed_health(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetFeedHealthAnswer:
        """Health of polling.

        OK: hyperliquid, polymarket and kalshi all have a snapshot. WARN: only some do. DOWN (503,
        with the same members beside error): no poller runs, or every poll since the start failed.

        ``GET /api/feed/health``.
        """
        return cast(
            "t.GetFeedHealthAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/feed/health",
                ),
                {},
                timeout,
            ),
        )

    async def get_flags(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetFlagsAnswer:
        """How the service is set up, and the kill switch.

        What the settings turned on, and whether all trading is halted. No secret is shown.

        ``GET /api/admin/flags``. Access: admin.
        """
        return cast(
            "t.GetFlagsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/admin/flags",
                ),
                {},
                timeout,
            ),
        )

    async def get_flow(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        rolling_window: int | None = None,
        timeout: float | None = None,
    ) -> t.GetFlowAnswer:
        """Order flow of one asset.

        A rise of the recorded price was bought, a fall was sold, and an unchanged price inherits. A
        record weighs its traded volume where the records carry any, else 1. A close that was filled
        in has no side and no weight.

        ``GET /api/asset/{asset}/flow``.

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the newest of the window. More than 50,000 counts as 50,000.
            rolling_window: Records of one block of vpin, and of rollingDelta.
        """
        return cast(
            "t.GetFlowAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/flow",
                    query=("fromMs", "toMs", "limit", "rollingWindow"),
                ),
                {
                    "asset": asset,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "limit": limit,
                    "rollingWindow": rolling_window,
                },
                timeout,
            ),
        )

    async def get_gaps(
        self,
        *,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None = None,
        asset: str | None = None,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetGapsAnswer:
        """Gaps in the recording.

        Gaps that overlap the window, of venues as a whole and of single assets: the newest, oldest
        first. nextCursor leads to the page before, which may hold fewer than limit when many gaps
        lie outside the window.

        ``GET /api/gaps``.

        Args:
            venue: Only this venue and its assets.
            asset: Only gaps that concern this asset: its own, and those of its whole venue.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: How many at most.
            cursor: nextCursor of an earlier answer to the same question.
        """
        return cast(
            "t.GetGapsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/gaps",
                    query=("venue", "asset", "fromMs", "toMs", "limit", "cursor"),
                ),
                {
                    "venue": venue,
                    "asset": asset,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_health(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetHealthAnswer:
        """Whether the process is up, and its stream listeners.

        Answers as soon as the service listens, with or without its venues: for load balancers.
        /api/feed/health reports recording.

        ``GET /api/health``.
        """
        return cast(
            "t.GetHealthAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/health",
                ),
                {},
                timeout,
            ),
        )

    async def get_history(
        self,
        venue: str,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetHistoryAnswer:
        """Recorded observations of one asset.

        The newest records of the window, oldest first. nextCursor leads to the page before; pages
        neither overlap nor skip.

        ``GET /api/history/{venue}/{asset}``. Access: pro (history).

        Args:
            venue: Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is
                answered with 404 venue_not_found.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the newest of the window. More than 50,000 counts as 50,000.
            cursor: The nextCursor of an earlier answer: continue with the records before it.
        """
        return cast(
            "t.GetHistoryAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/history/{venue}/{asset}",
                    query=("fromMs", "toMs", "limit", "cursor"),
                ),
                {
                    "venue": venue,
                    "asset": asset,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_history_aggregate(
        self,
        venue: str,
        asset: str,
        bucket_ms: int,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        op: Literal['all', 'ohlc', 'vwap'] | None = None,
        timeout: float | None = None,
    ) -> t.GetHistoryAggregateAnswer:
        """Price history of one asset in buckets.

        Buckets start at multiples of bucketMs since the epoch, so they tile across windows; empty
        ones are left out. At most the newest 50,000 are sent.

        ``GET /api/history/{venue}/{asset}/aggregate``.

        Args:
            venue: Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is
                answered with 404 venue_not_found.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            bucket_ms: Width of a bucket in ms.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            op: Which members a bucket has.
        """
        return cast(
            "t.GetHistoryAggregateAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/history/{venue}/{asset}/aggregate",
                    query=("bucketMs", "fromMs", "toMs", "op"),
                ),
                {
                    "venue": venue,
                    "asset": asset,
                    "bucketMs": bucket_ms,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "op": op,
                },
                timeout,
            ),
        )

    async def get_history_arrow(
        self,
        venue: str,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Recorded observations as an Arrow IPC stream.

        The oldest records of the window, oldest first, in columns t, p, v, s. X-Next-Cursor, a
        header field, leads to the records behind; without it there are none.

        ``GET /api/history/{venue}/{asset}/arrow``. Access: enterprise (history-export).

        Args:
            venue: Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is
                answered with 404 venue_not_found.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the oldest of the window.
            cursor: The X-Next-Cursor of an earlier answer: the records behind it.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/history/{venue}/{asset}/arrow",
                query=("fromMs", "toMs", "limit", "cursor"),
            ),
            {
                "venue": venue,
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_history_csv(
        self,
        venue: str,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """The same as a CSV download.

        Columns t, p, v, s; a record without volume or source leaves the field empty.

        ``GET /api/history/{venue}/{asset}/csv``. Access: enterprise (history-export).

        Args:
            venue: Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is
                answered with 404 venue_not_found.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the newest of the window. More than 50,000 counts as 50,000.
            cursor: The nextCursor of an earlier answer: continue with the records before it.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/history/{venue}/{asset}/csv",
                query=("fromMs", "toMs", "limit", "cursor"),
            ),
            {
                "venue": venue,
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_history_jsonl(
        self,
        venue: str,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Recorded observations as JSON lines.

        The oldest records of the window, oldest first, in columns t, p, v, s. X-Next-Cursor, a
        header field, leads to the records behind; without it there are none.

        ``GET /api/history/{venue}/{asset}/jsonl``. Access: enterprise (history-export).

        Args:
            venue: Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is
                answered with 404 venue_not_found.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the oldest of the window.
            cursor: The X-Next-Cursor of an earlier answer: the records behind it.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/history/{venue}/{asset}/jsonl",
                query=("fromMs", "toMs", "limit", "cursor"),
            ),
            {
                "venue": venue,
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_history_parquet(
        self,
        venue: str,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Recorded observations as Parquet.

        The oldest records of the window, oldest first, in columns t, p, v, s. X-Next-Cursor, a
        header field, leads to the records behind; without it there are none.

        ``GET /api/history/{venue}/{asset}/parquet``. Access: enterprise (history-export).

        Args:
            venue: Venue id: hyperliquid, polymarket, kalshi, limitless. Any other value is
                answered with 404 venue_not_found.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the oldest of the window.
            cursor: The X-Next-Cursor of an earlier answer: the records behind it.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/history/{venue}/{asset}/parquet",
                query=("fromMs", "toMs", "limit", "cursor"),
            ),
            {
                "venue": venue,
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_index(
        self,
        *,
        kind: Sequence[Literal['perp', 'binary', 'pred']] | None = None,
        fresh: bool | None = None,
        min_basis_bps: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        q: str | None = None,
        explain: bool | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetIndexAnswer:
        """Every tradable asset.

        Ordered by venue, then asset id; with `q`, by relevance. `minBasisBps` screens for
        mispricing: mark against oracle of perpetuals, and for binaries price against the consensus
        of linked venues, there with at least half a cent of difference too. The summary counts all
        entries that pass the filters, regardless of the page.

        ``GET /api/m2m/index``.

        Args:
            kind: Classes to list, separated by commas: perp, binary, pred. Absent: all.
            fresh: true leaves stale assets out.
            min_basis_bps: Least distance from fair value in bps, up or down. Assets without
                fair value are left out.
            limit: Most entries to list. Absent: all.
            offset: Entries to pass over.
            q: Words to find in the name, the event or the id, in any letter case; names that
                mean the same are found too (`bitcoin` finds `hl-BTC`). When nothing has them, words
                that are one or two letters off. Exact names come first, then what begins with the
                words, open before ended, by volume.
            explain: Adds `whyNull`, the reasons for null members.
            cursor: From `nextCursor`: continue behind that page. Entries that come and go shift
                nothing.
        """
        return cast(
            "t.GetIndexAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/m2m/index",
                    query=("kind", "fresh", "minBasisBps", "limit", "offset", "q", "explain", "cursor"),
                ),
                {
                    "kind": kind,
                    "fresh": fresh,
                    "minBasisBps": min_basis_bps,
                    "limit": limit,
                    "offset": offset,
                    "q": q,
                    "explain": explain,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_leaderboard(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> t.GetLeaderboardAnswer:
        """Bots by realised gain.

        Bots in the current mode, ordered by realised gain, then volume, then handle.

        ``GET /api/bot/leaderboard``.

        Args:
            limit: Most rows.
        """
        return cast(
            "t.GetLeaderboardAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/bot/leaderboard",
                    query=("limit",),
                    server="bot",
                ),
                {
                    "limit": limit,
                },
                timeout,
            ),
        )

    async def get_links(
        self,
        *,
        state: Literal['active', 'disputed', 'refused'] | None = None,
        refused: bool | None = None,
        sort: Literal['pair', 'difference'] | None = None,
        asset: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetLinksAnswer:
        """Markets that ask the same question.

        Only same and opposite links of a confidence of at least 0.9 that no price disputes enter
        fair value and arbitrage. The matcher refuses when a number, a date, a direction or a word
        differs.

        ``GET /api/links``.

        Args:
            state: active: in force; disputed: prices stand against it, so it carries no money;
                refused: pairs that looked alike and were not linked. Absent: active and disputed.
            refused: Adds the refused pairs to the links.
            sort: pair: by asset ids. difference: pairs whose touches are furthest from meeting
                first, those without a price last; refused pairs stay in the order of their ids.
                Absent: pair.
            asset: Only links of this asset.
            limit: Most pairs in one answer, in each of its lists.
            cursor: From `nextCursor`: continue behind that page. Pairs that come and go shift
                nothing.
        """
        return cast(
            "t.GetLinksAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/links",
                    query=("state", "refused", "sort", "asset", "limit", "cursor"),
                ),
                {
                    "state": state,
                    "refused": refused,
                    "sort": sort,
                    "asset": asset,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_merged_history(
        self,
        assets: str,
        *,
        format: Literal['jsonl', 'arrow'] | None = None,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Several series in one order of time.

        The oldest records of the window by time, those of one time by asset id. Columns asset, t,
        p, v, s. X-Next-Cursor, a header field, leads to the records behind; without it there are
        none.

        ``GET /api/history/merged``. Access: enterprise (history-export).

        Args:
            assets: Asset ids separated by commas, at most 200.
            format: JSON lines, or an Arrow IPC stream.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the oldest of the window.
            cursor: The X-Next-Cursor of an earlier answer: the records behind it.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/history/merged",
                query=("assets", "format", "fromMs", "toMs", "limit", "cursor"),
            ),
            {
                "assets": assets,
                "format": format,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_metrics(
        self,
        *,
        timeout: float | None = None,
    ) -> str:
        """Counters and gauges for Prometheus.

        The text format of Prometheus. Every name begins with `crosstape_`. Figures of money need
        the metrics token (`Authorization: Bearer`); without such a token and outside production,
        for programs on the same machine.

        ``GET /metrics``.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/metrics",
            ),
            {},
            timeout,
        )

    async def get_movers(
        self,
        *,
        top_n: int | None = None,
        min_price_change_pct: float | None = None,
        kind: Sequence[Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless']] | None = None,
        timeout: float | None = None,
    ) -> t.GetMoversAnswer:
        """Largest moves of 24 hours.

        Perpetuals by their venue's own change, all others against the last record 24 to 30 hours
        old; without one an asset is not eligible. Changes are fractions.

        ``GET /api/movers``.

        Args:
            top_n: Rows per direction.
            min_price_change_pct: Least change as a fraction: 0.05 is 5 %.
            kind: Only these kinds, comma separated. Default: all.
        """
        return cast(
            "t.GetMoversAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/movers",
                    query=("topN", "minPriceChangePct", "kind"),
                ),
                {
                    "topN": top_n,
                    "minPriceChangePct": min_price_change_pct,
                    "kind": kind,
                },
                timeout,
            ),
        )

    async def get_open_api(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetOpenApiAnswer:
        """This document.

        OpenAPI 3.1.0, made from the routes. The one answer without `ok`.

        ``GET /api/openapi.json``.
        """
        return cast(
            "t.GetOpenApiAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/openapi.json",
                ),
                {},
                timeout,
            ),
        )

    async def get_quote(
        self,
        asset: str,
        *,
        activity: bool | None = None,
        venue_native_url: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetQuoteAnswer:
        """Price and freshness of one asset.

        The smallest answer that supports a decision. `change24hPct` is filled for perpetuals only;
        bundle and movers have it for binaries.

        ``GET /api/m2m/{asset}/quote``.

        Args:
            asset: Asset id; letter case does not matter.
            activity: Adds `freshness.historyLastEverMs`.
            venue_native_url: false leaves `venueNativeUrl` out.
        """
        return cast(
            "t.GetQuoteAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/m2m/{asset}/quote",
                    query=("activity", "venueNativeUrl"),
                ),
                {
                    "asset": asset,
                    "activity": activity,
                    "venueNativeUrl": venue_native_url,
                },
                timeout,
            ),
        )

    async def get_recorded_assets(
        self,
        *,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        active: bool | None = None,
        q: str | None = None,
        timeout: float | None = None,
    ) -> t.GetRecordedAssetsAnswer:
        """Recorded series, in pages or all at once.

        With limit, a page: nextCursor leads to the next one, and a page may be shorter than limit
        when q or active leave most series out. Without limit all series are sent, however many.

        ``GET /api/history/assets``.

        Args:
            venue: Restricts the answer to one venue.
            limit: How many series a page has at most.
            cursor: From nextCursor of an earlier answer; needs limit.
            active: Only series with a record within the hour before the newest record.
            q: Only series whose storeKey contains this, letter case aside.
        """
        return cast(
            "t.GetRecordedAssetsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/history/assets",
                    query=("venue", "limit", "cursor", "active", "q"),
                ),
                {
                    "venue": venue,
                    "limit": limit,
                    "cursor": cursor,
                    "active": active,
                    "q": q,
                },
                timeout,
            ),
        )

    async def get_resolutions(
        self,
        *,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None = None,
        since: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetResolutionsAnswer:
        """How binary markets ended.

        Read from each venue's settlement source, never inferred from a price, and kept forever.
        Oldest first by recordedAt; nextCursor leads to the next page. To follow new resolutions,
        repeat the request with since set to the last recordedAt.

        ``GET /api/resolutions``.

        Args:
            venue: Restricts the answer to one venue.
            since: Only resolutions recorded at this time or later. Epoch milliseconds or ISO
                8601; epoch seconds are rejected.
            limit: How many at most.
            cursor: nextCursor of an earlier answer to the same venue and since.
        """
        return cast(
            "t.GetResolutionsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/resolutions",
                    query=("venue", "since", "limit", "cursor"),
                ),
                {
                    "venue": venue,
                    "since": since,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_slippage(
        self,
        asset: str,
        size: float,
        side: Literal['buy', 'sell'],
        *,
        size_unit: Literal['quote', 'base'] | None = None,
        timeout: float | None = None,
    ) -> t.GetSlippageAnswer:
        """Cost of a market order on the live book.

        Binaries are bought and sold in terms of Yes. An empty book is an answer that fills nothing;
        a book that could not be read is 503.

        ``GET /api/asset/{asset}/slippage``.

        Args:
            asset: Asset id; letter case does not matter.
            size: Size of the order, in sizeUnit.
            side: buy takes asks, sell takes bids.
            size_unit: quote: USD; base: units or contracts.
        """
        return cast(
            "t.GetSlippageAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/slippage",
                    query=("size", "side", "sizeUnit"),
                ),
                {
                    "asset": asset,
                    "size": size,
                    "side": side,
                    "sizeUnit": size_unit,
                },
                timeout,
            ),
        )

    async def get_snapshotter_health(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetSnapshotterHealthAnswer:
        """The file that carries the newest state over a restart.

        OK up to 10 minutes of age, WARN up to 30, DOWN (503) beyond or without a file.

        ``GET /api/health/snapshotter``.
        """
        return cast(
            "t.GetSnapshotterHealthAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/health/snapshotter",
                ),
                {},
                timeout,
            ),
        )

    async def get_sparklines(
        self,
        assets: Sequence[str],
        *,
        timeout: float | None = None,
    ) -> t.GetSparklinesAnswer:
        """The last 24 hours of many assets, a close each half hour.

        For the small lines of a list of markets. Half hours start at multiples of bucketMs since
        the epoch, and the last one lasts. null: nothing was recorded in it. An hour that was filled
        in from the candle of its venue has its close in both halves; one that is filled in while
        this is asked for shows within 15 minutes.

        ``GET /api/sparklines``.

        Args:
            assets: One to 50 asset ids, comma separated; one that is named twice stands once in
                the answer.
        """
        return cast(
            "t.GetSparklinesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/sparklines",
                    query=("assets",),
                ),
                {
                    "assets": assets,
                },
                timeout,
            ),
        )

    async def get_stale_assets(
        self,
        *,
        threshold_min: float | None = None,
        limit: int | None = None,
        sort_by: Literal['staleness', 'asset', 'venue'] | None = None,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None = None,
        timeout: float | None = None,
    ) -> t.GetStaleAssetsAnswer:
        """Tracked assets whose records stopped or never began.

        The limit cuts each list before it is sorted; the summary counts everything.

        ``GET /api/alerts/stale``.

        Args:
            threshold_min: Age in minutes from which the newest record of an asset counts as
                stale.
            limit: Maximum number of rows in each list.
            sort_by: Sort order of the rows. Without it, stale is sorted by staleness and
                neverRecorded by asset.
            venue: Restricts the answer to one venue.
        """
        return cast(
            "t.GetStaleAssetsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/alerts/stale",
                    query=("thresholdMin", "limit", "sortBy", "venue"),
                ),
                {
                    "thresholdMin": threshold_min,
                    "limit": limit,
                    "sortBy": sort_by,
                    "venue": venue,
                },
                timeout,
            ),
        )

    async def get_stale_assets_csv(
        self,
        *,
        threshold_min: float | None = None,
        limit: int | None = None,
        sort_by: Literal['staleness', 'asset', 'venue'] | None = None,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None = None,
        timeout: float | None = None,
    ) -> str:
        """The same as a CSV download.

        Columns kind, venue, asset, lastIso, staleForMs, count, bytes; stale rows come first.

        ``GET /api/alerts/stale.csv``.

        Args:
            threshold_min: Age in minutes from which the newest record of an asset counts as
                stale.
            limit: Maximum number of rows in each list.
            sort_by: Sort order of the rows. Without it, stale is sorted by staleness and
                neverRecorded by asset.
            venue: Restricts the answer to one venue.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/alerts/stale.csv",
                query=("thresholdMin", "limit", "sortBy", "venue"),
            ),
            {
                "thresholdMin": threshold_min,
                "limit": limit,
                "sortBy": sort_by,
                "venue": venue,
            },
            timeout,
        )

    async def get_stale_history(
        self,
        *,
        hours: float | None = None,
        threshold_min: float | None = None,
        timeout: float | None = None,
    ) -> t.GetStaleHistoryAnswer:
        """Stored reports of stale assets.

        Reports are stored every five minutes, kept for 48 hours, and judged with the threshold of
        this request. Without a stored one the present state stands in.

        ``GET /api/alerts/stale/history``.

        Args:
            hours: Start of the list.
            threshold_min: Age in minutes from which the newest record of an asset counts as
                stale.
        """
        return cast(
            "t.GetStaleHistoryAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/alerts/stale/history",
                    query=("hours", "thresholdMin"),
                ),
                {
                    "hours": hours,
                    "thresholdMin": threshold_min,
                },
                timeout,
            ),
        )

    async def get_stats(
        self,
        *,
        venue: Literal['hl', 'hl-pred', 'pm', 'kalshi', 'limitless'] | None = None,
        max: int | None = None,
        timeout: float | None = None,
    ) -> t.GetStatsAnswer:
        """Statistics of the largest markets.

        Hourly bars of 30 days from the store, annualised with 8,760 periods. The curated set is the
        40 largest perpetuals and the 20 largest markets of each binary kind by 24 h volume. Results
        are kept for about 20 s; a figure that they lack comes from the statistics of the asset
        where those were asked for since.

        ``GET /api/stats``. Access: pro (stats).

        Args:
            venue: Only this kind of market.
            max: Most assets, the largest first, in the proportion of the kinds.
        """
        return cast(
            "t.GetStatsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/stats",
                    query=("venue", "max"),
                ),
                {
                    "venue": venue,
                    "max": max,
                },
                timeout,
            ),
        )

    async def get_treasury(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetTreasuryAnswer:
        """Total of the prepaid balances, and of the deposits in review.

        The prepaid liability in micro-USD, read from the ledger now. For the operator.

        ``GET /api/account/treasury``. Access: admin.
        """
        return cast(
            "t.GetTreasuryAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/treasury",
                ),
                {},
                timeout,
            ),
        )

    async def get_upstream_health(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetUpstreamHealthAnswer:
        """Every upstream of every venue, asked over the network.

        Each probe has 5 s. Repeated for 30 s.

        ``GET /api/health/upstream``.
        """
        return cast(
            "t.GetUpstreamHealthAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/health/upstream",
                ),
                {},
                timeout,
            ),
        )

    async def get_usage(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetUsageAnswer:
        """Usage and limits of the key.

        Counts of the current calendar month in UTC. Only requests of premium endpoints count;
        account calls do not.

        ``GET /api/account/usage``. Access: key.
        """
        return cast(
            "t.GetUsageAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/usage",
                ),
                {},
                timeout,
            ),
        )

    async def get_volume_profile(
        self,
        asset: str,
        price_step: float,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> t.GetVolumeProfileAnswer:
        """Volume by price of one asset.

        Bins are aligned to multiples of priceStep; empty ones are left out. Where no record carries
        volume, records are counted.

        ``GET /api/asset/{asset}/volprofile``.

        Args:
            asset: Asset id; letter case does not matter.
            price_step: Width of a bin, in the unit of the price.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Most records, the newest of the window. More than 50,000 counts as 50,000.
        """
        return cast(
            "t.GetVolumeProfileAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/volprofile",
                    query=("priceStep", "fromMs", "toMs", "limit"),
                ),
                {
                    "asset": asset,
                    "priceStep": price_step,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "limit": limit,
                },
                timeout,
            ),
        )

    async def get_wallets(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetWalletsAnswer:
        """Registered wallets, and where they send to.

        What a registered wallet sends to a `depositAddress` is credited to its owner once its block
        is final. Compare addresses of EVM chains without regard to letter case.

        ``GET /api/account/wallets``. Access: key.
        """
        return cast(
            "t.GetWalletsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/wallets",
                ),
                {},
                timeout,
            ),
        )

    async def issue_key(
        self,
        tier: Literal['free', 'pro', 'enterprise'],
        owner: str,
        *,
        label: str | None = None,
        venues: str | None = None,
        expires_at: int | None = None,
        timeout: float | None = None,
    ) -> t.IssueKeyAnswer:
        """Issue an API key.

        This answer is the only place where the key appears: the service stores its hash alone.

        ``POST /api/account/keys``. Access: admin.

        Args:
            tier: Tier of the key.
            owner: Owner of the key.
            label: A note of the operator; null when there is none.
            venues: Venues that the key may read, separated by commas, or all.
            expires_at: When the key ends. Epoch milliseconds; null when it never does.
        """
        return cast(
            "t.IssueKeyAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/keys",
                    body=("tier", "owner", "label", "venues", "expiresAt"),
                ),
                {
                    "tier": tier,
                    "owner": owner,
                    "label": label,
                    "venues": venues,
                    "expiresAt": expires_at,
                },
                timeout,
            ),
        )

    async def issue_vouchers(
        self,
        *,
        usd: float | None = None,
        micro_usd: float | None = None,
        count: int | None = None,
        expires_at: int | None = None,
        label: str | None = None,
        timeout: float | None = None,
    ) -> t.IssueVouchersAnswer:
        """Issues vouchers of one value.

        The codes are in this answer and nowhere else: only their hashes are stored.

        ``POST /api/account/vouchers``. Access: admin.

        Args:
            usd: US dollars with at most six decimals; instead of microUsd.
            micro_usd: Micro-USD, a whole number; instead of usd.
            count: Number of codes.
            expires_at: When a voucher ends. Epoch milliseconds; null when it never does.
            label: A note of the operator; null when there is none.
        """
        return cast(
            "t.IssueVouchersAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/vouchers",
                    body=("usd", "microUsd", "count", "expiresAt", "label"),
                ),
                {
                    "usd": usd,
                    "microUsd": micro_usd,
                    "count": count,
                    "expiresAt": expires_at,
                    "label": label,
                },
                timeout,
            ),
        )

    async def kill_bot(
        self,
        bot_id: str,
        kill: bool,
        *,
        timeout: float | None = None,
    ) -> t.KillBotAnswer:
        """Halts or resumes one bot.

        The same switch as `kill` of `POST /api/bot/control`, at once and also across restarts. Of
        all bots: `globalKill` of `POST /api/admin/flags`.

        ``POST /api/admin/bots``. Access: admin.

        Args:
            bot_id: Bot id, as the record of its key shows it.
            kill: true: halted.
        """
        return cast(
            "t.KillBotAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/bots",
                    body=("botId", "kill"),
                ),
                {
                    "botId": bot_id,
                    "kill": kill,
                },
                timeout,
            ),
        )

    async def list_deposits(
        self,
        *,
        state: Literal['credited', 'held', 'unattributed', 'released', 'returned'] | None = None,
        owner: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.ListDepositsAnswer:
        """Deposits of every source, newest first.

        Deposits in state `held` or `unattributed` are in review: `POST /api/account/credit` with
        `ref: "release:<id>"` pays one out, `POST /api/account/deposits` marks it as returned.

        ``GET /api/account/deposits``. Access: admin.

        Args:
            state: Only deposits in this state.
            owner: Only deposits of this owner.
            limit: Most deposits of the page.
            cursor: nextCursor of the page before.
        """
        return cast(
            "t.ListDepositsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/deposits",
                    query=("state", "owner", "limit", "cursor"),
                ),
                {
                    "state": state,
                    "owner": owner,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def list_keys(
        self,
        *,
        owner: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> t.ListKeysAnswer:
        """List issued keys, newest first.

        Hashes only; the keys themselves are not stored.

        ``GET /api/account/keys``. Access: admin.

        Args:
            owner: Only keys of this owner.
            limit: Most rows of the answer.
        """
        return cast(
            "t.ListKeysAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/keys",
                    query=("owner", "limit"),
                ),
                {
                    "owner": owner,
                    "limit": limit,
                },
                timeout,
            ),
        )

    async def list_vouchers(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> t.ListVouchersAnswer:
        """Issued vouchers, newest first.

        Hashes only; the codes are not stored.

        ``GET /api/account/vouchers``. Access: admin.

        Args:
            limit: Most rows of the answer.
        """
        return cast(
            "t.ListVouchersAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/vouchers",
                    query=("limit",),
                ),
                {
                    "limit": limit,
                },
                timeout,
            ),
        )

    async def list_waiting_orders(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.ListWaitingOrdersAnswer:
        """Orders of all bots whose final state is not known, oldest first.

        Most orders become final within seconds. One that stays here was mostly sent with a
        credential that has been removed.

        ``GET /api/admin/orders``. Access: admin.

        Args:
            limit: Most orders of the page.
            cursor: nextCursor of the page before.
        """
        return cast(
            "t.ListWaitingOrdersAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/admin/orders",
                    query=("limit", "cursor"),
                ),
                {
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def post_batch(
        self,
        assets: Sequence[str],
        *,
        series: bool | None = None,
        timeout: float | None = None,
    ) -> t.PostBatchAnswer:
        """Bundles of up to 50 assets.

        One item per asset asked for, in the same order; an asset that is named twice is computed
        once and stands in both places. An asset that fails has `ok: false` and an error code in its
        place, and the answer stays 200. Unknown members of the body are ignored. At most 64 KiB.

        ``POST /api/m2m/batch``.

        Args:
            assets: 1 to 50 asset ids.
            series: Adds up to 60 prices of the last 24 hours to each bundle.
        """
        return cast(
            "t.PostBatchAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/m2m/batch",
                    body=("assets", "series"),
                ),
                {
                    "assets": assets,
                    "series": series,
                },
                timeout,
            ),
        )

    async def put_credential(
        self,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'],
        kind: Literal['apiKey', 'wallet', 'oauth'],
        secret: dict[str, str],
        *,
        timeout: float | None = None,
    ) -> t.PutCredentialAnswer:
        """Connects a venue.

        One credential per owner and venue; a second one replaces the first. Stored encrypted, never
        returned.

        ``POST /api/bot/credentials``. Access: key.

        Args:
            venue: Venue.
            kind: What it is.
            secret: Members as the venue names them; strings only, 8 KiB in total.
        """
        return cast(
            "t.PutCredentialAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/bot/credentials",
                    body=("venue", "kind", "secret"),
                    server="bot",
                ),
                {
                    "venue": venue,
                    "kind": kind,
                    "secret": secret,
                },
                timeout,
            ),
        )

    async def redeem_voucher(
        self,
        code: str,
        *,
        timeout: float | None = None,
    ) -> t.RedeemVoucherAnswer:
        """Redeems a voucher.

        Each code is good once. Letter case, spaces and dashes do not matter; I and L are read as 1,
        O as 0.

        ``POST /api/account/redeem``. Access: key.

        Args:
            code: The code.
        """
        return cast(
            "t.RedeemVoucherAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/redeem",
                    body=("code",),
                ),
                {
                    "code": code,
                },
                timeout,
            ),
        )

    async def register_wallet(
        self,
        address: str,
        *,
        timeout: float | None = None,
    ) -> t.RegisterWalletAnswer:
        """Registers a wallet.

        A wallet belongs to one owner, and an owner has at most 20. Only transfers in blocks after
        the registration are credited. Contracts, addresses of exchanges and addresses of this
        service cannot be registered; a wallet that delegates to code (EIP-7702) can. The same
        wallet again changes nothing.

        ``POST /api/account/wallets``. Access: key.

        Args:
            address: Of an EVM chain (0x...), Solana or Tron (T...).
        """
        return cast(
            "t.RegisterWalletAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/wallets",
                    body=("address",),
                ),
                {
                    "address": address,
                },
                timeout,
            ),
        )

    async def rescan_chain(
        self,
        chain: str,
        from_: int,
        *,
        timeout: float | None = None,
    ) -> t.RescanChainAnswer:
        """Reads a chain again from a block, slot or time.

        The next poll starts there. Known deposits are not credited again. It also resumes a chain
        whose history changed below its final block.

        ``POST /api/account/deposits/rescan``. Access: admin.

        Args:
            chain: Name of the chain.
            from_: The first block (EVM), slot (Solana) or epoch ms (Tron) that is read again.
        """
        return cast(
            "t.RescanChainAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/deposits/rescan",
                    body=("chain", "from"),
                ),
                {
                    "chain": chain,
                    "from": from_,
                },
                timeout,
            ),
        )

    async def return_deposit(
        self,
        id: str,
        action: Literal['return'],
        *,
        timeout: float | None = None,
    ) -> t.ReturnDepositAnswer:
        """Marks a deposit in review as returned.

        Removes the deposit from the books. It moves no money at the provider or on a chain: send it
        back there. Repeating the call changes nothing.

        ``POST /api/account/deposits``. Access: admin.

        Args:
            id: The deposit.
            action: What happened to it.
        """
        return cast(
            "t.ReturnDepositAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/deposits",
                    body=("id", "action"),
                ),
                {
                    "id": id,
                    "action": action,
                },
                timeout,
            ),
        )

    async def revoke_key(
        self,
        *,
        key_hash: str | None = None,
        bot_id: str | None = None,
        owner: str | None = None,
        timeout: float | None = None,
    ) -> t.RevokeKeyAnswer:
        """Revoke a key, or every key of a bot or an owner.

        Revoked keys are refused from the next request on, and their streams end within 30 s.
        Revoking a key also revokes the live keys that replaced it by rotation. Give exactly one of
        keyHash, botId and owner.

        ``DELETE /api/account/keys``. Access: admin.

        Args:
            key_hash: SHA-256 of the key, lower-case hex.
            bot_id: Revoke the keys of this bot; key records show its id.
            owner: Revoke the keys of this owner.
        """
        return cast(
            "t.RevokeKeyAnswer",
            await self._read_json(
                Operation(
                    "DELETE",
                    "/api/account/keys",
                    body=("keyHash", "botId", "owner"),
                ),
                {
                    "keyHash": key_hash,
                    "botId": bot_id,
                    "owner": owner,
                },
                timeout,
            ),
        )

    async def rotate_key(
        self,
        *,
        grace_ms: int | None = None,
        timeout: float | None = None,
    ) -> t.RotateKeyAnswer:
        """Rotates the key of the caller.

        The new key has the same owner, tier, venues, label and expiry, and shares rate, quota,
        stream slots and usage: rotating resets nothing. The new key is shown once. Repeating the
        call with the old key within its grace returns the record of the same successor; no other
        key is issued, and the grace does not change.

        ``POST /api/account/keys/rotate``. Access: key.

        Args:
            grace_ms: How long the old key continues to work, at most until it expires.
        """
        return cast(
            "t.RotateKeyAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/keys/rotate",
                    body=("graceMs",),
                ),
                {
                    "graceMs": grace_ms,
                },
                timeout,
            ),
        )

    async def rotate_vault(
        self,
        *,
        timeout: float | None = None,
    ) -> t.RotateVaultAnswer:
        """Encrypts all credentials under the first vault key.

        Afterwards the other keys can be taken out of `CROSSTAPE_VAULT_KEK`, but those that a
        skipped credential is under. Only what wraps the keys of the records changes; no credential
        is read or encrypted again. Safe to repeat.

        ``POST /api/admin/vault/rotate``. Access: admin.
        """
        return cast(
            "t.RotateVaultAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/vault/rotate",
                ),
                {},
                timeout,
            ),
        )

    async def set_flags(
        self,
        global_kill: bool,
        *,
        timeout: float | None = None,
    ) -> t.SetFlagsAnswer:
        """Sets or clears the kill switch of all trading.

        Takes effect at once and survives a restart. All other flags come from settings.

        ``POST /api/admin/flags``. Access: admin.

        Args:
            global_kill: true: no trade is placed.
        """
        return cast(
            "t.SetFlagsAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/flags",
                    body=("globalKill",),
                ),
                {
                    "globalKill": global_kill,
                },
                timeout,
            ),
        )

    async def simulate_arbitrage(
        self,
        capital: float,
        *,
        max_spread: float | None = None,
        min_legs: int | None = None,
        top_n: int | None = None,
        fee_bps_hyperliquid: float | None = None,
        fee_bps_polymarket: float | None = None,
        fee_bps_kalshi: float | None = None,
        fee_bps_limitless: float | None = None,
        timeout: float | None = None,
    ) -> t.SimulateArbitrageAnswer:
        """A portfolio of cross-venue opportunities.

        Gross figures split the capital equally and model no fees, depth or settlement risk. The net
        block beside each item walks the live books and takes fees off: your own where
        `feeBps.<venue>` states them, else the published ones. Nothing is left out because it is
        negative.

        ``GET /api/arb/sim``. Access: pro (arb).

        Args:
            capital: USD to split.
            max_spread: Widest spread that is believed, as a fraction.
            min_legs: Fewest orders. 1 adds each perpetual against its oracle, which cannot be
                traded.
            top_n: Most opportunities selected.
            fee_bps_hyperliquid: What you pay at Hyperliquid, in bps of what an order costs;
                below 0 it pays you. Absent: as published.
            fee_bps_polymarket: What you pay at Polymarket, in bps of what an order costs; below
                0 it pays you. Absent: as published.
            fee_bps_kalshi: What you pay at Kalshi, in bps of what an order costs; below 0 it
                pays you. Absent: as published.
            fee_bps_limitless: What you pay at Limitless, in bps of what an order costs; below 0
                it pays you. Absent: as published.
        """
        return cast(
            "t.SimulateArbitrageAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/arb/sim",
                    query=("capital", "maxSpread", "minLegs", "topN", "feeBps.hyperliquid", "feeBps.polymarket", "feeBps.kalshi", "feeBps.limitless"),
                ),
                {
                    "capital": capital,
                    "maxSpread": max_spread,
                    "minLegs": min_legs,
                    "topN": top_n,
                    "feeBps.hyperliquid": fee_bps_hyperliquid,
                    "feeBps.polymarket": fee_bps_polymarket,
                    "feeBps.kalshi": fee_bps_kalshi,
                    "feeBps.limitless": fee_bps_limitless,
                },
                timeout,
            ),
        )

    async def store_stale_report(
        self,
        *,
        x_snapshot_token: str | None = None,
        timeout: float | None = None,
    ) -> t.StoreStaleReportAnswer:
        """Stores a report of stale assets, at most one per 60 s.

        Where a snapshot token is configured, the header X-Snapshot-Token must hold it. After 10
        wrong ones in a minute an address waits, no matter what it sends.

        ``POST /api/alerts/stale/snapshot``.

        Args:
            x_snapshot_token: The configured snapshot token.
        """
        return cast(
            "t.StoreStaleReportAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/alerts/stale/snapshot",
                    header=("x-snapshot-token",),
                ),
                {
                    "x-snapshot-token": x_snapshot_token,
                },
                timeout,
            ),
        )

    def stream_asset(
        self,
        asset: str,
        *,
        last_event_id: str | None = None,
        max_attempts: int | None = None,
    ) -> AsyncStream[t.StreamAssetFrame]:
        """Live price of one asset.

        One event per pulse, at most one per 250 ms; the newest state comes at once. The stream
        begins with the comment `: connected`; `: heartbeat` follows every 25 s. Send the id of the
        last event as `Last-Event-ID` to resume after it. `event: resync` with `{lastEventId}` means
        that events were missed; the newest state follows. At shutdown a `retry:` hint is sent. A
        reader that leaves more than 1 MiB unread, or anything for 30 s, is disconnected.

        ``GET /api/asset/{asset}/stream``. Access: pro (realtime).

        Args:
            asset: Asset id; letter case does not matter.
        """
        return cast(
            "AsyncStream[t.StreamAssetFrame]",
            self._open_stream(
                Operation(
                    "GET",
                    "/api/asset/{asset}/stream",
                ),
                {
                    "asset": asset,
                },
                last_event_id, max_attempts,
            ),
        )

    def stream_flow(
        self,
        asset: str,
        *,
        last_event_id: str | None = None,
        max_attempts: int | None = None,
    ) -> AsyncStream[t.StreamFlowFrame]:
        """Live order flow of one asset.

        One event per pulse that has a price, classified by the tick rule against the pulse before.
        `cumulative` begins at 0 with each connection. The stream begins with the comment `:
        connected`; `: heartbeat` follows every 25 s. Send the id of the last event as
        `Last-Event-ID` to resume after it. `event: resync` with `{lastEventId}` means that events
        were missed; the newest state follows. At shutdown a `retry:` hint is sent. A reader that
        leaves more than 1 MiB unread, or anything for 30 s, is disconnected.

        ``GET /api/asset/{asset}/stream-flow``. Access: pro (realtime).

        Args:
            asset: Asset id; letter case does not matter.
        """
        return cast(
            "AsyncStream[t.StreamFlowFrame]",
            self._open_stream(
                Operation(
                    "GET",
                    "/api/asset/{asset}/stream-flow",
                ),
                {
                    "asset": asset,
                },
                last_event_id, max_attempts,
            ),
        )

    def stream_signal(
        self,
        asset: str,
        *,
        last_event_id: str | None = None,
        max_attempts: int | None = None,
    ) -> AsyncStream[t.StreamSignalFrame]:
        """Live bundle of one asset.

        A bundle with its cause: init on connect, pulse when the price moved (at most every 1,500
        ms), idle after 15 quiet seconds. The stream begins with the comment `: connected`; `:
        heartbeat` follows every 25 s. Send the id of the last event as `Last-Event-ID` to resume
        after it. `event: resync` with `{lastEventId}` means that events were missed; the newest
        state follows. At shutdown a `retry:` hint is sent. A reader that leaves more than 1 MiB
        unread, or anything for 30 s, is disconnected.

        ``GET /api/m2m/{asset}/stream-signal``. Access: pro (realtime).

        Args:
            asset: Asset id; letter case does not matter.
        """
        return cast(
            "AsyncStream[t.StreamSignalFrame]",
            self._open_stream(
                Operation(
                    "GET",
                    "/api/m2m/{asset}/stream-signal",
                ),
                {
                    "asset": asset,
                },
                last_event_id, max_attempts,
            ),
        )

    def stream_tape(
        self,
        *,
        last_event_id: str | None = None,
        max_attempts: int | None = None,
    ) -> AsyncStream[t.StreamTapeFrame]:
        """Fills of all bots, live.

        `snapshot` holds the newest 50 fills of the current mode, oldest first; `fills` follow
        within a second of their commit. The stream begins with the comment `: connected`; `:
        heartbeat` follows every 25 s. Send the id of the last event as `Last-Event-ID` to resume
        after it. `event: resync` with `{lastEventId}` means that events were missed; the newest
        state follows. At shutdown a `retry:` hint is sent. A reader that leaves more than 1 MiB
        unread, or anything for 30 s, is disconnected.

        ``GET /api/bot/tape``.
        """
        return cast(
            "AsyncStream[t.StreamTapeFrame]",
            self._open_stream(
                Operation(
                    "GET",
                    "/api/bot/tape",
                    server="bot",
                ),
                {},
                last_event_id, max_attempts,
            ),
        )

    async def trade(
        self,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'],
        asset: str,
        mark_price: float,
        *,
        side: Literal['buy', 'sell'] | None = None,
        size_usd: float | None = None,
        size_shares: float | None = None,
        close: Literal[True] | None = None,
        client_order_id: str | None = None,
        timeout: float | None = None,
    ) -> t.TradeAnswer:
        """Place one order.

        The access fee is charged once, at the first fill. Repeating a `clientOrderId` places and
        charges nothing and answers `duplicate`. Binaries are traded in Yes terms.

        ``POST /api/bot/trade``. Access: key.

        Args:
            venue: Where.
            asset: Asset id, or store key.
            side: In Yes terms for binaries. Leave out with close.
            size_usd: Maximum amount of the order in US dollars: a buy costs at most this at the
                limit price, a sell brings in at most this at markPrice.
            size_shares: Instead of sizeUsd: shares for binaries, units of the coin for
                perpetuals.
            close: Instead of side and size: closes the whole open position of the bot in the
                asset, never through zero.
            mark_price: Reference price of the order; below 1 for binaries.
            client_order_id: The caller's own id of the order; generated when absent.
        """
        return cast(
            "t.TradeAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/bot/trade",
                    body=("venue", "asset", "side", "sizeUsd", "sizeShares", "close", "markPrice", "clientOrderId"),
                    server="bot",
                ),
                {
                    "venue": venue,
                    "asset": asset,
                    "side": side,
                    "sizeUsd": size_usd,
                    "sizeShares": size_shares,
                    "close": close,
                    "markPrice": mark_price,
                    "clientOrderId": client_order_id,
                },
                timeout,
            ),
        )
