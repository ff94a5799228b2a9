import { Type } from 'typebox';
import { findAssetVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { requireTapeAsset, type TapeRouteOptions } from '../../parameters/tape-access.ts';
import { decideCacheSeconds, waitForMoment } from '../../parameters/tape-window.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { maybeBookFields } from './shapes/book-fields.ts';
import {
  buildTapeHead,
  levelsParam,
  momentFields,
  momentParam,
  TAPE_ACCESS,
  tapeEndFields,
  tapeFailures,
} from './shapes/tape-fields.ts';

/** GET /api/book/:asset/at: the recorded book at a moment. */
export const registerBookAt: Registration<TapeRouteOptions> = (app, options) => {
  app.get(
    '/api/book/:asset/at',
    {
      config: { ...TAPE_ACCESS, getVenues: findAssetVenue },
      schema: {
        operationId: 'getBookAt',
        summary: 'Order book of one asset as it stood at a moment',
        description:
          'Holds every message that had arrived by then, by our clock; binaries in terms of Yes. A moment just now waits up to 3 s for its record. Where the book was not recorded the answer is 200, and whyNull says why.',
        tags: ['tape'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          t: momentParam(),
          levels: Type.Optional(levelsParam('Most levels of a side. Default: all.')),
        }),
        response: { 200: rawAnswer(bookAtSchema), ...tapeFailures() },
      },
    },
    async ({ params, query: { t, levels = null } }) => {
      const ref = await requireTapeAsset(options, params.asset);
      // Another process may have to say what it leaves out: it is asked while the commit is waited for.
      const [times, exclusion] = await Promise.all([
        waitForMoment(options, t),
        options.tape.findExclusion(ref, 'books'),
      ]);
      const { venue, storeKey } = ref;
      return new HeavyAnswer(
        {
          kind: 'bookAt',
          input: { key: { venue, storeKey }, t, levels, exclusion, head: buildTapeHead(ref) },
        },
        { cacheSeconds: decideCacheSeconds(t, times, 'books') },
      );
    },
  );
};

const bookAtSchema = s.object('A recorded book.', {
  ...momentFields(),
  ...maybeBookFields(),
  ...tapeEndFields('books'),
});
