import type { ListedImport } from '../../domain/transfer/imports/imports.ts'
import type { ImportPreview } from '../../domain/transfer/imports/preview.ts'
import { sourceKinds } from '../../domain/transfer/sources/source-files.ts'
import { toIso } from '../../lib/clock.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import { Type } from '../../lib/json/type.ts'
import { type ImportState, importStates } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'

export const importId = fields.id('ID of the import.')

export const kind = fields.oneOf(
  sourceKinds,
  'What the file is. Omit it to let the content decide.',
)

const count = Type.Integer()
export const counts = Type.Object(
  {
    pages: Type.Object({ created: count, updated: count, unchanged: count }),
    files: count,
    links: Type.Object({ resolved: count, unresolved: count }),
    blocks: Type.Object({ retained: count, changed: count, lost: count }),
    literals: count,
    skipped: count,
  },
  { description: 'What the import has done so far.' },
)

export const shown = {
  id: importId,
  name: Type.String({ description: 'Name of the uploaded file.' }),
  kind: fields.textOrNull('What the file is. Null until it is read.'),
  state: Type.Unsafe<ImportState>({
    type: 'string',
    enum: importStates,
    description: 'An import is `reading` for its preview, then `ready` to be started.',
  }),
  parentId: fields.idOrNull(
    'ID of the page below which pages are imported. Null is the top level.',
  ),
  total: Type.Integer({ description: 'Number of pages. 0 until the file is read.' }),
  done: Type.Integer({ description: 'Number of pages that are imported or up to date.' }),
  error: fields.textOrNull('Why the import failed. Null without a failure.'),
  runId: fields.idOrNull('ID of the run of its changes, for `/v1/runs/revert`.'),
  reportPageId: fields.idOrNull(
    'ID of the page with the report, of imports by earlier versions. Others have only `/v1/imports/report`.',
  ),
  undoneAt: fields.textOrNull(
    'When the import was undone: a revert of its run ended. Null while there are changes to undo.',
  ),
  createdBy: fields.id('ID of the person who imports.'),
  createdAt: fields.instant,
  updatedAt: fields.instant,
}

export function toImport({ createdAt, updatedAt, undoneAt, ...row }: ListedImport) {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    state: row.state,
    parentId: row.parentId,
    total: row.total,
    done: row.done,
    error: row.error,
    runId: row.runId,
    reportPageId: row.reportPageId,
    createdBy: row.createdBy,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    undoneAt: undoneAt === null ? null : toIso(undoneAt),
  }
}

const line = Type.Object({ path: Type.String(), reason: Type.String() })
const loss = Type.Object({
  path: Type.String(),
  kind: Type.String({ description: 'What Quire has no exact form for.' }),
  outcome: fields.oneOf(['changed', 'lost'], 'Changed content is readable in another form.'),
  count,
})
export const losses = Type.Array(loss)
export const warnings = Type.Array(Type.String())

export const preview = Type.Object({
  pages: Type.Integer({ description: 'Number of pages that are created or updated.' }),
  updates: Type.Integer({ description: 'How many of them update a page of an earlier import.' }),
  files: Type.Integer({
    description: 'Number of other files. Those that no page links to are left out.',
  }),
  links: Type.Integer({ description: 'Links to other pages and files.' }),
  brokenLinks: Type.Integer({ description: 'Links that stay as they are.' }),
  hidden: Type.Integer({ description: 'Files and folders whose names start with a dot.' }),
  tree: Type.Array(
    Type.Object({
      path: Type.String(),
      title: Type.String(),
      depth: Type.Integer(),
      action: fields.oneOf(['create', 'update'], 'What becomes of the page.'),
      pageId: fields.idOrNull('ID of the page that is updated.'),
    }),
    { description: 'Up to 2,000 pages, parents before their children.' },
  ),
  problems: Type.Array(line, { description: 'What is not imported, or only in part.' }),
  losses,
  warnings,
  isCut: Type.Boolean({ description: 'Whether a list has more entries.' }),
})

export function toPreview(json: string | null): ImportPreview | null {
  // SAFETY: only `previewImport` writes it.
  return json === null ? null : (parseJson(json) as ImportPreview)
}

export const skipped = Type.Array(line)
export const literals = Type.Array(
  Type.Object({
    path: Type.String(),
    line: Type.Union([Type.Integer(), Type.Null()]),
    text: Type.String(),
  }),
  { description: 'Syntax of other programs that stays text, with its line in the file.' },
)
export const brokenLinks = Type.Array(
  Type.Object({
    path: Type.String(),
    url: Type.String(),
    reason: Type.String(),
    line: Type.Optional(Type.Integer({ description: 'First line of the file with the link.' })),
  }),
)
