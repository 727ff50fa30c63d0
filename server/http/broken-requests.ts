import type { Socket } from 'node:net'
import { AppError, type ErrorCode, errorStatus } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { malformed, toBody } from './errors.ts'

/** Answers what never became a request: broken HTTP, oversized headers, a body that takes too long. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
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

function toAppError(code: string | undefined): AppError {
  const refuse = (name: ErrorCode, message: string) => new AppError(name, message)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return refuse('REQUEST_TIMEOUT', 'The request took too long to arrive.')
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    return refuse('HEADERS_TOO_LARGE', 'The headers are too large.')
  return malformed('is not an HTTP/1.1 request')
}
