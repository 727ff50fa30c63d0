import { isRecord } from '../../../content/check/state.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import { type Reader, runChanges } from '../../store/index.ts'
import type { Family } from './target.ts'

/** Events read at once. */
const batchSize = 1000
/** A run goes on for about a minute after the time that is stored, and typing is stored minutes later. */
const slackMs = 15 * 60_000

/** A page was moved: the parents are null at the top level, the positions undefined if unknown. */
export type Move = {
  from: string | null
  to: string | null
  before: string | undefined
  after: string | undefined
}

export type CommentChange = { commentId: string; threadId: string; kind: CommentKind }
type CommentKind = 'created' | 'updated' | 'resolved' | 'reopened' | 'deleted'

/** What runs changed on a page, from their events. */
export type PageChanges = {
  pageId: string
  title: string
  /** What happened first: it was created, deleted or restored. */
  origin: 'created' | 'deleted' | 'restored' | undefined
  /** The event that restored it, if that happened first. */
  restored: { sequence: number; at: number } | undefined
  moves: Move[]
  comments: CommentChange[]
  attached: string[]
  /** Its body, title, icon or properties changed. */
  isChanged: boolean
}

/** What cannot be undone, with the number of each. */
export type Remainder = {
  deletedComments: number
  editedComments: number
  deletedFiles: number
  permissions: number
  mentions: number
}

export type Plan = {
  /** In the order of their first change. */
  pages: PageChanges[]
  renamedFiles: { fileId: string; from: string; to: string }[]
  uploadedFiles: number
  remainder: Remainder
}

/** What the runs of a family changed. */
export async function readPlan(reader: Reader, family: Family): Promise<Plan> {
  const pages = new Map<string, PageChanges>()
  const plan: Plan = {
    pages: [],
    renamedFiles: [],
    uploadedFiles: 0,
    remainder: {
      deletedComments: 0,
      editedComments: 0,
      deletedFiles: 0,
      permissions: 0,
      mentions: 0,
    },
  }
  const targets = new Set(family.runs.map(({ id }) => id))
  for (const event of await eventsOf(reader, family)) {
    const data = readData(event.data)
    notePage(pages, event, data)
    if (targets.has(event.runId)) noteOthers(plan, event.type, data)
  }
  for (const { id, startedAt, lastAt } of family.runs) {
    const since = Math.max(startedAt, family.since.get(id) ?? 0)
    const run = { workspaceId: family.workspaceId, runId: id, since, until: lastAt + slackMs }
    for (const pageId of await runChanges.typed(reader, run)) {
      pageOf(pages, pageId).isChanged = true
    }
  }
  return { ...plan, pages: [...pages.values()] }
}

async function eventsOf(reader: Reader, family: Family): Promise<runChanges.RunEvent[]> {
  const found: runChanges.RunEvent[] = []
  const { workspaceId } = family
  for (const [runId, since] of family.since) {
    for (let after = 0; ;) {
      const run = { workspaceId, runId, since }
      const part = await runChanges.events(reader, run, { after, limit: batchSize })
      found.push(...part)
      after = part.at(-1)?.sequence ?? after
      if (part.length < batchSize) break
    }
  }
  return found.toSorted((one, other) => one.sequence - other.sequence)
}

type Data = Record<string, unknown>

function readData(json: string): Data {
  const data = parseJson(json)
  return isRecord(data) ? data : {}
}

function pageOf(pages: Map<string, PageChanges>, pageId: string): PageChanges {
  const known = pages.get(pageId)
  if (known !== undefined) return known
  const page: PageChanges = {
    pageId,
    title: '',
    origin: undefined,
    restored: undefined,
    moves: [],
    comments: [],
    attached: [],
    isChanged: false,
  }
  pages.set(pageId, page)
  return page
}

function notePage(
  pages: Map<string, PageChanges>,
  { type, sequence, createdAt: at }: runChanges.RunEvent,
  data: Data,
): void {
  const { pageId } = data
  if (typeof pageId !== 'string') return
  const page = pageOf(pages, pageId)
  if (typeof data['title'] === 'string') page.title = data['title']
  if (type === 'page.created') page.origin ??= 'created'
  if (type === 'page.deleted') page.origin ??= 'deleted'
  if (type === 'page.restored') {
    page.origin ??= 'restored'
    if (page.origin === 'restored') page.restored ??= { sequence, at }
  }
  if (type === 'page.updated') page.isChanged = true
  if (type === 'page.moved') page.moves.push(moveOf(data))
  if (type === 'file.attached') page.attached.push(String(data['fileId']))
  const kind = commentKinds.find((one) => type === `comment.${one}`)
  if (kind === undefined) return
  const { commentId, threadId } = data
  page.comments.push({ commentId: String(commentId), threadId: String(threadId), kind })
}

const commentKinds: readonly CommentKind[] = [
  'created',
  'updated',
  'resolved',
  'reopened',
  'deleted',
]

function moveOf({ parentId, previous, position }: Data): Move {
  const { before, after } = isRecord(position) ? position : {}
  return {
    from: textOr(isRecord(previous) ? previous['parentId'] : null, null),
    to: textOr(parentId, null),
    before: textOr(before, undefined),
    after: textOr(after, undefined),
  }
}

function textOr<Other>(value: unknown, other: Other): string | Other {
  return typeof value === 'string' ? value : other
}

function noteOthers(plan: Plan, type: string, data: Data): void {
  const { remainder } = plan
  const { mentions, previous } = data
  if (type === 'comment.created' && Array.isArray(mentions)) remainder.mentions += mentions.length
  if (type === 'comment.updated') remainder.editedComments += 1
  if (type === 'comment.deleted') remainder.deletedComments += 1
  if (type === 'file.deleted') remainder.deletedFiles += 1
  if (type === 'file.uploaded') plan.uploadedFiles += 1
  if (type === 'page.permissions_changed') remainder.permissions += 1
  if (type === 'file.renamed' && isRecord(previous)) {
    const [from, to] = [String(previous['name']), String(data['name'])]
    plan.renamedFiles.push({ fileId: String(data['fileId']), from, to })
  }
}
