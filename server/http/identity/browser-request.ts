import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, BrowserRequest } from '../../domain/context.ts'
import {
  keepDevice,
  keepToken,
  keepVisitorToken,
  readDevice,
  readVisitorToken,
} from './session-cookie.ts'

/** The caller of a request without a key or a session. */
export const anonymousCaller: Caller = {
  userId: '',
  keyId: undefined,
  via: 'api',
  readOnly: true,
  workspaceIds: [],
}

/** What signing in needs to know of a request. `sendCookies` sets its cookies once the operation has succeeded. */
export function openBrowserRequest(
  request: FastifyRequest,
  publicUrl: string | undefined,
): { browser: BrowserRequest; sendCookies: (reply: FastifyReply) => void } {
  let token: { value: string | undefined } | undefined
  let device: string | undefined
  let visitor: { linkId: string; token: string } | undefined
  const browser: BrowserRequest = {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    keepToken: (value) => (token = { value }),
    readDevice: () => readDevice(request, publicUrl),
    keepDevice: (value) => (device = value),
    readVisitor: () => readVisitorToken(request, publicUrl),
    keepVisitor: (linkId, value) => (visitor = { linkId, token: value }),
    report: (error) => request.log.warn({ err: error }, 'after an answer'),
  }
  const sendCookies = (reply: FastifyReply) => {
    const requestReply = { request, reply, publicUrl }
    if (token !== undefined) keepToken(requestReply, token.value)
    if (device !== undefined) keepDevice(requestReply, device)
    if (visitor !== undefined) keepVisitorToken(requestReply, visitor)
  }
  return { browser, sendCookies }
}
