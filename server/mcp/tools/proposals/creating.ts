import type { Static } from 'typebox'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import type { BatchEdit } from '../../../domain/pages/batch/edit-pages.ts'
import { editModes } from '../../../domain/pages/edit-modes.ts'
import { maxChanges } from '../../../domain/pages/proposed.ts'
import { collect, type GivenChange } from '../../../domain/proposals/given-changes.ts'
import { draftingContext, propose } from '../../../domain/proposals/propose.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { toPageType } from '../pages/inputs.ts'
import { proposalUrl } from '../proposed.ts'

const kinds = ['create', 'edit', 'move', 'trash'] as const

const change = Type.Object({
  kind: Type.Unsafe<(typeof kinds)[number]>({ type: 'string', enum: [...kinds] }),
  page: Type.Optional(Type.String({ maxLength: 2048, description: 'Except for create' })),
  key: Type.Optional(Type.String({ maxLength: 100, description: 'Names a new page in the call' })),
  parent: Type.Optional(
    Type.String({ maxLength: 2048, description: 'For create and move; "#key"; "root": top level' }),
  ),
  after: Type.Optional(Type.String({ maxLength: 2048, description: 'For move: the sibling' })),
  title: Type.Optional(Type.String({ maxLength: 255 })),
  type: Type.Optional(Type.String({ maxLength: 10, description: 'page or board' })),
  markdown: Type.Optional(
    Type.String({ maxLength: 50_000, description: 'Complete body, for create and edit' }),
  ),
  mode: Type.Optional(Type.String({ maxLength: 10, description: 'For edit, as in edit_page' })),
  text: Type.Optional(Type.String({ maxLength: 50_000 })),
  find: Type.Optional(Type.String({ maxLength: 50_000 })),
  heading: Type.Optional(Type.String({ maxLength: 1000 })),
  expectedVersion: Type.Optional(Type.Integer({ minimum: 1 })),
})

export type AgentChange = Static<typeof change>

export const agentChanges = Type.Array(change, { minItems: 1, maxItems: maxChanges })

export const createProposal = agentTool({
  name: 'create_proposal',
  description:
    'Propose changes to pages for review, instead of writing them. Wait for the decision with review_proposal.',
  effect: 'adds',
  group: 'proposals',
  operationId: 'proposals.create',
  access: 'comment',
  input: Type.Object({
    title: Type.String({ minLength: 1, maxLength: 200 }),
    reason: Type.Optional(Type.String({ maxLength: 10_000, description: 'Why; Markdown' })),
    changes: agentChanges,
  }),
  run: async (context, { title, reason = '', changes }) => {
    const { workspaceId } = context
    const drafting = await draftOf(context, changes)
    const about = { workspaceId, title, reason }
    const { proposalId, state } = await propose(context, about, drafting.draft)
    // A proposal that was only tried does not exist.
    return context.dryRun
      ? { state, changes: changes.length }
      : { proposalId, state, url: proposalUrl(context, proposalId) }
  },
})

/** The changes of a call, collected. */
export async function draftOf(context: AgentContext, changes: readonly AgentChange[]) {
  const drafting = draftingContext(context)
  const given: GivenChange[] = []
  for (const one of changes) given.push(await toChange(context, one))
  await collect(drafting, context.workspaceId, given)
  return drafting
}

async function toChange(context: AgentContext, given: AgentChange): Promise<GivenChange> {
  const { kind, key, title, type, markdown } = given
  if (kind === 'create') {
    const parentId = await parentOf(context, given.parent ?? 'root')
    return {
      kind,
      title: title ?? missing('title', kind),
      parentId,
      ...(key !== undefined && { key }),
      ...(type !== undefined && { type: toPageType(type) }),
      ...(markdown !== undefined && { markdown, dialect: 'wiki' }),
    }
  }
  const pageId = await resolvePage(context, given.page ?? missing('page', kind))
  if (kind === 'trash') return { kind, pageId }
  if (kind === 'move') {
    const { parent, after } = given
    return {
      kind,
      pageId,
      ...(parent !== undefined && { newParentId: await parentOf(context, parent) }),
      prevPageId: after === undefined ? null : await resolvePage(context, after),
    }
  }
  return { kind, pageId, ...toEdit(given) }
}

function toEdit(given: AgentChange): Omit<GivenChange & { kind: 'edit' }, 'kind' | 'pageId'> {
  const { title, markdown, mode, text = '', find, heading, expectedVersion } = given
  const version = expectedVersion === undefined ? {} : { expectedVersion }
  if (mode === undefined) {
    return {
      ...version,
      ...(title !== undefined && { title }),
      ...(markdown !== undefined && { markdown, dialect: 'wiki' }),
    }
  }
  const known = editModes.find((one) => one === mode)
  if (known === undefined) {
    const message = `must be one of ${editModes.join(', ')}`
    throw invalidInput([{ path: '/changes', rule: 'enum', message: `mode ${message}` }])
  }
  const edit: BatchEdit = {
    mode: known,
    text,
    dialect: 'wiki',
    ...(find !== undefined && { find }),
    ...(heading !== undefined && { heading }),
  }
  return { ...version, edits: [edit] }
}

async function parentOf(context: AgentContext, parent: string): Promise<string | null> {
  if (parent === 'root' || parent === '') return null
  return parent.startsWith('#') ? parent : resolvePage(context, parent)
}

function missing(name: keyof AgentChange, kind: string): never {
  const message = `of kind "${kind}" need ${name}`
  throw invalidInput([{ path: '/changes', rule: 'required', message }])
}
