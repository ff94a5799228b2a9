/** The folder of the checkout. */
export const ROOT: string;
/** How Node runs the service. */
export const NODE_FLAGS: readonly string[];
/** And the command `export`. */
export const EXPORT_FLAGS: readonly string[];
/** Variables of the environment: how glibc gives memory to it. */
export const MALLOC_SETTINGS: Readonly<Record<string, string>>;
/** Installs the packages that the service needs, when they are absent, changed or not whole. */
export function installWhatRuns(): Promise<void>;
/** Installs those of tests and tools too. */
export function installEverything(): Promise<void>;
export function runNode(args: readonly string[], settings?: Readonly<Record<string, string>>): void;
/** Says a failure of the launcher and ends this process; throws anything else again. */
export function end(error: unknown): never;
