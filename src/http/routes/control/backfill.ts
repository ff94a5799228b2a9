import type { ServerResponse } from 'node:http';
import { Type } from 'typebox';
import { type AssetRef, toMessage, type VenueId } from '../../../domain/index.ts';
import {
  type BackfillEvent,
  type BackfillListener,
  type BackfillRunOptions,
  type BackfillTotals,
  chooseAssets,
  UnlistedAssetError,
} from '../../../recording/backfill-run.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';

export interface BackfillControlOptions {
  /** Returns the markets that a venue lists; null: the venue has not answered yet, or is not recorded. */
  readonly listed: (venue: VenueId) => readonly AssetRef[] | null;
  readonly venues: readonly VenueId[];
  readonly backfill: (
    run: Pick<BackfillRunOptions, 'assets' | 'days' | 'signal'>,
    listener: BackfillListener,
  ) => Promise<BackfillTotals>;
  /** Called with runs in progress, so that the store stays open until they end. */
  readonly track: (work: Promise<void>) => void;
  /** Signal that aborts when the service stops. */
  readonly stopping: AbortSignal;
}

/** POST /backfill: back-fills records while the caller stays connected, and reports progress line by line. */
export const registerBackfillControl: Registration<BackfillControlOptions> = (app, options) => {
  app.post(
    '/backfill',
    {
      config: { access: 'free', cacheSeconds: 0, probe: false, direct: true },
      schema: {
        body: strictBody({
          venue: Type.Optional(s.venueField('This venue only.')),
          days: s.int('How far back.', 30, { minimum: 1, maximum: 3_650 }),
          assets: Type.Optional(s.array('These assets only.', s.text('Asset id.', 'hl-BTC'))),
        }),
      },
    },
    async ({ body: { venue, days, assets } }, reply) => {
      const chosen = findAssets(options, venue, assets ?? null);
      reply.hijack();
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const signal = AbortSignal.any([gone.signal, options.stopping]);
      const work = run(options, { assets: chosen, days, signal }, reply.raw);
      options.track(work);
      await work;
    },
  );
};

/** Finds the assets of a request. @throws {ApiError} when a venue has not answered yet, or an asset is not listed. */
function findAssets(
  { listed, venues }: BackfillControlOptions,
  venue: VenueId | undefined,
  wanted: readonly string[] | null,
): AssetRef[] {
  const refs = (venue === undefined ? venues : [venue]).flatMap((one) => {
    const found = listed(one);
    if (found !== null) return found;
    throw refuseParameter(
      'venue',
      `${one} is not recorded by the service, or has not answered since its start`,
    );
  });
  try {
    return chooseAssets(refs, wanted);
  } catch (error) {
    if (error instanceof UnlistedAssetError) throw refuseParameter('assets', error.message, error);
    throw error;
  }
}

async function run(
  { backfill, stopping }: BackfillControlOptions,
  request: Pick<BackfillRunOptions, 'assets' | 'days' | 'signal'>,
  response: ServerResponse,
): Promise<void> {
  const say = (event: BackfillEvent) => void response.write(`${JSON.stringify(event)}\n`);
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  try {
    const totals = await backfill(request, {
      planned: (planned) => say({ planned }),
      failed: (failed, reason) => say({ failed, reason }),
      advanced: (advanced) => say({ advanced }),
    });
    say(
      stopping.aborted ? { error: 'the service is stopping; run the command again to continue' } : { totals },
    );
  } catch (error) {
    say({ error: toMessage(error) });
  } finally {
    response.end();
  }
}
