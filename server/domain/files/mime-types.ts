import mime from 'mime'

const unknownType = 'application/octet-stream'

/** The MIME type of a file name extension. */
export function mimeTypeOf(name: string): string {
  return mime.getType(name) ?? unknownType
}
