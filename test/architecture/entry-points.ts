/** A location in a source, as `path#words in it`. */
export type Location = `${string}#${string}`

/**
 * Where bytes of others enter: what they are, where they are checked, and what bounds their size or the work for them.
 * An entry point takes `nothing` where it reads no more than the address.
 */
export type EntryPoint =
  | { takes: string; schema: Location; budget: Location }
  | { takes: 'nothing' }

const query = (path: string): EntryPoint => ({
  takes: 'a query',
  schema: `${path}#createParser(`,
  budget: 'server/http/server.ts#maxParamLength',
})
const archive = (path: string, schema: Location, budget: Location): [string, EntryPoint] => [
  path,
  { takes: 'an archive', schema, budget },
]
const answer = (takes: string, schema: Location, budget: Location): EntryPoint => ({
  takes,
  schema,
  budget,
})

/** By the file with the route, the request, or the opening of the archive. */
export const entryPoints: Readonly<Record<string, EntryPoint>> = {
  'server/http/operations.ts': {
    takes: 'operations',
    schema: 'server/operations/call.ts#parserOf(inputSchema(',
    budget: 'server/http/operations.ts#bodyLimits(operation, bodyLimit)',
  },
  'server/mcp/transport/routes.ts': {
    takes: 'MCP messages',
    schema: 'server/operations/call.ts#parserOf(inputSchema(',
    budget: 'server/mcp/transport/routes.ts#bodyLimit: maxBodyBytes',
  },
  'server/live/routes.ts': {
    takes: 'frames of the live interface, as messages of a socket or of POSTs',
    schema: 'server/live/connections/parse-frame.ts#const schemas',
    budget: 'server/live/pages/plan.ts#maxBatchWork',
  },
  'server/live/live-server.ts': {
    takes: 'frames of sockets',
    schema: 'server/live/connections/parse-frame.ts#const schemas',
    budget: 'server/live/live-server.ts#maxPayload: maxReceivedBytes',
  },
  'server/bots/routes.ts': {
    takes: 'webhooks of chat services',
    schema: 'server/bots/services/chat-service.ts#Webhook',
    budget: 'server/bots/routes.ts#bodyLimit',
  },
  'server/http/uploads.ts': {
    takes: 'uploads',
    schema: 'server/http/uploads.ts#Metadata.parse',
    budget: 'server/domain/files/uploads.ts#requireFileQuota',
  },
  'server/mcp/transport/uploads.ts': {
    takes: 'uploads of agents',
    schema: 'server/mcp/transport/uploads.ts#openUploadLink(',
    budget: 'server/mcp/transport/uploads.ts#limited(request.raw, size)',
  },
  'server/http/unsubscribe.ts': {
    takes: 'a form, which is not read',
    schema: 'server/http/unsubscribe.ts#(_request, _body, done) => done(null)',
    budget: 'server/http/unsubscribe.ts#bodyLimit',
  },
  'server/http/changes.ts': query('server/http/changes.ts'),
  'server/http/skills.ts': query('server/http/skills.ts'),
  'server/http/downloads.ts': query('server/http/downloads.ts'),
  'server/http/exports/activity-export.ts': query('server/http/exports/activity-export.ts'),
  'server/http/exports/workspace-export.ts': query('server/http/exports/workspace-export.ts'),
  'server/http/exports/person-export.ts': { takes: 'nothing' },
  'server/http/files.ts': { takes: 'nothing' },
  'server/http/metrics/metrics.ts': { takes: 'nothing' },
  'server/http/public-skills.ts': { takes: 'nothing' },
  'server/http/readiness.ts': { takes: 'nothing' },
  'server/http/security-contact.ts': { takes: 'nothing' },
  'server/http/crawlers.ts': { takes: 'nothing' },
  'server/http/web.ts': { takes: 'nothing' },
  'server/http/openapi/docs.ts': { takes: 'nothing' },
  'server/http/identity/oidc.ts': answer(
    'the answer of a sign-in provider',
    'server/domain/people/sign-in/oidc-provider.ts#enableNonRepudiationChecks',
    'server/domain/people/sign-in/oidc-provider.ts#timeout: 10',
  ),
  'server/domain/people/sign-in/oidc-provider.ts': answer(
    'documents and tokens of a sign-in provider',
    'server/domain/people/sign-in/oidc-provider.ts#enableNonRepudiationChecks',
    'server/domain/people/sign-in/oidc-provider.ts#timeout: 10',
  ),
  'server/files/s3-requests.ts': answer(
    'contents and answers of a bucket',
    'server/files/s3-requests.ts#/<Code>',
    'server/files/s3-requests.ts#maxTextBytes',
  ),
  'server/bots/services/requests.ts': answer(
    'answers of chat services',
    'server/bots/services/requests.ts#function textOf',
    'server/bots/services/requests.ts#maxStoredAnswerBytes',
  ),
  'server/bots/services/telegram/bot-api.ts': answer(
    'answers of Telegram',
    'server/bots/services/telegram/bot-api.ts#JSON.parse',
    'server/bots/services/telegram/bot-api.ts#maxStoredAnswerBytes',
  ),
  'server/domain/webhooks/attempt.ts': answer(
    'answers of receivers of webhooks',
    'server/domain/webhooks/attempt.ts#status',
    'server/domain/webhooks/attempt.ts#maxStoredAnswerBytes',
  ),
  'server/mail/mailer.ts': answer(
    'answers of a mail server',
    'server/mail/mailer.ts#MAIL_FAILED',
    'server/mail/mailer.ts#maxResponseSize: maxAnswerBytes',
  ),
  'server/search/embeddings/http-embedder.ts': answer(
    'answers of models',
    'server/search/embeddings/http-embedder.ts#readVectors(',
    'server/search/embeddings/http-embedder.ts#maxStoredAnswerBytes',
  ),
  'server/domain/transfer/export/pdf/convert.ts': answer(
    'PDF documents of a converter',
    'server/domain/transfer/export/pdf/convert.ts#statusCode',
    'server/domain/transfer/export/pdf/convert.ts#maxBytes',
  ),
  ...Object.fromEntries([
    archive(
      'server/domain/skills/unzip.ts',
      'server/domain/skills/unzip.ts#refusalOf',
      'server/domain/skills/unzip.ts#UnzipLimits',
    ),
    archive(
      'server/domain/transfer/sources/word/read-word.ts',
      'content/document.ts#checkDocument',
      'server/domain/transfer/sources/word/read-word.ts#countMarkup()',
    ),
    archive(
      'server/domain/transfer/sources/folder/open-folder.ts',
      'server/domain/transfer/sources/archive/open-archive.ts#isOutside',
      'server/domain/transfer/sources/archive/open-archive.ts#checkLimits',
    ),
    archive(
      'server/domain/transfer/export/scheduled/check-archive.ts',
      'server/domain/transfer/export/scheduled/check-archive.ts#readDirectory',
      'server/domain/transfer/export/scheduled/check-archive.ts#archiveLimits.entries',
    ),
  ]),
  'server/domain/transfer/sources/pages/tasks.ts': {
    takes: 'HTML, Markdown, Word and JSON of imports',
    schema: 'server/domain/transfer/sources/html/read-page.ts#checkDocument',
    budget: 'server/domain/transfer/sources/pages/converter.ts#timeoutMs',
  },
  'client/index.ts': answer(
    'answers of a server to a program',
    'client/cli/answers/read-answer.ts#answerSchemas',
    'client/index.ts#maxAnswerBytes',
  ),
  'client/uploads.ts': answer(
    'answers to uploads',
    'client/uploads.ts#sent.offset > offset',
    'client/answers.ts#maxErrorBytes',
  ),
  'client/changes.ts': answer(
    'the change stream of a server',
    'client/changes.ts#toMessage',
    'client/changes.ts#maxBlockLength',
  ),
  'client/cli/commands/downloads.ts': answer(
    'files and exports of a server',
    'client/answers.ts#rejectRedirect',
    'client/cli/commands/downloads.ts#requireRoom',
  ),
  'client/cli/sync/attachments.ts': answer(
    'files of pages of a server',
    'client/cli/sync/attachments.ts#digestOf(partial)',
    'client/cli/sync/attachments.ts#requireSize',
  ),
}

/** Whatever makes an entry point, in the sources of the server and the client. */
export const openings: readonly RegExp[] = [
  // Routes of the HTTP server.
  /\b(?:server|web|docs|bots|scope)\.(?:get|post|put|patch|delete|all|route)(?:<|\()/,
  // Requests to others, whose answers are read.
  /\bnew WebSocketServer\(|\bexchange\((?:outbound|integrations)|\bpostJson\(|\bclient\.(?:fetch|discovery)\(|\bfetch: send = fetch\b|\bawait fetch\(|\bfetch\(signed, |\bdispatcher\.request\(|\bcreateTransport\(/,
  // Archives and documents.
  /\b(?:openArchive|findDirectory)\(|\breadDirectory\(bytes, archiveLimits|\breadWordPage\(/,
]

/** They are reached through the entry points above, or are the means that those use. */
export const within: readonly RegExp[] = [
  /^server\/lib\//,
  /^server\/domain\/transfer\/sources\/archive\//,
  /^server\/http\/sites\//,
]
