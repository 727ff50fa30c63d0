import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError, type ErrorCode, errorStatus } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { toBody } from '../errors.ts'

/** Requests that Node would otherwise answer itself, without a request id and in another format. */
export function rejectMalformedRequests(server: FastifyInstance): void {
  server.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const isHostless = headers.host === undefined && raw.httpVersion === '1.1'
    done(isHostless ? notHttp('needs a Host header') : undefined)
  })
  // RFC 9110 lets a server pass over an expectation it does not know.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response)
  })
}

/** Sockets without a limit on how long their request takes to arrive. */
const slowSockets = new WeakSet<Socket>()

/**
 * Lifts the time limit for a request to arrive. The limit for an idle connection stays. Returns a function that
 * restores it.
 */
export function allowSlowRequest(socket: Socket): () => void {
  slowSockets.add(socket)
  return () => slowSockets.delete(socket)
}

/** Responds to broken HTTP, oversized headers, and requests that take too long to arrive. */
export function answerClientErrors(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowSockets.has(socket)) return
  const answer = answerInProgress(socket)
  // A complete request before the broken one was executed: its response must not be lost.
  if (answer?.req.complete === true && socket.writable) {
    answer.once('finish', () => setImmediate(answerClientErrors, error, socket))
    return
  }
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent === true) {
    socket.destroy()
    return
  }
  const known = toAppError(error.code)
  const body = JSON.stringify(toBody(known))
  const status = errorStatus(known.code)
  socket.end(
    [
      `HTTP/1.1 ${status} ${known.code}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${newId()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Node keeps the current response of a connection here, to handle the same errors. */
/** Importing the module would also load Node's `fetch` and `WebSocket`, in 30 ms. */
const http = process.getBuiltinModule('node:http')

function answerInProgress(socket: Socket): ServerResponse | undefined {
  if (!('_httpMessage' in socket)) return undefined
  const { _httpMessage: answer } = socket
  return answer instanceof http.ServerResponse ? answer : undefined
}

function toAppError(code: string | undefined): AppError {
  const refuse = (name: ErrorCode, message: string) => new AppError(name, message)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return refuse('REQUEST_TIMEOUT', 'The request took too long to arrive.')
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    return refuse('HEADERS_TOO_LARGE', 'The headers are too large.')
  return notHttp('is not an HTTP/1.1 request')
}

function notHttp(message: string): AppError {
  const violations = [{ path: '', rule: 'http', message }]
  return new AppError('VALIDATION_FAILED', `The request ${message}.`, { violations })
}
