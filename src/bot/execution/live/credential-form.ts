import type { CredentialCheck, CredentialForm } from '../execution-venue.ts';

/** A secret that lacks members. */
export function describeMissing(missing: readonly string[]): CredentialForm {
  return { usable: false, missing, problem: null };
}

/** A secret whose members are there and wrong. @param problem Quotes no value. */
export function describeMalformed(problem: string): CredentialForm {
  return { usable: false, missing: [], problem };
}

/** A reader gives the credential itself, or says by its form why there is none. */
export function isUnreadable(read: object): read is CredentialForm {
  return 'usable' in read;
}

/** The form of a secret, from the result of a venue's reader: usable when that is a credential. */
export function toForm(read: object): CredentialForm {
  return isUnreadable(read) ? read : { usable: true, missing: [], problem: null };
}

/** Why a form is not usable, in words that quote no value. */
export function describeForm({ missing, problem }: CredentialForm): string {
  return missing.length > 0 ? `missing ${missing.join(', ')}` : (problem ?? 'not usable');
}

/** The verdict of a venue, or of this service on its answer. */
export function rejectCredential(problem: string): CredentialCheck {
  return { status: 'unusable', problem };
}
