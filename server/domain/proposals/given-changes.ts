import { invalidInput } from '../../lib/errors.ts'
import { parseSmall } from '../../lib/json/raw-json.ts'
import type { Ownership, PageType } from '../../lib/vocabulary.ts'
import type { WorkspaceContext } from '../context.ts'
import { type BatchPage, createPages } from '../pages/batch/create-pages.ts'
import { type BatchEdit, editPages } from '../pages/batch/edit-pages.ts'
import { changeProperties, type PropertiesChange } from '../pages/properties/change.ts'
import type { ProposalDraft } from '../pages/proposed.ts'
import { removePage } from '../pages/trash.ts'
import { movePage, requirePage } from '../pages/tree.ts'
import { updatePage } from '../pages/update.ts'
import { readBody } from '../pages/wiki/read-body.ts'

/** A change as a caller gives it. */
export type GivenChange =
  | {
      kind: 'create'
      key?: string
      parentId?: string | null
      title: string
      icon?: string | null
      ownership?: Ownership
      type?: PageType
      markdown?: string
      dialect?: 'wiki'
    }
  | {
      kind: 'edit'
      pageId: string
      expectedVersion?: number
      title?: string
      icon?: string | null
      markdown?: string
      /** Whether wikilinks and front matter of `markdown` are read. */
      dialect?: 'wiki'
      content?: object
      edits?: BatchEdit[]
    }
  | ({ kind: 'properties' } & Omit<PropertiesChange, 'workspaceId'>)
  | { kind: 'move'; pageId: string; newParentId?: string | null; prevPageId?: string | null }
  | { kind: 'trash'; pageId: string }

type DraftingContext = WorkspaceContext & { draft: ProposalDraft }

/**
 * Collects changes in the draft of the context, each made by the same code as a write. Throws the errors of those
 * writes.
 */
export async function collect(
  context: DraftingContext,
  workspaceId: string,
  changes: readonly GivenChange[],
): Promise<void> {
  rejectRepeated(changes)
  const created = changes.flatMap((change): BatchPage[] => {
    if (change.kind !== 'create') return []
    const { kind: _kind, parentId = null, markdown = '', ownership = 'TEXT', ...page } = change
    return [{ ...page, workspaceId, markdown, ownership, parent: parentId }]
  })
  if (created.length > 0) await createPages(context, workspaceId, created)
  for (const change of changes) {
    if (change.kind === 'edit') await collectEdit(context, workspaceId, change)
    if (change.kind === 'properties') await changeProperties(context, { workspaceId, ...change })
    if (change.kind === 'trash') await removePage(context, { workspaceId, pageId: change.pageId })
    if (change.kind === 'move') {
      const { pageId, newParentId, prevPageId = null } = change
      await movePage(context, { workspaceId, pageId, newParentId, prevPageId })
    }
  }
}

async function collectEdit(
  context: DraftingContext,
  workspaceId: string,
  {
    kind: _kind,
    pageId,
    markdown,
    dialect,
    content,
    edits,
    ...fields
  }: GivenChange & { kind: 'edit' },
): Promise<void> {
  const bodies = [markdown, content, edits].filter((given) => given !== undefined)
  if (bodies.length > 1) refuse('/changes', 'must have one of markdown, content and edits')
  if (edits !== undefined) {
    const { expectedVersion, title, icon } = fields
    if (title !== undefined || icon !== undefined) {
      refuse('/changes', 'must not have a title or icon beside edits; use markdown or content')
    }
    await editPages(context, workspaceId, [{ pageId, expectedVersion, edits }])
    return
  }
  const wiki =
    markdown === undefined || dialect === undefined
      ? undefined
      : await readBody(context, pageId, markdown)
  const body =
    wiki === undefined
      ? markdown === undefined
        ? content
        : await documentOf(context, pageId, markdown)
      : parseSmall(wiki.content.document)
  await updatePage(context, {
    workspaceId,
    pageId,
    ...fields,
    ...(body !== undefined && { content: body }),
    ...(wiki?.yaml != null && { yaml: [wiki.yaml] }),
  })
}

/** A new body of a page, which stays a board if it is one. Throws PAGE_NOT_FOUND or VALIDATION_FAILED. */
async function documentOf(
  { store, viewer, content }: WorkspaceContext,
  pageId: string,
  markdown: string,
): Promise<object> {
  const { type } = await requirePage(store, viewer, pageId)
  const { document } = await content.fromMarkdown(markdown, '/markdown', type)
  return parseSmall(document)
}

/** A page has one change of each kind, because each is made of the page as it is. */
function rejectRepeated(changes: readonly GivenChange[]): void {
  const seen = new Set<string>()
  for (const [index, change] of changes.entries()) {
    if (change.kind === 'create') continue
    const key = `${change.kind} ${change.pageId}`
    if (seen.has(key)) {
      refuse(`/changes/${index}`, `must be the only change of kind "${change.kind}" of its page`)
    }
    seen.add(key)
  }
}

function refuse(path: string, message: string): never {
  throw invalidInput([{ path, rule: 'changes', message }])
}
