import { Type } from 'typebox';
import { MAX_WALLETS_PER_OWNER } from '../../../billing/deposits/chains/wallets.ts';
import type { WalletOutcome } from '../../../billing/deposits/wallet-decision.ts';
import { createAttemptsError } from '../../access/attempts.ts';
import { requireKey } from '../../access/key-holder.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { NO_WALLET, walletAddress, walletList } from './shapes/registered-wallet.ts';

/** POST /api/account/wallets: registers a wallet, or answers with the text that proves it. */
export const registerWalletRegistration: Registration<AccountRouteOptions> = (
  app,
  { wallets, walletAttempts },
) => {
  app.post(
    '/api/account/wallets',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'registerWallet',
        summary: 'Registers a wallet',
        description: `A wallet belongs to one owner, and an owner has at most ${MAX_WALLETS_PER_OWNER}. Only transfers in later blocks are credited. With challenge true the answer is a text; its signature as proof shows that the wallet is yours: no limit of a first deposit, and nobody else can take it. Contracts and addresses of exchanges or of this service cannot be registered.`,
        tags: ['account'],
        body: strictBody({
          address: walletAddress(),
          challenge: Type.Optional(
            Type.Literal(true, {
              description: 'Registers nothing and answers with a text for the key of the wallet to sign.',
            }),
          ),
          proof: Type.Optional(
            s.text(
              'Signature of the text by the key of the wallet: personal_sign in hex on EVM chains, signMessageV2 in hex on Tron, ed25519 in base58 on Solana.',
              `0x${'5'.repeat(130)}`,
              { minLength: 1, maxLength: 200 },
            ),
          ),
        }),
        response: {
          200: s.object('Wallets after the registration, or the text to sign.', {
            ok: s.okTrue(),
            registeredWallets: Type.Optional(walletList()),
            message: Type.Optional(
              s.text('Text to sign, line breaks included.', 'I am the holder of this wallet, …'),
            ),
            expiresAtMs: Type.Optional(s.epochMsField('Until when its signature is taken, once.')),
          }),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'too_many_attempts',
            'upstream_unavailable',
            'deposits_not_configured',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { owner } = requireKey(request);
      const waitS = await walletAttempts.fail(owner);
      if (waitS !== null) throw createAttemptsError('registrations', waitS);

      const { address, challenge, proof } = request.body;
      if (challenge === true && proof !== undefined)
        throw refuseParameter('challenge', 'challenge and proof exclude each other');
      if (challenge === true) {
        const given = await requireStore(() => wallets.challenge(owner, address));
        if ('status' in given) throw toRefusal(given);
        return { ok: true as const, message: given.message, expiresAtMs: given.expiresAt };
      }
      const outcome = await requireStore(() => wallets.register(owner, address, proof));
      if (outcome.status !== 'registered') throw toRefusal(outcome);
      return { ok: true as const, registeredWallets: await wallets.list(owner) };
    },
  );
};

function toRefusal(outcome: Exclude<WalletOutcome, { status: 'registered' }>): ApiError {
  switch (outcome.status) {
    case 'not_configured':
      return new ApiError('deposits_not_configured', 'no chain is watched');
    case 'no_wallet':
      return refuseParameter('address', NO_WALLET);
    case 'no_chain':
      return refuseParameter('address', 'no watched chain uses addresses of this kind');
    case 'not_allowed':
      return refuseParameter(
        'address',
        'this address cannot be registered: it is shared, sanctioned, or one of this service',
      );
    case 'contract':
      return refuseParameter(
        'address',
        'a contract cannot be registered; register a wallet that you control',
      );
    case 'no_proofs':
      return refuseParameter('challenge', 'wallets of this kind cannot be proved');
    case 'wrong_proof':
      return refuseParameter(
        'proof',
        'proof must be the signature of the newest challenge by the key of the wallet, within 10 minutes and once',
      );
    case 'too_many':
      return refuseParameter('address', `an owner has at most ${MAX_WALLETS_PER_OWNER} wallets`);
    case 'unknown':
      return new ApiError(
        'upstream_unavailable',
        `the node of ${outcome.chain} cannot tell its newest block, or whether the address is a contract; try again in a few seconds`,
        {
          headers: { 'retry-after': '5' },
        },
      );
  }
}
