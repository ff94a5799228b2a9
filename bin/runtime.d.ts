/** The folder of the checkout. */
export const ROOT: string;
/** How Node runs the service. */
export const NODE_FLAGS: readonly string[];
export function installWhatIsMissing(): void;
export function runNode(args: readonly string[]): void;
