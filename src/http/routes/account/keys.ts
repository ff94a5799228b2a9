import { type Static, Type } from 'typebox';
import { BOT_ID_PATTERN, KEY_HASH_PATTERN } from '../../../accounts/keys/api-key.ts';
import type { IssuedKey, KeySelection, ReissuedKey, VenueGrant } from '../../../accounts/keys/keys.ts';
import { TIERS } from '../../../accounts/tiers.ts';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { type EpochMs, isVenueId, VENUES } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { expiresAtMember, labelMember, listLimit, requireFuture } from '../../parameters/key-members.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { listEndFields, toListEnd } from '../../shapes/list-end.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { keyRecordSchema, toKeyBody } from './shapes/key-record.ts';

const CONFIG = { access: 'admin', cacheSeconds: 0, probe: false } as const;

/** POST /api/account/keys: issues a key. */
export const registerKeyIssue: Registration<AccountRouteOptions> = (app, { keys, clock }) => {
  app.post(
    '/api/account/keys',
    {
      config: CONFIG,
      schema: {
        operationId: 'issueKey',
        summary: 'Issue an API key',
        description:
          'The key appears only in this answer; the service stores its hash. With `botId`, after `DELETE /api/account/keys {botId}`, positions, settings and order ids of the bot stay.',
        tags: ['admin'],
        body: strictBody({
          tier: Type.Optional(s.choice('Tier of the key; with botId that of the bot.', TIERS)),
          owner: Type.Optional(
            s.text('Owner of the key; with botId that of the bot.', 'owner_1', {
              pattern: OWNER_PATTERN,
              maxLength: 128,
            }),
          ),
          botId: Type.Optional(
            s.text(
              'Existing bot without a live key, which goes on with the new key.',
              'bot_V1StGXR8Z5jdHi6B',
              {
                pattern: BOT_ID_PATTERN,
              },
            ),
          ),
          label: labelMember(),
          venues: Type.Optional(
            s.text('Venues that the key may read, separated by commas, or `all`.', 'all', { maxLength: 100 }),
          ),
          expiresAt: expiresAtMember('the key'),
        }),
        response: {
          200: s.object('Issued key with its record.', {
            ok: s.okTrue(),
            rawKey: s.text('API key; it is shown only once.', 'ct_live_...'),
            record: keyRecordSchema(),
          }),
          ...s.failures(
            'validation_failed',
            'admin_unauthorized',
            'bot_not_found',
            'too_many_attempts',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { tier, owner, botId, label = null, venues, expiresAt = null } = request.body;
      const grant = parseVenues(venues ?? 'all');
      requireFuture(expiresAt, clock());
      if (botId !== undefined) {
        const by = { ...describeAction(request, 'key.reissue', botId, owner ?? null), at: clock() };
        const reissue = {
          botId,
          owner: owner ?? null,
          tier: tier ?? null,
          label,
          venues: venues === undefined ? null : grant,
          expiresAt: expiresAt as EpochMs | null,
        };
        const { rawKey, record } = requireReissued(await requireStore(() => keys.store.reissue(reissue, by)));
        return { ok: true as const, rawKey, record: toKeyBody(record) };
      }
      if (tier === undefined) throw refuseParameter('tier', `tier must be one of ${TIERS.join(', ')}`);
      if (owner === undefined) throw refuseParameter('owner', 'owner is required: the holder of the key');
      const by = { ...describeAction(request, 'key.issue', null, `${tier} for ${owner}`), at: clock() };
      const issued = await requireStore(() =>
        keys.issue({ owner, tier, label, venues: grant, expiresAt: expiresAt as EpochMs | null }, by),
      );
      return { ok: true as const, rawKey: issued.rawKey, record: toKeyBody(issued.record) };
    },
  );
};

/** GET /api/account/keys: lists the issued keys. */
export const registerKeyList: Registration<AccountRouteOptions> = (app, { keys }) => {
  app.get(
    '/api/account/keys',
    {
      config: CONFIG,
      schema: {
        operationId: 'listKeys',
        summary: 'List issued keys, newest first',
        description: 'Returns hashes; the keys themselves are not stored.',
        tags: ['admin'],
        querystring: s.queryParams({
          owner: Type.Optional(s.text('Only this owner.', 'owner_1', { maxLength: 128 })),
          limit: listLimit(),
        }),
        response: {
          200: s.object('Issued keys.', {
            ok: s.okTrue(),
            count: s.int('Keys in this answer.', 1),
            keys: s.array('Newest first.', keyRecordSchema()),
            ...listEndFields(),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts'),
        },
      },
    },
    async ({ query: { owner, limit } }) => {
      const { keys: found, truncated } = await keys.list({ owner, limit });
      const end = toListEnd(found.length, truncated);
      return { ok: true as const, count: found.length, keys: found.map(toKeyBody), ...end };
    },
  );
};

/** DELETE /api/account/keys: revokes keys. */
export const registerKeyRevoke: Registration<AccountRouteOptions> = (app, { keys, clock }) => {
  app.delete(
    '/api/account/keys',
    {
      config: CONFIG,
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke a key, or every key of a bot or an owner',
        description:
          'Revoked keys are refused from the next request on, and their streams end within 30 s. Revoking a key also revokes the live keys that replaced it by rotation. Give exactly one of keyHash, botId and owner.',
        tags: ['admin'],
        body: revokeBody(),
        response: {
          200: s.object('Result of the revocation.', {
            ok: s.okTrue(),
            revoked: s.bool('Whether a key was found and revoked.', true),
            stored: s.bool(
              'Whether the revocation is stored. false: the database is not accepting writes; the keys are rejected from now on, but a restart before writes work again loses the revocation.',
              true,
            ),
            count: s.int('Live keys that this call revoked.', 2),
            successors: s.int(
              'These keys that had replaced the named key by rotation; 0 when a bot or an owner was named.',
              1,
            ),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts', 'ledger_unavailable'),
        },
      },
    },
    async (request) => {
      const selection = toSelection(request.body);
      const by = {
        ...describeAction(
          request,
          'key.revoke',
          toTarget(selection),
          selection.kind === 'key' ? null : `every key of the ${selection.kind}`,
        ),
        at: clock(),
      };
      const { isKnown, ended, isStored } = await requireStore(() =>
        keys.revoke(selection, { at: by.at, by }),
      );
      if (!isStored) {
        request.log.error(
          { selection },
          'keys were revoked in memory; the revocation is stored when the database accepts writes again',
        );
      }
      return {
        ok: true as const,
        revoked: isKnown,
        stored: isStored,
        count: ended.length,
        successors: selection.kind === 'key' ? ended.filter(({ hash }) => hash !== selection.hash).length : 0,
      };
    },
  );
};

/**
 * Requires that a key was issued again. @throws {ApiError} 404 for an unknown bot, 400 for a bot of another owner or
 * tier, or with a live key.
 */
function requireReissued(outcome: ReissuedKey): IssuedKey {
  switch (outcome.status) {
    case 'issued':
      return outcome.issued;
    case 'bot_not_found':
      throw new ApiError('bot_not_found', 'no key was ever issued for this bot');
    case 'other_owner':
      throw refuseParameter('owner', 'the bot belongs to another owner');
    case 'other_tier':
      throw refuseParameter('tier', `the bot is ${outcome.tier}: leave tier out, or issue a key of its own`);
    case 'has_live_key':
      throw refuseParameter('botId', 'the bot has a live key: revoke --bot first');
  }
}

const revokeBody = () =>
  strictBody({
    keyHash: Type.Optional(
      s.text('SHA-256 of the key to revoke, lower-case hex.', '645b50'.padEnd(64, '0'), {
        pattern: KEY_HASH_PATTERN,
      }),
    ),
    botId: Type.Optional(
      s.text('Bot whose keys are revoked.', 'bot_V1StGXR8Z5jdHi6B', {
        pattern: BOT_ID_PATTERN,
      }),
    ),
    owner: Type.Optional(
      s.text('Owner whose keys are revoked.', 'owner_1', { pattern: OWNER_PATTERN, maxLength: 128 }),
    ),
  });

/** Reads the selection of keys from a body. @throws {ApiError} 400 unless exactly one of the members is given. */
function toSelection({ keyHash, botId, owner }: Static<ReturnType<typeof revokeBody>>): KeySelection {
  const named: KeySelection[] = [];
  if (keyHash !== undefined) named.push({ kind: 'key', hash: keyHash });
  if (botId !== undefined) named.push({ kind: 'bot', botId });
  if (owner !== undefined) named.push({ kind: 'owner', owner });
  const [selection, second] = named;
  if (selection === undefined || second !== undefined) {
    throw refuseParameter('keyHash', 'give exactly one of keyHash, botId and owner');
  }
  return selection;
}

function toTarget(selection: KeySelection): string {
  switch (selection.kind) {
    case 'key':
      return selection.hash;
    case 'bot':
      return selection.botId;
    case 'owner':
      return selection.owner;
  }
}

/**
 * Parses a grant of venues. @throws {ApiError} 400 for an unknown venue, an empty item, or a venue that is named twice.
 */
function parseVenues(given: string): VenueGrant {
  if (given === 'all') return 'all';
  const named = given.split(',').map((item) => item.trim());
  if (!named.every(isVenueId) || new Set(named).size < named.length) {
    throw refuseParameter(
      'venues',
      `venues must be all, or some of ${VENUES.join(', ')} separated by commas`,
    );
  }
  return VENUES.filter((venue) => named.includes(venue));
}
