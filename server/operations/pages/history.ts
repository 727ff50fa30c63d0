import { readAuthorship } from '../../domain/pages/authorship.ts'
import { acceptRun, listUnaccepted } from '../../domain/pages/unaccepted.ts'
import {
  compareVersions,
  documentOf,
  getVersion,
  listVersions,
  markdownOf,
  restoreVersion,
  type VersionItem,
} from '../../domain/pages/versions.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { pickFields, storedFieldNames } from '../../lib/page-fields.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { run, toRun } from '../runs/fields.ts'
import { answeredFields } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const none = 'Page history is for people; another tool would cost every agent tokens.'

const number = Type.Integer({ minimum: 1, description: 'Version number from `/v1/history/list`.' })

const version = {
  version: Type.Integer(),
  createdAt: fields.instant,
  author: fields.person,
  authors: Type.Array(fields.person, {
    description:
      'Everyone who wrote the version, the last one last. Several people who type together share a version.',
  }),
  via: fields.textOrNull(
    'How the change was made: `web`, `api`, `mcp`, `chat`, `cli` or `import`. Null if unknown.',
  ),
  run,
  ...answeredFields,
}

function toVersion(row: VersionItem) {
  const { createdAt, createdBy, firstName, lastName, via } = row
  const authors = row.people.map(({ id, ...name }) => ({ id, ...name }))
  const author = { id: createdBy, firstName, lastName }
  return {
    version: row.version,
    createdAt: toIso(createdAt),
    author,
    authors,
    via,
    run: toRun(row),
    ...pickFields(row),
  }
}

export const list = operation({
  method: 'POST',
  path: '/v1/history/list',
  summary: 'List the versions of a page',
  description:
    'Returns the versions of a page, newest first, with the author, the time and the way of each change. Saves by one person in the web app within five minutes count as one version, and so does what people type together.',
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
  summary: 'Get a version of a page',
  description:
    'Returns the title, body, Markdown and properties of a version. If the version was merged with later saves of the same five minutes, returns the merged version.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, version: number }),
  output: Type.Object({
    ...version,
    properties: fields.textOrNull('YAML of the properties. Null without properties.'),
    content: fields.tiptap,
    markdown: Type.String(),
  }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...onePage, version: 1 },
  tool: { none },
  run: async (context, input) => {
    const found = await getVersion(context, input)
    const content = documentOf(input, found)
    const { properties } = found
    return {
      ...toVersion(found),
      properties,
      content,
      markdown: await markdownOf(context, input, found),
    }
  },
})

export const compare = operation({
  method: 'POST',
  path: '/v1/history/compare',
  summary: 'Compare two versions of a page',
  description:
    'Compares the Markdown of two versions line by line. `changes` lists differences in the title, the icon and the YAML of the properties.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, from: number, to: number }),
  output: Type.Object({
    lines: Type.Array(
      Type.Object({
        kind: fields.oneOf(
          ['same', 'added', 'removed'],
          'Whether `to` keeps, adds or removes the line of `from`.',
        ),
        text: Type.String(),
      }),
    ),
    changes: Type.Array(
      Type.Object({
        field: fields.oneOf(storedFieldNames, 'Name of the field.'),
        from: fields.textOrNull('Value in `from`. Null means no icon or no properties.'),
        to: fields.textOrNull('Value in `to`.'),
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
  summary: 'Restore a version of a page',
  description:
    'Creates a new version with the title, icon, properties and body of an earlier one. Existing versions do not change.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId, version: number }),
  output: Type.Object({ version: Type.Integer({ description: 'Number of the new version.' }) }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...onePage, version: 1 },
  tool: { none },
  run: async (context, input) => ({ version: (await restoreVersion(context, input)).version }),
})

/** Texts with their authors that one response has: each takes about 230 bytes. */
const maxParts = 2000

export const authors = operation({
  method: 'POST',
  path: '/v1/history/authors',
  summary: 'List who wrote each part of a page',
  description:
    'Returns the text of each block in parts, with the author of each part, the time and the way it was written. `author` is null for text from before Quire recorded authors. A response has at most 2,000 parts, so a large table takes several: repeat the call with the `offset` and `part` of `next` until it is null.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    pageId,
    version: Type.Optional(number),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Number of blocks.' }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'Number of blocks to skip.' }),
    ),
    part: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: 'Number of parts of the first block to skip.',
      }),
    ),
  }),
  output: Type.Object({
    version: Type.Integer(),
    total: Type.Integer({ description: 'Number of blocks with text, in all.' }),
    next: Type.Union([Type.Object({ offset: Type.Integer(), part: Type.Integer() }), Type.Null()], {
      description: 'Where the rest begins. Null means that there is no more.',
    }),
    blocks: Type.Array(
      Type.Object({
        number: Type.Integer({ description: 'Number of the block on the page, from 1.' }),
        parts: Type.Array(
          Type.Object({
            text: Type.String(),
            author: Type.Union([fields.person, Type.Null()]),
            via: fields.textOrNull('How the text was written, as in `/v1/history/list`.'),
            writtenAt: Type.Union([fields.instant, Type.Null()]),
            run,
          }),
        ),
      }),
    ),
  }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, { limit = 100, offset = 0, part = 0, ...input }) => {
    const asked = { limit, offset, part, maxParts }
    const { version, blocks, total, next, people, runs } = await readAuthorship(
      context,
      input,
      asked,
    )
    return {
      version,
      total,
      next,
      blocks: blocks.map(({ number: block, parts }) => ({
        number: block,
        parts: parts.map(({ text, writer }) => ({
          text,
          author: (writer && people.get(writer.userId)) ?? null,
          via: writer?.via ?? null,
          writtenAt: writer === undefined ? null : toIso(writer.at),
          run: toRun(runs.get(writer?.runId ?? '')),
        })),
      })),
    }
  },
})

export const unaccepted = operation({
  method: 'POST',
  path: '/v1/history/unaccepted',
  summary: 'List text of programs that no one accepted',
  description:
    'Returns the blocks with text that programs wrote with an API key, by run, unless a person accepted the run on this page or wrote in the block later.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    version: Type.Integer(),
    runs: Type.Array(
      Type.Object({
        run,
        author: Type.Union([fields.person, Type.Null()]),
        writtenAt: fields.instant,
        blocks: Type.Array(Type.Integer(), {
          description: 'Numbers of the blocks on the page, from 1.',
        }),
      }),
    ),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, input) => {
    const { version: at, runs } = await listUnaccepted(context, input)
    return {
      version: at,
      runs: runs.map(({ run: of, person, writtenAt, blocks }) => ({
        run: toRun(of),
        author: person ?? null,
        writtenAt: toIso(writtenAt),
        blocks,
      })),
    }
  },
})

export const accept = operation({
  method: 'POST',
  path: '/app/history/accept',
  summary: 'Accept what a run wrote on a page',
  description: 'Accepts the text that a run has written on a page until now.',
  access: 'write',
  audience: 'people',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    runId: fields.id('ID of the run from `/v1/history/unaccepted`.'),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'RUN_NOT_FOUND'],
  example: { ...onePage, runId: exampleIds.run },
  tool: { none },
  run: async (context, input) => {
    await acceptRun(context, input)
    return { ok: true as const }
  },
})
