import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Visit } from '../../domain/context.ts'
import { keepDevice, keepToken, readDevice } from './session-cookie.ts'

/** Who asks while nobody is known. */
export const nobody: Caller = {
  userId: '',
  keyId: undefined,
  via: 'api',
  readOnly: true,
  workspaceIds: [],
}

/** A browser's request. `sendCookies` gives it what it is to keep, once the operation has come to its end. */
export function openVisit(
  request: FastifyRequest,
  publicUrl: string | undefined,
): { visit: Visit; sendCookies: (reply: FastifyReply) => void } {
  let token: { value: string | undefined } | undefined
  let device: string | undefined
  const visit: Visit = {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    keepToken: (value) => (token = { value }),
    readDevice: () => readDevice(request, publicUrl),
    keepDevice: (value) => (device = value),
    report: (error) => request.log.warn({ err: error }, 'after an answer'),
  }
  const sendCookies = (reply: FastifyReply) => {
    const exchange = { request, reply, publicUrl }
    if (token !== undefined) keepToken(exchange, token.value)
    if (device !== undefined) keepDevice(exchange, device)
  }
  return { visit, sendCookies }
}
