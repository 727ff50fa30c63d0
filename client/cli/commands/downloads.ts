import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toError, unreachable } from '../../answers.ts'
import type { Session } from '../command.ts'

/** Requests what is no operation. Throws its errors. */
export async function download(
  { options, terminal }: Session,
  path: string,
  operation: string,
): Promise<Response> {
  const url = `${options.baseUrl.replace(/\/+$/, '')}${path}`
  const headers = { authorization: `Bearer ${options.apiKey ?? ''}` }
  const response = await fetch(url, { headers, signal: terminal.signal }).catch(
    (cause: unknown) => {
      throw unreachable(url, cause)
    },
  )
  if (!response.ok) throw await toError(response, operation)
  return response
}

/** Whole or not at all: the file gets its name when it is complete. Returns its size. */
export async function save(response: Response, path: string): Promise<number> {
  const partial = `${path}.${crypto.randomUUID()}.part`
  try {
    const stream = createWriteStream(partial, { flags: 'wx' })
    await pipeline(bodyOf(response), stream)
    await rename(partial, path)
    return stream.bytesWritten
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

export function bodyOf({ body }: Response): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body)
}
