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

        Free, also while trading is halted. Safe to repeat: an order that is already final is
        returned unchanged. `cancelling` means that the venue has not confirmed the final state yet;
        the service repeats the request until it does.

        ``POST /api/bot/orders/{orderId}/cancel``. Access: key.

        Args:
            order_id: Order id, from the answer to the trade or from the bot's status.
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

    async def cancel_vouchers(
        self,
        *,
        hash: str | None = None,
        label: str | None = None,
        issued_from_ms: int | None = None,
        issued_to_ms: int | None = None,
        timeout: float | None = None,
    ) -> t.CancelVouchersAnswer:
        """Cancels vouchers that were not redeemed.

        A cancelled code is 404 `invalid_code`. Give exactly one of `hash`, `label`, and
        `issuedFromMs` with `issuedToMs`. Vouchers that were redeemed before stay as they are, and
        are counted.

        ``DELETE /api/account/vouchers``. Access: admin.

        Args:
            hash: SHA-256 of one code in hex.
            label: Label of the vouchers.
            issued_from_ms: First time of issue, inclusive. Epoch milliseconds.
            issued_to_ms: Last time of issue, inclusive. Epoch milliseconds.
        """
        return cast(
            "t.CancelVouchersAnswer",
            await self._read_json(
                Operation(
                    "DELETE",
                    "/api/account/vouchers",
                    body=("hash", "label", "issuedFromMs", "issuedToMs"),
                ),
                {
                    "hash": hash,
                    "label": label,
                    "issuedFromMs": issued_from_ms,
                    "issuedToMs": issued_to_ms,
                },
                timeout,
            ),
        )

    async def close_all(
        self,
        *,
        timeout: float | None = None,
    ) -> t.CloseAllAnswer:
        """Cancels what rests and closes every position of the bot.

        Each position is an order of its own, the largest loss first, also while openings are halted
        and with an empty balance. It goes on until nothing is open, over restarts; an exit that its
        venue refuses is tried again after 1, 2, 4 .. 60 minutes. Nothing is opened meanwhile.
        `resume: true` of the control ends it.

        ``POST /api/bot/close-all``. Access: key.
        """
        return cast(
            "t.CloseAllAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/bot/close-all",
                    server="bot",
                ),
                {},
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
        """Removes a credential that cannot be decrypted.

        A credential that can be decrypted is not removed; only its owner can do that. Until the
        owner stores a new one, orders for the venue are rejected with `no_credentials`.

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
        """Closes an order whose venue can no longer be queried.

        Allowed from `closableFrom` on. Releases the fee that was set aside. The order becomes
        `rejected` with the reason `unconfirmed`, or `filled` when a fill is already known. Nothing
        is cancelled at the venue: check the order there first.

        ``POST /api/admin/orders``. Access: admin.

        Args:
            order_id: Id of the order.
            note: State of the order at the venue, which the owner can read.
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

    async def compare_ledger(
        self,
        *,
        timeout: float | None = None,
    ) -> t.CompareLedgerAnswer:
        """Compares what came in at the sources of money with what was recorded.

        Compares what came in since the last comparison without a difference; what left since then
        does not count. A difference waits in the review.

        ``POST /api/account/ledger/compare``. Access: admin.
        """
        return cast(
            "t.CompareLedgerAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/ledger/compare",
                ),
                {},
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
        max_exposure_usd: float | None = None,
        max_asset_usd: float | None = None,
        max_open_positions: int | None = None,
        max_orders_per_min: int | None = None,
        max_daily_loss_usd: float | None = None,
        cooldown_ms: int | None = None,
        stop_loss_pct: float | None = None,
        take_profit_pct: float | None = None,
        max_hold_ms: int | None = None,
        close_before_end_ms: int | None = None,
        max_spread_pct: float | None = None,
        on_neutral: Literal['hold', 'close'] | None = None,
        paper_balance_usd: float | None = None,
        start_paused: bool | None = None,
        kill: bool | None = None,
        halt: Literal['none', 'opening', 'all'] | None = None,
        close_first: Literal[True] | None = None,
        resume: Literal[True] | None = None,
        timeout: float | None = None,
    ) -> t.ControlBotAnswer:
        """Changes how the bot trades, or halts it.

        Absent members stay unchanged. `kill: true` halts the bot at once, overrides `enabled`, and
        stays until `kill: false`; with `halt: opening` closes and exits go on.

        ``POST /api/bot/control``. Access: key.

        Args:
            enabled: Whether the engine trades for the bot.
            venues: Venues on which the engine trades; empty means none.
            assets: Assets that the engine trades; empty means none.
            min_confidence: Minimum confidence of a signal, 0 to 1; weaker signals are not
                traded.
            trade_size_usd: Size of one order in US dollars.
            max_stale_ms: Maximum age in ms of the data that the engine trades on.
            max_exposure_usd: The most at risk in all markets, in US dollars; null when there is
                no limit; 0 opens nothing.
            max_asset_usd: The most at risk in one asset, in US dollars; null when there is no
                limit; 0 opens nothing.
            max_open_positions: The most positions that are open; null when there is no limit.
            max_orders_per_min: Orders of the engine a minute; more wait; null when there is no
                limit.
            max_daily_loss_usd: Fall of the equity since 00:00 UTC at which everything is
                closed; null when there is no limit; 0 opens nothing.
            cooldown_ms: Time in ms after a closing in which nothing is opened in the same
                asset; null when it is not asked for.
            stop_loss_pct: Loss of a position in percent of its cost that closes it; null when
                it is not asked for.
            take_profit_pct: Gain of a position in percent of its cost that closes it; null when
                it is not asked for.
            max_hold_ms: Age in ms of a position that closes it; null when it is not asked for.
            close_before_end_ms: Time in ms before the stated end of a market at which it
                closes; null when it is not asked for.
            max_spread_pct: Widest spread that the engine trades, in percent of its middle; null
                when it is not asked for.
            on_neutral: What a neutral signal does to an open position.
            paper_balance_usd: Starting balance of the purse for paper orders, in US dollars.
            start_paused: Whether the engine waits for `resume: true` after a restart of the
                service.
            kill: true is halt `all`, false is halt `none`.
            halt: What is halted. `opening`: nothing is opened, closes go on. `all`: no order
                leaves, and what rests is cancelled.
            close_first: With `kill: true`: cancels what rests and closes every position, then
                halts.
            resume: Ends the stop after the loss of a day, a closing of everything, and the
                pause after a restart.
        """
        return cast(
            "t.ControlBotAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/bot/control",
                    body=("enabled", "venues", "assets", "minConfidence", "tradeSizeUsd", "maxStaleMs", "maxExposureUsd", "maxAssetUsd", "maxOpenPositions", "maxOrdersPerMin", "maxDailyLossUsd", "cooldownMs", "stopLossPct", "takeProfitPct", "maxHoldMs", "closeBeforeEndMs", "maxSpreadPct", "onNeutral", "paperBalanceUsd", "startPaused", "kill", "halt", "closeFirst", "resume"),
                    lists=("venues", "assets"),
                    server="bot",
                ),
                {
                    "enabled": enabled,
                    "venues": venues,
                    "assets": assets,
                    "minConfidence": min_confidence,
                    "tradeSizeUsd": trade_size_usd,
                    "maxStaleMs": max_stale_ms,
                    "maxExposureUsd": max_exposure_usd,
                    "maxAssetUsd": max_asset_usd,
                    "maxOpenPositions": max_open_positions,
                    "maxOrdersPerMin": max_orders_per_min,
                    "maxDailyLossUsd": max_daily_loss_usd,
                    "cooldownMs": cooldown_ms,
                    "stopLossPct": stop_loss_pct,
                    "takeProfitPct": take_profit_pct,
                    "maxHoldMs": max_hold_ms,
                    "closeBeforeEndMs": close_before_end_ms,
                    "maxSpreadPct": max_spread_pct,
                    "onNeutral": on_neutral,
                    "paperBalanceUsd": paper_balance_usd,
                    "startPaused": start_paused,
                    "kill": kill,
                    "halt": halt,
                    "closeFirst": close_first,
                    "resume": resume,
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

        `ref` is the idempotency key, kept forever: repeating a credit changes nothing (`applied:
        false`), and another owner or amount with the same `ref` is 400 `ref_conflict`.
        `release:<deposit id>` pays out a deposit in review. `writeoff:<reason>` forgives a debt, at
        most what the owner owes, and changes no balance. Other spellings of either, and spaces
        around `ref`, are 400.

        ``POST /api/account/credit``. Access: admin.

        Args:
            owner: Owner to credit.
            usd: Amount in US dollars with at most six decimals; alternative to microUsd.
            micro_usd: Amount in micro-USD, a whole number; alternative to usd.
            ref: Idempotency key of the credit.
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

    async def debit_owner(
        self,
        owner: str,
        ref: str,
        reason: str,
        *,
        usd: float | None = None,
        micro_usd: float | None = None,
        allow_debt: bool | None = None,
        timeout: float | None = None,
    ) -> t.DebitOwnerAnswer:
        """Debits an owner.

        The other side of a credit. `ref` is its idempotency key, kept forever and apart from those
        of credits. More than the free balance is 402, unless `allowDebt` lets the rest become a
        debt.

        ``POST /api/account/debit``. Access: admin.

        Args:
            owner: Owner to debit.
            usd: Amount in US dollars with at most six decimals; alternative to microUsd.
            micro_usd: Amount in micro-USD, a whole number; alternative to usd.
            ref: Idempotency key of the debit.
            reason: Reason, which is kept with the action.
            allow_debt: Whether the part above the free balance becomes a debt.
        """
        return cast(
            "t.DebitOwnerAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/debit",
                    body=("owner", "usd", "microUsd", "ref", "reason", "allowDebt"),
                ),
                {
                    "owner": owner,
                    "usd": usd,
                    "microUsd": micro_usd,
                    "ref": ref,
                    "reason": reason,
                    "allowDebt": allow_debt,
                },
                timeout,
            ),
        )

    async def decide_review(
        self,
        id: str,
        action: Literal['apply', 'dismiss'],
        *,
        owner: str | None = None,
        micro_usd: int | None = None,
        reason: str | None = None,
        timeout: float | None = None,
    ) -> t.DecideReviewAnswer:
        """Applies or dismisses an item of the review.

        `apply` does what the item proposes, `dismiss` ends it without any movement of money. An
        item that ended before stays as it is (`applied: false`).

        ``POST /api/account/review``. Access: admin.

        Args:
            id: Id of the item.
            action: Decision about the item.
            owner: Owner whom `apply` concerns. Default: the owner of the item.
            micro_usd: Amount that `apply` moves. Default: the amount of the item. Micro-USD.
            reason: Reason of a `dismiss`.
        """
        return cast(
            "t.DecideReviewAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/review",
                    body=("id", "action", "owner", "microUsd", "reason"),
                ),
                {
                    "id": id,
                    "action": action,
                    "owner": owner,
                    "microUsd": micro_usd,
                    "reason": reason,
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

        Succeeds even when the venue is not connected. A key can disconnect the venues that it can
        connect.

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
        """Explanation why two markets are linked or not.

        Compares the two markets again and shows how each was read: its words, numbers, date and
        sides.

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

    def follow_assets(
        self,
        assets: Sequence[str],
        *,
        kinds: Sequence[Literal['quote', 'flow', 'signal', 'resolution', 'gap', 'trade']] | None = None,
        max_rate: float | None = None,
        raw: bool | None = None,
        partial: bool | None = None,
        last_event_id: str | None = None,
        max_attempts: int | None = None,
    ) -> AsyncStream[t.FollowAssetsFrame]:
        """Live events of many assets on one connection, named in a body.

        Begins with a snapshot of each asset and `ready`, whose id is the position from which the
        reader resumes; every later event has an id. Events of 50 ms arrive together. A reader with
        more than 256 KiB unread receives the newest event of each asset and kind; `skipped` counts
        those in between; with `raw` it is ended by `resync` at 1 MiB instead. Takes one slot and
        costs one connect, however many assets it has. Members are the parameters of the GET. Begins
        with the comment `: connected`; `: heartbeat` follows every 25 s. Send the id of the last
        event as `Last-Event-ID` to resume after it. `event: resync` with `{lastEventId}` means that
        events were missed; the newest state follows. At shutdown a `retry:` hint is sent. A reader
        that leaves more than 1 MiB unread, or anything for 30 s, is disconnected.

        ``POST /api/stream``. Access: pro (realtime).

        Args:
            assets: Asset ids, 1 to 200.
            kinds: Kinds of events. Default: quote. Signals of all such streams together are 40
                a second.
            max_rate: Maximum number of events a second of one asset and kind. The newest are
                sent.
            raw: Whether every change of a price is an event of its own, sent at once. Not with
                maxRate.
            partial: Whether to stream the known assets when some are unknown, which `event:
                unknown` names.
        """
        return cast(
            "AsyncStream[t.FollowAssetsFrame]",
            self._open_stream(
                Operation(
                    "POST",
                    "/api/stream",
                    body=("assets", "kinds", "maxRate", "raw", "partial"),
                    lists=("assets", "kinds"),
                ),
                {
                    "assets": assets,
                    "kinds": kinds,
                    "maxRate": max_rate,
                    "raw": raw,
                    "partial": partial,
                },
                last_event_id, max_attempts,
            ),
        )

    async def forget_vault_key(
        self,
        key_id: str,
        *,
        timeout: float | None = None,
    ) -> t.ForgetVaultKeyAnswer:
        """Gives up a vault key that is lost.

        Removes the credentials under the key, which nobody can decrypt any more, and opens the
        vault if that key was all it lacked. A key that is configured, or that a running process
        has, is not lost: the call is refused. Safe to repeat.

        ``POST /api/admin/vault/forget``. Access: admin.

        Args:
            key_id: Id of the lost key, as `rotate` and the log name it.
        """
        return cast(
            "t.ForgetVaultKeyAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/vault/forget",
                    body=("keyId",),
                ),
                {
                    "keyId": key_id,
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

        A warning makes the verdict `degraded`, a critical anomaly makes it `critical`. Page the
        operator when `alertable` is true: the verdict is critical and the warm-up of 90 s is over.

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
        """One asset: newest state, candles, book or rules.

        Perpetuals have book and funding; binaries have rules and history. For an asset that has
        left its venue, ticker is null and the rest comes from the store.

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

        Computed from log returns of the newest 5,000 live records, or of the newest 720 hours when
        those cover less than six hours, and annualised by the time that they cover. Figures are
        fractions: 0.05 is 5 %, of probabilities too, whose risk in percentage points is `points`.
        For probabilities, figures about the return of a year are null.

        ``GET /api/asset/{asset}/risk``.

        Args:
            asset: Asset id; letter case does not matter.
            min_bars: Minimum number of usable records; with fewer, all metrics but the counts
                are null. Values above 5,000 count as 5,000.
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

        Computed from hourly bars of 30 days and annualised by the time that they cover. Hours that
        were not recorded are asked of the venue once, for two seconds at most.

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
        days: int | None = None,
        timeout: float | None = None,
    ) -> t.GetBalanceAnswer:
        """Prepaid balance and ledger of the owner.

        Newest ledger entries, oldest first; `nextCursor` leads to earlier ones. Each has the change
        of the balance and the balance after it.

        ``GET /api/account/balance``. Access: key.

        Args:
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous answer.
            days: Number of days, UTC, up to and with the current one, that `daily` lists.
        """
        return cast(
            "t.GetBalanceAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/balance",
                    query=("limit", "cursor", "days"),
                ),
                {
                    "limit": limit,
                    "cursor": cursor,
                    "days": days,
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

        Books of binaries are in terms of Yes. A book that the venue confirms to be empty gives two
        empty lists; a book that could not be read gives 503.

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

    async def get_book_at(
        self,
        asset: str,
        at: Time,
        *,
        levels: int | None = None,
        timeout: float | None = None,
    ) -> t.GetBookAtAnswer:
        """Order book of one asset as it stood at a moment.

        Holds every message that had arrived by then, by our clock; binaries in terms of Yes. A
        moment just now waits up to 3 s for its record. Where the book was not recorded the answer
        is 200, and whyNull says why.

        ``GET /api/book/{asset}/at``. Access: pro (history).

        Args:
            asset: Asset id; letter case does not matter.
            at: The moment, not after now. Epoch milliseconds or ISO 8601; epoch seconds are
                rejected.
            levels: Most levels of a side. Default: all.
        """
        return cast(
            "t.GetBookAtAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/book/{asset}/at",
                    query=("t", "levels"),
                    times=("t",),
                ),
                {
                    "asset": asset,
                    "t": at,
                    "levels": levels,
                },
                timeout,
            ),
        )

    async def get_book_changes(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetBookChangesAnswer:
        """Every change of a recorded order book.

        Oldest first, at most 31 days at once; without a window the last hour. It begins with the
        book at fromMs, where it is known, and has the whole book at each begin of a span; `break`
        says where and why the book ceased to be known. A page never ends within a message and may
        so exceed limit by one of them.

        ``GET /api/book/{asset}/changes``. Access: pro (history).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows. Values above 50,000 count as 50,000.
            cursor: `nextCursor` of an earlier answer: the next page of its window.
        """
        return cast(
            "t.GetBookChangesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/book/{asset}/changes",
                    query=("fromMs", "toMs", "limit", "cursor"),
                    times=("fromMs", "toMs"),
                ),
                {
                    "asset": asset,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_book_changes_arrow(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Changes of a recorded order book as an Arrow IPC stream.

        Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. It begins with
        the book at fromMs, where it is known, and has the whole book at each begin of a span;
        `break` says where and why the book ceased to be known. A page never ends within a message
        and may so exceed limit by one of them. X-Truncated says whether more follows; X-Next-Cursor
        and Link lead there.

        ``GET /api/book/{asset}/changes/arrow``. Access: enterprise (history-export).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the rows after it are returned.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/book/{asset}/changes/arrow",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
            ),
            {
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_book_changes_csv(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Changes of a recorded order book as CSV.

        Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. It begins with
        the book at fromMs, where it is known, and has the whole book at each begin of a span;
        `break` says where and why the book ceased to be known. A page never ends within a message
        and may so exceed limit by one of them. X-Truncated says whether more follows; X-Next-Cursor
        and Link lead there.

        ``GET /api/book/{asset}/changes/csv``. Access: enterprise (history-export).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the rows after it are returned.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/book/{asset}/changes/csv",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
            ),
            {
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_book_changes_jsonl(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Changes of a recorded order book as JSON lines.

        Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. It begins with
        the book at fromMs, where it is known, and has the whole book at each begin of a span;
        `break` says where and why the book ceased to be known. A page never ends within a message
        and may so exceed limit by one of them. X-Truncated says whether more follows; X-Next-Cursor
        and Link lead there.

        ``GET /api/book/{asset}/changes/jsonl``. Access: enterprise (history-export).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the rows after it are returned.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/book/{asset}/changes/jsonl",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
            ),
            {
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_book_changes_parquet(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Changes of a recorded order book as Parquet.

        Oldest first, in columns t, venueT, kind, side, price, size, reason, everyMs. It begins with
        the book at fromMs, where it is known, and has the whole book at each begin of a span;
        `break` says where and why the book ceased to be known. A page never ends within a message
        and may so exceed limit by one of them. X-Truncated says whether more follows; X-Next-Cursor
        and Link lead there.

        ``GET /api/book/{asset}/changes/parquet``. Access: enterprise (history-export).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the rows after it are returned.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/book/{asset}/changes/parquet",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
            ),
            {
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_book_depth(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        bucket_ms: int | None = None,
        within: Sequence[float] | None = None,
        timeout: float | None = None,
    ) -> t.GetBookDepthAnswer:
        """Spread and depth of recorded order books, in buckets.

        Means over the book at each full second in which both sides have a level; buckets without
        any are left out. At most 7 days and 5,000 buckets at once; without a window the last hour.

        ``GET /api/book/{asset}/depth``. Access: pro (history).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            bucket_ms: Width of a bucket in ms, whole seconds.
            within: Distances from the mid, separated by commas: cents of a binary (0.01),
                default 1,2,5; basis points of a perpetual, default 5,10,50.
        """
        return cast(
            "t.GetBookDepthAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/book/{asset}/depth",
                    query=("fromMs", "toMs", "bucketMs", "within"),
                    times=("fromMs", "toMs"),
                ),
                {
                    "asset": asset,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "bucketMs": bucket_ms,
                    "within": within,
                },
                timeout,
            ),
        )

    async def get_book_history(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        every_ms: int | None = None,
        levels: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetBookHistoryAnswer:
        """Recorded order books of one asset, step by step.

        The book at each step, oldest first; steps are the multiples of everyMs since 1970, and
        those without a book are left out. At most 7 days at once; without a window the last hour. A
        page of deep books may end before limit: nextCursor leads on.

        ``GET /api/book/{asset}/history``. Access: pro (history).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            every_ms: Time between two steps in ms.
            levels: Most levels of a side.
            limit: Maximum number of books. Values above 5,000 count as 5,000.
            cursor: `nextCursor` of an earlier answer: the next page of its window.
        """
        return cast(
            "t.GetBookHistoryAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/book/{asset}/history",
                    query=("fromMs", "toMs", "everyMs", "levels", "limit", "cursor"),
                    times=("fromMs", "toMs"),
                ),
                {
                    "asset": asset,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "everyMs": every_ms,
                    "levels": levels,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_book_slippage(
        self,
        asset: str,
        at: Time,
        size: float,
        side: Literal['buy', 'sell'],
        *,
        size_unit: Literal['quote', 'base'] | None = None,
        timeout: float | None = None,
    ) -> t.GetBookSlippageAnswer:
        """Cost of a market order on the recorded book of a moment.

        Binaries are bought and sold in terms of Yes. Where the book was not recorded, result is
        null and whyNull says why. Of a venue that sends a part of the levels, an order that takes
        all of them may be filled or not: fullyFilled is null.

        ``GET /api/book/{asset}/slippage``. Access: pro (history).

        Args:
            asset: Asset id; letter case does not matter.
            at: The moment, not after now. Epoch milliseconds or ISO 8601; epoch seconds are
                rejected.
            size: Size of the order in sizeUnit.
            side: Side of the order: `buy` takes asks, `sell` takes bids.
            size_unit: Unit of the size. `quote`: USD; `base`: units or contracts.
        """
        return cast(
            "t.GetBookSlippageAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/book/{asset}/slippage",
                    query=("t", "size", "side", "sizeUnit"),
                    times=("t",),
                ),
                {
                    "asset": asset,
                    "t": at,
                    "size": size,
                    "side": side,
                    "sizeUnit": size_unit,
                },
                timeout,
            ),
        )

    async def get_bot_orders(
        self,
        *,
        state: Literal['reserved', 'submitted', 'resting', 'filled', 'cancelled', 'rejected', 'open'] | None = None,
        asset: str | None = None,
        from_: Time | None = None,
        to: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetBotOrdersAnswer:
        """Orders of the bot.

        Orders of the current execution mode, newest first; `nextCursor` leads to older ones, and no
        order is shown twice. Costs no credits.

        ``GET /api/bot/orders``. Access: key.

        Args:
            state: Only orders in this state; `open`: any that has not ended.
            asset: Only orders of this asset id.
            from_: Start, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
            to: End, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous answer.
        """
        return cast(
            "t.GetBotOrdersAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/bot/orders",
                    query=("state", "asset", "from", "to", "limit", "cursor"),
                    times=("from", "to"),
                    server="bot",
                ),
                {
                    "state": state,
                    "asset": asset,
                    "from": from_,
                    "to": to,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_bot_orders_csv(
        self,
        *,
        state: Literal['reserved', 'submitted', 'resting', 'filled', 'cancelled', 'rejected', 'open'] | None = None,
        asset: str | None = None,
        from_: Time | None = None,
        to: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Orders of the bot as CSV.

        A row for each order, newest first; a field that is not known is empty. X-Truncated says
        whether older orders follow; X-Next-Cursor and Link lead to them.

        ``GET /api/bot/orders.csv``. Access: key.

        Args:
            state: Only orders in this state; `open`: any that has not ended.
            asset: Only orders of this asset id.
            from_: Start, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
            to: End, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous answer.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/bot/orders.csv",
                query=("state", "asset", "from", "to", "limit", "cursor"),
                times=("from", "to"),
                server="bot",
            ),
            {
                "state": state,
                "asset": asset,
                "from": from_,
                "to": to,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_bot_pnl(
        self,
        *,
        from_: Time | None = None,
        to: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetBotPnlAnswer:
        """Gain of the bot by UTC day.

        Days of the current execution mode, newest first, from the bot's first one on; a day without
        trades is one of zeros. All days together are `equity.realizedUsd` of the status. Costs no
        credits.

        ``GET /api/bot/pnl``. Access: key.

        Args:
            from_: Start, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
            to: End, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
            limit: Maximum number of days on the page.
            cursor: `nextCursor` of the previous answer.
        """
        return cast(
            "t.GetBotPnlAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/bot/pnl",
                    query=("from", "to", "limit", "cursor"),
                    times=("from", "to"),
                    server="bot",
                ),
                {
                    "from": from_,
                    "to": to,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_bot_pnl_csv(
        self,
        *,
        from_: Time | None = None,
        to: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Gain of the bot by UTC day as CSV.

        A row for each day, newest first. X-Truncated says whether older days follow; X-Next-Cursor
        and Link lead to them.

        ``GET /api/bot/pnl.csv``. Access: key.

        Args:
            from_: Start, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
            to: End, inclusive. Epoch milliseconds or ISO 8601; epoch seconds are rejected.
            limit: Maximum number of days on the page.
            cursor: `nextCursor` of the previous answer.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/bot/pnl.csv",
                query=("from", "to", "limit", "cursor"),
                times=("from", "to"),
                server="bot",
            ),
            {
                "from": from_,
                "to": to,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
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

        Price, fair value, liquidity, horizon, risk, flow, carry and a signal with its reasons.
        Unknown values are null. For an asset that has left its venue, the bundle comes from stored
        records and is stale.

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

    async def get_calibration(
        self,
        *,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None = None,
        kind: Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless'] | None = None,
        category: str | None = None,
        horizon: Literal['30d', '7d', '1d', '6h', '1h', '10m', '5m', '1m'] | None = None,
        days: int | None = None,
        bands: bool | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> t.GetCalibrationAnswer:
        """How often markets priced at p came true.

        Prices of resolved markets at times before the end that the venue stated at the time, by
        venue, kind, category and horizon, the largest cells first. Venues are never added up: their
        markets differ. docs/calibration.md tells how to read it.

        ``GET /api/calibration``.

        Args:
            venue: Venue of the markets.
            kind: Kind of the asset.
            category: Category of the markets; `all`: every one but `window`.
            horizon: Time before the stated end.
            days: The last closed days, by the time at which a resolution was first recorded.
            bands: Adds the 14 bands of price of each cell.
            limit: Maximum number of cells.
        """
        return cast(
            "t.GetCalibrationAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/calibration",
                    query=("venue", "kind", "category", "horizon", "days", "bands", "limit"),
                ),
                {
                    "venue": venue,
                    "kind": kind,
                    "category": category,
                    "horizon": horizon,
                    "days": days,
                    "bands": bands,
                    "limit": limit,
                },
                timeout,
            ),
        )

    async def get_calibration_samples(
        self,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'],
        kind: Literal['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless'],
        category: str,
        horizon: Literal['30d', '7d', '1d', '6h', '1h', '10m', '5m', '1m'],
        *,
        band: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetCalibrationSamplesAnswer:
        """The samples of one cell of the calibration.

        Every market of the cell with its price at the horizon and how it came out, by stated end,
        of all closed days. nextCursor leads to the next page.

        ``GET /api/calibration/samples``. Access: pro (history).

        Args:
            venue: Venue of the markets.
            kind: Kind of the asset.
            category: Category of the markets; `all`: every one but `window`.
            horizon: Time before the stated end.
            band: Index of a band of price.
            limit: Maximum number of samples.
            cursor: `nextCursor` of an earlier answer to the same cell and band.
        """
        return cast(
            "t.GetCalibrationSamplesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/calibration/samples",
                    query=("venue", "kind", "category", "horizon", "band", "limit", "cursor"),
                ),
                {
                    "venue": venue,
                    "kind": kind,
                    "category": category,
                    "horizon": horizon,
                    "band": band,
                    "limit": limit,
                    "cursor": cursor,
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

        Uses the rate of the current hour, not compounded; the next hour can differ. Assets of other
        kinds are answered with 404 not_perpetual.

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

        Cascades are found in recorded prices only; no liquidation feed is used. One long slide is
        one cascade, however many windows it spans.

        ``GET /api/asset/{asset}/cascades``.

        Args:
            asset: Asset id; letter case does not matter.
            window_ms: Time in ms within which the price must move. More than a day counts as a
                day.
            min_drawdown_pct: Minimum move as a fraction; 0.01 is 1 %.
            direction: `down` finds falls, `up` finds rises.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the newest of the window are used. Values above
                50,000 count as 50,000.
        """
        return cast(
            "t.GetCascadesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/cascades",
                    query=("windowMs", "minDrawdownPct", "direction", "fromMs", "toMs", "limit"),
                    times=("fromMs", "toMs"),
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

        Lists every method and path in the order of the OpenAPI document. `server` says which of the
        two servers answers it.

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

        One entry per change, with its version and the affected paths.

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

        Prices are aligned to one time grid; the last record is carried forward for up to twelve
        bars. `overlap` shows how much was recorded, `carriedPerAsset` how much was carried. Assets
        with too little data or a constant price are dropped, with the reason.

        ``GET /api/correlations``.

        Args:
            assets: Two to twenty different asset ids, separated by commas.
            window: Length of the window in hours, up to now.
            method: Matrices to compute.
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
        """Connected venues.

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

        Every transfer to an address is credited to the owner, no matter who sends it. Addresses
        never change. Anyone can compute them from `salt`, `factory` and `implementation` with
        `crosstape deposits derive`.

        ``GET /api/account/deposit-address``. Access: key.

        Args:
            chain: Only this chain.
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

    async def get_drift(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetDriftAnswer:
        """How the endpoints of the venues differ from what this release knows.

        By venue and endpoint, since the start of the process that reads the venue: when it last
        worked, how many answers came, how many answers and rows were refused, and members that this
        release does not know.

        ``GET /api/health/drift``.
        """
        return cast(
            "t.GetDriftAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/health/drift",
                ),
                {},
                timeout,
            ),
        )

    async def get_endpoint_health(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetEndpointHealthAnswer:
        """Probes of every endpoint.

        Calls every endpoint within the process. Degraded: slower than 1 s, a 4xx answer, or a
        verdict of DOWN. Results are kept for 30 s.

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

    async def get_evidence(
        self,
        asset: str,
        *,
        timeout: float | None = None,
    ) -> t.GetEvidenceAnswer:
        """Evidence of a verdict.

        A file with the grounds of the verdict: rules, terms, recorded prices, the result, and the
        hashes that link them to the heads of their days. `python3 clients/check-settled.py` checks
        it without this service. docs/settled.md says what it proves.

        ``GET /api/settled/{asset}/evidence``.

        Args:
            asset: Asset id; letter case does not matter.
        """
        return cast(
            "t.GetEvidenceAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/settled/{asset}/evidence",
                ),
                {
                    "asset": asset,
                },
                timeout,
            ),
        )

    async def get_export_book_spans(
        self,
        venue_folder: str,
        date_folder: str,
        file: str,
        *,
        assets: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Spans of books of one venue and day.

        Times within which a book is known, sorted by asset and time. The manifest lists the files
        with `tables=books,trades`. Range, If-Range, If-None-Match and HEAD are supported; the ETag
        is the SHA-256. A file that does not exist yet is made on request: 503 preparing after 10 s.

        ``GET /api/export/bookSpans/{venueFolder}/{dateFolder}/{file}``. Access: enterprise
        (history-export).

        Args:
            venue_folder: `venue=` followed by the venue.
            date_folder: `date=` followed by the UTC day.
            file: File name, from the path in the manifest.
            assets: Only these assets, at most 200 ids separated by commas. Files hold their
                rows alone.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/export/bookSpans/{venueFolder}/{dateFolder}/{file}",
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

    async def get_export_books(
        self,
        venue_folder: str,
        date_folder: str,
        file: str,
        *,
        assets: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Books of one venue and day.

        Whole books, and changes whose size is the new total of a level, sorted by asset and time.
        The manifest lists the files with `tables=books,trades`. Range, If-Range, If-None-Match and
        HEAD are supported; the ETag is the SHA-256. A file that does not exist yet is made on
        request: 503 preparing after 10 s.

        ``GET /api/export/books/{venueFolder}/{dateFolder}/{file}``. Access: enterprise
        (history-export).

        Args:
            venue_folder: `venue=` followed by the venue.
            date_folder: `date=` followed by the UTC day.
            file: File name, from the path in the manifest.
            assets: Only these assets, at most 200 ids separated by commas. Files hold their
                rows alone.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/export/books/{venueFolder}/{dateFolder}/{file}",
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

    async def get_export_file(
        self,
        file: str,
        *,
        venues: str | None = None,
        assets: str | None = None,
        tables: str | None = None,
        empty: bool | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """A table or a guide of the tree.

        Returns gaps, resolutions, markets, rules, links, forecasts, marks, settled, bars as
        Parquet, or one of the guides duckdb.sql and README.md. Range, If-Range, If-None-Match and
        HEAD are supported; the ETag is the SHA-256. A file that does not exist yet is made on
        request: 503 preparing after 10 s.

        ``GET /api/export/{file}``. Access: enterprise (history-export).

        Args:
            file: Name of the file: gaps.parquet, resolutions.parquet, markets.parquet,
                rules.parquet, links.parquet, forecasts.parquet, marks.parquet, settled.parquet,
                bars.parquet, duckdb.sql, README.md.
            venues: Restricts the tree to these venues, separated by commas.
            assets: Only these assets, at most 200 ids separated by commas. Files hold their
                rows alone.
            tables: Only these tables, separated by commas: observations, gaps, resolutions,
                markets, rules, links, forecasts, marks, settled, bars, books, trades. Without it
                all but `books` and `trades`, which are large; `bookSpans` comes with `books`.
            empty: A guide to a tree without days.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/export/{file}",
                query=("venues", "assets", "tables", "empty"),
            ),
            {
                "file": file,
                "venues": venues,
                "assets": assets,
                "tables": tables,
                "empty": empty,
            },
            timeout,
        )

    async def get_export_manifest(
        self,
        *,
        venues: str | None = None,
        assets: str | None = None,
        tables: str | None = None,
        open: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetExportManifestAnswer:
        """Manifest of all recorded data as a tree of files.

        Lists one or more Parquet files per venue and closed day. A file without a sha256 is made
        when it is requested. A key for some venues sees only those venues.

        ``GET /api/export/manifest``. Access: enterprise (history-export).

        Args:
            venues: Restricts the tree to these venues, separated by commas.
            assets: Only these assets, at most 200 ids separated by commas. Files hold their
                rows alone.
            tables: Only these tables, separated by commas: observations, gaps, resolutions,
                markets, rules, links, forecasts, marks, settled, bars, books, trades. Without it
                all but `books` and `trades`, which are large; `bookSpans` comes with `books`.
            open: Adds the days that are not closed yet, at most a minute old; their files can
                be downloaded for ten minutes. Books and trades have closed days alone.
        """
        return cast(
            "t.GetExportManifestAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/export/manifest",
                    query=("venues", "assets", "tables", "open"),
                ),
                {
                    "venues": venues,
                    "assets": assets,
                    "tables": tables,
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

        Columns asset, t, p, v, s, sorted by asset and time. Range, If-Range, If-None-Match and HEAD
        are supported; the ETag is the SHA-256. A file that does not exist yet is made on request:
        503 preparing after 10 s.

        ``GET /api/export/observations/{venueFolder}/{dateFolder}/{file}``. Access: enterprise
        (history-export).

        Args:
            venue_folder: `venue=` followed by the venue.
            date_folder: `date=` followed by the UTC day.
            file: File name, from the path in the manifest.
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

    async def get_export_trades(
        self,
        venue_folder: str,
        date_folder: str,
        file: str,
        *,
        assets: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Trades of one venue and day.

        Trades with the side of their taker, sorted by asset and time. The manifest lists the files
        with `tables=books,trades`. Range, If-Range, If-None-Match and HEAD are supported; the ETag
        is the SHA-256. A file that does not exist yet is made on request: 503 preparing after 10 s.

        ``GET /api/export/trades/{venueFolder}/{dateFolder}/{file}``. Access: enterprise
        (history-export).

        Args:
            venue_folder: `venue=` followed by the venue.
            date_folder: `date=` followed by the UTC day.
            file: File name, from the path in the manifest.
            assets: Only these assets, at most 200 ids separated by commas. Files hold their
                rows alone.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/export/trades/{venueFolder}/{dateFolder}/{file}",
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
        """Newest state of every tracked market.

        A venue is stale when its snapshot is older than 120 s or missing.

        ``GET /api/feed``.

        Args:
            top: Maximum number of markets per venue; the largest by 24 h volume are returned.
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
        """Configuration of the service and the kill switch.

        Shows which features the settings turn on, and whether all trading is halted. Secrets are
        not shown.

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

        Records are classified by the tick rule: a higher price is a buy, a lower price a sell, and
        an unchanged price has the side of the record before. The weight of a record is its traded
        volume if any record has one, otherwise 1. Filled-in closes have no side and no weight.
        `stated` needs no such guess: it counts recorded trades by the side that their venue stated.

        ``GET /api/asset/{asset}/flow``.

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the newest of the window are used. Values above
                50,000 count as 50,000.
            rolling_window: Records in one block of vpin and in rollingDelta.
        """
        return cast(
            "t.GetFlowAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/flow",
                    query=("fromMs", "toMs", "limit", "rollingWindow"),
                    times=("fromMs", "toMs"),
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

    async def get_funding(
        self,
        asset: str,
        *,
        days: int | None = None,
        timeout: float | None = None,
    ) -> t.GetFundingAnswer:
        """Funding payments of one perpetual.

        The payments of up to 30 days, as the venue states them: one at the end of each hour. Assets
        of other kinds are answered with 404 not_perpetual.

        ``GET /api/asset/{asset}/funding``.

        Args:
            asset: Asset id; letter case does not matter.
            days: How far back.
        """
        return cast(
            "t.GetFundingAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/funding",
                    query=("days",),
                ),
                {
                    "asset": asset,
                    "days": days,
                },
                timeout,
            ),
        )

    async def get_funding_days(
        self,
        *,
        days: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> t.GetFundingDaysAnswer:
        """Funding of the largest perpetuals by day.

        Sums of the hourly payments that venues state, by UTC day (a payment at midnight is of the
        day that ends), of the perpetuals with the largest 24 h volume. An answer never waits for a
        venue: perpetuals whose payments are not known yet have `state` waiting and come with a
        later request, some a minute; `waiting` counts them. Payments of an hour are there two
        minutes after it.

        ``GET /api/funding``.

        Args:
            days: Number of days, UTC, up to and with the current one.
            limit: Maximum number of perpetuals.
        """
        return cast(
            "t.GetFundingDaysAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/funding",
                    query=("days", "limit"),
                ),
                {
                    "days": days,
                    "limit": limit,
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

        Newest gaps that overlap the window, oldest first: of whole venues and of single assets.
        nextCursor leads to earlier gaps; pages can be shorter than limit.

        ``GET /api/gaps``.

        Args:
            venue: Only this venue and its assets.
            asset: Only gaps of this asset and of its whole venue.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of gaps.
            cursor: `nextCursor` of an earlier answer to the same parameters.
        """
        return cast(
            "t.GetGapsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/gaps",
                    query=("venue", "asset", "fromMs", "toMs", "limit", "cursor"),
                    times=("fromMs", "toMs"),
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
        """Liveness of the process, and its stream subscribers.

        For load balancers: answers as soon as the service listens, even when venues are down.
        /api/feed/health reports on recording.

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

        Returns the newest records of the window, oldest first. nextCursor leads to earlier records;
        pages neither overlap nor skip any.

        ``GET /api/history/{venue}/{asset}``. Access: pro (history).

        Args:
            venue: One of hyperliquid, polymarket, kalshi, limitless, ref.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the newest of the window are returned. Values
                above 50,000 count as 50,000.
            cursor: `nextCursor` of an earlier answer; the records before it are returned.
        """
        return cast(
            "t.GetHistoryAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/history/{venue}/{asset}",
                    query=("fromMs", "toMs", "limit", "cursor"),
                    times=("fromMs", "toMs"),
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
        bucket_ms: int | None = None,
        *,
        bucket: Literal['1d', '1w', '1M'] | None = None,
        tz: str | None = None,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        op: Literal['all', 'ohlc', 'vwap'] | None = None,
        timeout: float | None = None,
    ) -> t.GetHistoryAggregateAnswer:
        """Price history of one asset in buckets.

        Buckets start at multiples of bucketMs since the Unix epoch, so those of different windows
        line up: weeks begin on Thursday, days in UTC. `bucket` in place of bucketMs gives the days,
        weeks (from Monday on) or months of a time zone. Empty buckets are left out. With bucketMs
        of whole hours, buckets in which nothing was recorded are filled from candles of the venue,
        where it has its own: `filled` is true and count 0. At most the newest 50,000 are returned.

        ``GET /api/history/{venue}/{asset}/aggregate``.

        Args:
            venue: One of hyperliquid, polymarket, kalshi, limitless, ref.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            bucket_ms: Width of a bucket in ms. This or `bucket`.
            bucket: A day, a week from Monday on, or a month, in place of bucketMs.
            tz: IANA name of the time zone of `bucket`. Default: UTC.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            op: Members of a bucket: `ohlc`, `vwap` or `all`.
        """
        return cast(
            "t.GetHistoryAggregateAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/history/{venue}/{asset}/aggregate",
                    query=("bucketMs", "bucket", "tz", "fromMs", "toMs", "op"),
                    times=("fromMs", "toMs"),
                ),
                {
                    "venue": venue,
                    "asset": asset,
                    "bucketMs": bucket_ms,
                    "bucket": bucket,
                    "tz": tz,
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

        Oldest records of the window first, in columns t, p, v, s. The header X-Truncated says
        whether later records were left out; X-Next-Cursor and Link lead to them.

        ``GET /api/history/{venue}/{asset}/arrow``. Access: enterprise (history-export).

        Args:
            venue: One of hyperliquid, polymarket, kalshi, limitless, ref.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the records after it are returned.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/history/{venue}/{asset}/arrow",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
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
        """Recorded observations as CSV.

        The newest records of the window, oldest first, in columns t, p, v, s. The field of an
        unknown volume or source is empty. The header X-Truncated says whether earlier records were
        left out; X-Next-Cursor and Link lead to them.

        ``GET /api/history/{venue}/{asset}/csv``. Access: enterprise (history-export).

        Args:
            venue: One of hyperliquid, polymarket, kalshi, limitless, ref.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the newest of the window are returned. Values
                above 50,000 count as 50,000.
            cursor: `nextCursor` of an earlier answer; the records before it are returned.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/history/{venue}/{asset}/csv",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
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

        Oldest records of the window first, in columns t, p, v, s. The header X-Truncated says
        whether later records were left out; X-Next-Cursor and Link lead to them.

        ``GET /api/history/{venue}/{asset}/jsonl``. Access: enterprise (history-export).

        Args:
            venue: One of hyperliquid, polymarket, kalshi, limitless, ref.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the records after it are returned.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/history/{venue}/{asset}/jsonl",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
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

        Oldest records of the window first, in columns t, p, v, s. The header X-Truncated says
        whether later records were left out; X-Next-Cursor and Link lead to them.

        ``GET /api/history/{venue}/{asset}/parquet``. Access: enterprise (history-export).

        Args:
            venue: One of hyperliquid, polymarket, kalshi, limitless, ref.
            asset: Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the records after it are returned.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/history/{venue}/{asset}/parquet",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
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

        Sorted by venue and asset id, or by relevance with `q`. `minBasisBps` finds assets whose
        price differs from fair value: the oracle price of a perpetual, the consensus of linked
        venues for a binary. Binaries must also differ by half a cent. The summary counts all
        entries that pass the filters.

        ``GET /api/m2m/index``.

        Args:
            kind: Asset classes, separated by commas: perp, binary, pred. Default: all.
            fresh: true leaves out stale assets.
            min_basis_bps: Minimum distance from fair value in basis points, in either
                direction. Assets without fair value are left out.
            limit: Maximum number of entries. Default: all.
            offset: Entries to skip.
            q: Search words for name, event and id, as in `/api/search`: other names match too
                (`bitcoin` finds `hl-BTC`), and words one or two letters off. Markets with all
                words, else those with any.
            explain: Adds `whyNull`, the reasons for null members.
            cursor: `nextCursor` of an earlier answer. Entries that appear or disappear in
                between do not shift the pages.
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
        """Bots by realised profit.

        Bots of the current execution mode, sorted by realised profit, then volume, then handle.

        ``GET /api/bot/leaderboard``.

        Args:
            limit: Maximum number of bots.
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

    async def get_ledger(
        self,
        owner: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetLedgerAnswer:
        """Balance, debts, holds, deposits and entries of an owner.

        The newest entries, oldest first; `nextCursor` leads to earlier ones. An owner without any
        money has a balance of 0 and empty lists.

        ``GET /api/account/ledger``. Access: admin.

        Args:
            owner: Owner to show.
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous answer.
        """
        return cast(
            "t.GetLedgerAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/ledger",
                    query=("owner", "limit", "cursor"),
                ),
                {
                    "owner": owner,
                    "limit": limit,
                    "cursor": cursor,
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

        Fair value and arbitrage use only undisputed `same` and `opposite` links with a confidence
        of at least 0.9. The matcher rejects a pair when a number, a date, a direction or a word
        differs.

        ``GET /api/links``.

        Args:
            state: `active`: links in use; `disputed`: links that diverging prices contradict,
                which are not used; `refused`: similar pairs that were not linked. Default: active
                and disputed.
            refused: Adds refused pairs to the answer.
            sort: Sort order. `pair`: by asset ids; `difference`: by `difference.beyondSpreads`,
                the largest first and pairs without a price last. Refused pairs are always sorted by
                ids. Default: pair.
            asset: Only links of this asset.
            limit: Maximum number of pairs in each list.
            cursor: `nextCursor` of an earlier answer. Pairs that appear or disappear in between
                do not shift the pages.
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
        """Several series merged by time.

        Oldest records of the window first, sorted by time and asset id, in columns asset, t, p, v,
        s. The header X-Truncated says whether later records were left out; X-Next-Cursor and Link
        lead to them.

        ``GET /api/history/merged``. Access: enterprise (history-export).

        Args:
            assets: Asset ids separated by commas, at most 200.
            format: Format: JSON lines or an Arrow IPC stream.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the records after it are returned.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/history/merged",
                query=("assets", "format", "fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
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

        Metrics in the text format of Prometheus; every name begins with `crosstape_`. Metrics about
        money require the metrics token (`Authorization: Bearer`). When none is configured, programs
        on the same machine can read them outside production.

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
        by: Literal['frac', 'pts', 'logOdds'] | None = None,
        min_change_pts: float | None = None,
        min_volume_usd: float | None = None,
        timeout: float | None = None,
    ) -> t.GetMoversAnswer:
        """Largest price moves of 24 hours.

        The change of a perpetual is its venue's own figure; that of a binary is measured against
        its last record 24 to 30 hours ago. Assets without such a record are not eligible, nor are
        those with a stale price. Changes are fractions, in which a probability that rises from 1 %
        to 2 % leads: `by=pts` or `by=logOdds` rank probabilities as such, without perpetuals.

        ``GET /api/movers``.

        Args:
            top_n: Maximum number of gainers and of losers.
            min_price_change_pct: Minimum change as a fraction; 0.05 is 5 %.
            kind: Kinds of assets, separated by commas. Default: all.
            by: Measure of the change that ranks markets: fraction of the price, percentage
                points, or log-odds. The last two rank probabilities only.
            min_change_pts: Minimum change in percentage points; above 0 it leaves out
                perpetuals, which have none.
            min_volume_usd: Minimum 24 h volume in USD. Markets below it are counted in
                `totals.belowVolume`; one whose volume is not known is not below it.
        """
        return cast(
            "t.GetMoversAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/movers",
                    query=("topN", "minPriceChangePct", "kind", "by", "minChangePts", "minVolumeUsd"),
                ),
                {
                    "topN": top_n,
                    "minPriceChangePct": min_price_change_pct,
                    "kind": kind,
                    "by": by,
                    "minChangePts": min_change_pts,
                    "minVolumeUsd": min_volume_usd,
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

        OpenAPI 3.1.0 document, generated from the routes. The only JSON answer without `ok`.

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
        market: bool | None = None,
        venue_native_url: bool | None = None,
        timeout: float | None = None,
    ) -> t.GetQuoteAnswer:
        """Price and freshness of one asset.

        A short answer for frequent calls. Binaries have no `change24hPct`: use the bundle or the
        movers.

        ``GET /api/m2m/{asset}/quote``.

        Args:
            asset: Asset id; letter case does not matter.
            activity: Adds `freshness.historyLastEverMs`.
            market: Adds `market`.
            venue_native_url: false omits `venueNativeUrl`.
        """
        return cast(
            "t.GetQuoteAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/m2m/{asset}/quote",
                    query=("activity", "market", "venueNativeUrl"),
                ),
                {
                    "asset": asset,
                    "activity": activity,
                    "market": market,
                    "venueNativeUrl": venue_native_url,
                },
                timeout,
            ),
        )

    async def get_recorded_assets(
        self,
        *,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless', 'ref'] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        active: bool | None = None,
        q: str | None = None,
        timeout: float | None = None,
    ) -> t.GetRecordedAssetsAnswer:
        """Recorded series.

        With limit, returns one page; nextCursor leads to the next. A page can have fewer series
        than limit when q or active filter many out. Without limit, returns all series.

        ``GET /api/history/assets``.

        Args:
            venue: Venue, or ref.
            limit: Maximum number of series on a page.
            cursor: `nextCursor` of an earlier answer; requires limit.
            active: Only series with a record within the hour before the newest record.
            q: Only series whose store key contains this text; letter case does not matter.
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

    async def get_references(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetReferencesAnswer:
        """Reference prices and their relays.

        Series of the prices that short markets settle by, with what is missing of the last 24
        hours, and every relay, those that are off too. Counters are of this run.

        ``GET /api/references``.
        """
        return cast(
            "t.GetReferencesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/references",
                ),
                {},
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
            venue: Only this venue.
            since: Only resolutions recorded at this time or later. Epoch milliseconds or ISO
                8601; epoch seconds are rejected.
            limit: Maximum number of resolutions.
            cursor: `nextCursor` of an earlier answer to the same venue and since.
        """
        return cast(
            "t.GetResolutionsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/resolutions",
                    query=("venue", "since", "limit", "cursor"),
                    times=("since",),
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

    async def get_revenue(
        self,
        *,
        days: int | None = None,
        timeout: float | None = None,
    ) -> t.GetRevenueAnswer:
        """Revenue by UTC day.

        Computed from the ledger: what streams and trades were charged, and apart from it what was
        given back and what the operator corrected by hand. Deposits are no revenue. All days
        together are the balances of `revenue:stream` and `revenue:trade_fee` of
        `/api/account/accounts`.

        ``GET /api/admin/revenue``. Access: admin.

        Args:
            days: Number of days, UTC, up to and with the current one.
        """
        return cast(
            "t.GetRevenueAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/admin/revenue",
                    query=("days",),
                ),
                {
                    "days": days,
                },
                timeout,
            ),
        )

    async def get_settled(
        self,
        *,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None = None,
        source: Literal['chainlink', 'twap60', 'twap30', 'rti', 'rti60', 'pyth', 'binance'] | None = None,
        verdict: Literal['reproduced', 'contradicted', 'unknown'] | None = None,
        reason: Literal['statistic_unsupported', 'terms_silent', 'terms_changed', 'average_not_recorded', 'source_not_recorded', 'window_incomplete', 'second_missing', 'too_close', 'tie_silent', 'second_disputed', 'void'] | None = None,
        since: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetSettledAnswer:
        """Whether results of markets follow from recorded prices.

        Markets that settle by a price, decided again from the recorded values of their own source;
        docs/settled.md says what that proves. Oldest first by decidedAt, then asset. To follow,
        repeat the request with since set to the last decidedAt: a market that is decided anew comes
        again.

        ``GET /api/settled``.

        Args:
            venue: Only this venue.
            source: Only markets that settle by this source.
            verdict: Only this verdict.
            reason: Only markets that are unknown for this reason.
            since: Only markets decided at this time or later. Epoch milliseconds or ISO 8601;
                epoch seconds are rejected.
            limit: Maximum number of markets.
            cursor: `nextCursor` of an earlier answer to the same filters.
        """
        return cast(
            "t.GetSettledAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/settled",
                    query=("venue", "source", "verdict", "reason", "since", "limit", "cursor"),
                    times=("since",),
                ),
                {
                    "venue": venue,
                    "source": source,
                    "verdict": verdict,
                    "reason": reason,
                    "since": since,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_settled_heads(
        self,
        *,
        from_day: str | None = None,
        to_day: str | None = None,
        timeout: float | None = None,
    ) -> t.GetSettledHeadsAnswer:
        """Heads of closed days.

        A line a day (UTC), closed days alone, oldest first. Kept elsewhere, a head proves that
        nothing of its day and of the days before was altered since; docs/settled.md tells what else
        it does not prove. At most 400 days, by default the last ones.

        ``GET /api/settled/heads``.

        Args:
            from_day: First day.
            to_day: Last day, included.
        """
        return cast(
            "t.GetSettledHeadsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/settled/heads",
                    query=("fromDay", "toDay"),
                ),
                {
                    "fromDay": from_day,
                    "toDay": to_day,
                },
                timeout,
            ),
        )

    async def get_settled_market(
        self,
        asset: str,
        *,
        timeout: float | None = None,
    ) -> t.GetSettledMarketAnswer:
        """How one market settles, and whether its result follows.

        The terms as the venue states them, what it stated afterwards, and the verdict. `settled` is
        null for a market that names no price (not_applicable), before its resolution
        (not_resolved), and for some seconds after it (not_decided).

        ``GET /api/settled/{asset}``.

        Args:
            asset: Asset id; letter case does not matter.
        """
        return cast(
            "t.GetSettledMarketAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/settled/{asset}",
                ),
                {
                    "asset": asset,
                },
                timeout,
            ),
        )

    async def get_settled_summary(
        self,
        *,
        days: int | None = None,
        timeout: float | None = None,
    ) -> t.GetSettledSummaryAnswer:
        """How many results follow from recorded prices, by venue and source.

        Markets that closed in the last days. `share` is reproduced of those that were decided, with
        an interval that counts markets on one value once; `coverage` is how many were decided.

        ``GET /api/settled/summary``.

        Args:
            days: Last days, of 24 hours each.
        """
        return cast(
            "t.GetSettledSummaryAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/settled/summary",
                    query=("days",),
                ),
                {
                    "days": days,
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

        Binaries are bought and sold in terms of Yes. An empty book fills nothing; a book that could
        not be read gives 503.

        ``GET /api/asset/{asset}/slippage``.

        Args:
            asset: Asset id; letter case does not matter.
            size: Size of the order in sizeUnit.
            side: Side of the order: `buy` takes asks, `sell` takes bids.
            size_unit: Unit of the size. `quote`: USD; `base`: units or contracts.
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
        """Health of the snapshot file.

        The snapshot file keeps the newest state for a restart. OK: at most 10 minutes old; WARN: at
        most 30; DOWN (503): older or missing.

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
        """Half-hourly closes of many assets over 24 hours.

        For small charts. Half hours start at multiples of bucketMs since the Unix epoch; the last
        one is still running. Hours filled in from a candle of the venue have its close in both
        halves. They appear within 15 minutes, those before the first record within a minute.

        ``GET /api/sparklines``.

        Args:
            assets: One to 50 asset ids, separated by commas; duplicates are returned once.
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
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetStaleAssetsAnswer:
        """Tracked assets whose records stopped or never began.

        The limit is applied to each list before sorting; the summary counts all assets. nextCursor
        leads to the next rows of every list.

        ``GET /api/alerts/stale``.

        Args:
            threshold_min: Age in minutes from which the newest record of an asset counts as
                stale.
            limit: Maximum number of rows in each list.
            sort_by: Sort order of the rows. Without it, stale is sorted by staleness and
                neverRecorded by asset.
            venue: Only this venue.
            cursor: `nextCursor` of an earlier answer to the same parameters.
        """
        return cast(
            "t.GetStaleAssetsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/alerts/stale",
                    query=("thresholdMin", "limit", "sortBy", "venue", "cursor"),
                ),
                {
                    "thresholdMin": threshold_min,
                    "limit": limit,
                    "sortBy": sort_by,
                    "venue": venue,
                    "cursor": cursor,
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
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Stale assets as a CSV download.

        Columns kind, venue, asset, lastIso, staleForMs, count, bytes. Stale rows come first, then
        assets without a record, then those below our own limit. X-Truncated says whether rows were
        left out; X-Next-Cursor and Link lead to them.

        ``GET /api/alerts/stale.csv``.

        Args:
            threshold_min: Age in minutes from which the newest record of an asset counts as
                stale.
            limit: Maximum number of rows in each list.
            sort_by: Sort order of the rows. Without it, stale is sorted by staleness and
                neverRecorded by asset.
            venue: Only this venue.
            cursor: `nextCursor` of an earlier answer to the same parameters.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/alerts/stale.csv",
                query=("thresholdMin", "limit", "sortBy", "venue", "cursor"),
            ),
            {
                "thresholdMin": threshold_min,
                "limit": limit,
                "sortBy": sort_by,
                "venue": venue,
                "cursor": cursor,
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

        Reports are stored every five minutes and kept for 48 hours. The threshold of this request
        is applied to each. Without a stored report in this time, the current state is returned.

        ``GET /api/alerts/stale/history``.

        Args:
            hours: Hours that the list reaches back.
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

        Covers the 40 largest perpetuals and the 20 largest markets of each binary kind by 24 h
        volume. Computed from stored hourly bars of 30 days and annualised by the time that they
        cover. Results are kept for about 20 s; figures missing here appear once
        /api/asset/{asset}/stats was requested.

        ``GET /api/stats``. Access: pro (stats).

        Args:
            venue: Only this kind of market.
            max: Maximum number of assets; the largest are taken, in the proportion of the
                kinds.
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

    async def get_trades(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.GetTradesAnswer:
        """Recorded trades of one asset.

        Newest first, at most 31 days at once; without a window the last hour. `side` is that of the
        taker as the venue states it, in terms of Yes, and never a guess. Trades that are compared
        with what settled may change for some hours.

        ``GET /api/trades/{asset}``. Access: pro (history).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of trades. Values above 5,000 count as 5,000.
            cursor: `nextCursor` of an earlier answer: the next page of its window.
        """
        return cast(
            "t.GetTradesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/trades/{asset}",
                    query=("fromMs", "toMs", "limit", "cursor"),
                    times=("fromMs", "toMs"),
                ),
                {
                    "asset": asset,
                    "fromMs": from_ms,
                    "toMs": to_ms,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def get_trades_arrow(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Recorded trades as an Arrow IPC stream.

        Oldest first, in columns t, venueT, price, size, side, sideSource, id, settled, source,
        isBlock. `settled` and `isBlock` are 1 or 0. X-Truncated says whether more follows;
        X-Next-Cursor and Link lead there.

        ``GET /api/trades/{asset}/arrow``. Access: enterprise (history-export).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the rows after it are returned.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/trades/{asset}/arrow",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
            ),
            {
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_trades_csv(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Recorded trades as CSV.

        Oldest first, in columns t, venueT, price, size, side, sideSource, id, settled, source,
        isBlock. `settled` and `isBlock` are 1 or 0. X-Truncated says whether more follows;
        X-Next-Cursor and Link lead there.

        ``GET /api/trades/{asset}/csv``. Access: enterprise (history-export).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the rows after it are returned.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/trades/{asset}/csv",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
            ),
            {
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_trades_jsonl(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """Recorded trades as JSON lines.

        Oldest first, in columns t, venueT, price, size, side, sideSource, id, settled, source,
        isBlock. `settled` and `isBlock` are 1 or 0. X-Truncated says whether more follows;
        X-Next-Cursor and Link lead there.

        ``GET /api/trades/{asset}/jsonl``. Access: enterprise (history-export).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the rows after it are returned.
        """
        return await self._read_text(
            Operation(
                "GET",
                "/api/trades/{asset}/jsonl",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
            ),
            {
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_trades_parquet(
        self,
        asset: str,
        *,
        from_ms: Time | None = None,
        to_ms: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Recorded trades as Parquet.

        Oldest first, in columns t, venueT, price, size, side, sideSource, id, settled, source,
        isBlock. `settled` and `isBlock` are 1 or 0. X-Truncated says whether more follows;
        X-Next-Cursor and Link lead there.

        ``GET /api/trades/{asset}/parquet``. Access: enterprise (history-export).

        Args:
            asset: Asset id; letter case does not matter.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of rows; the oldest of the window are returned.
            cursor: `X-Next-Cursor` of an earlier answer; the rows after it are returned.
        """
        return await self._read_bytes(
            Operation(
                "GET",
                "/api/trades/{asset}/parquet",
                query=("fromMs", "toMs", "limit", "cursor"),
                times=("fromMs", "toMs"),
            ),
            {
                "asset": asset,
                "fromMs": from_ms,
                "toMs": to_ms,
                "limit": limit,
                "cursor": cursor,
            },
            timeout,
        )

    async def get_treasury(
        self,
        *,
        timeout: float | None = None,
    ) -> t.GetTreasuryAnswer:
        """Total of the prepaid balances, and of the deposits in review.

        For the operator: the prepaid liability, computed from the ledger.

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
        """Probes of every upstream of every venue.

        Calls every upstream over the network with a limit of 5 s. Results are kept for 30 s.

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
        days: int | None = None,
        timeout: float | None = None,
    ) -> t.GetUsageAnswer:
        """Usage and limits of the key.

        Counts are for the current calendar month in UTC. Only requests to premium endpoints count;
        account calls do not.

        ``GET /api/account/usage``. Access: key.

        Args:
            days: Number of days, UTC, up to and with the current one, that `daily` lists.
        """
        return cast(
            "t.GetUsageAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/usage",
                    query=("days",),
                ),
                {
                    "days": days,
                },
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

        Bins start at multiples of priceStep; empty bins are left out. When no record has a traded
        volume, records are counted instead.

        ``GET /api/asset/{asset}/volprofile``.

        Args:
            asset: Asset id; letter case does not matter.
            price_step: Width of a bin in the unit of the price.
            from_ms: Start of the window, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            to_ms: End of the window, inclusive. Epoch milliseconds or ISO 8601; epoch seconds
                are rejected.
            limit: Maximum number of records; the newest of the window are used. Values above
                50,000 count as 50,000.
        """
        return cast(
            "t.GetVolumeProfileAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/asset/{asset}/volprofile",
                    query=("priceStep", "fromMs", "toMs", "limit"),
                    times=("fromMs", "toMs"),
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
        owner: str | None = None,
        timeout: float | None = None,
    ) -> t.GetWalletsAnswer:
        """Registered wallets and deposit addresses.

        Transfers from a registered wallet to a `depositAddress` are credited to its owner once
        their block is final. Letter case does not matter in addresses of EVM chains. The operator
        names the `owner`.

        ``GET /api/account/wallets``. Access: key.

        Args:
            owner: For the operator: whose wallets.
        """
        return cast(
            "t.GetWalletsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/wallets",
                    query=("owner",),
                ),
                {
                    "owner": owner,
                },
                timeout,
            ),
        )

    async def import_addresses(
        self,
        addresses: Sequence[t.ImportAddressesAddresse],
        *,
        timeout: float | None = None,
    ) -> t.ImportAddressesAnswer:
        """Watches deposit addresses that owners were told before.

        Takes lines of deposit-addresses.jsonl, of which no address that is there is lost. An owner
        that is not known gets the id of then; one that has another address keeps it, and the one of
        then is watched beside it. Nothing is changed for an address that belongs to another owner.

        ``POST /api/account/deposits/addresses``. Access: admin.

        Args:
            addresses: 1 to 20 lines.
        """
        return cast(
            "t.ImportAddressesAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/deposits/addresses",
                    body=("addresses",),
                    lists=("addresses",),
                ),
                {
                    "addresses": addresses,
                },
                timeout,
            ),
        )

    async def issue_key(
        self,
        *,
        tier: Literal['free', 'pro', 'enterprise'] | None = None,
        owner: str | None = None,
        bot_id: str | None = None,
        label: str | None = None,
        venues: str | None = None,
        expires_at: int | None = None,
        timeout: float | None = None,
    ) -> t.IssueKeyAnswer:
        """Issue an API key.

        The key appears only in this answer; the service stores its hash. With `botId`, after
        `DELETE /api/account/keys {botId}`, positions, settings and order ids of the bot stay.

        ``POST /api/account/keys``. Access: admin.

        Args:
            tier: Tier of the key; with botId that of the bot.
            owner: Owner of the key; with botId that of the bot.
            bot_id: Existing bot without a live key, which goes on with the new key.
            label: Note by the operator; null when there is no note.
            venues: Venues that the key may read, separated by commas, or `all`.
            expires_at: When the key expires. Epoch milliseconds; null when it never does.
        """
        return cast(
            "t.IssueKeyAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/keys",
                    body=("tier", "owner", "botId", "label", "venues", "expiresAt"),
                ),
                {
                    "tier": tier,
                    "owner": owner,
                    "botId": bot_id,
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

        The codes appear only in this answer; the service stores their hashes.

        ``POST /api/account/vouchers``. Access: admin.

        Args:
            usd: Amount in US dollars with at most six decimals; alternative to microUsd.
            micro_usd: Amount in micro-USD, a whole number; alternative to usd.
            count: Number of codes.
            expires_at: When a voucher expires. Epoch milliseconds; null when it never does.
            label: Note by the operator; null when there is no note.
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
        *,
        kill: bool | None = None,
        halt: Literal['none', 'opening', 'all'] | None = None,
        close_all: Literal[True] | None = None,
        timeout: float | None = None,
    ) -> t.KillBotAnswer:
        """Halts or resumes one bot, or closes all of its positions.

        Takes exactly one of kill, halt and closeAll: the same as in `POST /api/bot/control`, and
        `POST /api/bot/close-all`. Takes effect at once and survives restarts. To halt all bots, use
        `POST /api/admin/flags`.

        ``POST /api/admin/bots``. Access: admin.

        Args:
            bot_id: Id of the bot, from the record of its key.
            kill: true is halt `all`, false is halt `none`.
            halt: What is halted. `opening`: nothing is opened, closes go on. `all`: no order
                leaves, and what rests is cancelled.
            close_all: Cancels what rests and closes every position.
        """
        return cast(
            "t.KillBotAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/bots",
                    body=("botId", "kill", "halt", "closeAll"),
                ),
                {
                    "botId": bot_id,
                    "kill": kill,
                    "halt": halt,
                    "closeAll": close_all,
                },
                timeout,
            ),
        )

    async def list_accounts(
        self,
        *,
        timeout: float | None = None,
    ) -> t.ListAccountsAnswer:
        """Accounts of the ledger that are no owner’s.

        Money that arrived (`asset:`, negative), was earned (`revenue:`), is in review (`review:`),
        was credited or debited by hand (`adjust:`), and all debts (`receivable`). With the balances
        of the owners they add up to 0.

        ``GET /api/account/accounts``. Access: admin.
        """
        return cast(
            "t.ListAccountsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/accounts",
                ),
                {},
                timeout,
            ),
        )

    async def list_actions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.ListActionsAnswer:
        """Actions of the operator, newest first.

        Each change that was made with the admin token or a command, stored together with it.

        ``GET /api/admin/actions``. Access: admin.

        Args:
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous page.
        """
        return cast(
            "t.ListActionsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/admin/actions",
                    query=("limit", "cursor"),
                ),
                {
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def list_alert_endpoints(
        self,
        *,
        timeout: float | None = None,
    ) -> t.ListAlertEndpointsAnswer:
        """Endpoints that alerts are sent to.

        Neither URLs nor secrets are shown.

        ``GET /api/alerts/endpoints``. Access: admin.
        """
        return cast(
            "t.ListAlertEndpointsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/alerts/endpoints",
                ),
                {},
                timeout,
            ),
        )

    async def list_alert_events(
        self,
        *,
        since: Time | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.ListAlertEventsAnswer:
        """Alerts with their deliveries, newest first.

        Kept for 30 days.

        ``GET /api/alerts/events``. Access: admin.

        Args:
            since: Time of the oldest event, inclusive. Epoch milliseconds or ISO 8601; epoch
                seconds are rejected.
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous page.
        """
        return cast(
            "t.ListAlertEventsAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/alerts/events",
                    query=("since", "limit", "cursor"),
                    times=("since",),
                ),
                {
                    "since": since,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def list_alert_rules(
        self,
        *,
        timeout: float | None = None,
    ) -> t.ListAlertRulesAnswer:
        """Rules of alerts with their states.

        The rules are in `alerts.json` of the data directory, which is read at the start, when it
        has changed, and on SIGHUP.

        ``GET /api/alerts/rules``. Access: admin.
        """
        return cast(
            "t.ListAlertRulesAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/alerts/rules",
                ),
                {},
                timeout,
            ),
        )

    async def list_deposits(
        self,
        *,
        state: Literal['credited', 'held', 'unattributed', 'released', 'returned', 'reversed'] | None = None,
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
            owner: Only this owner.
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous page.
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

        Returns hashes; the keys themselves are not stored.

        ``GET /api/account/keys``. Access: admin.

        Args:
            owner: Only this owner.
            limit: Maximum number of rows.
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

    async def list_review(
        self,
        *,
        kind: Literal['held', 'unattributed', 'reversal_without_payment', 'reversal_currency', 'reversal_excess', 'reversal_waiting', 'treasury_changed', 'skipped_transaction', 'ledger_restored', 'vault_unreadable', 'ref_conflict', 'source_difference'] | None = None,
        owner: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.ListReviewAnswer:
        """Everything that waits for a person, oldest first.

        Matters that the service cannot decide by itself, with the calls that end each. `counts`
        lists every kind.

        ``GET /api/account/review``. Access: admin.

        Args:
            kind: Only items of this kind.
            owner: Only this owner.
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous page.
        """
        return cast(
            "t.ListReviewAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/account/review",
                    query=("kind", "owner", "limit", "cursor"),
                ),
                {
                    "kind": kind,
                    "owner": owner,
                    "limit": limit,
                    "cursor": cursor,
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

        Returns hashes; the codes are not stored.

        ``GET /api/account/vouchers``. Access: admin.

        Args:
            limit: Maximum number of rows.
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

        Most orders become final within seconds. An order that stays here was usually sent with a
        credential that has since been removed.

        ``GET /api/admin/orders``. Access: admin.

        Args:
            limit: Maximum number of rows on the page.
            cursor: `nextCursor` of the previous page.
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

    async def post_backfill(
        self,
        assets: Sequence[str],
        *,
        timeout: float | None = None,
    ) -> t.PostBackfillAnswer:
        """Fills in the hours before markets were recorded.

        Queues up to 50 markets and returns at once; send the request again to follow them. The
        venue's hourly closes of 30 days are stored, one market of a venue at a time, with what
        polls and other requests leave of the venue's limit. A market is filled once for all
        callers.

        ``POST /api/backfill``.

        Args:
            assets: 1 to 50 asset ids; duplicates are returned once.
        """
        return cast(
            "t.PostBackfillAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/backfill",
                    body=("assets",),
                    lists=("assets",),
                ),
                {
                    "assets": assets,
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

        One item per requested asset, in the same order, duplicates included. The item of one that
        fails has `ok: false` and an error code; the answer is still 200. Unknown members of the
        body are ignored. The body has at most 64 KiB.

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
                    lists=("assets",),
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

        An owner has one credential per venue; a new one replaces it. Credentials are stored
        encrypted and never returned.

        ``POST /api/bot/credentials``. Access: key.

        Args:
            venue: Venue.
            kind: Kind of the credential.
            secret: Credential with the member names of the venue; all values are strings, 8 KiB
                in total.
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

    async def reconcile_position(
        self,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'],
        asset: str,
        action: Literal['adopt', 'forget'],
        *,
        timeout: float | None = None,
    ) -> t.ReconcilePositionAnswer:
        """Adopt what the account holds, or forget a position.

        `adopt`: the record becomes what the account holds now, less the records of the other bots.
        `forget`: the record ends, its gain unknown. Live mode only.

        ``POST /api/bot/positions``. Access: key.

        Args:
            venue: Venue of the position.
            asset: Asset id or store key.
            action: What becomes of the record.
        """
        return cast(
            "t.ReconcilePositionAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/bot/positions",
                    body=("venue", "asset", "action"),
                    server="bot",
                ),
                {
                    "venue": venue,
                    "asset": asset,
                    "action": action,
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

        A code can be redeemed once. Letter case, spaces and dashes do not matter; I and L are read
        as 1, O as 0.

        ``POST /api/account/redeem``. Access: key.

        Args:
            code: Code of the voucher.
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
        challenge: Literal[True] | None = None,
        proof: str | None = None,
        timeout: float | None = None,
    ) -> t.RegisterWalletAnswer:
        """Registers a wallet.

        A wallet belongs to one owner, and an owner has at most 20. Only transfers in later blocks
        are credited. With challenge true the answer is a text; its signature as proof shows that
        the wallet is yours: no limit of a first deposit, and nobody else can take it. Contracts and
        addresses of exchanges or of this service cannot be registered.

        ``POST /api/account/wallets``. Access: key.

        Args:
            address: Address of an EVM chain (0x...), Solana or Tron (T...).
            challenge: Registers nothing and answers with a text for the key of the wallet to
                sign.
            proof: Signature of the text by the key of the wallet: personal_sign in hex on EVM
                chains, signMessageV2 in hex on Tron, ed25519 in base58 on Solana.
        """
        return cast(
            "t.RegisterWalletAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/wallets",
                    body=("address", "challenge", "proof"),
                ),
                {
                    "address": address,
                    "challenge": challenge,
                    "proof": proof,
                },
                timeout,
            ),
        )

    async def remove_wallet(
        self,
        address: str,
        *,
        owner: str | None = None,
        timeout: float | None = None,
    ) -> t.RemoveWalletAnswer:
        """Removes a wallet.

        What it sent up to then is still credited. Its owner may register it again at once, another
        a day later.

        ``DELETE /api/account/wallets``. Access: key.

        Args:
            address: Address of an EVM chain (0x...), Solana or Tron (T...).
            owner: For the operator: whose wallets.
        """
        return cast(
            "t.RemoveWalletAnswer",
            await self._read_json(
                Operation(
                    "DELETE",
                    "/api/account/wallets",
                    body=("address", "owner"),
                ),
                {
                    "address": address,
                    "owner": owner,
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

        The next poll starts from there. Known deposits are not credited again. The call also
        resumes a chain that was stopped because its final history changed.

        ``POST /api/account/deposits/rescan``. Access: admin.

        Args:
            chain: Name of the chain.
            from_: First block (EVM), slot (Solana) or time in epoch ms (Tron) to read again.
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

    async def retry_alert_delivery(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> t.RetryAlertDeliveryAnswer:
        """Sends an event again that could not be delivered.

        Attempts start over under the same id. An endpoint that is off is switched on.

        ``POST /api/alerts/deliveries/{id}/retry``. Access: admin.

        Args:
            id: Id of the delivery.
        """
        return cast(
            "t.RetryAlertDeliveryAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/alerts/deliveries/{id}/retry",
                ),
                {
                    "id": id,
                },
                timeout,
            ),
        )

    async def return_deposit(
        self,
        id: str,
        action: Literal['return', 'reverse'],
        *,
        reason: str | None = None,
        timeout: float | None = None,
    ) -> t.ReturnDepositAnswer:
        """Marks a deposit in review as returned, or takes a paid-out one back.

        `return` removes a deposit in review from the books; `reverse` takes one that was paid out
        from its owner, as a refund does: the balance pays, and the rest is a debt. No money is
        moved at the provider or on the chain: send it back there yourself. Repeating the call
        changes nothing.

        ``POST /api/account/deposits``. Access: admin.

        Args:
            id: Id of the deposit.
            action: Action to record.
            reason: Reason, which is kept with the action.
        """
        return cast(
            "t.ReturnDepositAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/deposits",
                    body=("id", "action", "reason"),
                ),
                {
                    "id": id,
                    "action": action,
                    "reason": reason,
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
            key_hash: SHA-256 of the key to revoke, lower-case hex.
            bot_id: Bot whose keys are revoked.
            owner: Owner whose keys are revoked.
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

        The new key has the same owner, tier, venues, label and expiry, and continues the same
        limits and usage. It is shown only once. Repeating the call with the old key during its
        grace period returns the record of the same new key and does not extend the period.

        ``POST /api/account/keys/rotate``. Access: key.

        Args:
            grace_ms: Time in ms for which the old key continues to work, at most until it
                expires.
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
        key_id: str | None = None,
        timeout: float | None = None,
    ) -> t.RotateVaultAnswer:
        """Encrypts all credentials under the first vault key.

        Afterwards the other keys can be removed from `CROSSTAPE_VAULT_KEK`, except those that
        skipped credentials need. Only the wrapped data keys are encrypted again, not the
        credentials themselves. Safe to repeat.

        ``POST /api/admin/vault/rotate``. Access: admin.

        Args:
            key_id: Id of the key that is to encrypt. Default: the first of the service.
        """
        return cast(
            "t.RotateVaultAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/vault/rotate",
                    body=("keyId",),
                ),
                {
                    "keyId": key_id,
                },
                timeout,
            ),
        )

    async def search(
        self,
        q: str,
        *,
        venue: Literal['hyperliquid', 'polymarket', 'kalshi', 'limitless'] | None = None,
        kind: Sequence[Literal['perp', 'binary', 'pred']] | None = None,
        settled: bool | None = None,
        sort: Literal['relevance', 'volume', 'asset'] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.SearchAnswer:
        """Markets by their words.

        Finds markets by words of question, event, answer and id. Markets with all words are found;
        without one, those with any of them. Coins, teams, leagues and offices are found by their
        other names (`btc` finds Bitcoin on every venue), numbers however they are written (`80k`),
        and pairs of other venues (`BTCUSDT`) and addresses of pages mean their market. Words in
        quotes stand together; the last word may be unfinished; a word that no market has is mended
        (`corrected`). By relevance, open markets with more volume come first.

        ``GET /api/search``.

        Args:
            q: Words to find.
            venue: Only this venue.
            kind: Asset classes, separated by commas: perp, binary, pred. Default: all.
            settled: true also finds markets that no venue lists any more, as far as this
                service has recorded them.
            sort: Order of the results: `volume` by 24 h volume, the largest first; `asset` by
                id.
            limit: Maximum number of results.
            cursor: `nextCursor` of an earlier answer to the same question.
        """
        return cast(
            "t.SearchAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/search",
                    query=("q", "venue", "kind", "settled", "sort", "limit", "cursor"),
                ),
                {
                    "q": q,
                    "venue": venue,
                    "kind": kind,
                    "settled": settled,
                    "sort": sort,
                    "limit": limit,
                    "cursor": cursor,
                },
                timeout,
            ),
        )

    async def set_flags(
        self,
        *,
        global_kill: bool | None = None,
        global_halt: Literal['none', 'opening', 'all'] | None = None,
        timeout: float | None = None,
    ) -> t.SetFlagsAnswer:
        """Halts or resumes trading of all bots.

        Takes exactly one of globalKill and globalHalt. Takes effect at once and survives a restart.
        All other flags come from settings.

        ``POST /api/admin/flags``. Access: admin.

        Args:
            global_kill: true is halt `all`, false is halt `none`.
            global_halt: What is halted for all bots. `opening`: nothing is opened, closes go
                on. `all`: no order leaves, and what rests is cancelled.
        """
        return cast(
            "t.SetFlagsAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/admin/flags",
                    body=("globalKill", "globalHalt"),
                ),
                {
                    "globalKill": global_kill,
                    "globalHalt": global_halt,
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
        sizes: bool | None = None,
        fee_bps_hyperliquid: float | None = None,
        fee_bps_polymarket: float | None = None,
        fee_bps_kalshi: float | None = None,
        fee_bps_limitless: float | None = None,
        timeout: float | None = None,
    ) -> t.SimulateArbitrageAnswer:
        """A portfolio of cross-venue opportunities.

        Gross figures split the capital equally and ignore fees, depth and settlement risk. `net`
        uses the live books and subtracts fees: yours when `feeBps.<venue>` states them, otherwise
        the published ones. Opportunities with a negative net are included. `best` says what can be
        earned at most, whatever the capital.

        ``GET /api/arb/sim``. Access: pro (arb).

        Args:
            capital: Capital to split, USD.
            max_spread: Maximum spread as a fraction; wider ones are taken for errors and left
                out.
            min_legs: Minimum number of legs. 1 adds each perpetual against its oracle price,
                which cannot be traded.
            top_n: Maximum number of opportunities.
            sizes: Adds `profitBySize` to each opportunity.
            fee_bps_hyperliquid: Your fee at Hyperliquid in basis points of the cost of an
                order; negative for a rebate. Default: the published fee.
            fee_bps_polymarket: Your fee at Polymarket in basis points of the cost of an order;
                negative for a rebate. Default: the published fee.
            fee_bps_kalshi: Your fee at Kalshi in basis points of the cost of an order; negative
                for a rebate. Default: the published fee.
            fee_bps_limitless: Your fee at Limitless in basis points of the cost of an order;
                negative for a rebate. Default: the published fee.
        """
        return cast(
            "t.SimulateArbitrageAnswer",
            await self._read_json(
                Operation(
                    "GET",
                    "/api/arb/sim",
                    query=("capital", "maxSpread", "minLegs", "topN", "sizes", "feeBps.hyperliquid", "feeBps.polymarket", "feeBps.kalshi", "feeBps.limitless"),
                ),
                {
                    "capital": capital,
                    "maxSpread": max_spread,
                    "minLegs": min_legs,
                    "topN": top_n,
                    "sizes": sizes,
                    "feeBps.hyperliquid": fee_bps_hyperliquid,
                    "feeBps.polymarket": fee_bps_polymarket,
                    "feeBps.kalshi": fee_bps_kalshi,
                    "feeBps.limitless": fee_bps_limitless,
                },
                timeout,
            ),
        )

    async def skip_transaction(
        self,
        chain: str,
        transaction: str,
        *,
        timeout: float | None = None,
    ) -> t.SkipTransactionAnswer:
        """Goes past a transaction of a chain that cannot be read.

        What comes after it is read at the next poll. The transaction waits in the review as
        skipped_transaction and is read again daily: once it can be read, it is credited.

        ``POST /api/account/deposits/skip``. Access: admin.

        Args:
            chain: Name of the chain.
            transaction: Hash or signature, or the name that the anomaly of the chain gives to
                it.
        """
        return cast(
            "t.SkipTransactionAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/account/deposits/skip",
                    body=("chain", "transaction"),
                ),
                {
                    "chain": chain,
                    "transaction": transaction,
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

        When a snapshot token is configured, it is required in the header X-Snapshot-Token. After 10
        wrong tokens in a minute, an address has to wait even with the right one.

        ``POST /api/alerts/stale/snapshot``.

        Args:
            x_snapshot_token: Snapshot token of the service.
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

        Sends the newest state at once, then an event per price update, at most one per 250 ms.
        Begins with the comment `: connected`; `: heartbeat` follows every 25 s. Send the id of the
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

    def stream_assets(
        self,
        assets: Sequence[str],
        *,
        kinds: Sequence[Literal['quote', 'flow', 'signal', 'resolution', 'gap', 'trade']] | None = None,
        max_rate: float | None = None,
        raw: bool | None = None,
        partial: bool | None = None,
        last_event_id: str | None = None,
        max_attempts: int | None = None,
    ) -> AsyncStream[t.StreamAssetsFrame]:
        """Live events of many assets on one connection.

        Begins with a snapshot of each asset and `ready`, whose id is the position from which the
        reader resumes; every later event has an id. Events of 50 ms arrive together. A reader with
        more than 256 KiB unread receives the newest event of each asset and kind; `skipped` counts
        those in between; with `raw` it is ended by `resync` at 1 MiB instead. Takes one slot and
        costs one connect, however many assets it has. A list that is too long for an address goes
        into the body of a POST. Begins with the comment `: connected`; `: heartbeat` follows every
        25 s. Send the id of the last event as `Last-Event-ID` to resume after it. `event: resync`
        with `{lastEventId}` means that events were missed; the newest state follows. At shutdown a
        `retry:` hint is sent. A reader that leaves more than 1 MiB unread, or anything for 30 s, is
        disconnected.

        ``GET /api/stream``. Access: pro (realtime).

        Args:
            assets: Asset ids, 1 to 200.
            kinds: Kinds of events. Default: quote. Signals of all such streams together are 40
                a second.
            max_rate: Maximum number of events a second of one asset and kind. The newest are
                sent.
            raw: Whether every change of a price is an event of its own, sent at once. Not with
                maxRate.
            partial: Whether to stream the known assets when some are unknown, which `event:
                unknown` names.
        """
        return cast(
            "AsyncStream[t.StreamAssetsFrame]",
            self._open_stream(
                Operation(
                    "GET",
                    "/api/stream",
                    query=("assets", "kinds", "maxRate", "raw", "partial"),
                ),
                {
                    "assets": assets,
                    "kinds": kinds,
                    "maxRate": max_rate,
                    "raw": raw,
                    "partial": partial,
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

        Sends an event per price update, classified by the tick rule against the update before.
        `cumulative` starts at 0 with each connection. Begins with the comment `: connected`; `:
        heartbeat` follows every 25 s. Send the id of the last event as `Last-Event-ID` to resume
        after it. `event: resync` with `{lastEventId}` means that events were missed; the newest
        state follows. At shutdown a `retry:` hint is sent. A reader that leaves more than 1 MiB
        unread, or anything for 30 s, is disconnected.

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

        Sends the bundle with a cause: `init` on connect, `pulse` after a price move (at most every
        1,500 ms), `idle` after 15 quiet seconds. Begins with the comment `: connected`; `:
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

        Sends `snapshot` with the newest 50 fills of the current mode, then `fills` within a second
        of their commit. Begins with the comment `: connected`; `: heartbeat` follows every 25 s.
        Send the id of the last event as `Last-Event-ID` to resume after it. `event: resync` with
        `{lastEventId}` means that events were missed; the newest state follows. At shutdown a
        `retry:` hint is sent. A reader that leaves more than 1 MiB unread, or anything for 30 s, is
        disconnected.

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

    async def test_alert_endpoint(
        self,
        id: str,
        *,
        timeout: float | None = None,
    ) -> t.TestAlertEndpointAnswer:
        """Sends a test event to an endpoint.

        One try, with a signature like every other. An endpoint that is off is switched on when it
        accepts. The answer of the endpoint is not shown.

        ``POST /api/alerts/endpoints/{id}/test``. Access: admin.

        Args:
            id: Id of the endpoint.
        """
        return cast(
            "t.TestAlertEndpointAnswer",
            await self._read_json(
                Operation(
                    "POST",
                    "/api/alerts/endpoints/{id}/test",
                ),
                {
                    "id": id,
                },
                timeout,
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
        """Places one order.

        The fee is due once, at the first fill. A repeated `clientOrderId` places and charges
        nothing: `duplicate`. Binaries: in terms of Yes.

        ``POST /api/bot/trade``. Access: key.

        Args:
            venue: Venue of the order.
            asset: Asset id or store key.
            side: Side of the order; for binaries, of Yes. Omit it with close.
            size_usd: Maximum amount of the order in US dollars: a buy costs at most this at the
                limit price, a sell brings in at most this at markPrice.
            size_shares: Size in shares of a binary or coins of a perpetual; alternative to
                sizeUsd.
            close: Closes the bot's whole position in the asset, and never opens one on the
                other side; alternative to side and size.
            mark_price: Reference price of the order; below 1 for binaries.
            client_order_id: Caller's id of the order, which makes it idempotent; generated when
                absent.
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
