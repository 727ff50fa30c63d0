import { type ErrorCode, errorKind, errorStatus } from '../../lib/errors.ts'
import * as fields from '../../operations/fields.ts'
import { exampleOf } from './error-answers.ts'

const id = { type: 'string', format: 'uuid' }
const workspaceId = { name: 'workspaceId', in: 'query', required: true, schema: id }
const uploadId = { name: 'uploadId', in: 'path', required: true, schema: { type: 'string' } }
const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const whole = { type: 'integer', minimum: 0 }

const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})
const tus = header('Tus-Resumable', 'Always `1.0.0`.', { type: 'string', const: '1.0.0' })
const offset = header('Upload-Offset', 'How many bytes are there already.', whole)
const known = ['INVALID_API_KEY', 'API_KEY_REVOKED', 'API_KEY_EXPIRED', 'RATE_LIMITED'] as const

/** What is served beside the table of operations: streams, files and the state of the node. */
export const otherPaths: Record<string, Record<string, object>> = {
  '/v1/changes': {
    get: {
      operationId: 'changes.listen',
      tags: ['Workspaces'],
      summary: 'Listen to what happens in a workspace',
      description:
        'Server-Sent Events, one per change, without end. Send `Last-Event-ID` to go on where a connection broke.',
      parameters: [
        workspaceId,
        { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } },
      ],
      responses: {
        200: {
          description: 'Changes as they happen.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...refusals('VALIDATION_FAILED', ...known, 'FORBIDDEN'),
      },
    },
  },
  '/v1/pages/download': {
    get: {
      operationId: 'pages.download',
      tags: ['Pages'],
      summary: 'Download a page as a file',
      description: 'As Markdown, or as HTML that stands by itself.',
      parameters: [
        workspaceId,
        { name: 'pageId', in: 'query', required: true, schema: id },
        {
          name: 'format',
          in: 'query',
          required: true,
          schema: { type: 'string', enum: ['markdown', 'html'] },
        },
      ],
      responses: {
        200: {
          description: 'The page.',
          content: {
            'text/markdown': { schema: { type: 'string' } },
            'text/html': { schema: { type: 'string' } },
          },
        },
        ...refusals('VALIDATION_FAILED', ...known, 'FORBIDDEN', 'PAGE_NOT_FOUND'),
      },
    },
  },
  '/v1/uploads': {
    post: {
      operationId: 'uploads.begin',
      tags: ['Files'],
      summary: 'Begin an upload of any size',
      description:
        'Resumable by [tus 1.0](https://tus.io/protocols/resumable-upload), which every tus client speaks.',
      parameters: [
        tus,
        header('Upload-Length', 'Bytes of the whole file.', whole),
        header('Upload-Metadata', '`workspaceId`, `filename` and `filetype`, each in base64.'),
      ],
      responses: {
        201: { description: 'Begun: `Location` is where the bytes go.' },
        ...refusals('VALIDATION_FAILED', ...known, 'FORBIDDEN', 'FILE_TOO_LARGE', 'STORAGE_FULL'),
      },
    },
  },
  '/v1/uploads/{uploadId}': {
    parameters: [uploadId, tus],
    head: {
      operationId: 'uploads.state',
      tags: ['Files'],
      summary: 'Ask how much of an upload is there',
      description: 'Where to go on after a connection broke.',
      responses: {
        200: { description: '`Upload-Offset` says how many bytes.' },
        ...refusals(...known, 'UPLOAD_NOT_FOUND'),
      },
    },
    patch: {
      operationId: 'uploads.send',
      tags: ['Files'],
      summary: 'Send bytes of an upload',
      description: 'Starts at the current offset. With the last byte the upload becomes a file.',
      parameters: [offset],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': binary['application/octet-stream'] },
      },
      responses: {
        204: { description: 'Kept. After the last byte the upload id is the id of the file.' },
        ...refusals(...known, 'UPLOAD_NOT_FOUND', 'UPLOAD_CONFLICT', 'STORAGE_FULL'),
      },
    },
    delete: {
      operationId: 'uploads.end',
      tags: ['Files'],
      summary: 'Give an upload up',
      description: 'Removes the bytes received so far. An unfinished upload expires after a day.',
      responses: { 204: { description: 'Gone.' }, ...refusals(...known, 'UPLOAD_NOT_FOUND') },
    },
  },
  '/files/{fileId}': {
    get: {
      operationId: 'files.download',
      tags: ['Files'],
      summary: 'Download a file',
      description: 'The bytes, whole or in one range. A transfer that breaks off is not the file.',
      parameters: [
        { name: 'fileId', in: 'path', required: true, schema: fields.fileId },
        { name: 'Range', in: 'header', schema: { type: 'string' } },
        { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
      ],
      responses: {
        200: { description: 'The file.', content: binary },
        206: { description: 'The part that was asked for.', content: binary },
        304: { description: 'You have it: its content never changes.' },
        ...refusals(...known, 'FILE_NOT_FOUND', 'FILE_DAMAGED', 'RANGE_NOT_SATISFIABLE'),
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'service.ready',
      tags: ['Service'],
      summary: 'Ask whether this node takes requests',
      description: 'For load balancers. `/healthz` says only that the process lives.',
      security: [],
      responses: {
        200: {
          description: 'Send requests here.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['status'],
                properties: { status: { type: 'string', const: 'ready' } },
              },
            },
          },
        },
        ...refusals('REQUEST_TIMEOUT', 'BUSY'),
      },
    },
  },
}

/** Responses by status, each with an example for every code it can carry. */
export function refusals(...codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, errorStatus)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errorKind(code).condition}`).join('\n\n'),
        content: { 'application/json': { schema: schemaOf(status), examples: examplesOf(group) } },
      },
    ]),
  )
}

function schemaOf(status: number): object {
  return { $ref: `#/components/schemas/${status === 400 ? 'ValidationError' : 'Error'}` }
}

function examplesOf(codes: readonly ErrorCode[]): object {
  return Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]))
}
