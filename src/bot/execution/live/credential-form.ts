import type { CredentialCheck, CredentialForm } from '../execution-venue.ts';

/** Form of a secret that lacks members. */
export function describeMissing(missing: readonly string[]): CredentialForm {
  return { usable: false, missing, problem: null };
}

/** Form of a secret with wrong members. @param problem Sentence that quotes no value. */
export function describeMalformed(problem: string): CredentialForm {
  return { usable: false, missing: [], problem };
}

/** Whether a venue's reader found no credential but an unusable form. */
export function isUnreadable(read: object): read is CredentialForm {
  return 'usable' in read;
}

/** Form of a secret from the result of a venue's reader: usable when the reader found a credential. */
export function toForm(read: object): CredentialForm {
  return isUnreadable(read) ? read : { usable: true, missing: [], problem: null };
}

/** Describes why a form is not usable, in words that quote no value. */
export function describeForm({ missing, problem }: CredentialForm): string {
  return missing.length > 0 ? `missing ${missing.join(', ')}` : (problem ?? 'not usable');
}

/** Verdict that a credential cannot trade, by its venue or by this service. */
export function rejectCredential(problem: string): CredentialCheck {
  return { status: 'unusable', problem };
}
