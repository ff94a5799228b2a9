/** The folder of the checkout. */
export const ROOT: string;
/** How Node runs the service. */
export const NODE_FLAGS: readonly string[];
/** And the command `export`. */
export const EXPORT_FLAGS: readonly string[];
/** Installs the packages that the service needs, when they are absent or belong to another lock file. */
export function installWhatRuns(): void;
/** Installs those of tests and tools too. */
export function installEverything(): void;
export function runNode(args: readonly string[]): void;
