import { Type } from 'typebox';
import type { AssetFinder } from '../../../feed/readers.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { requireAsset } from '../../parameters/assets.ts';
import { buildAttachmentHeaders } from '../../responses/csv.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { SETTLED_SOURCES, settledRowSchema } from '../../shapes/settled-row.ts';
import { settlingTermsSchema, statedByField } from '../../shapes/settling.ts';
import { whyNullField } from '../../shapes/why-null.ts';
import { statedSchema } from './shapes/stated.ts';

export interface EvidenceOptions {
  readonly assets: AssetFinder;
  /** Decides which values of reference prices may be shown. */
  readonly rights: { isShown(source: string): boolean };
}

/** GET /api/settled/:asset/evidence: the complete evidence of a verdict, with hash paths to the heads of its days. */
export const registerEvidence: Registration<EvidenceOptions> = (app, { assets, rights }) => {
  const withheld = SETTLED_SOURCES.filter((source) => !rights.isShown(source));
  app.get(
    '/api/settled/:asset/evidence',
    {
      config: { access: 'free', cacheSeconds: 300 },
      schema: {
        operationId: 'getEvidence',
        summary: 'Evidence of a verdict',
        description:
          'A file with the grounds of the verdict: rules, terms, recorded prices, the result, and the hashes that link them to the heads of their days. `python3 clients/check-settled.py` checks it without this service. docs/settled.md says what it proves.',
        tags: ['settled'],
        params: Type.Object({ asset: s.assetParam() }),
        response: {
          200: rawAnswer(evidenceSchema),
          ...s.failures('validation_failed', 'asset_not_found', 'overloaded'),
        },
      },
    },
    async ({ params }) => {
      const { ref } = await requireAsset(assets, params.asset);
      const { venue, storeKey, asset } = ref;
      return new HeavyAnswer(
        { kind: 'evidence', input: { market: { venue, storeKey, asset }, withheld } },
        { headers: buildAttachmentHeaders(`${asset}.evidence.json`) },
      );
    },
  );
};

const NONE = 'there is no verdict';
const HASH = '687ba26beee66038e86e3f0e971054a190cdc9c74d5c7f9ab2014473ecf5a451';

const hash = (description: string) => s.named('Sha256', s.text(description, HASH));
const path = (description: string) => s.array(description, hash('Hash.'));

/** Builds the schema members of a part that belongs to another day than the result. */
const ownDay = () => ({
  day: Type.Optional(s.text('Its day, where it is another one.', '2026-10-05')),
  head: Type.Optional(hash('Head of that day.')),
  previousHead: Type.Optional(hash('Head of the day before that day.')),
  root: Type.Optional(hash('Root of that day.')),
});

const partSchema = () =>
  s.named(
    'ProofPart',
    s.object('Way from a leaf to the root of its day.', {
      entry: s.text('Line of the entry.', 'H twap60-btc 1791162000000'),
      leaf: s.nullable(
        s.text('Text of the leaf.', 'M twap60-btc 1791162000000\n0 86514\n'),
        'it is withheld',
      ),
      leafIndex: s.int('Place of the leaf.', 0),
      leaves: s.int('Leaves of the entry.', 60),
      leafPath: path('Hashes beside the way to the root of the entry.'),
      partRoot: hash('Root of the entry.'),
      entryIndex: s.int('Place of the entry.', 0),
      entries: s.int('Entries of the day.', 576),
      entryPath: path('Hashes beside the way to the root of the day.'),
      ...ownDay(),
    }),
  );

const valueSchema = s.object('Recorded price of a moment.', {
  t: s.epochMsField('Moment.'),
  text: s.nullable(s.text('Exact decimal.', '86514.5'), 'none was sent, or the average is incomplete'),
  p: s.nullable(s.num('Nearest double.', 86_514.5), 'the average is incomplete'),
  receivedAt: s.nullable(s.epochMsField('Arrival.'), 'it is kept at whole minutes alone'),
  relay: s.nullable(s.text('Relay.', 'rtds'), 'it is kept at whole minutes alone'),
  count: s.nullable(s.int('Values that an average stands on.', 60), 'its publisher does not say'),
});

const evidenceSchema = s.object('Evidence of a verdict. Members without a value are null.', {
  ok: s.okTrue(),
  format: s.text('Version of the file.', 'crosstape-evidence/1'),
  asset: s.assetIdField('pm-btc-updown-15m-1791241200'),
  venue: s.venueField('Venue of the market.'),
  rules: s.nullable(
    s.object('Rules of the market.', {
      hash: s.text('First 16 bytes of SHA-256.', HASH.slice(0, 32)),
      text: s.text('As the venue sent them.', 'This market will resolve to "Up" if …'),
    }),
    'the venue publishes none',
  ),
  terms: s.nullable(settlingTermsSchema(), NONE),
  statedBy: statedByField(),
  stated: s.nullable(statedSchema(), 'the venue stated nothing'),
  series: s.nullable(
    Type.Unsafe<Readonly<Record<string, readonly unknown[]>>>({
      type: 'object',
      description: 'Recorded prices of the moments that count, by series.',
      additionalProperties: s.array('By time, then by arrival.', valueSchema),
      examples: [{}],
    }),
    NONE,
  ),
  resolution: s.nullable(
    s.object('Result by the venue, as it was recorded last.', {
      outcome: s.choice('Winning side.', ['yes', 'no', 'void']),
      payout: s.nullable(s.num('Payout of Yes, 0 to 1.', 1), 'the venue does not say'),
      settledAt: s.nullable(s.epochMsField('When the venue settled.'), 'the venue does not say'),
      recordedAt: s.epochMsField('When it was recorded.'),
      source: s.text('Answer of the venue.', 'kalshi:/markets/{ticker}'),
    }),
    NONE,
  ),
  verdict: s.nullable(settledRowSchema('Verdict on its result.'), 'the market has none'),
  proof: s.nullable(
    s.object('Way to the heads of the days.', {
      day: s.text('Day of the result, UTC.', '2026-10-05'),
      head: hash('Head of the day.'),
      previousHead: hash('Head of the day before.'),
      root: hash('Root of the day.'),
      minutes: s.array('Minutes of the moments that have values.', partSchema()),
      resolution: partSchema(),
    }),
    'a day is open, or was altered since it was closed',
  ),
  whyNull: whyNullField('where a reason is known'),
});
