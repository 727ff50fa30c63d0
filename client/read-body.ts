import { QuireError } from './errors.ts'

/** Reads the text of a response. Throws UNEXPECTED_ANSWER as soon as it is longer than that. */
export async function readBody(
  { body, status }: Response,
  maxBytes: number,
  operation?: string,
): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      length += value.length
      if (length > maxBytes) throw tooLong(maxBytes, { status, operation })
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function tooLong(
  maxBytes: number,
  details: { status: number; operation: string | undefined },
): QuireError {
  const message = `The answer of the server is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`
  return new QuireError(message, { code: 'UNEXPECTED_ANSWER', ...details })
}
