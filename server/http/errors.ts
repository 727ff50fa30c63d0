import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { tooLarge } from '../domain/files/files.ts'
import { faultOfDisk } from '../lib/disk.ts'
import {
  AppError,
  type ErrorCode,
  errorStatus,
  invalidInput,
  type Violation,
  type WriteConflict,
} from '../lib/errors.ts'
import { type Failure } from '../lib/failures/failures.ts'

export type ErrorBody = {
  code: ErrorCode
  message: string
  errors?: readonly Violation[]
  failure?: Failure
} & Partial<WriteConflict>

/** Seconds after which an answer that was refused for load is worth asking for again. */
const retryAfterSeconds = 1

/** The one place where a fault becomes an answer. */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const known = toAppError(error, request)
  const status = errorStatus(known.code)
  if (status >= 500) logFailure(error, request)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const isRepeatable = status === 503 && known.code !== 'COMMIT_UNKNOWN'
  const wait = known.retryAfter ?? (isRepeatable ? retryAfterSeconds : undefined)
  if (wait !== undefined) reply.header('retry-after', wait)
  // Fastify hangs up on a body it did not take, while it is still being sent: its answer would be lost.
  // Node reads the rest and throws it away, for no longer than a request may take.
  reply.removeHeader('connection')
  void reply.code(status).type('application/json').send(toBody(known))
}

function logFailure(error: Error, { log, routeOptions: { url, config } }: FastifyRequest): void {
  if (config.isProbe === true) log.warn(`${url} failed: ${error.message}`)
  else log.error({ err: error, url }, 'request failed')
}

export function toBody({ code, message, violations, failure, conflict }: AppError): ErrorBody {
  return {
    code,
    message,
    ...(violations === undefined ? {} : { errors: violations }),
    ...(failure === undefined ? {} : { failure }),
    ...conflict,
  }
}

function toAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const diskFault = faultOfDisk(error)
  if (diskFault !== undefined) return diskFault
  return fromFastify('code' in error ? error.code : undefined, request, error)
}

/** Fastify's own refusals, https://fastify.dev/docs/latest/Reference/Errors/ */
function fromFastify(code: unknown, request: FastifyRequest, cause: Error): AppError {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return isUpload(request)
        ? tooLarge()
        : new AppError(
            'BODY_TOO_LARGE',
            `The body is larger than ${request.routeOptions.bodyLimit} bytes.`,
          )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the body with Content-Type: application/json.',
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_BAD_URL':
      return malformed(cause.message)
    case 'ECONNRESET':
      return malformed('ended before it was whole')
    case 'FST_ERR_REOPENED_CLOSE_SERVER':
    case 'FST_ERR_REOPENED_SERVER':
      return new AppError('BUSY', 'The server is stopping. Try again shortly.')
    default:
      return new AppError(
        'INTERNAL',
        'Something went wrong on the server. The request id helps to find it in the log.',
      )
  }
}

function isUpload({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isUpload === true
}

export function malformed(message: string): AppError {
  return invalidInput([{ path: '', rule: 'json', message }])
}
