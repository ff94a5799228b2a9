import { SOURCE_LIST } from '../../domain/index.ts';

/** Which values of reference prices are shown: terms for passing them on are not known of any source. */
export interface ReferenceRights {
  /** @param source Id of a source, such as `twap60`. */
  isShown(source: string): boolean;
}

/**
 * Without paid gating the service is its operator's own, and all is shown.
 *
 * @param options.share Sources that the operator may pass on.
 */
export function decideRights({
  paidGating,
  share,
}: {
  readonly paidGating: boolean;
  readonly share: readonly string[];
}): ReferenceRights {
  return { isShown: (source) => !paidGating || share.includes(source) };
}

/** Sources whose values are withheld. */
export function listWithheld(rights: ReferenceRights): string[] {
  return SOURCE_LIST.map(({ id }) => id).filter((source) => !rights.isShown(source));
}
