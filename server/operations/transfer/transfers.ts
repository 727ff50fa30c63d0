import { maxTransferredPages } from '../../domain/transfer/transfers/transfer-job.ts'
import type { NewTransfer, Transfer } from '../../domain/transfer/transfers/transfers.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { type TransferKind, transferKinds, transferStates } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const transferId = fields.id('ID of the transfer.')
const address = Type.Object({ workspaceId, transferId })
const one = { workspaceId: exampleIds.workspace, transferId: exampleIds.transfer }
const several = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
// The first answer of the server does without it.
const load = () => import('../../domain/transfer/transfers/transfers.ts')

const given = {
  workspaceId,
  pageId,
  kind: fields.oneOf(transferKinds, '`move` moves the originals to the trash at the end.'),
  targetWorkspaceId: fields.id('ID of the workspace that the page goes to.'),
  targetParentId: Type.Optional(
    fields.idOrNull(
      'ID of the parent there. Null or omitted is the top level. The page becomes its last child.',
    ),
  ),
  includeSubpages: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether to copy the pages below it too. A move always includes them.',
    }),
  ),
}

const leftBehind = Type.Integer({
  description:
    'Number of pages below it that stay, each with the pages below it, because you may not change them or do not manage their permissions. Pages that you cannot read stay too, and are not counted.',
})

const shown = {
  id: transferId,
  pageId,
  kind: fields.oneOf(transferKinds, 'Whether the page is copied or moved.'),
  title: Type.String({ description: 'Title of the page.' }),
  targetWorkspaceId: fields.id('ID of the workspace that the page goes to.'),
  targetParentId: fields.idOrNull('ID of the parent there. Null is the top level.'),
  copyId: fields.id('ID of the page there.'),
  url: Type.String({ description: 'Address of the page there.' }),
  state: fields.oneOf(
    transferStates,
    'A transfer that fails or is cancelled is `undoing` until its pages are in the trash.',
  ),
  total: Type.Integer({ description: 'Number of pages.' }),
  done: Type.Integer({ description: 'Number of pages that are copied.' }),
  files: Type.Integer({ description: 'Number of files that are copied.' }),
  leftBehind,
  error: fields.textOrNull('Why the transfer failed. Null without a failure.'),
  createdAt: fields.instant,
  updatedAt: fields.instant,
}

const location = {
  workspaceId,
  workspaceName: Type.String({ description: 'Name of the workspace.' }),
  pageId: fields.id('ID of the page. A move gives it another one.'),
}

function toTransfer(row: Transfer, base: string) {
  return {
    id: row.id,
    pageId: row.pageId,
    kind: row.kind,
    title: row.title,
    targetWorkspaceId: row.targetWorkspaceId,
    targetParentId: row.targetParentId,
    copyId: row.copyId,
    url: `${base}/pages/${row.copyId}`,
    state: row.state,
    total: row.total,
    done: row.done,
    files: row.files,
    leftBehind: row.leftBehind,
    error: row.error,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  }
}

type Given = {
  workspaceId: string
  pageId: string
  kind: TransferKind
  targetWorkspaceId: string
  targetParentId?: string | null
  includeSubpages?: boolean
}

function toNew({ targetParentId = null, includeSubpages = true, ...input }: Given): NewTransfer {
  const includesBelow = includeSubpages || input.kind === 'move'
  return { ...input, targetParentId, includesBelow }
}

export const preview = operation({
  method: 'POST',
  path: '/v1/transfers/preview',
  summary: 'Preview a transfer',
  description:
    'Returns what a copy or move to another workspace would include. Has the errors of `/v1/transfers/create`.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object(given),
  output: Type.Object({
    pages: Type.Integer({ description: 'Number of pages.' }),
    files: Type.Integer({ description: 'Number of files.' }),
    fileBytes: Type.Integer({ description: 'Their size, which counts in the quota there.' }),
    leftBehind,
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { ...several, kind: 'copy', targetWorkspaceId: exampleIds.otherWorkspace },
  tool: { none: 'Agents start the transfer, which answers the same.' },
  run: async (context, input) => (await load()).previewTransfer(context, toNew(input)),
})

export const create = operation({
  method: 'POST',
  path: '/v1/transfers/create',
  summary: 'Copy or move a page to another workspace',
  description: `Starts to copy or move a page, and up to ${maxTransferredPages.toLocaleString('en')} pages below it, with their files. Poll \`/v1/transfers/get\` until \`state\` is \`done\`, \`failed\` or \`cancelled\`. Links between the pages lead to the copies; links to other pages become links with their full address, and mentions of people who are not members there become text. A move includes comments and the last 100 versions of each page, and ends with the originals in the trash; a copy begins with its first version. A page that does not inherit its permissions becomes a private page of yours. Requires write access to the parent there, and for a move to the page.`,
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object(given),
  output: Type.Object(shown),
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED', 'RATE_LIMITED'],
  example: { ...several, kind: 'copy', targetWorkspaceId: exampleIds.otherWorkspace },
  tool: {
    name: 'transfer_page',
    description:
      'Copy or move a page and its subpages to another workspace. Poll get_transfer until state is done.',
    group: 'knowledge',
    effect: 'adds',
    fields: { targetParentId: 'Omit for the top level' },
    answer: 'output',
  },
  run: async (context, input) => {
    const { createTransfer } = await load()
    return toTransfer(await createTransfer(context, toNew(input)), context.publicUrl ?? '')
  },
})

export const get = operation({
  method: 'POST',
  path: '/v1/transfers/get',
  summary: 'Get a transfer',
  description: 'Returns the state and progress of a transfer of yours.',
  access: 'read',
  audience: 'people and keys',
  input: address,
  output: Type.Object(shown),
  errors: ['NOT_FOUND'],
  example: one,
  tool: {
    name: 'get_transfer',
    description: 'State and progress of a transfer.',
    group: 'knowledge',
    effect: 'reads',
    answer: 'output',
  },
  run: async (context, input) =>
    toTransfer(await (await load()).requireTransfer(context, input), context.publicUrl ?? ''),
})

export const cancel = operation({
  method: 'POST',
  path: '/v1/transfers/cancel',
  summary: 'Cancel a transfer',
  description:
    'Stops a running transfer. The pages that it has written go to the trash of the other workspace, and the originals stay.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: address,
  output: fields.ok,
  errors: ['NOT_FOUND', 'BUSY'],
  example: one,
  tool: { none: 'Agents wait for the end of a transfer.' },
  run: async (context, input) => {
    await (await load()).cancelTransfer(context, input)
    return fields.done
  },
})

export const locate = operation({
  method: 'POST',
  path: '/v1/transfers/locate',
  summary: 'Find a page after a move',
  description:
    'Returns where a page is now, also after it was moved to another workspace. Returns `PAGE_NOT_FOUND` if you could not read the page where it was.',
  access: 'key',
  audience: 'people and keys',
  input: Type.Object({ pageId }),
  output: Type.Object({
    location: Type.Union([Type.Object(location), Type.Null()], {
      description: 'Null if the page was moved to where you cannot read it.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { pageId: exampleIds.page },
  tool: { none: 'Agents find a page by its title or text.' },
  run: async (context, input) => {
    const { locateMoved } = await import('../../domain/transfer/transfers/locate.ts')
    return { location: await locateMoved(context, input.pageId) }
  },
})
