import { createWriteStream } from 'node:fs'
import { rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rejectRedirect, toError, unreachable } from '../../answers.ts'
import { userAgentHeader } from '../../user-agent.ts'
import type { Session } from '../command.ts'
import { flushNames } from '../durable.ts'
import { CommandError } from '../exit-codes.ts'

/** Requests what is no operation. Throws its errors. */
export async function download(
  { options, terminal }: Session,
  path: string,
  operation: string,
): Promise<Response> {
  const url = `${options.baseUrl.replace(/\/+$/, '')}${path}`
  const headers = {
    ...userAgentHeader(options.userAgent),
    authorization: `Bearer ${options.apiKey ?? ''}`,
  }
  const request = { headers, redirect: 'manual', signal: terminal.signal } as const
  const response = await fetch(url, request).catch((cause: unknown) => {
    throw unreachable(url, cause)
  })
  rejectRedirect(response, operation)
  if (!response.ok) throw await toError(response, operation)
  return response
}

/** Other programs need room, too. */
const remainingBytes = 100 * 1024 * 1024
/** How much is written before the room is looked at again. */
const lookBytes = 32 * 1024 * 1024

/**
 * Whole or not at all: the file gets its name when it is complete. An answer without an end does not fill the disk.
 * Returns the size. Throws DISK_FULL, UNREACHABLE.
 */
export async function save(
  response: Response,
  path: string,
  readFree: (folder: string) => Promise<number> = readFreeBytes,
): Promise<number> {
  const partial = `${path}.${crypto.randomUUID()}.part`
  const requireRoom = async (bytes: number) => {
    if (bytes > (await readFree(dirname(path))) - remainingBytes) throw diskFull(path)
  }
  try {
    await requireRoom(Number(response.headers.get('content-length') ?? 0))
    const stream = createWriteStream(partial, { flags: 'wx', flush: true })
    await pipeline(bodyOf(response), (parts) => withRoom(parts, requireRoom), stream)
    await rename(partial, path)
    await flushNames(path)
    return stream.bytesWritten
  } catch (error) {
    await response.body?.cancel().catch(() => undefined)
    await rm(partial, { force: true })
    if (isLostConnection(error)) throw unreachable(response.url, error)
    throw error
  }
}

async function* withRoom(
  parts: AsyncIterable<Uint8Array>,
  requireRoom: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let unseen = 0
  for await (const part of parts) {
    unseen += part.length
    if (unseen >= lookBytes) {
      await requireRoom(0)
      unseen = 0
    }
    yield part
  }
}

/** As fetch reports it. */
function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated'
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function diskFull(path: string): CommandError {
  return new CommandError(
    `The disk has too little room for ${path}. Nothing was kept.`,
    'DISK_FULL',
  )
}

export function bodyOf({ body }: Response): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body)
}
