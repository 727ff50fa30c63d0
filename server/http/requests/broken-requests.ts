import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError, type ErrorCode, errorStatus } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { toBody } from '../errors.ts'

/** What Node would answer by itself, without a request id and in another shape. */
export function takeOddRequests(server: FastifyInstance): void {
  server.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const isHostless = headers.host === undefined && raw.httpVersion === '1.1'
    done(isHostless ? notHttp('needs a Host header') : undefined)
  })
  // RFC 9110 lets a server pass over an expectation it does not know.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response)
  })
}

/** Sockets whose request may take as long as it keeps coming. */
const unhurried = new WeakSet<Socket>()

/**
 * Lets a request arrive for longer than others may. The time a connection may be silent holds for it too.
 * Gives what ends that.
 */
export function takeTime(socket: Socket): () => void {
  unhurried.add(socket)
  return () => unhurried.delete(socket)
}

/** Answers what never became a request: broken HTTP, oversized headers, a body that takes too long. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && unhurried.has(socket)) return
  const answer = answerInProgress(socket)
  // A whole request in front of the broken one was carried out: its answer must not be lost.
  if (answer?.req.complete === true && socket.writable) {
    answer.once('finish', () => setImmediate(answerBrokenRequests, error, socket))
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

/** Node notes here which answer a connection is busy with, for its own handling of the same errors. */
function answerInProgress(socket: Socket): ServerResponse | undefined {
  if (!('_httpMessage' in socket)) return undefined
  const { _httpMessage: answer } = socket
  return answer instanceof ServerResponse ? answer : undefined
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
