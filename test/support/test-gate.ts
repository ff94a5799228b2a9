import type { Principal } from '../../src/accounts/principal.ts';
import { epochMs, NO_MONEY } from '../../src/domain/index.ts';
import type { AccessGate, Admission, Call, Outcome } from '../../src/http/access/gate.ts';

export const PRO: Principal = {
  kind: 'key',
  key: {
    hash: 'a'.repeat(64),
    owner: 'ann',
    tier: 'pro',
    label: null,
    venues: 'all',
    createdAt: epochMs(0),
    expiresAt: null,
    revokedAt: null,
    botId: 'bot-1',
    lastUsedAt: null,
  },
};

/** A gate that admits, and writes down what it was asked and what it learnt. */
export class TestGate implements AccessGate {
  readonly calls: Call[] = [];
  /** `authenticate /api/...`, `admit`, `charge`, `settle 200`, in order. */
  readonly steps: string[] = [];
  readonly outcomes: Outcome[] = [];
  principal: Principal = PRO;
  admission: Partial<Admission> = {};
  /** Throws to refuse. */
  check: (call: Call) => void = () => undefined;
  isLive = true;

  authenticate(call: Call): Principal {
    this.calls.push(call);
    this.steps.push(`authenticate ${call.route}`);
    this.check(call);
    return this.principal;
  }

  async admit(_call: Call, principal: Principal): Promise<Admission> {
    this.steps.push(`admit ${principal.kind}`);
    return {
      headers: {},
      price: NO_MONEY,
      charge: async () => {
        this.steps.push('charge');
        return async () => void this.steps.push('refund');
      },
      settle: (outcome) => {
        this.steps.push(`settle ${outcome.status}`);
        this.outcomes.push(outcome);
      },
      isLive: () => this.isLive,
      ...this.admission,
    };
  }
}
