/**
 * What a module of `test/support/` has started for a file of tests. The hooks of `node:test` belong to the suite that
 * loads such a module first, so several files in one process cannot share them.
 */
const cleanups = new Set<() => void | Promise<void>>()

/** Calls a function whenever a file of tests has ended, also when its tests failed. */
export function afterEachFile(cleanup: () => void | Promise<void>): void {
  cleanups.add(cleanup)
}

/** What is open in this process, such as servers. */
const open = new Set<AsyncDisposableStack>()

/**
 * Makes a stack for what a function opens one after another. When one of its steps throws, what it opened before is
 * released at the end of the file, as is everything that a test has not disposed of by then.
 */
export function openStack(): AsyncDisposableStack {
  const stack = new AsyncDisposableStack()
  open.add(stack)
  stack.defer(() => void open.delete(stack))
  return stack
}

/** Releases what is open, the latest first, and calls the functions in the order in which they were added. */
export async function endFile(): Promise<void> {
  for (const stack of [...open].toReversed()) await stack.disposeAsync()
  for (const cleanup of cleanups) await cleanup()
}
