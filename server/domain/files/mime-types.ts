import { createRequire } from 'node:module'
import type Mime from 'mime'

const unknownType = 'application/octet-stream'
const require = createRequire(import.meta.url)

/** The MIME type of a file name extension. */
export function mimeTypeOf(name: string): string {
  return loadMime().getType(name) ?? unknownType
}

/** Loaded with the first file, because its tables take a fiftieth of the time to start. */
function loadMime(): typeof Mime {
  // SAFETY: the types of the package are those of what it exports.
  return (require('mime') as { default: typeof Mime }).default
}
