"""A class for each code of a failure that the service has."""

# Made from the OpenAPI document by client/generate.ts; changes by hand are lost.

from __future__ import annotations

from ..errors import ServiceError

__all__ = [
    "BY_CODE",
    "AccountUnreadError",
    "AdminUnauthorizedError",
    "AlertEndpointNotFoundError",
    "AssetNotFoundError",
    "BadSignatureError",
    "BadSnapshotTokenError",
    "BotNotFoundError",
    "CodeExpiredError",
    "CredentialNotFoundError",
    "DeliveryNotFoundError",
    "DepositNotFoundError",
    "DepositsNotConfiguredError",
    "ExpectationFailedError",
    "FeedDownError",
    "FileNotFoundError",
    "ForeignOriginError",
    "HandlerTimeoutError",
    "HeadersTooLargeError",
    "InsufficientBalanceError",
    "InternalError",
    "InvalidApiKeyError",
    "InvalidCodeError",
    "KillSwitchError",
    "LedgerUnavailableError",
    "LiveExecutionDisabledError",
    "MethodNotAllowedError",
    "MissingApiKeyError",
    "NotFoundError",
    "NotPerpetualError",
    "NotReadyError",
    "OrderNotFoundError",
    "OrderOpenError",
    "OverloadedError",
    "PayloadTooLargeError",
    "PreconditionFailedError",
    "PreparingError",
    "ProviderNotConfiguredError",
    "QuotaExceededError",
    "RangeNotSatisfiableError",
    "RateLimitedError",
    "RefConflictError",
    "RequestTimeoutError",
    "ReviewItemNotFoundError",
    "ShuttingDownError",
    "SnapshotterDownError",
    "SourceWithheldError",
    "StoreUnavailableError",
    "StreamCapacityError",
    "StreamsInterruptedError",
    "TierRequiredError",
    "TooManyAttemptsError",
    "TooManyStreamsError",
    "UnknownProviderError",
    "UnsupportedMediaTypeError",
    "UpstreamUnavailableError",
    "UriTooLongError",
    "ValidationFailedError",
    "VaultKeyInUseError",
    "VaultKeyNotFoundError",
    "VaultNotConfiguredError",
    "VenueNotEntitledError",
    "VenueNotFoundError",
    "WarmingUpError",
]


class AccountUnreadError(ServiceError):
    """The account, or a price of the market, cannot be read now. Status 409."""

    code = "account_unread"


class AdminUnauthorizedError(ServiceError):
    """The admin token is missing or wrong. Status 401."""

    code = "admin_unauthorized"


class AlertEndpointNotFoundError(ServiceError):
    """No endpoint of alerts has this id. Status 404."""

    code = "alert_endpoint_not_found"


class AssetNotFoundError(ServiceError):
    """No venue lists the asset and it has no records. Status 404."""

    code = "asset_not_found"


class BadSignatureError(ServiceError):
    """The signature of the webhook does not match its body. Status 401."""

    code = "bad_signature"


class BadSnapshotTokenError(ServiceError):
    """X-Snapshot-Token is missing or wrong. Status 401."""

    code = "bad_snapshot_token"


class BotNotFoundError(ServiceError):
    """No key belongs to this bot. Status 404."""

    code = "bot_not_found"


class CodeExpiredError(ServiceError):
    """The voucher has expired. Status 410."""

    code = "code_expired"


class CredentialNotFoundError(ServiceError):
    """The owner has no damaged credential for the venue. Status 404."""

    code = "credential_not_found"


class DeliveryNotFoundError(ServiceError):
    """No delivery with this id has ended as undeliverable. Status 404."""

    code = "delivery_not_found"


class DepositNotFoundError(ServiceError):
    """No deposit with this id is in review, or was paid out. Status 404."""

    code = "deposit_not_found"


class DepositsNotConfiguredError(ServiceError):
    """Deposit addresses are not configured. Status 503."""

    code = "deposits_not_configured"


class ExpectationFailedError(ServiceError):
    """The Expect header is not 100-continue. Status 417."""

    code = "expectation_failed"


class FeedDownError(ServiceError):
    """No poller runs, or every poll since the start failed. Status 503."""

    code = "feed_down"


class FileNotFoundError(ServiceError):
    """The tree has no such file. Status 404."""

    code = "file_not_found"


class ForeignOriginError(ServiceError):
    """A web page of another origin, or a foreign host name, may not use this endpoint. Status 403.
    """

    code = "foreign_origin"


class HandlerTimeoutError(ServiceError):
    """The answer took longer than the time limit of the service. Status 503."""

    code = "handler_timeout"


class HeadersTooLargeError(ServiceError):
    """The request header fields are larger than accepted. Status 431."""

    code = "headers_too_large"


