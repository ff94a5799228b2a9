import type { AsyncHook, HookCallbacks } from 'node:async_hooks';
import { createRequire } from 'node:module';

type AsyncHooks = { createHook(callbacks: HookCallbacks): AsyncHook };

/**
 * Node's runner follows every promise and every resource to the test that made it, which is up to a tenth of the processor
 * time of tests that wait for many answers. The runner needs to follow them while a file is loaded, to know the suite around
 * each test, and not afterwards. An error outside of a test then belongs to no test: runFiles gives it to the file.
 *
 * Loaded before `node:test`, which makes its hook at the first test.
 */
const hooks = createRequire(import.meta.url)('node:async_hooks') as AsyncHooks;
const { createHook } = hooks;
let tracking: AsyncHook | null = null;

hooks.createHook = (callbacks) => {
  const hook = createHook(callbacks);
  if (new Error().stack?.includes('internal/test_runner')) tracking = hook;
  return hook;
};

/** Lets the runner know which suite a test is made in, or no longer. Does nothing where its hook was not seen. */
export function trackTests(isOn: boolean): void {
  if (isOn) tracking?.enable();
  else tracking?.disable();
}
