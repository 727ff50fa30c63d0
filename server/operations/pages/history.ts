import { Type } from 'typebox'
import {
  compareVersions,
  documentOf,
  getVersion,
  listVersions,
  markdownOf,
  restoreVersion,
  type Version,
} from '../../domain/pages/versions.ts'
import { toIso } from '../../lib/clock.ts'
import { pageFieldNames, pickFields } from '../../lib/page-fields.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { answeredFields } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const none = 'Looking back is for people: each tool costs every agent tokens in every conversation.'

const number = Type.Integer({ minimum: 1, description: 'As `history.list` gives it.' })

const version = {
  version: Type.Integer(),
  createdAt: fields.instant,
  author: fields.person,
  via: fields.textOrNull(
    'By which door: `web`, `api`, `mcp`, `chat`, `cli` or `import`; null where it is not known.',
  ),
  ...answeredFields,
}

function toVersion(row: Omit<Version, 'document'>) {
  const { createdAt, createdBy, firstName, lastName, via } = row
  const author = { id: createdBy, firstName, lastName }
  return { version: row.version, createdAt: toIso(createdAt), author, via, ...pickFields(row) }
}

export const list = operation({
  method: 'POST',
  path: '/v1/history/list',
  summary: 'List the versions of a page',
  description:
    'The newest first, each with who made it when and by which door. What one person saves in the web application within five minutes is one version. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, limit: fields.limit, offset: fields.offset }),
  output: Type.Object({ versions: Type.Array(Type.Object(version)) }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, { limit = 50, offset = 0, ...input }) => {
    const rows = await listVersions(context, input, { limit, offset })
    return { versions: rows.map(toVersion) }
  },
})

export const get = operation({
  method: 'POST',
  path: '/v1/history/get',
  summary: 'Read a version of a page',
  description:
    'Title, body and Markdown as they were. A version that was saved over within a burst is answered with the one that stands for it. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, version: number }),
  output: Type.Object({ ...version, content: fields.tiptap, markdown: Type.String() }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...onePage, version: 1 },
  tool: { none },
  run: async (context, input) => {
    const found = await getVersion(context, input)
    const content = documentOf(input, found)
    return { ...toVersion(found), content, markdown: await markdownOf(context, input, found) }
  },
})

export const compare = operation({
  method: 'POST',
  path: '/v1/history/compare',
  summary: 'Compare two versions of a page',
  description:
    'The lines of their Markdown: what both have, what only `from` has, what only `to` has. `changes` says how title and icon differ. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, from: number, to: number }),
  output: Type.Object({
    lines: Type.Array(
      Type.Object({
        kind: fields.oneOf(['same', 'added', 'removed'], 'Seen from `from`.'),
        text: Type.String(),
      }),
    ),
    changes: Type.Array(
      Type.Object({
        field: fields.oneOf(pageFieldNames, 'What differs.'),
        from: fields.textOrNull('What it was; null is no icon.'),
        to: fields.textOrNull('What it became.'),
      }),
    ),
  }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...onePage, from: 1, to: 1 },
  tool: { none },
  run: async (context, input) => compareVersions(context, input),
})

export const restore = operation({
  method: 'POST',
  path: '/v1/history/restore',
  summary: 'Make a page again what it was',
  description:
    'Title, icon and body of a version become a new version; the others stay as they are. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId, version: number }),
  output: Type.Object({ version: Type.Integer({ description: 'The new one.' }) }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...onePage, version: 1 },
  tool: { none },
  run: async (context, input) => ({ version: await restoreVersion(context, input) }),
})
