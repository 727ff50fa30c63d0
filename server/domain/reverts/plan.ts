import { isRecord } from '../../../content/check/state.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import { sortInSlices } from '../../lib/lists/sort-in-slices.ts'
import { mapInSlices, startTimeSlice } from '../../lib/time-slices.ts'
import {
  levelIn,
  levelsIn,
  noLevel,
  type Reader,
  runChanges,
  sections,
  type Viewer,
} from '../../store/index.ts'
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
  /** The last event that deleted it. */
  deleted: number | undefined
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
  /** Those that the reader can access, in the order of their first change; deleted ones in the reverse order. */
  pages: PageChanges[]
  /** The pages that the runs created, also those that the reader cannot access. */
  created: ReadonlySet<string>
  /** Pages with changes that were permanently deleted since. */
  purgedPages: number
  renamedFiles: { fileId: string; from: string; to: string }[]
  uploadedFiles: number
  remainder: Remainder
}

/** What the runs of a family changed, as far as the viewer can know of it. */
export async function readPlan(reader: Reader, viewer: Viewer, family: Family): Promise<Plan> {
  const pages = new Map<string, PageChanges>()
  const timeSlice = startTimeSlice()
  const plan: Plan = {
    pages: [],
    created: new Set(),
    purgedPages: 0,
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
  const others: { type: string; data: Data }[] = []
  for (const event of await eventsOf(reader, family)) {
    const data = readData(event.data)
    notePage(pages, event, data)
    if (otherTypes.has(event.type) && targets.has(event.runId)) {
      others.push({ type: event.type, data })
    }
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  for (const { id, startedAt, lastAt } of family.runs) {
    const since = Math.max(startedAt, family.since.get(id) ?? 0)
    const run = { workspaceId: family.workspaceId, runId: id, since, until: lastAt + slackMs }
    if (timeSlice.isOver()) await timeSlice.pause()
    for (const pageId of await runChanges.typed(reader, run)) {
      pageOf(pages, pageId).isChanged = true
    }
  }
  const { readable, hidden } = await accessTo(reader, viewer, [...pages.keys()])
  for (const { type, data } of others) {
    if (!hidden.has(String(data['pageId']))) noteOthers(plan, type, data)
  }
  const created = new Set<string>()
  const read: PageChanges[] = []
  for (const page of pages.values()) {
    if (page.origin === 'created') created.add(page.pageId)
    if (readable.has(page.pageId)) read.push(page)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const purgedPages = pages.size - readable.size - hidden.size
  return { ...plan, pages: await parentsFirst(read), created, purgedPages }
}

/** Deleted pages return in the reverse order: those below a page can only return to it after it. */
async function parentsFirst(pages: readonly PageChanges[]): Promise<PageChanges[]> {
  const deleted = pages.filter(({ origin }) => origin === 'deleted')
  deleted.sort((one, other) => (one.deleted ?? 0) - (other.deleted ?? 0))
  return mapInSlices(pages, (page) => (page.origin === 'deleted' ? (deleted.pop() ?? page) : page))
}

type Access = { readable: Set<string>; hidden: Set<string> }

/** Permanently deleted pages are in neither. */
async function accessTo(
  reader: Reader,
  viewer: Viewer,
  pageIds: readonly string[],
): Promise<Access> {
  const timeSlice = startTimeSlice()
  const rows: sections.PageSection[] = []
  for (let start = 0; start < pageIds.length; start += batchSize) {
    const batch = pageIds.slice(start, start + batchSize)
    rows.push(...(await sections.ofPages(reader, viewer.workspaceId, batch)))
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const sectionIds = new Set<string>()
  for (const { sectionId } of rows) if (sectionId !== null) sectionIds.add(sectionId)
  const levels = await levelsIn(reader, viewer, [...sectionIds])
  const openLevel = await levelIn(reader, viewer, null)
  const access: Access = { readable: new Set(), hidden: new Set() }
  for (const { id, sectionId } of rows) {
    const level = sectionId === null ? openLevel : (levels.get(sectionId) ?? noLevel)
    access[level === noLevel ? 'hidden' : 'readable'].add(id)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return access
}

async function eventsOf(reader: Reader, family: Family): Promise<runChanges.RunEvent[]> {
  const found: runChanges.RunEvent[] = []
  const { workspaceId } = family
  const timeSlice = startTimeSlice()
  for (const [runId, since] of family.since) {
    if (timeSlice.isOver()) await timeSlice.pause()
    for (let after = 0; ;) {
      const run = { workspaceId, runId, since }
      const part = await runChanges.events(reader, run, { after, limit: batchSize })
      found.push(...part)
      after = part.at(-1)?.sequence ?? after
      if (part.length < batchSize) break
      if (timeSlice.isOver()) await timeSlice.pause()
    }
  }
  const known = new Set(found.map(({ sequence }) => sequence))
  found.push(...family.accepted.events.filter(({ sequence }) => !known.has(sequence)))
  return sortInSlices(found, (one, other) => one.sequence - other.sequence)
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
    deleted: undefined,
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
  if (type === 'page.deleted') {
    page.origin ??= 'deleted'
    page.deleted = sequence
  }
  if (type === 'page.restored') {
    page.origin ??= 'restored'
    if (page.origin === 'restored') page.restored ??= { sequence, at }
    const { movedFrom: previous } = data
    if (isRecord(previous)) page.moves.push(moveOf({ ...data, previous }))
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

/** The events that `noteOthers` counts. */
const otherTypes: ReadonlySet<string> = new Set([
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'file.deleted',
  'file.uploaded',
  'file.renamed',
  'page.permissions_changed',
])

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
