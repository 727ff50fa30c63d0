import type { Readable } from 'node:stream'
import { fastify } from 'fastify'

const { FST_ERR_CTP_BODY_TOO_LARGE: TooLarge, FST_ERR_CTP_INVALID_CONTENT_LENGTH: WrongLength } =
  fastify.errorCodes

export type BodyLength = {
  /** In bytes, as its header says; NaN where there is none. */
  declared: number
  limit: number
}

export type TakeBody = (error: Error | undefined, body: Buffer) => void

const nothing = Buffer.alloc(0)

/**
 * Reads a body, with the errors of Fastify's own parsers. Most bodies have arrived when their request is
 * handled: those are read directly, without stream events.
 */
export function readBody(stream: Readable, { declared, limit }: BodyLength, take: TakeBody): void {
  if (declared > limit) return take(new TooLarge(), nothing)
  const complete: unknown = stream.readableLength === declared ? stream.read(declared) : undefined
  if (Buffer.isBuffer(complete)) return take(undefined, complete)
  readStream(stream, { declared, limit }, take)
}

function readStream(stream: Readable, { declared, limit }: BodyLength, take: TakeBody): void {
  const chunks: Buffer[] = []
  let received = 0
  const end = (error: Error | undefined) => {
    stream.off('data', add).off('end', finish).off('error', end)
    take(error, error === undefined ? Buffer.concat(chunks, received) : nothing)
  }
  const add = (chunk: Buffer) => {
    received += chunk.length
    if (received > limit) end(new TooLarge())
    else chunks.push(chunk)
  }
  const finish = () => {
    const isWrong = !Number.isNaN(declared) && received !== declared
    end(isWrong ? new WrongLength() : undefined)
  }
  stream.on('data', add).on('end', finish).on('error', end)
}