class InsufficientBalanceError(ServiceError):
    """The prepaid balance does not cover the price. Status 402."""

    code = "insufficient_balance"


class InternalError(ServiceError):
    """The service failed; its log has the reason under the request id. Status 500."""

    code = "internal"


class InvalidApiKeyError(ServiceError):
    """The API key is malformed, unknown, revoked or expired. Status 401."""

    code = "invalid_api_key"


class InvalidCodeError(ServiceError):
    """The voucher is unknown or already redeemed. Status 404."""

    code = "invalid_code"


class KillSwitchError(ServiceError):
    """Trading is halted by a kill switch. Status 423."""

    code = "kill_switch"


class LedgerUnavailableError(ServiceError):
    """The ledger or the accounts are unavailable: a disk or server failed, or an audit closed
    them. Status 503.
    """

    code = "ledger_unavailable"


class LiveExecutionDisabledError(ServiceError):
    """Live trades need live execution and the credential vault. Status 503."""

    code = "live_execution_disabled"


class MethodNotAllowedError(ServiceError):
    """The path exists, for other methods; see the Allow header. Status 405."""

    code = "method_not_allowed"


class MissingApiKeyError(ServiceError):
    """The endpoint needs an API key and none was sent. Status 401."""

    code = "missing_api_key"


class NotFoundError(ServiceError):
    """No endpoint has this path. Status 404."""

    code = "not_found"


class NotPerpetualError(ServiceError):
    """The endpoint serves perpetuals only. Status 404."""

    code = "not_perpetual"


class NotReadyError(ServiceError):
    """The process does not accept requests yet; `reasons` says why. Status 503."""

    code = "not_ready"


class OrderNotFoundError(ServiceError):
    """The bot has no order with this id; for the operator: no order with this id can be closed.
    Status 404.
    """

    code = "order_not_found"


class OrderOpenError(ServiceError):
    """An order in the market is on its way. Status 409."""

    code = "order_open"


class OverloadedError(ServiceError):
    """The queue of heavy work is full; retry after Retry-After. Status 503."""

    code = "overloaded"


class PayloadTooLargeError(ServiceError):
    """The body is larger than the endpoint accepts. Status 413."""

    code = "payload_too_large"


class PreconditionFailedError(ServiceError):
    """The file is not the one that If-Match names. Status 412."""

    code = "precondition_failed"


class PreparingError(ServiceError):
    """The file is being made; retry after Retry-After. Status 503."""

    code = "preparing"


class ProviderNotConfiguredError(ServiceError):
    """The webhook provider has no secret configured. Status 503."""

    code = "provider_not_configured"


class QuotaExceededError(ServiceError):
    """The API key has used up its requests of this month. Status 429."""

    code = "quota_exceeded"


class RangeNotSatisfiableError(ServiceError):
    """Range names bytes that the file does not have. Status 416."""

    code = "range_not_satisfiable"


class RateLimitedError(ServiceError):
    """The API key has used up its requests of this minute. Status 429."""

    code = "rate_limited"


class RefConflictError(ServiceError):
    """The reference was used before with another owner or amount. Status 400."""

    code = "ref_conflict"


class RequestTimeoutError(ServiceError):
    """The request did not arrive completely in time. Status 408."""

    code = "request_timeout"


class ReviewItemNotFoundError(ServiceError):
    """No item of the review has this id. Status 404."""

    code = "review_item_not_found"


class ShuttingDownError(ServiceError):
    """The process is stopping; retry. Status 503."""

    code = "shutting_down"


class SnapshotterDownError(ServiceError):
    """The snapshot file is missing or older than 30 minutes. Status 503."""

    code = "snapshotter_down"


class SourceWithheldError(ServiceError):
    """The source's values are not shown to API keys. Status 403."""

    code = "source_withheld"


class StoreUnavailableError(ServiceError):
    """The history server does not answer, or this process has no tape; retry after Retry-After.
    Status 503.
    """

    code = "store_unavailable"


class StreamCapacityError(ServiceError):
    """The service holds as many streams as it can. Status 503."""

    code = "stream_capacity"


class StreamsInterruptedError(ServiceError):
    """Live prices do not reach this process; retry after Retry-After. Status 503."""

    code = "streams_interrupted"


class TierRequiredError(ServiceError):
    """The tier of the API key does not include this endpoint. Status 402."""

    code = "tier_required"


class TooManyAttemptsError(ServiceError):
    """Too many failed attempts; wait before the next. Status 429."""

    code = "too_many_attempts"


class TooManyStreamsError(ServiceError):
    """The caller holds as many streams as allowed. Status 429."""

    code = "too_many_streams"


