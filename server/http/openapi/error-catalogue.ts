import type { ErrorCode } from '../../lib/errors.ts'
import { exampleIds } from '../../operations/fields.ts'
import { isForPeople, type Operation } from '../../operations/operation.ts'

type Explanation = { condition: string; example: object }

const plain = (code: ErrorCode, condition: string, message: string): Explanation => ({
  condition,
  example: { code, message },
})

/** What each refusal of an operation means, for the API docs. */
const explanations: Partial<Record<ErrorCode, Explanation>> = {
  VALIDATION_FAILED: {
    condition: 'the body violates its constraints; `errors` lists every violation',
    example: {
      code: 'VALIDATION_FAILED',
      message: '/title is required',
      errors: [{ path: '/title', rule: 'required', message: 'is required' }],
    },
  },
  INVALID_API_KEY: plain(
    'INVALID_API_KEY',
    'no key, or one that does not exist',
    'Invalid API key',
  ),
  API_KEY_REVOKED: plain('API_KEY_REVOKED', 'the key was revoked', 'API key revoked'),
  API_KEY_EXPIRED: plain('API_KEY_EXPIRED', 'the key is past its expiry', 'API key expired'),
  SIGN_IN_REQUIRED: plain(
    'SIGN_IN_REQUIRED',
    'nobody is signed in on this browser, or not any more',
    'Sign in first.',
  ),
  SIGN_IN_FAILED: plain(
    'SIGN_IN_FAILED',
    'what was given does not prove who it is',
    'No account has this e-mail address and password.',
  ),
  TOTP_REQUIRED: plain(
    'TOTP_REQUIRED',
    'the password is right, and a code of the second factor is asked for',
    'Enter the code of your authenticator app.',
  ),
  MAIL_FAILED: plain(
    'MAIL_FAILED',
    'the mail could not be handed over',
    'The mail could not be sent. Try again later.',
  ),
  REAUTHENTICATION_REQUIRED: plain(
    'REAUTHENTICATION_REQUIRED',
    'the person signed in more than 10 minutes ago, and is to confirm that it is them',
    'Confirm that it is you: you signed in more than 10 minutes ago.',
  ),
  STORE_NOT_EMPTY: plain(
    'STORE_NOT_EMPTY',
    'there is someone already',
    'This store is set up already. Sign in.',
  ),
  ALREADY_EXISTS: plain(
    'ALREADY_EXISTS',
    'there is one already',
    'There is a person with the address ada@example.com already.',
  ),
  MEMBER_NOT_FOUND: plain(
    'MEMBER_NOT_FOUND',
    'the person is not a member',
    'This person is not a member of the workspace.',
  ),
  LAST_OWNER: plain(
    'LAST_OWNER',
    'the workspace would have no owner',
    'This person is the only owner of the workspace lab. Make someone else OWNER first.',
  ),
  KEY_NOT_FOUND: plain('KEY_NOT_FOUND', 'you have no such key', 'You have no such key.'),
  NOT_FOUND: plain(
    'NOT_FOUND',
    'there is no such thing',
    'This workspace has no embeddings model.',
  ),
  EMBEDDINGS_FAILED: plain(
    'EMBEDDINGS_FAILED',
    'the model did not answer as it should',
    'The embeddings model cannot be used: it answered 401.',
  ),
  LINK_INVALID: plain(
    'LINK_INVALID',
    'the link was used, revoked or is out of date',
    'This link was used, revoked or is out of date. Ask for a new one.',
  ),
  FORBIDDEN: plain(
    'FORBIDDEN',
    'you are not a member of the workspace, or may only read there',
    'You are not a member of this workspace.',
  ),
  QUOTA_EXCEEDED: plain(
    'QUOTA_EXCEEDED',
    'the workspace or you have as many of these as the server allows',
    'This workspace has 10,000 pages, the most this server allows. Delete some, or ask an administrator for more.',
  ),
  PAGE_NOT_FOUND: plain(
    'PAGE_NOT_FOUND',
    'a page that the body names is not in this workspace',
    `PAGE_NOT_FOUND: page ${exampleIds.page} not found`,
  ),
  FILE_NOT_FOUND: plain(
    'FILE_NOT_FOUND',
    'the file is not in this workspace',
    `FILE_NOT_FOUND: file ${exampleIds.file} not found`,
  ),
  FILE_IN_USE: plain(
    'FILE_IN_USE',
    'pages use the file, and `force` is not true',
    '2 pages use this file: "Plan", "Harbour". Delete it with force; they then show that it is missing.',
  ),
  FILE_DAMAGED: plain(
    'FILE_DAMAGED',
    'the server has lost the bytes, or has others than were stored',
    'The contents of this file are lost on the server. Upload the file again, or ask who runs the server to take it from a backup.',
  ),
  RANGE_NOT_SATISFIABLE: plain(
    'RANGE_NOT_SATISFIABLE',
    'the file has no such part',
    'The file has 12 bytes. Ask for a part of those.',
  ),
  UPLOAD_NOT_FOUND: plain(
    'UPLOAD_NOT_FOUND',
    'you began no such upload, or more than a day ago',
    'You have no such upload. Start a new one.',
  ),
  UPLOAD_CONFLICT: plain(
    'UPLOAD_CONFLICT',
    'the bytes do not go on where the upload is',
    'Ask where the upload is, and go on there.',
  ),
  BOT_NOT_FOUND: plain(
    'BOT_NOT_FOUND',
    'the bot is not of this workspace',
    `There is no bot ${exampleIds.bot} in this workspace. List its bots first.`,
  ),
  LINK_NOT_FOUND: plain(
    'LINK_NOT_FOUND',
    'nobody in that chat is linked so',
    'Nobody is linked so. Load the list again.',
  ),
  SUBSCRIPTION_NOT_FOUND: plain(
    'SUBSCRIPTION_NOT_FOUND',
    'no chat has that subscription',
    'There is no such subscription. Load the list again.',
  ),
  BOT_UNREACHABLE: plain(
    'BOT_UNREACHABLE',
    'the chat service did not take it',
    'The message did not get through: it answered 403: bot was kicked from the group chat',
  ),
  WEBHOOK_NOT_FOUND: plain(
    'WEBHOOK_NOT_FOUND',
    'the webhook is not in this workspace',
    `There is no webhook ${exampleIds.webhook} in this workspace. List its webhooks first.`,
  ),
  DELIVERY_NOT_FOUND: plain(
    'DELIVERY_NOT_FOUND',
    'the webhook has no such delivery, or its log is kept no longer',
    `There is no delivery ${exampleIds.delivery} in the log of this webhook. The log is kept for some weeks; list what is there.`,
  ),
  WEBHOOK_DISABLED: plain(
    'WEBHOOK_DISABLED',
    'the webhook is disabled',
    'The webhook is disabled. Enable it first.',
  ),
  DELIVERY_EXPIRED: plain(
    'DELIVERY_EXPIRED',
    'what was sent is kept no longer',
    'What was sent then is kept no longer. Read the page as it is now instead.',
  ),
  COMMENT_NOT_FOUND: plain(
    'COMMENT_NOT_FOUND',
    'the comment is not on a page of this workspace',
    `There is no comment ${exampleIds.comment} here. List the comments of the page first.`,
  ),
  PAGE_CYCLE: plain(
    'PAGE_CYCLE',
    'the page would stand under itself',
    'The page cannot move under itself or a page below it.',
  ),
  PAGE_AMBIGUOUS: plain(
    'PAGE_AMBIGUOUS',
    'several pages have this title; the message names them',
    'Several pages have this title. Name one by its id: …',
  ),
  VERSION_CONFLICT: plain(
    'VERSION_CONFLICT',
    'the page has changed since the expected version',
    'The page is at version 4, not 3. Read it again and repeat the edit.',
  ),
  VERSION_NOT_FOUND: plain(
    'VERSION_NOT_FOUND',
    'the page has not had that many versions',
    'The page has no version 9. List its versions first.',
  ),
  HEADING_NOT_FOUND: plain('HEADING_NOT_FOUND', 'no such heading', 'No heading reads "Decisions".'),
  HEADING_AMBIGUOUS: plain(
    'HEADING_AMBIGUOUS',
    'several headings read the same',
    '2 headings read "Decisions".',
  ),
  TEXT_NOT_FOUND: plain('TEXT_NOT_FOUND', 'no such text', 'The text does not occur in the page.'),
  TEXT_AMBIGUOUS: plain(
    'TEXT_AMBIGUOUS',
    'the text occurs more than once',
    'The text occurs 3 times. Give more of it.',
  ),
  FILE_TOO_LARGE: plain(
    'FILE_TOO_LARGE',
    'the decoded file is larger than 1048576 bytes',
    'The file is larger than 1048576 bytes.',
  ),
  BODY_TOO_LARGE: plain(
    'BODY_TOO_LARGE',
    'the body is too large',
    'The body is larger than 1048576 bytes.',
  ),
  UNSUPPORTED_MEDIA_TYPE: plain(
    'UNSUPPORTED_MEDIA_TYPE',
    'the body is not JSON',
    'Send the body with Content-Type: application/json.',
  ),
  UNSUPPORTED_MIME_TYPE: plain(
    'UNSUPPORTED_MIME_TYPE',
    'the file is not an image of a type that is taken',
    'text/plain is not an image type this takes.',
  ),
  REQUEST_TIMEOUT: plain(
    'REQUEST_TIMEOUT',
    'the request did not arrive in time',
    'The request took too long to arrive.',
  ),
  HEADERS_TOO_LARGE: plain(
    'HEADERS_TOO_LARGE',
    'address and headers are larger than 16 KiB together',
    'The headers are too large.',
  ),
  RATE_LIMITED: plain(
    'RATE_LIMITED',
    'too many requests; wait `Retry-After` seconds',
    'Too many requests.',
  ),
  INTERNAL: plain('INTERNAL', 'a fault of the server', 'Something went wrong on the server.'),
  BUSY: plain('BUSY', 'the store is busy; wait `Retry-After` seconds', 'The store is busy.'),
  IDEMPOTENCY_KEY_IN_USE: plain(
    'IDEMPOTENCY_KEY_IN_USE',
    'the first request with this `Idempotency-Key` still runs; wait `Retry-After` seconds',
    'The first request with this Idempotency-Key still runs. Repeat this one shortly to get its answer.',
  ),
  IDEMPOTENCY_KEY_REUSED: plain(
    'IDEMPOTENCY_KEY_REUSED',
    'the `Idempotency-Key` was used with another body',
    'This Idempotency-Key was used with another body. Use a new key for each new request.',
  ),
  COMMIT_UNKNOWN: plain(
    'COMMIT_UNKNOWN',
    'the database went away during the commit; do not repeat it without an `Idempotency-Key`',
    'The database went away during the commit: the change may have been made or not. Read it back, or repeat the request if it had an Idempotency-Key.',
  ),
  STORAGE_READ_ONLY: plain(
    'STORAGE_READ_ONLY',
    'the disk of the server cannot be written; nothing was changed',
    'The disk of the server cannot be written.',
  ),
  STORAGE_FULL: plain(
    'STORAGE_FULL',
    'the disk of the server is full; nothing was changed',
    'The disk is full.',
  ),
}

/** Every code an operation can answer with: its own, and those its access, input and effect bring. */
export function codesOf(operation: Operation): ErrorCode[] {
  const { access, method, errors, writes } = operation
  const codes: ErrorCode[] = []
  if (method === 'POST') codes.push('VALIDATION_FAILED')
  if (access !== 'public' && isForPeople(operation)) codes.push('SIGN_IN_REQUIRED')
  else if (access !== 'public') codes.push('INVALID_API_KEY', 'API_KEY_REVOKED', 'API_KEY_EXPIRED')
  if (access !== 'public' && access !== 'key') codes.push('FORBIDDEN')
  codes.push(...errors)
  if (writes === true) codes.push('IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED')
  if (method === 'POST') codes.push('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  codes.push('REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE', 'RATE_LIMITED', 'INTERNAL')
  if (writes === true || access === 'write' || access === 'admin' || access === 'owner')
    codes.push('BUSY', 'COMMIT_UNKNOWN', 'STORAGE_READ_ONLY', 'STORAGE_FULL')
  return codes
}

export function explain(code: ErrorCode): Explanation {
  return explanations[code] ?? plain(code, 'see the message', code)
}
