/** The outcome of one call. Errors cross threads as text. */
export type CallResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly isStorage: boolean;
      /** Whether the call may be stored although it failed. Absent: nothing is stored. */
      readonly isUnknown?: boolean;
      readonly message: string;
      readonly name: string;
    };

/** Points at which a simulation may end the process. Before a commit nothing is stored, after it everything is. */
export interface CommitFaults {
  readonly beforeCommit?: () => void;
  readonly afterCommit?: () => void;
}
