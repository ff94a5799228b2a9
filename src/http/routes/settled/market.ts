import { Type } from 'typebox';
import {
  type AssetRef,
  type Clock,
  findAssetRef,
  type NullReason,
  type WhyNull,
} from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { listSettledAnomalies, SETTLED_ANOMALIES } from '../../../settled/anomalies.ts';
import { requireAsset } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { type Rights, settledRowSchema, toSettledBody } from '../../shapes/settled-row.ts';
import { settlingTermsSchema, statedByField } from '../../shapes/settling.ts';
import { whyNullField } from '../../shapes/why-null.ts';
import { statedSchema } from './shapes/stated.ts';

export interface SettledMarketOptions {
  readonly assets: AssetFinder;
  readonly history: HistoryReader;
  readonly clock: Clock;
  readonly rights: Rights;
}

/** GET /api/settled/:asset: the verdict on one market, with its terms. */
export const registerSettledMarket: Registration<SettledMarketOptions> = (app, deps) => {
  app.get(
    '/api/settled/:asset',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getSettledMarket',
        summary: 'How one market settles, and whether its result follows',
        description:
          'The terms as the venue states them, what it stated afterwards, and the verdict. `settled` is null for a market that names no price (not_applicable), before its resolution (not_resolved), and for some seconds after it (not_decided).',
        tags: ['settled'],
        params: Type.Object({ asset: s.assetParam() }),
        response: { 200: marketSchema, ...s.failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ params: { asset } }) => {
      const { ref, facts } = await findMarket(deps, asset);
      const { settling = null, statedBy = null } = facts ?? {};
      const found = settling === null ? null : await readSettled(deps.history, ref);
      const row = found?.row ?? null;
      const body = row === null ? null : toSettledBody(row, deps.rights);
      const subject = { venue: ref.venue, asset: ref.asset, statedBy, row };
      return {
        ok: true as const,
        asset: ref.asset,
        settled: body,
        settling,
        statedBy,
        stated: found?.stated ?? null,
        anomalies:
          settling === null ? [] : listSettledAnomalies({ ...subject, terms: settling }, deps.clock()),
        whyNull: explain(body?.whyNull ?? null, settling === null ? 'not_applicable' : (found?.why ?? null)),
      };
    },
  );
};

/** Finds a market. A registered market is found even if no record of it was ever stored. */
async function findMarket({ assets, history }: SettledMarketOptions, asset: string) {
  const named = findAssetRef(asset);
  const known = named === null ? null : await history.findMarket(named);
  const ref: AssetRef = known ?? (await requireAsset(assets, asset)).ref;
  return { ref, facts: known ?? (await history.findMarket(ref)) };
}

async function readSettled(history: HistoryReader, ref: AssetRef) {
  const [row, resolution, lines] = await Promise.all([
    history.findSettled(ref),
    history.findResolution(ref),
    history.findSettledLines(ref),
  ]);
  const isShown = row !== null && row.isReopened !== true && resolution !== null;
  const why: NullReason | null = resolution === null ? 'not_resolved' : isShown ? null : 'not_decided';
  return { row: isShown ? row : null, stated: lines.at(-1)?.stated ?? null, why };
}

/** Finds the reasons of nulls in the response: one for the row as a whole, or those of withheld members. */
function explain(hidden: WhyNull | null, why: NullReason | null): WhyNull {
  if (hidden === null) return why === null ? {} : { settled: why };
  return Object.fromEntries(Object.entries(hidden).map(([member, reason]) => [`settled.${member}`, reason]));
}

const marketSchema = s.object('One market that settles by a price.', {
  ok: s.okTrue(),
  asset: s.assetIdField('pm-btc-updown-15m-1791241200'),
  settled: s.nullable(settledRowSchema('Verdict on the market.'), 'there is none, as whyNull says'),
  settling: s.nullable(
    settlingTermsSchema(),
    'the market names neither a price source nor a coin with a strike',
  ),
  statedBy: statedByField(),
  stated: s.nullable(statedSchema(), 'the venue has stated nothing afterwards'),
  anomalies: s.array(
    'What is odd about the market.',
    s.object('One anomaly.', {
      severity: s.choice('How grave it is.', ['warning']),
      code: s.choice('Kind of the anomaly.', SETTLED_ANOMALIES),
      venue: s.venueField('Venue of the market.'),
      message: s.text('What was found, in a sentence.', 'pm-a: source is chainlink, usually twap60'),
    }),
  ),
  whyNull: whyNullField('where a reason is known'),
});
