import { SOURCE_LIST } from '../../domain/index.ts';

/** Decides which reference prices are shown. No source has published terms for redistribution. */
export interface ReferenceRights {
  /**
   * Whether the prices of a source are shown.
   *
   * @param source Id of a source, such as `twap60`.
   */
  isShown(source: string): boolean;
}

/**
 * Creates the rights. When `paidGating` is off, only the operator uses the service, and everything is shown.
 *
 * @param options.share Sources that the operator may redistribute.
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

/** Lists the sources whose values are withheld. */
export function listWithheld(rights: ReferenceRights): string[] {
  return SOURCE_LIST.map(({ id }) => id).filter((source) => !rights.isShown(source));
}
