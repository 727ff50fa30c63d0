import type { FastifyRequest } from 'fastify'

export type NamedIds = { workspaceId: string; pageId: string | null }

/** A request for one page is about 120 bytes long. */
const maxBodyBytes = 1024

const workspaceIdField = /"workspaceId"\s*:\s*"([\da-f-]{36})"/
const pageIdField = /"pageId"\s*:\s*"([\da-f-]{36})"/

/**
 * The IDs in a short body that arrived together with its headers; the body stays unread. The body is neither
 * parsed nor checked yet: the IDs say what the request will probably read, and nothing about what it may read.
 */
export async function peekIds({ raw }: FastifyRequest): Promise<NamedIds | undefined> {
  const length = Number(raw.headers['content-length'])
  if (!(length > 0 && length <= maxBodyBytes)) return undefined
  // Node hands over the bytes behind the headers right after the request.
  await Promise.resolve()
  if (raw.readableLength !== length) return undefined
  const body: unknown = raw.read()
  if (!Buffer.isBuffer(body)) return undefined
  raw.unshift(body)
  const text = body.toString('latin1')
  const workspaceId = workspaceIdField.exec(text)?.[1]
  if (workspaceId === undefined) return undefined
  return { workspaceId, pageId: pageIdField.exec(text)?.[1] ?? null }
}
