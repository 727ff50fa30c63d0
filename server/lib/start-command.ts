import { fileURLToPath } from 'node:url'

/**
 * How the program is started, as `npm start` says it too: a young generation of 4 MB instead of 16 keeps an
 * idle server small.
 */
export const serverArguments = [
  '--max-semi-space-size=4',
  fileURLToPath(new URL('../main.ts', import.meta.url)),
]

/** With the code of the last start at hand the compiler of TypeScript is not even loaded. */
export const compileCache = fileURLToPath(
  new URL('../../node_modules/.cache/quire', import.meta.url),
)
