import { type Clock, REFERENCES, RELAYS, SOURCE_LIST } from '../../../../domain/index.ts';
import type { HistoryReader } from '../../../../history/contract/history-store.ts';
import { ReferenceRecord } from '../../../../history/references/reference-record.ts';
import type { ReferenceRights } from '../../../../references/recording/rights.ts';
import { requireReference } from '../../../parameters/references.ts';
import * as s from '../../../schemas/schema.ts';
import { lastReferenceSchema } from '../../../shapes/last-reference.ts';

/** Builds the schema of the page of a reference price, which has no market. */
export const referencePageSchema = () =>
  s.named(
    'ReferencePage',
    s.object('One reference price.', {
      ok: s.okTrue(),
      asset: s.assetIdField('ref-twap60-btc'),
      type: s.choice('A reference price.', [REFERENCES]),
      source: s.choice(
        'Id of the source.',
        SOURCE_LIST.map(({ id }) => id),
      ),
      coin: s.text('Coin.', 'btc'),
      relay: s.nullable(s.choice('Relay that brought the last value.', RELAYS), 'it is not known'),
      last: s.nullable(lastReferenceSchema(), 'none is stored'),
    }),
  );

/** Builds the page of a reference price. @throws {ApiError} `asset_not_found` or `source_withheld`. */
export async function readReferencePage(
  {
    history,
    rights,
    clock,
  }: { readonly history: HistoryReader; readonly rights: ReferenceRights; readonly clock: Clock },
  name: string,
) {
  const ref = await requireReference({ history, rights }, name);
  const { asset, source, coin, storeKey } = ref;
  const stored = await history.findLast(ref);
  const marked =
    stored === null
      ? undefined
      : (await new ReferenceRecord(history).valuesAt(storeKey, stored.t)).findLast(({ p }) => p !== null);
  const relay = RELAYS.find((id) => id === marked?.relay) ?? null;
  return {
    ok: true as const,
    asset,
    type: REFERENCES,
    source,
    coin,
    relay,
    last:
      stored === null
        ? null
        : {
            t: stored.t,
            text: marked?.text ?? null,
            p: stored.p,
            receivedAt: marked?.receivedAt ?? null,
            relay,
            ageMs: Math.max(0, clock() - stored.t),
          },
  };
}
