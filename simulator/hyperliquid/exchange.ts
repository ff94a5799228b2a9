import { encode } from '@msgpack/msgpack';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { DAY_MS } from '../../src/domain/index.ts';
import { computeTypedDataHash, recoverAddress } from '../../src/signatures/index.ts';
import type { TradingRegistry } from '../trading/registry.ts';
import type { VenueView } from '../venue-view.ts';
import { placeHyperliquidOrder, WireOrder } from './orders.ts';

const Action = Type.Union([
  Type.Object({ type: Type.Literal('order'), orders: Type.Array(WireOrder, { minItems: 1, maxItems: 100 }) }),
  Type.Object({
    type: Type.Literal('cancel'),
    cancels: Type.Array(Type.Object({ a: Type.Integer(), o: Type.Integer() }), { maxItems: 100 }),
  }),
  Type.Object({
    type: Type.Literal('cancelByCloid'),
    cancels: Type.Array(Type.Object({ asset: Type.Integer(), cloid: Type.String() }), { maxItems: 100 }),
  }),
  Type.Object({ type: Type.Literal('noop') }),
  Type.Object({ type: Type.Literal('updateLeverage'), asset: Type.Integer() }),
]);
const Body = Type.Object({
  action: Action,
  nonce: Type.Integer({ minimum: 0 }),
  signature: Type.Object({ r: Type.String(), s: Type.String(), v: Type.Integer() }),
  vaultAddress: Type.Optional(Type.Union([Type.Null(), Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })])),
  expiresAfter: Type.Optional(Type.Union([Type.Null(), Type.Integer()])),
});
const body = Compile(Body);

/** The venue keeps this many nonces of a signer. */
const MAX_NONCES = 100;
const CANNOT_READ = 'Failed to deserialize the JSON body into the target type';

/** The networks, as signatures name them: the main one and the test one. */
const SOURCES = ['a', 'b'] as const;
type Source = (typeof SOURCES)[number];
/** States in the answer which network the action was signed for. */
const SOURCE_HEADER = 'x-signature-source';

/**
 * `POST /exchange`: signed actions, for the main network or the test network: the venue's package for Python signs for
 * the test network at every address but the venue's own.
 */
export function hyperliquidExchange(app: FastifyInstance, view: VenueView, registry: TradingRegistry): void {
  const nonces = new Map<string, number[]>();
  const exchange = registry.exchanges.hyperliquid;

  app.post('/exchange', (request, reply) => {
    const given = request.body;
    if (!body.Check(given)) return reply.code(422).type('text/plain').send(CANNOT_READ);
    const refusal = (text: string) => ({ status: 'err', response: text });
    const found = findSigner(given, registry);
    if (found === null) return refusal('Unable to recover signer.');
    const { signer, source, user } = found;
    if (user === undefined) return refusal(`User or API Wallet ${signer} does not exist.`);
    reply.header(SOURCE_HEADER, source);
    if (given.vaultAddress) return refusal(`Vault not registered: ${given.vaultAddress}`);

    const now = view.now();
    const seen = nonces.get(signer) ?? [];
    if (seen.includes(given.nonce)) return refusal(`Invalid nonce: duplicate nonce ${given.nonce}`);
    const least = seen.length < MAX_NONCES ? 0 : Math.min(...seen);
    if (given.nonce < Math.max(least, now - 2 * DAY_MS) || given.nonce > now + DAY_MS) {
      return refusal(`Invalid nonce: nonce too low ${given.nonce} < ${Math.max(least, now - 2 * DAY_MS)}`);
    }
    if (given.expiresAfter && now > given.expiresAfter) return refusal('Action already expired');
    nonces.set(signer, [...seen, given.nonce].sort((a, b) => b - a).slice(0, MAX_NONCES));
    return { status: 'ok', response: perform(given.action) };

    function perform(action: Static<typeof Action>) {
      if (user === undefined) throw new Error('the user is known here');
      switch (action.type) {
        case 'order':
          return {
            type: 'order',
            data: {
              statuses: action.orders.map((order) => placeHyperliquidOrder(order, user, view, exchange)),
            },
          };
        case 'cancel':
          return cancelled(action.cancels.map(({ o }) => exchange.order(String(o))));
        case 'cancelByCloid':
          return cancelled(
            action.cancels.map(({ cloid }) => exchange.byClientId(user.account, cloid.toLowerCase())),
          );
        default:
          return { type: 'default' };
      }
    }
    function cancelled(orders: readonly ReturnType<typeof exchange.order>[]) {
      const statuses = orders.map((order) =>
        order !== undefined && order.request.account === user?.account && exchange.cancel(order)
          ? 'success'
          : { error: 'Order was never placed, already canceled, or filled.' },
      );
      return { type: 'cancel', data: { statuses } };
    }
  });
}

/**
 * Finds the signer and the network of a signature. A wrong network recovers an address that is not registered; when
 * neither address is, the main network's is returned.
 */
function findSigner(given: Static<typeof Body>, registry: TradingRegistry) {
  const candidates = SOURCES.flatMap((source) => {
    const signer = recoverSigner(given, source);
    if (signer === null) return [];
    const user = registry.hyperliquid.get(registry.masterByAgent.get(signer) ?? signer);
    return [{ signer, source, user }];
  });
  return candidates.find(({ user }) => user !== undefined) ?? candidates[0] ?? null;
}

/** The address that signed, in lower case. The action is hashed with its members in the order received. */
function recoverSigner(
  { action, nonce, signature, vaultAddress, expiresAfter }: Static<typeof Body>,
  source: Source,
): string | null {
  const number = (value: number) => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
    return bytes;
  };
  const bytes = concatBytes(
    Uint8Array.from(encode(action)),
    number(nonce),
    vaultAddress ? concatBytes(Uint8Array.of(1), hexToBytes(vaultAddress.slice(2))) : Uint8Array.of(0),
    expiresAfter ? concatBytes(Uint8Array.of(0), number(expiresAfter)) : new Uint8Array(),
  );
  const digest = computeTypedDataHash(
    { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: `0x${'0'.repeat(40)}` },
    {
      name: 'Agent',
      fields: [
        ['source', 'string'],
        ['connectionId', 'bytes32'],
      ],
    },
    { source, connectionId: `0x${bytesToHex(keccak_256(bytes))}` },
  );
  return recoverAddress(digest, signature)?.toLowerCase() ?? null;
}
