import assert from 'node:assert/strict';
import { Intake } from '../../src/upstream/intake.ts';
import type { Refusal } from '../../src/upstream/refusal.ts';

/** Fails the test when anything is refused. */
export class StrictIntake extends Intake {
  override count({ kind, member, reason }: Refusal): void {
    assert.fail(`${kind} ${member}: ${reason}`);
  }
}

/** Keeps what was refused, as `kind member: reason`. */
export class ListingIntake extends Intake {
  readonly refused: string[] = [];

  override count(refusal: Refusal, isRow?: boolean): void {
    super.count(refusal, isRow);
    this.refused.push(`${refusal.kind} ${refusal.member}: ${refusal.reason}`);
  }
}
