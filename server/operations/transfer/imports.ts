import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import * as own from './fields.ts'

const { exampleIds, workspaceId } = fields
const { importId } = own
const one = { workspaceId: exampleIds.workspace, importId: exampleIds.import }
const address = Type.Object({ workspaceId, importId })
const none = 'People import in the web app or with the command line.'
// The first answer of the server does without it.
const load = () => import('../../domain/transfer/imports/imports.ts')
const loadReport = () => import('../../domain/transfer/imports/shown-report.ts')

export const create = operation({
  method: 'POST',
  path: '/v1/imports/create',
  summary: 'Prepare an import',
  description:
    'Reads an uploaded ZIP archive or document and makes a preview; nothing is imported yet. Poll `/v1/imports/get` until `state` is `ready`, then call `/v1/imports/start`. Requires write access to the parent.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    fileId: fields.id(
      'ID of the uploaded file. It is deleted when the import ends, unless a page uses it.',
    ),
    parentId: Type.Optional(
      fields.idOrNull('ID of the page below which to import. Null or omitted is the top level.'),
    ),
    kind: Type.Optional(own.kind),
    allFiles: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to import files that no page links to.',
      }),
    ),
    updates: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether pages that an earlier import below the same parent made of the same path are updated. Later edits to them are merged.',
      }),
    ),
  }),
  output: Type.Object(own.shown),
  errors: ['PAGE_NOT_FOUND', 'FILE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, fileId: exampleIds.file },
  tool: { none },
  run: async (context, { parentId = null, allFiles = false, updates = true, ...input }) => {
    const { createImport } = await load()
    return own.toImport(await createImport(context, { ...input, parentId, allFiles, updates }))
  },
})

export const get = operation({
  method: 'POST',
  path: '/v1/imports/get',
  summary: 'Get an import',
  description:
    'Returns the state and progress of an import. Members get their own imports, owners and admins all.',
  access: 'read',
  audience: 'people and keys',
  input: address,
  output: Type.Object({
    ...own.shown,
    counts: Type.Union([own.counts, Type.Null()], { description: 'Null until it has started.' }),
  }),
  errors: ['NOT_FOUND'],
  example: one,
  tool: { none },
  run: async (context, input) => {
    const row = await (await load()).requireImport(context, input)
    const { showCounts } = await loadReport()
    return { ...own.toImport(row), counts: await showCounts(context.store, row) }
  },
})

export const list = operation({
  method: 'POST',
  path: '/v1/imports/list',
  summary: 'List imports',
  description:
    'Returns imports, the latest first. Members get their own imports, owners and admins all.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, limit: fields.limit, offset: fields.offset }),
  output: Type.Object({ imports: Type.Array(Type.Object(own.shown)) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context, { limit = 50, offset = 0, ...input }) => {
    // JSON allows integers that no store can count to.
    const reachable = Math.min(offset, Number.MAX_SAFE_INTEGER)
    const { listImports } = await load()
    const found = await listImports(context, { ...input, limit, offset: reachable })
    return { imports: found.map(own.toImport) }
  },
})

export const preview = operation({
  method: 'POST',
  path: '/v1/imports/preview',
  summary: 'Preview an import',
  description:
    'Returns what the import makes of each file, and everything that cannot be kept. Null until the file is read.',
  access: 'read',
  audience: 'people and keys',
  input: address,
  output: Type.Object({ preview: Type.Union([own.preview, Type.Null()]) }),
  errors: ['NOT_FOUND'],
  example: one,
  tool: { none },
  run: async (context, input) => {
    const row = await (await load()).requireImport(context, input)
    return { preview: own.toPreview(row.preview) }
  },
})

export const report = operation({
  method: 'POST',
  path: '/v1/imports/report',
  summary: 'Get the report of an import',
  description:
    'Returns what the import has done so far, with up to 5,000 entries in each list, and as Markdown.',
  access: 'read',
  audience: 'people and keys',
  input: address,
  output: Type.Object({
    counts: own.counts,
    skipped: own.skipped,
    brokenLinks: own.brokenLinks,
    literals: own.literals,
    leftOut: Type.Array(Type.String(), { description: 'Files that no page links to.' }),
    losses: own.losses,
    warnings: own.warnings,
    markdown: Type.String(),
  }),
  errors: ['NOT_FOUND'],
  example: one,
  tool: { none },
  run: async (context, input) => {
    const row = await (await load()).requireImport(context, input)
    return (await loadReport()).showReport(context.store, row)
  },
})

export const start = operation({
  method: 'POST',
  path: '/v1/imports/start',
  summary: 'Start an import',
  description:
    'Starts an import that is `ready`. All its changes are one run, which `/v1/runs/revert` undoes. Requires write access to the parent.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: address,
  output: fields.ok,
  errors: ['NOT_FOUND', 'PAGE_NOT_FOUND', 'BUSY'],
  example: one,
  tool: { none },
  run: async (context, input) => {
    await (await load()).startImport(context, input)
    return fields.done
  },
})

export const pause = operation({
  method: 'POST',
  path: '/v1/imports/pause',
  summary: 'Pause an import',
  description: 'Stops a running import after the pages that are being written.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: address,
  output: fields.ok,
  errors: ['NOT_FOUND', 'BUSY'],
  example: one,
  tool: { none },
  run: async (context, input) => {
    await (await load()).pauseImport(context, input)
    return fields.done
  },
})

export const resume = operation({
  method: 'POST',
  path: '/v1/imports/resume',
  summary: 'Resume an import',
  description:
    'Continues an import that was paused or failed where it stopped. No page is imported twice.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: address,
  output: fields.ok,
  errors: ['NOT_FOUND', 'PAGE_NOT_FOUND', 'BUSY'],
  example: one,
  tool: { none },
  run: async (context, input) => {
    await (await load()).resumeImport(context, input)
    return fields.done
  },
})

export const cancel = operation({
  method: 'POST',
  path: '/v1/imports/cancel',
  summary: 'Cancel an import',
  description:
    'Ends an import. Pages that it has imported stay; `/v1/runs/revert` with its `runId` moves them to the trash.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: address,
  output: fields.ok,
  errors: ['NOT_FOUND', 'BUSY'],
  example: one,
  tool: { none },
  run: async (context, input) => {
    await (await load()).cancelImport(context, input)
    return fields.done
  },
})
