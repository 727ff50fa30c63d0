import mime from 'mime'

const unknownType = 'application/octet-stream'

/** The MIME type that the ending of a file name stands for. */
export function mimeTypeOf(name: string): string {
  return mime.getType(name) ?? unknownType
}
