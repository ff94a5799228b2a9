import { Type } from 'typebox';
import { formatIsoTime } from '../../../domain/index.ts';
import { findAssetVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { requireTapeAsset, type TapeRouteOptions } from '../../parameters/tape-access.ts';
import { decideCacheSeconds, waitForMoment } from '../../parameters/tape-window.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { fullyFilledField, orderField, orderParams, slippageResult } from '../../shapes/slippage-fields.ts';
import {
  buildTapeHead,
  momentFields,
  momentParam,
  TAPE_ACCESS,
  tapeEndFields,
  tapeFailures,
} from './shapes/tape-fields.ts';

/** GET /api/book/:asset/slippage: cost of a market order that is filled from the recorded book of a moment. */
export const registerBookSlippage: Registration<TapeRouteOptions> = (app, options) => {
  app.get(
    '/api/book/:asset/slippage',
    {
      config: { ...TAPE_ACCESS, getVenues: findAssetVenue },
      schema: {
        operationId: 'getBookSlippage',
        summary: 'Cost of a market order on the recorded book of a moment',
        description:
          'Binaries are bought and sold in terms of Yes. Where the book was not recorded, result is null and whyNull says why. Of a venue that sends a part of the levels, an order that takes all of them may be filled or not: fullyFilled is null.',
        tags: ['tape'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({ t: momentParam(), ...orderParams() }),
        response: { 200: rawAnswer(bookSlippageSchema), ...tapeFailures() },
      },
    },
    async ({ params, query: { t, ...order } }) => {
      const ref = await requireTapeAsset(options, params.asset);
      const [times, exclusion] = await Promise.all([
        waitForMoment(options, t),
        options.tape.findExclusion(ref, 'books'),
      ]);
      const { venue, storeKey } = ref;
      const head = {
        ...buildTapeHead(ref),
        generatedAt: formatIsoTime(options.clock()),
        mode: 'recorded',
      };
      return new HeavyAnswer(
        { kind: 'bookSlippage', input: { key: { venue, storeKey }, t, order, exclusion, head } },
        { cacheSeconds: decideCacheSeconds(t, times, 'books') },
      );
    },
  );
};

const UNKNOWN = 'the book is not known at that moment';

const bookSlippageSchema = s.object('Cost of one order against a recorded book.', {
  ...momentFields(),
  generatedAt: s.generatedAtField(),
  mode: s.choice('Always `recorded`.', ['recorded']),
  bookTime: s.nullable(s.epochMsField('Our time of the last message that altered the book.'), UNKNOWN),
  ageMs: s.nullable(s.int('t minus bookTime, in ms.', 120), UNKNOWN),
  params: orderField(),
  result: s.nullable(
    slippageResult(
      s.nullable(fullyFilledField(), 'the order takes all levels of a venue that sends a part of them'),
    ),
    UNKNOWN,
  ),
  ...tapeEndFields('books'),
});
