import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentProvider, SignatureScheme } from '../../src/billing/webhooks/payment-provider.ts';
import { MalformedEventError } from '../../src/billing/webhooks/provider-event.ts';
import type { SignedRequest } from '../../src/billing/webhooks/signed-request.ts';
import type { JsonObject } from '../../src/domain/index.ts';
import type { ProviderCall } from '../support/provider-events.ts';

const NOW = Date.UTC(2026, 9, 6, 12);

/** Calls that a test makes in the form of the provider. */
export interface SchemeCalls {
  /** Secrets in the form that the scheme's setting allows. */
  readonly secrets: readonly [first: string, second: string, third: string];
  /** Whether the signature covers the time of the call. */
  readonly isTimed: boolean;
  /** Signs a payment of 25 USD by `alice`. */
  sign(secret: string, nowMs: number): Pick<ProviderCall, 'headers' | 'body'>;
}

function toRequest(call: Pick<ProviderCall, 'headers' | 'body'>): SignedRequest {
  const headers = new Map(Object.entries(call.headers).map(([name, value]) => [name, [value]]));
  return { headers, body: Buffer.from(call.body) };
}

/**
 * Defines the tests that every payment provider passes.
 *
 * @param schemes One for each scheme of the provider, by its id.
 */
export function describePaymentProvider(
  name: string,
  provider: PaymentProvider,
  schemes: Readonly<Record<string, SchemeCalls>>,
): void {
  test(`${name}: every scheme is tried`, () => {
    assert.deepEqual(Object.keys(schemes).sort(), provider.schemes.map(({ id }) => id).sort());
  });

  for (const [id, calls] of Object.entries(schemes)) {
    const scheme = provider.schemes.find((one) => one.id === id) as SignatureScheme;
    const [today, earlier, other] = calls.secrets;
    const sign = (secret = today, nowMs = NOW) => toRequest(calls.sign(secret, nowMs));
    const check = (what: string, body: () => void) => test(`${name}, ${id}: ${what}`, body);

    check('its headers name it before any other scheme', () => {
      assert.equal(provider.schemes.find((one) => one.isUsedBy(sign()))?.id, id);
    });

    check('a signature is of one of the secrets, and another is not', () => {
      for (const [secret, secrets, isSigned] of [
        [today, [today, earlier], true],
        [earlier, [today, earlier], true],
        [other, [today, earlier], false],
        [today, [], false],
      ] as const) {
        assert.equal(scheme.isSigned(sign(secret), secrets, NOW), isSigned);
      }
    });

    check('no byte of the body may differ, be missing or be added', () => {
      const { headers, body } = sign();
      const isSigned = (bytes: Uint8Array) => scheme.isSigned({ headers, body: bytes }, [today], NOW);
      for (let i = 0; i < body.length; i++) {
        const tampered = Buffer.from(body);
        tampered[i] = tampered[i]! ^ 1;
        assert.equal(isSigned(tampered), false, `byte ${i}`);
      }
      assert.equal(isSigned(body.subarray(0, -1)), false);
      assert.equal(isSigned(Buffer.concat([body, Buffer.from(' ')])), false);
    });

    check('a signature without its headers, or with one that came twice, is none', () => {
      const { headers, body } = sign();
      assert.equal(scheme.isSigned({ headers: new Map(), body }, [today], NOW), false);
      const twice = new Map([...headers].map(([header, values]) => [header, [...values, ...values]]));
      assert.equal(scheme.isSigned({ headers: twice, body }, [today], NOW), false);
    });

    if (calls.isTimed) {
      check('a signature holds for five minutes, before and after', () => {
        for (const [seconds, isSigned] of [
          [-301, false],
          [301, false],
          [86_400, false],
          [-300, true],
          [300, true],
        ] as const) {
          const request = sign(today, NOW + seconds * 1_000);
          assert.equal(scheme.isSigned(request, [today], NOW), isSigned, `${seconds} s`);
        }
      });
    }

    const read = (request: SignedRequest, event: JsonObject) => scheme.read(event, request, { mode: null });
    check('a payment is a deposit of the owner that it names', () => {
      const request = sign();
      const event = read(request, JSON.parse(Buffer.from(request.body).toString()));
      assert.ok(event.kind === 'deposit', JSON.stringify(event));
      assert.equal(event.paid.owner, 'alice');
      assert.equal(event.paid.microUsd, 25_000_000);
    });

    check('a signed body without its members is malformed, or nothing is kept of it', () => {
      try {
        assert.equal(read(sign(), {}).kind, 'ignored');
      } catch (error) {
        assert.ok(error instanceof MalformedEventError, String(error));
      }
    });
  }
}
