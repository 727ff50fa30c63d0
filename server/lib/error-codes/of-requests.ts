import type { ErrorKind } from './error-kind.ts'

/** What is wrong with a request, its caller or the server, whatever it asks for. */
export const requestErrors = {
  VALIDATION_FAILED: {
    status: 400,
    condition: 'the body violates its constraints; `errors` lists every violation',
    remedy: 'correct every field that `errors` names',
    example: '/title is required',
  },
  INVALID_API_KEY: {
    status: 401,
    condition: 'no key, or one that does not exist',
    remedy: 'send a key as `Authorization: Bearer svc_…`; make one under Settings, API keys',
    example: 'Invalid API key',
  },
  API_KEY_REVOKED: {
    status: 401,
    condition: 'the key was revoked',
    remedy: 'make a new key',
    example: 'API key revoked',
  },
  API_KEY_EXPIRED: {
    status: 401,
    condition: 'the key is past its expiry',
    remedy: 'make a new key',
    example: 'API key expired',
  },
  SIGN_IN_REQUIRED: {
    status: 401,
    condition: 'nobody is signed in on this browser, or not any more',
    remedy: 'sign in',
    example: 'Sign in first.',
  },
  SIGN_IN_FAILED: {
    status: 401,
    condition: 'what was given does not prove who it is',
    remedy: 'check what was entered, or reset the password',
    example: 'No account has this e-mail address and password.',
  },
  TOTP_REQUIRED: {
    status: 401,
    condition: 'the password is right, and a code of the second factor is asked for',
    remedy: 'send the same again with the code',
    example: 'Enter the code of your authenticator app.',
  },
  FORBIDDEN: {
    status: 403,
    condition: 'you are not a member of the workspace, or may only read there',
    remedy: 'ask an owner of the workspace for the right, or use another key',
    example: 'You are not a member of this workspace.',
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    condition: 'the person signed in more than 10 minutes ago, and is to confirm that it is them',
    remedy: 'confirm with the password, a passkey or the provider, then repeat the request',
    example: 'Confirm that it is you: you signed in more than 10 minutes ago.',
  },
  QUOTA_EXCEEDED: {
    status: 403,
    condition: 'the workspace or you have as many of these as the server allows',
    remedy: 'delete some, or ask an administrator for more',
    example:
      'This workspace has 10,000 pages, the most this server allows. Delete some, or ask an administrator for more.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    condition: 'the address does not take this method; `Allow` lists those it takes',
    remedy: 'use a method of `Allow`',
    example: 'Ask this address with POST.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    condition: 'the request did not arrive in time',
    remedy: 'send the request again, faster or in parts',
    example: 'The request took too long to arrive.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    condition:
      'the first request with this `Idempotency-Key` still runs; wait `Retry-After` seconds',
    remedy: 'wait `Retry-After` seconds, then repeat it with the same key',
    example:
      'The first request with this Idempotency-Key still runs. Repeat this one shortly to get its answer.',
  },
  STORE_NOT_EMPTY: {
    status: 409,
    condition: 'there is someone already',
    remedy: 'sign in, or choose an empty store',
    example: 'This store is set up already. Sign in.',
  },
  VERSION_NOT_SUPPORTED: {
    status: 412,
    condition: 'the upload does not speak tus 1.0',
    remedy: 'send `Tus-Resumable: 1.0.0`',
    example: 'Tus-Resumable Required',
  },
  BODY_TOO_LARGE: {
    status: 413,
    condition: 'the body is too large',
    remedy: 'send less in one request',
    example: 'The body is larger than 1048576 bytes.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    condition: 'the body is not JSON',
    remedy: 'send JSON with `Content-Type: application/json`',
    example: 'Send the body with Content-Type: application/json.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    condition: 'the `Idempotency-Key` was used with another body',
    remedy: 'take a new key for each new request',
    example: 'This Idempotency-Key was used with another body. Use a new key for each new request.',
  },
  RATE_LIMITED: {
    status: 429,
    condition: 'too many requests; wait `Retry-After` seconds',
    remedy: 'wait `Retry-After` seconds, then send it again',
    example: 'Too many requests.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    condition: 'address and headers are larger than 16 KiB together',
    remedy: 'send fewer or shorter headers',
    example: 'The headers are too large.',
  },
  INTERNAL: {
    status: 500,
    condition: 'a fault of the server',
    remedy: 'try once more, then tell who runs the server, with `X-Request-Id`',
    example: 'Something went wrong on the server.',
  },
  NOT_SUPPORTED: {
    status: 501,
    condition: 'the upload asks for an extension of tus that this server does not have',
    remedy: 'upload without that extension',
    example: 'expiration extension is not (yet) supported.',
  },
  MAIL_FAILED: {
    status: 502,
    condition: 'the mail could not be handed over',
    remedy: 'try again later, or check the settings of mail',
    example: 'The mail could not be sent. Try again later.',
  },
  EMBEDDINGS_FAILED: {
    status: 502,
    condition: 'the model did not answer as it should',
    remedy: "check the model's address, name and key",
    example: 'The embeddings model cannot be used: it answered 401.',
  },
  BOT_UNREACHABLE: {
    status: 502,
    condition: 'the chat service did not take it',
    remedy: "check the bot's token and that it is in the chat",
    example: 'The message did not get through: it answered 403: bot was kicked from the group chat',
  },
  BUSY: {
    status: 503,
    condition: 'the store is busy; wait `Retry-After` seconds',
    remedy: 'wait `Retry-After` seconds, then send it again: nothing was changed',
    example: 'The store is busy.',
  },
  COMMIT_UNKNOWN: {
    status: 503,
    condition:
      'the database went away during the commit; do not repeat it without an `Idempotency-Key`',
    remedy: 'read it back, or repeat it with the same `Idempotency-Key`',
    example:
      'The database went away during the commit: the change may have been made or not. Read it back, or repeat the request if it had an Idempotency-Key.',
  },
  STORE_NEWER: {
    status: 503,
    condition: 'the store or backup was written by a newer version of Quire',
    remedy: 'run that version or a newer one',
    example: 'This store was written by a newer version of Quire.',
  },
  STORE_NOT_FOUND: {
    status: 503,
    condition: 'there is no store where the settings lead',
    remedy: 'set QUIRE_DATA or DATABASE_URL, or make a new store with `quire init`',
    example: 'There is no Quire store in ./data. To make a new store, run `quire init`.',
  },
  STORE_UNUSABLE: {
    status: 503,
    condition: 'the store or its files cannot be opened as they are',
    remedy: 'read the message, which names the cause and what helps',
    example: 'The store file cannot be opened.',
  },
  STORAGE_READ_ONLY: {
    status: 503,
    condition: 'the disk of the server cannot be written; nothing was changed',
    remedy: 'make the disk of the server writable',
    example: 'The disk of the server cannot be written.',
  },
  STORAGE_FULL: {
    status: 507,
    condition: 'the disk of the server is full; nothing was changed',
    remedy: 'free space on the disk of the server',
    example: 'The disk is full.',
  },
} satisfies Record<string, ErrorKind>
