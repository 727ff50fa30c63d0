import { type ErrorCode, errorKind, errorStatus } from '../../lib/errors.ts'
import * as fields from '../../operations/fields.ts'
import { exampleOf } from './error-answers.ts'

const id = { type: 'string', format: 'uuid' }
const workspaceId = { name: 'workspaceId', in: 'query', required: true, schema: id }
const uploadId = { name: 'uploadId', in: 'path', required: true, schema: { type: 'string' } }
const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const unsignedInteger = { type: 'integer', minimum: 0 }

const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})
const tus = header('Tus-Resumable', 'Always `1.0.0`.', { type: 'string', const: '1.0.0' })
const offset = header(
  'Upload-Offset',
  'Number of bytes the server has already received.',
  unsignedInteger,
)
const known = ['INVALID_API_KEY', 'API_KEY_REVOKED', 'API_KEY_EXPIRED', 'RATE_LIMITED'] as const

/** Routes outside the table of operations: streams, files and the state of the node. */
export const otherPaths: Record<string, Record<string, object>> = {
  '/v1/changes': {
    get: {
      operationId: 'changes.listen',
      tags: ['Workspaces'],
      summary: 'Stream the changes of a workspace',
      description:
        'Streams one Server-Sent Event per change. To resume after a lost connection, send `Last-Event-ID`.',
      parameters: [
        workspaceId,
        { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } },
      ],
      responses: {
        200: {
          description: 'A stream of changes.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...refusals('VALIDATION_FAILED', ...known, 'FORBIDDEN'),
      },
    },
  },
  '/v1/live': {
    get: {
      operationId: 'live.connect',
      tags: ['Pages'],
      summary: 'Open pages live',
      description:
        'Opens a WebSocket that receives the changes of open pages and takes steps of an editor.',
      responses: {
        200: {
          description: 'Status 101, then a WebSocket. Each frame is a JSON list of messages.',
        },
        ...refusals('VALIDATION_FAILED', ...known, 'FORBIDDEN'),
      },
    },
  },
  '/v1/live/stream': {
    get: {
      operationId: 'live.stream',
      tags: ['Pages'],
      summary: 'Receive the changes of open pages',
      description:
        'For networks that let no WebSocket through: the same messages as Server-Sent Events.',
      parameters: [
        {
          name: 'messages',
          in: 'query',
          description: 'A JSON list of messages of the type `open`.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: {
          description: 'A stream of frames.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...refusals('VALIDATION_FAILED', ...known),
      },
    },
  },
  '/v1/live/messages': {
    post: {
      operationId: 'live.send',
      tags: ['Pages'],
      summary: 'Send changes of open pages',
      description:
        'Takes messages of the types `steps`, `fields` and `cursor`; answers with those that a WebSocket would receive.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['connection', 'workspaceId', 'messages'],
              properties: {
                connection: { type: 'string', description: 'The connection of the stream.' },
                workspaceId: id,
                messages: { type: 'array', items: { type: 'object' } },
              },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'The answers.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { messages: { type: 'array', items: { type: 'object' } } },
              },
            },
          },
        },
        ...refusals('VALIDATION_FAILED', ...known, 'FORBIDDEN', 'PAGE_NOT_FOUND'),
      },
    },
  },
  '/v1/pages/download': {
    get: {
      operationId: 'pages.download',
      tags: ['Pages'],
      summary: 'Download a page as a file',
      description: 'Downloads a page as Markdown or as a self-contained HTML file.',
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
      summary: 'Start a resumable upload',
      description:
        'Starts an upload of any size with the [tus 1.0](https://tus.io/protocols/resumable-upload) protocol. Works with any tus client.',
      parameters: [
        tus,
        header('Upload-Length', 'Size of the complete file in bytes.', unsignedInteger),
        header('Upload-Metadata', '`workspaceId`, `filename` and `filetype`, each in base64.'),
      ],
      responses: {
        201: { description: 'Upload started. Send the bytes to the URL in `Location`.' },
        ...refusals('VALIDATION_FAILED', ...known, 'FORBIDDEN', 'FILE_TOO_LARGE', 'STORAGE_FULL'),
      },
    },
  },
  '/v1/uploads/{uploadId}': {
    parameters: [uploadId, tus],
    head: {
      operationId: 'uploads.state',
      tags: ['Files'],
      summary: 'Get the state of an upload',
      description: 'Returns the offset at which to resume an upload.',
      responses: {
        200: { description: '`Upload-Offset` is the number of bytes received.' },
        ...refusals(...known, 'UPLOAD_NOT_FOUND'),
      },
    },
    patch: {
      operationId: 'uploads.send',
      tags: ['Files'],
      summary: 'Upload bytes',
      description:
        'Adds bytes at the current offset. The upload becomes a file when its last byte arrives.',
      parameters: [offset],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': binary['application/octet-stream'] },
      },
      responses: {
        204: {
          description: 'Bytes stored. After the last byte, the upload ID is the ID of the file.',
        },
        ...refusals(...known, 'UPLOAD_NOT_FOUND', 'UPLOAD_CONFLICT', 'STORAGE_FULL'),
      },
    },
    delete: {
      operationId: 'uploads.end',
      tags: ['Files'],
      summary: 'Cancel an upload',
      description: 'Deletes the bytes received so far. Unfinished uploads expire after a day.',
      responses: {
        204: { description: 'Upload canceled.' },
        ...refusals(...known, 'UPLOAD_NOT_FOUND'),
      },
    },
  },
  '/files/{fileId}': {
    get: {
      operationId: 'files.download',
      tags: ['Files'],
      summary: 'Download a file',
      description:
        'Returns the complete file or one range of bytes. If the transfer breaks off, the file is incomplete.',
      parameters: [
        { name: 'fileId', in: 'path', required: true, schema: fields.fileId },
        { name: 'Range', in: 'header', schema: { type: 'string' } },
        { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
      ],
      responses: {
        200: { description: 'The file.', content: binary },
        206: { description: 'The requested range.', content: binary },
        304: { description: 'Your copy is current. The content of a file never changes.' },
        ...refusals(...known, 'FILE_NOT_FOUND', 'FILE_DAMAGED', 'RANGE_NOT_SATISFIABLE'),
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'service.ready',
      tags: ['Service'],
      summary: 'Check that this node accepts requests',
      description: 'For load balancers. `/healthz` only checks that the process is running.',
      security: [],
      responses: {
        200: {
          description: 'The node accepts requests.',
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
        ...refusals(
          'REQUEST_TIMEOUT',
          'BUSY',
          'STORE_UNUSABLE',
          'STORAGE_READ_ONLY',
          'STORAGE_FAILED',
          'STORAGE_FULL',
        ),
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
