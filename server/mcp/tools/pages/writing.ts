import type { Static } from 'typebox'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import {
  atPosition,
  type BatchEdit,
  type PageEdits,
} from '../../../domain/pages/batch/edit-pages.ts'
import { type EditMode, editModes } from '../../../domain/pages/edit-modes.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { applyEdits } from './changes.ts'
import { editFields, type EditFields, expectedVersion, pageName, properties } from './inputs.ts'

/** Edits in one call. */
const maxEdits = 100

export const editPage = agentTool({
  name: 'edit_page',
  description:
    'Change part of a page: append or prepend (to the page or under a heading), section (replace the text under a heading, up to the next one), replace (a text that occurs once) or body (replace everything).',
  proposes: true,
  effect: 'edits',
  operationId: 'pages.edit',
  access: 'write',
  aliases: { pageId: 'page' },
  input: Type.Object({ page: pageName, ...editFields, properties }),
  run: async (context, { page, expectedVersion: version, properties: yaml, ...edit }) => {
    const pageId = await resolvePage(context, page)
    const edits = [{ pageId, expectedVersion: version, edits: [toEdit(edit)], yaml }]
    const [answer = {}] = await applyEdits(context, edits)
    return answer
  },
})

const batchEdit = Type.Object({
  page: pageName,
  ...editFields,
  mode: Type.Unsafe<string>({ type: 'string', enum: [...editModes, 'card'] }),
  text: Type.Optional(Type.String({ maxLength: 1_000_000 })),
})

export const editPages = agentTool({
  name: 'edit_pages',
  description:
    'Several edits of one or more pages, all or nothing. Fields as in edit_page; mode card moves the card `find` to column `heading`.',
  proposes: true,
  effect: 'edits',
  operationId: 'pages.edit',
  access: 'write',
  input: Type.Object({
    edits: Type.Array(batchEdit, { minItems: 1, maxItems: maxEdits }),
  }),
  run: async (context, { edits }) => ({
    pages: await applyEdits(context, await groupByPage(context, edits)),
  }),
})

export const moveCard = agentTool({
  name: 'move_card',
  description: 'Move a card of a board to a column.',
  proposes: true,
  effect: 'edits',
  operationId: 'pages.edit',
  access: 'write',
  aliases: { pageId: 'page' },
  input: Type.Object({
    page: pageName,
    card: Type.String({ minLength: 1, maxLength: 50_000, description: 'Its text' }),
    column: Type.String({ maxLength: 1000, description: 'Title of the column' }),
    position: Type.Optional(
      Type.Unsafe<'first' | 'last'>({ type: 'string', enum: ['first', 'last'] }),
    ),
    expectedVersion,
  }),
  run: async (context, { page, card, column, position = 'last', expectedVersion: version }) => {
    const pageId = await resolvePage(context, page)
    const edit = { mode: 'card' as const, text: '', card, column, position }
    const [answer = {}] = await applyEdits(context, [
      { pageId, expectedVersion: version, edits: [edit] },
    ])
    return answer
  },
})

/** The edits of each page, in the order of the call. Throws VALIDATION_FAILED. */
async function groupByPage(
  context: AgentContext,
  edits: readonly Static<typeof batchEdit>[],
): Promise<PageEdits[]> {
  const byPage = new Map<string, PageEdits & { positions: number[] }>()
  for (const [index, { page, expectedVersion: version, ...given }] of edits.entries()) {
    const pageId = await atPosition(index, undefined, () => resolvePage(context, page))
    const known = byPage.get(pageId)
    const positions: number[] = []
    const group = known ?? { pageId, expectedVersion: version, edits: [], positions }
    if (version !== undefined && group.expectedVersion !== version) {
      if (known !== undefined && known.expectedVersion !== undefined) {
        const message = 'must be the same in all edits of a page: they apply to one version'
        throw invalidInput([{ path: `/edits/${index}/expectedVersion`, rule: 'const', message }])
      }
      group.expectedVersion = version
    }
    const edit = { ...given, text: given.text ?? '' }
    group.edits.push(await atPosition(index, undefined, () => toEdit(edit)))
    group.positions.push(index)
    byPage.set(pageId, group)
  }
  return [...byPage.values()]
}

function toEdit({ mode, find, heading, ...edit }: Omit<EditFields, 'expectedVersion'>): BatchEdit {
  if (mode === 'card') {
    return { mode, text: '', card: find ?? missing('find'), column: heading ?? missing('heading') }
  }
  return {
    ...edit,
    dialect: 'wiki',
    // SAFETY: one of the modes in the schema.
    mode: mode as EditMode,
    ...(find !== undefined && find !== '' && { find }),
    ...(heading !== undefined && heading !== '' && { heading }),
  }
}

function missing(name: string): never {
  throw invalidInput([
    { path: `/${name}`, rule: 'required', message: 'is required with mode "card"' },
  ])
}
