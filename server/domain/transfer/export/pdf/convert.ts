import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import { AppError } from '../../../../lib/errors.ts'
import { failureOf } from '../../../../lib/network/exchange.ts'

export type SentFile = { name: string; open: () => Promise<AsyncIterable<Uint8Array>> }

export type Conversion = {
  /** Without a slash at its end. */
  url: string
  files: readonly SentFile[]
  /** The new file for the PDF. */
  output: string
  /** Milliseconds for the whole exchange. */
  timeout: number
  maxBytes: number
}

/** The last one asks for an outline. Gotenberg 9 has another name for it, and rejects that of version 8. */
const fields = ['preferCssPageSize', 'printBackground', 'generateDocumentOutline']
const fieldsOf9 = ['preferCssPageSize', 'printBackground', 'nativeBookmarks']

/** Has a server with the API of Gotenberg convert `index.html` and what it shows. Throws PDF_FAILED. */
export async function convertToPdf(
  dispatcher: Dispatcher,
  { url, files, output, timeout, maxBytes }: Conversion,
): Promise<void> {
  const { origin, pathname } = new URL(`${url}/forms/chromium/convert/html`)
  const boundary = `quire-${randomUUID()}`
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), timeout)
  const send = async (names: readonly string[]): Promise<Answer> => {
    const body = Readable.from(multipart(boundary, names, files), { objectMode: false })
    try {
      return await dispatcher.request({
        origin,
        path: pathname,
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body,
        signal: ending.signal,
      })
    } finally {
      body.destroy()
    }
  }
  try {
    const answer = await send(fields)
    if (answer.statusCode !== 400) await save(answer, { output, maxBytes })
    else {
      await answer.body.dump()
      await save(await send(fieldsOf9), { output, maxBytes })
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (ending.signal.aborted) throw failed(`it took longer than ${timeout / 1000} seconds`, error)
    throw failed(failureOf(error).message, error)
  } finally {
    clearTimeout(timer)
  }
}

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

async function save(
  { statusCode, headers, body }: Answer,
  { output, maxBytes }: Pick<Conversion, 'output' | 'maxBytes'>,
): Promise<void> {
  const isPdf = String(headers['content-type']).startsWith('application/pdf')
  if (statusCode !== 200 || !isPdf) {
    // What is not read ends with an error of its own.
    body.on('error', () => undefined)
    body.destroy()
    throw failed(
      `the PDF service answered ${statusCode}${statusCode === 200 ? ' without a PDF' : ''}`,
    )
  }
  await pipeline(limited(body, maxBytes), createWriteStream(output, { flags: 'wx' }))
}

async function* limited(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw failed(`it is larger than ${maxBytes / 1024 / 1024} MB`)
    yield chunk
  }
}

function failed(reason: string, cause?: unknown): AppError {
  return new AppError('PDF_FAILED', `The PDF was not created: ${reason}.`, { cause })
}

async function* multipart(
  boundary: string,
  fields: readonly string[],
  files: readonly SentFile[],
): AsyncGenerator<Uint8Array> {
  const text = (lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)
  for (const name of fields) {
    yield text([`--${boundary}`, `content-disposition: form-data; name="${name}"`, '', 'true'])
  }
  for (const { name, open } of files) {
    const disposition = `content-disposition: form-data; name="files"; filename="${name}"`
    yield text([`--${boundary}`, disposition, 'content-type: application/octet-stream', ''])
    yield* await open()
    yield text([''])
  }
  yield text([`--${boundary}--`])
}

/** A local file. */
export function localFile(name: string, path: string): SentFile {
  return { name, open: async () => createReadStream(path) }
}
