/** One file of an archive. */
export interface ArchiveFile {
  /** Path below the archive's root, with `/`. */
  readonly name: string;
  readonly bytes: Buffer;
}
