import type { VenueId } from '../../domain/index.ts';
import type { CredentialForm, OpenedSecret } from './execution-venue.ts';
import { readCredential as readHyperliquid } from './hyperliquid/credential.ts';
import { readCredential as readKalshi } from './kalshi/credential.ts';
import { readCredential as readLimitless } from './limitless/credential.ts';
import { describeMalformed, toForm } from './live/credential-form.ts';
import { readCredential as readPolymarket } from './polymarket/credential.ts';
import type { TradingVenue } from './trading-venues.ts';

const READERS: Readonly<Partial<Record<VenueId, (secret: OpenedSecret) => object>>> = {
  hyperliquid: readHyperliquid,
  polymarket: readPolymarket,
  kalshi: readKalshi,
  limitless: readLimitless,
} satisfies Record<TradingVenue, unknown>;

/** Judges whether a secret has the members that live trading at a venue needs: by its form alone, without a call. */
export function inspectCredential(venue: VenueId, secret: OpenedSecret): CredentialForm {
  const read = READERS[venue];
  return read === undefined ? describeMalformed('no orders can be sent to this venue') : toForm(read(secret));
}
