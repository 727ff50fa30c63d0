import { fileURLToPath } from 'node:url'

/**
 * Options of Node that keep the process small, as `npm start`, the image and the systemd unit give them too: a
 * young generation of 4 MB from the start instead of one that grows to 16, and an old one that is collected when it has grown by 30 %, but not before it has
 * 44 MB: less takes a full collection during the start, more leaves the idle process larger.
 */
export const nodeOptions = [
  '--min-semi-space-size=4',
  '--max-semi-space-size=4',
  '--heap-growing-percent=30',
  '--initial-heap-size=44',
]

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
