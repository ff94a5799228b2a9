import type { CredentialCheck, CredentialForm } from '../execution-venue.ts';

/** Describes the form of a secret that lacks members. */
export function describeMissing(missing: readonly string[]): CredentialForm {
  return { usable: false, missing, problem: null };
}

/** Describes the form of a secret with wrong members. @param problem Sentence that quotes no value. */
export function describeMalformed(problem: string): CredentialForm {
  return { usable: false, missing: [], problem };
}

/** Whether a venue's reader returned an unusable form instead of a credential. */
export function isUnreadable(read: object): read is CredentialForm {
  return 'usable' in read;
}

/** Converts the result of a venue's reader to the form of the secret: usable when the reader found a credential. */
export function toForm(read: object): CredentialForm {
  return isUnreadable(read) ? read : { usable: true, missing: [], problem: null };
}

/** Describes why a form is not usable, in words that quote no value. */
export function describeForm({ missing, problem }: CredentialForm): string {
  return missing.length > 0 ? `missing ${missing.join(', ')}` : (problem ?? 'not usable');
}

/** Builds the verdict that a credential cannot trade, whether its venue or this service says so. */
export function rejectCredential(problem: string): CredentialCheck {
  return { status: 'unusable', problem };
}