class UnknownProviderError(ServiceError):
    """The webhook path names no known provider. Status 404."""

    code = "unknown_provider"


class UnsupportedMediaTypeError(ServiceError):
    """The body is not of a content type that the endpoint accepts. Status 415."""

    code = "unsupported_media_type"


class UpstreamUnavailableError(ServiceError):
    """A venue or chain node did not answer, or its answer could not be read. Status 503."""

    code = "upstream_unavailable"


class UriTooLongError(ServiceError):
    """A path parameter is too long. Status 414."""

    code = "uri_too_long"


class ValidationFailedError(ServiceError):
    """A parameter or body member is missing, of the wrong type, given twice or outside its limits.
    Status 400.
    """

    code = "validation_failed"


class VaultKeyInUseError(ServiceError):
    """A running process uses another key of the credential vault; restart it with both keys first.
    Status 409.
    """

    code = "vault_key_in_use"


class VaultKeyNotFoundError(ServiceError):
    """No stored credential is under this key of the vault. Status 404."""

    code = "vault_key_not_found"


class VaultNotConfiguredError(ServiceError):
    """The credential vault is not configured. Status 503."""

    code = "vault_not_configured"


class VenueNotEntitledError(ServiceError):
    """The API key is not entitled to this venue. Status 403."""

    code = "venue_not_entitled"


class VenueNotFoundError(ServiceError):
    """The path names no known venue. Status 404."""

    code = "venue_not_found"


class WarmingUpError(ServiceError):
    """The venue has not answered since the start, and the asset has no records. Status 503."""

    code = "warming_up"


BY_CODE: dict[str, type[ServiceError]] = {
    "account_unread": AccountUnreadError,
    "admin_unauthorized": AdminUnauthorizedError,
    "alert_endpoint_not_found": AlertEndpointNotFoundError,
    "asset_not_found": AssetNotFoundError,
    "bad_signature": BadSignatureError,
    "bad_snapshot_token": BadSnapshotTokenError,
    "bot_not_found": BotNotFoundError,
    "code_expired": CodeExpiredError,
    "credential_not_found": CredentialNotFoundError,
    "delivery_not_found": DeliveryNotFoundError,
    "deposit_not_found": DepositNotFoundError,
    "deposits_not_configured": DepositsNotConfiguredError,
    "expectation_failed": ExpectationFailedError,
    "feed_down": FeedDownError,
    "file_not_found": FileNotFoundError,
    "foreign_origin": ForeignOriginError,
    "handler_timeout": HandlerTimeoutError,
    "headers_too_large": HeadersTooLargeError,
    "insufficient_balance": InsufficientBalanceError,
    "internal": InternalError,
    "invalid_api_key": InvalidApiKeyError,
    "invalid_code": InvalidCodeError,
    "kill_switch": KillSwitchError,
    "ledger_unavailable": LedgerUnavailableError,
    "live_execution_disabled": LiveExecutionDisabledError,
    "method_not_allowed": MethodNotAllowedError,
    "missing_api_key": MissingApiKeyError,
    "not_found": NotFoundError,
    "not_perpetual": NotPerpetualError,
    "not_ready": NotReadyError,
    "order_not_found": OrderNotFoundError,
    "order_open": OrderOpenError,
    "overloaded": OverloadedError,
    "payload_too_large": PayloadTooLargeError,
    "precondition_failed": PreconditionFailedError,
    "preparing": PreparingError,
    "provider_not_configured": ProviderNotConfiguredError,
    "quota_exceeded": QuotaExceededError,
    "range_not_satisfiable": RangeNotSatisfiableError,
    "rate_limited": RateLimitedError,
    "ref_conflict": RefConflictError,
    "request_timeout": RequestTimeoutError,
    "review_item_not_found": ReviewItemNotFoundError,
    "shutting_down": ShuttingDownError,
    "snapshotter_down": SnapshotterDownError,
    "source_withheld": SourceWithheldError,
    "store_unavailable": StoreUnavailableError,
    "stream_capacity": StreamCapacityError,
    "streams_interrupted": StreamsInterruptedError,
    "tier_required": TierRequiredError,
    "too_many_attempts": TooManyAttemptsError,
    "too_many_streams": TooManyStreamsError,
    "unknown_provider": UnknownProviderError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "upstream_unavailable": UpstreamUnavailableError,
    "uri_too_long": UriTooLongError,
    "validation_failed": ValidationFailedError,
    "vault_key_in_use": VaultKeyInUseError,
    "vault_key_not_found": VaultKeyNotFoundError,
    "vault_not_configured": VaultNotConfiguredError,
    "venue_not_entitled": VenueNotEntitledError,
    "venue_not_found": VenueNotFoundError,
    "warming_up": WarmingUpError,
}
"""The class of each code."""
