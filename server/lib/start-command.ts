import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/**
 * Options of Node that keep the process small, as `npm start`, the image and the systemd unit give them too: a
 * young generation of 4 MB from the start instead of one that grows to 16. With most other options of V8, Node
 * compiles its own modules at each start, which takes 50 ms. `limitHeapGrowth` sets what can wait.
 */
export const nodeOptions = ['--min-semi-space-size=4', '--max-semi-space-size=4']

/**
 * The same for the C library: threads share two heaps, and a block of 128 KB or more goes back to the system when
 * it is freed. Otherwise uploads and searches leave 150 MB behind in holes that nothing fits.
 */
export const allocatorSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/** How the program is started. */
export const serverArguments = [
  ...nodeOptions,
  fileURLToPath(new URL('../main.ts', import.meta.url)),
]

/** With the code of the last start at hand the compiler of TypeScript is not even loaded. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/quire', import.meta.url))

export const serverEnvironment = { NODE_COMPILE_CACHE: compileCache, ...allocatorSettings }

/**
 * Lets the heap grow by 30 % between two full collections, which keeps the process small. Call it after the start:
 * code that was cached under other options of V8 is compiled again, so what the start compiled is stored first.
 */
export function limitHeapGrowth(): void {
  flushCompileCache()
  setFlagsFromString('--heap-growing-percent=30')
}
