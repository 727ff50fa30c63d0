import type { ErrorKind } from './error-kind.ts'

/** What is wrong with a request, its caller or the server, whatever it asks for. */
export const requestErrors = {
  VALIDATION_FAILED: {
    status: 400,
    condition: 'the request body is not valid; `errors` lists every violation',
    remedy: 'correct every field listed in `errors`',
    example: '/title is required',
  },
  INVALID_API_KEY: {
    status: 401,
    condition: 'the API key is missing or does not exist',
    remedy: 'send `Authorization: Bearer svc_…`; create a key under Settings, API keys',
    example: 'Invalid API key',
  },
  API_KEY_REVOKED: {
    status: 401,
    condition: 'the API key was revoked',
    remedy: 'create a new key',
    example: 'API key revoked',
  },
  API_KEY_EXPIRED: {
    status: 401,
    condition: 'the API key has expired',
    remedy: 'create a new key',
    example: 'API key expired',
  },
  SIGN_IN_REQUIRED: {
    status: 401,
    condition: 'this browser is not signed in, or the session has ended',
    remedy: 'sign in',
    example: 'Sign in first.',
  },
  SIGN_IN_FAILED: {
    status: 401,
    condition: 'the credentials are wrong',
    remedy: 'check your input, or reset the password',
    example: 'The email address or password is wrong.',
  },
  TOTP_REQUIRED: {
    status: 401,
    condition: 'the password is correct, but a two-factor code is required',
    remedy: 'repeat the request with the code',
    example: 'Enter the code of your authenticator app.',
  },
  TWO_FACTORS_REQUIRED: {
    status: 403,
    condition: 'the server requires two-factor authentication, and this sign-in has one factor',
    remedy: 'set up an authenticator app or a passkey, or sign in with your passkey',
    example:
      'This server requires two-factor authentication. Set up an authenticator app or a passkey first.',
  },
  SINGLE_SIGN_ON_REQUIRED: {
    status: 403,
    condition: 'the server requires single sign-on',
    remedy: 'sign in with the OpenID Connect provider',
    example: 'This server requires single sign-on. Sign in with your OpenID Connect provider.',
  },
  ACCOUNT_DISABLED: {
    status: 403,
    condition: 'an administrator of the server has disabled the account',
    remedy: 'ask an administrator of the server',
    example: 'Your account is disabled. Ask an administrator of this server.',
  },
  FORBIDDEN: {
    status: 403,
    condition: 'you are not a member of the workspace, or you have no permission for this',
    remedy: 'ask an owner of the workspace for access, or use another key',
    example: 'You are not a member of this workspace.',
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    condition: 'the last sign-in is more than 10 minutes old',
    remedy: 'confirm your identity with a password, passkey or provider, then repeat the request',
    example: 'Confirm your identity: you signed in more than 10 minutes ago.',
  },
  QUOTA_EXCEEDED: {
    status: 403,
    condition: 'the workspace or the person has reached a limit of the server',
    remedy: 'delete something, or ask an administrator to raise the limit',
    example:
      'This workspace has reached its limit of 10,000 pages, including the trash. Empty the trash, or ask an administrator to raise the limit.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    condition: 'the URL does not support this method',
    remedy: 'use a method listed in the `Allow` header',
    example: 'Ask this address with POST.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    condition: 'the request took too long to arrive',
    remedy: 'send the request again, or send less at a time',
    example: 'The request took too long to arrive.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    condition: 'the first request with this `Idempotency-Key` is still running',
    remedy: 'wait `Retry-After` seconds, then repeat the request with the same key',
    example:
      'The first request with this Idempotency-Key is still running. Repeat this request shortly to get its response.',
  },
  STORE_NOT_EMPTY: {
    status: 409,
    condition: 'the store already has an account',
    remedy: 'sign in, or use an empty store',
    example: 'This store is already set up. Sign in.',
  },
  VERSION_NOT_SUPPORTED: {
    status: 412,
    condition: 'the upload does not use tus 1.0',
    remedy: 'send `Tus-Resumable: 1.0.0`',
    example: 'Tus-Resumable Required',
  },
  BODY_TOO_LARGE: {
    status: 413,
    condition: 'the request body is too large',
    remedy: 'send less data per request',
    example: 'The body is larger than 1048576 bytes.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    condition: 'the request body is not JSON',
    remedy: 'send JSON with `Content-Type: application/json`',
    example: 'Send the body with Content-Type: application/json.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    condition: 'the `Idempotency-Key` was already used with a different body',
    remedy: 'use a new key for each new request',
    example:
      'This Idempotency-Key was already used with a different body. Use a new key for each new request.',
  },
  RATE_LIMITED: {
    status: 429,
    condition: 'too many requests',
    remedy: 'wait `Retry-After` seconds, then repeat the request',
    example: 'Too many requests.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    condition: 'the URL and headers together exceed 16 KiB',
    remedy: 'send fewer or shorter headers',
    example: 'The headers are too large.',
  },
  INTERNAL: {
    status: 500,
    condition: 'an internal error of the server',
    remedy: 'try again once, then give the administrator the `X-Request-Id`',
    example: 'Something went wrong on the server.',
  },
  NOT_SUPPORTED: {
    status: 501,
    condition:
      'the upload uses a tus extension that this server does not support, or an export is larger than its format can be',
    remedy: 'upload without that extension, or export parts',
    example: 'expiration extension is not (yet) supported.',
  },
  MAIL_FAILED: {
    status: 502,
    condition: 'the mail server did not accept the message',
    remedy: 'try again later, or check the mail settings',
    example: 'The mail to {address} was not sent.',
  },
  PDF_FAILED: {
    status: 502,
    condition: 'the PDF service returned an error or no PDF',
    remedy: 'try again later or with fewer pages, or check GOTENBERG_URL',
    example: 'The PDF was not created: the PDF service answered 503.',
  },
  EMBEDDINGS_FAILED: {
    status: 502,
    condition: 'the embeddings model returned an error or an invalid response',
    remedy: "check the model's URL, name and key",
    example: 'The embeddings model cannot be used: it answered 401.',
  },
  BOT_UNREACHABLE: {
    status: 502,
    condition: 'the chat service rejected the message',
    remedy: "check the bot's token, and that the bot is in the chat",
    example:
      'The chat service did not accept the message: it answered 403: bot was kicked from the group chat',
  },
  BUSY: {
    status: 503,
    condition: 'the database is busy; nothing was changed',
    remedy: 'wait `Retry-After` seconds, then repeat the request',
    example: 'The store is busy.',
  },
  COMMIT_UNKNOWN: {
    status: 503,
    condition:
      'the database connection was lost during the commit; the change may or may not be saved',
    remedy:
      'check whether the change was saved, or repeat the request with the same `Idempotency-Key`',
    example:
      'The database went away during the commit: the change may have been made or not. Read it back, or repeat the request if it had an Idempotency-Key.',
  },
  STORE_NEWER: {
    status: 503,
    condition: 'a newer version of Quire wrote the store or backup',
    remedy: 'use that version or a newer one',
    example: 'This store was written by a newer version of Quire.',
  },
  STORE_NOT_FOUND: {
    status: 503,
    condition: 'the settings do not point to a store',
    remedy: 'set QUIRE_DATA or DATABASE_URL, or create a new store with `quire init`',
    example: 'There is no Quire store in ./data. To make a new store, run `quire init`.',
  },
  STORE_UNUSABLE: {
    status: 503,
    condition: 'the store or its files cannot be opened',
    remedy: 'follow the instructions in the message',
    example: 'The store file cannot be opened.',
  },
  STORAGE_READ_ONLY: {
    status: 503,
    condition: 'the disk of the server is read-only; nothing was changed',
    remedy: 'make the disk of the server writable',
    example: 'The disk of the server cannot be written.',
  },
  STORAGE_FAILED: {
    status: 503,
    condition: 'the disk of the server reports errors; nothing was changed',
    remedy: 'see the kernel log of the server, and replace the disk if the errors repeat',
    example:
      'The disk of the server reports errors; nothing was changed. See the kernel log of the server, and replace the disk if they repeat.',
  },
  STORAGE_FULL: {
    status: 507,
    condition: 'the disk of the server is full; nothing was changed',
    remedy: 'free space on the disk of the server',
    example: 'The disk is full.',
  },
} satisfies Record<string, ErrorKind>
