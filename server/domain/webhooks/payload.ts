import { toIso } from '../../lib/clock.ts'
import {
  type EventDetail,
  type EventSubject,
  eventTypeOf,
  type eventTypes,
} from '../../lib/event-types.ts'
import { defaultFields, pickFields } from '../../lib/page-fields.ts'
import {
  files,
  levelIn,
  noLevel,
  type Reader,
  sections,
  systemViewer,
  type webhookDeliveries,
  webhookSubjects,
} from '../../store/index.ts'
import {
  clientOf,
  type EventData,
  type KnownEvent,
  type StoredEvent,
  type StoredType,
} from '../events/stored-events.ts'
import type { EventView } from '../events/views.ts'

/** An event, ready to send. */
export type Message = {
  id: string
  type: string
  /** False for an event of a later version, and for a damaged one. */
  isKnown: boolean
  sequence: number
  workspaceId: string
  timestamp: number
  actor: {
    type: 'member' | 'system'
    id: string | null
    via: string
    name: string
    /** Left out when unknown. */
    runId?: string | null
    client?: string | null
  }
  data: unknown
  /** What the event is about, for chats. */
  subject: { title: string; url: string | null }
  /** The pages it is about: their sections receive it. */
  pageIds: readonly string[]
  /** Decides who sees it in the log; missing when everyone does. */
  about?: webhookDeliveries.DeliverySubject
  commentId?: string
  /** Set if a proposal was accepted, but not all of it. */
  isInPart?: boolean
  /** The agent that it mentions or that a page is assigned to. */
  agentId?: string
}

type TypesOf<Subject extends EventSubject> = {
  [Type in StoredType]: (typeof eventTypes)[Type]['subject'] extends Subject ? Type : never
}[StoredType]
type EventAbout<Subject extends EventSubject> = Extract<KnownEvent, { type: TypesOf<Subject> }>
type FileFields = EventData['file.uploaded']
type CommentFields = EventData['comment.updated']
type Content = Pick<Message, 'subject' | 'commentId' | 'isInPart'> & {
  data: Record<string, unknown>
}

/** The standard body: ids and changed metadata, never page content. */
export function envelope({ actor, timestamp, ...message }: Message): string {
  const { id, type, isKnown, workspaceId, sequence, data } = message
  const { runId = null, client = null } = actor
  const by = { type: actor.type, id: actor.id, via: actor.via, runId, client }
  return JSON.stringify({
    id,
    type,
    timestamp: toIso(timestamp),
    workspaceId,
    sequence,
    actor: by,
    ...(isKnown ? {} : { unknown: true }),
    data,
  })
}

/** Builds messages; reads each page, file and person once. */
export class PayloadBuilder {
  readonly #reader: Reader
  readonly #baseUrl: string
  readonly #view: EventView | undefined
  readonly #known = new Map<string, Promise<unknown>>()

  /** Without a view, the receivers see everything. */
  constructor(reader: Reader, baseUrl: string, view?: EventView) {
    this.#reader = reader
    this.#baseUrl = baseUrl
    this.#view = view
  }

  async build(event: StoredEvent): Promise<Message> {
    const { id, type, isKnown, workspaceId, sequence, actorId, via, createdAt } = event
    const [person, content] = await Promise.all([
      this.#person(actorId),
      event.isKnown ? this.#content(event) : contentOfUnknown(event),
    ])
    const name = person === undefined ? 'The operator' : `${person.firstName} ${person.lastName}`
    return {
      id,
      type,
      isKnown,
      sequence,
      workspaceId,
      timestamp: createdAt,
      actor: {
        type: person === undefined ? 'system' : 'member',
        id: person === undefined ? null : actorId,
        via,
        name: name.trim(),
        runId: event.runId,
        client: clientOf(event),
      },
      pageIds: event.isKnown ? pageIdsOf(event) : [],
      ...(event.isKnown ? { about: subjectOf(event) } : {}),
      ...(event.isKnown && 'agentId' in event.data ? { agentId: event.data.agentId } : {}),
      ...content,
    }
  }

  async #content(event: KnownEvent): Promise<Content> {
    const { data, ...content } = await this.#subject(event)
    const names = eventTypeOf(event.type).details ?? []
    const details = names.map(async (name) => [name, await this.#detail(name, event)] as const)
    return { ...content, data: { ...data, ...Object.fromEntries(await Promise.all(details)) } }
  }

  #subject(event: KnownEvent): Promise<Content> {
    if (isAbout(event, 'page')) return this.#pageContent(event)
    if (isAbout(event, 'comment')) return this.#commentContent(event)
    if (isAbout(event, 'proposal')) return this.#proposalContent(event)
    if (isAbout(event, 'file')) return this.#fileContent(event)
    return this.#memberContent(event)
  }

  async #detail(name: EventDetail, event: KnownEvent): Promise<unknown> {
    const { data } = event
    if (name === 'page') return this.#pageOrNull(event, 'pageId' in data ? data.pageId : '')
    if (name === 'changed') return changedBy(event)
    if (name === 'comment') return this.#commentOrNull(event)
    if (name === 'agent') return this.#agent('agentId' in data ? data.agentId : '')
    if (name === 'previous') return ('previous' in data ? data.previous : undefined) ?? {}
    return 'pages' in data ? data.pages : 1
  }

  /** As of the event; later changes have events of their own. */
  async #pageContent(event: EventAbout<'page'>): Promise<Content> {
    const { data, createdAt } = event
    const now = await this.#pageOrNull(event, data.pageId)
    const page = {
      id: data.pageId,
      ...pickFields(now ?? defaultFields),
      ...('title' in data ? { title: data.title } : {}),
      url: `${this.#baseUrl}/pages/${data.pageId}`,
      parentId: 'parentId' in data ? data.parentId : (now?.parentId ?? null),
      ownership: now?.ownership ?? 'TEXT',
      type: now?.type ?? 'TEXT',
      version: 'version' in data ? data.version : (now?.version ?? 1),
      createdAt: now?.createdAt ?? toIso(createdAt),
      updatedAt: now?.updatedAt ?? toIso(createdAt),
    }
    return { data: { page }, subject: { title: page.title, url: page.url } }
  }

  async #commentContent(event: EventAbout<'comment'>): Promise<Content> {
    const { pageId, commentId } = event.data
    const page = await this.#pageOrNull(event, pageId)
    const comment = this.#comment(event.data)
    const subject = { title: page?.title ?? 'a page', url: comment.url }
    return { commentId, data: { comment, page }, subject }
  }

  #comment({ pageId, commentId, threadId }: CommentFields) {
    const url = `${this.#baseUrl}/pages/${pageId}#comment-${commentId}`
    return { id: commentId, threadId, pageId, url }
  }

  #commentOrNull({ data }: KnownEvent) {
    if (!('commentId' in data) || data.commentId === undefined) return null
    const { pageId, commentId, threadId = commentId } = data
    return this.#comment({ pageId, commentId, threadId })
  }

  async #proposalContent(event: EventAbout<'proposal'>): Promise<Content> {
    const { proposalId, state, changes } = event.data
    const isAcceptedInPart = 'isAcceptedInPart' in event.data && event.data.isAcceptedInPart
    const [pageId] = pageIdsOf(event)
    const page = pageId === undefined ? null : await this.#pageOrNull(event, pageId)
    const url = `${this.#baseUrl}/proposals/${proposalId}`
    return {
      data: { proposal: { id: proposalId, state, isAcceptedInPart, changes, url }, page },
      subject: { title: page?.title ?? 'a new page', url },
      isInPart: isAcceptedInPart,
    }
  }

  async #fileContent({ workspaceId, type, data }: EventAbout<'file'>): Promise<Content> {
    const { fileId } = data
    const known = await this.#once(`file ${fileId}`, () =>
      files.get(this.#reader, systemViewer(workspaceId), fileId),
    )
    const url = `${this.#baseUrl}/files/${fileId}`
    const { name = '', mimeType = '', size = 0 }: Partial<FileFields> = known ?? { ...data }
    return {
      data: { file: { id: fileId, name, mimeType, size, url } },
      subject: { title: name, url: type === 'file.deleted' ? null : url },
    }
  }

  async #memberContent({ data }: EventAbout<'member'>): Promise<Content> {
    const person = await this.#person(data.userId)
    const { firstName = '', lastName = '' } = person ?? {}
    const role = 'role' in data ? data.role : null
    return {
      data: { member: { id: data.userId, firstName, lastName, role } },
      subject: { title: `${firstName} ${lastName}`.trim(), url: null },
    }
  }

  async #pageOrNull({ workspaceId }: KnownEvent, pageId: string) {
    const row = await this.#once(`page ${pageId}`, () =>
      webhookSubjects.page(this.#reader, workspaceId, pageId),
    )
    if (row === undefined || this.#view?.canRead(row.sectionId) === false) return null
    const { id, ownership, type, version, createdAt, updatedAt } = row
    const parentId = await this.#once(`parent of ${id}`, () => this.#parentOf(row))
    return {
      id,
      ...pickFields(row),
      url: `${this.#baseUrl}/pages/${id}`,
      parentId,
      ownership,
      type,
      version,
      createdAt: toIso(createdAt),
      updatedAt: toIso(updatedAt),
    }
  }

  /** Null at the top level and for a parent that the receiver cannot read. Other pages are in the section of their parent. */
  async #parentOf(page: webhookSubjects.PageSubject): Promise<string | null> {
    const { workspaceId, id, parentId, sectionId } = page
    if (parentId === workspaceId) return null
    if (this.#view === undefined || sectionId !== id) return parentId
    const enclosingId = await sections.ofPage(this.#reader, workspaceId, parentId)
    return (await levelIn(this.#reader, this.#view.viewer, enclosingId)) === noLevel
      ? null
      : parentId
  }

  async #agent(id: string): Promise<{ id: string; name: string }> {
    return { id, name: (await this.#person(id))?.firstName ?? '' }
  }

  async #person(userId: string): Promise<webhookSubjects.PersonSubject | undefined> {
    if (userId === '') return undefined
    return this.#once(`person ${userId}`, () => webhookSubjects.person(this.#reader, userId))
  }

  #once<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
    const known = this.#known.get(key) ?? read()
    this.#known.set(key, known)
    // SAFETY: each key is used with one kind of read.
    return known as Promise<Result>
  }
}

function isAbout<Subject extends EventSubject>(
  event: KnownEvent,
  subject: Subject,
): event is EventAbout<Subject> {
  return eventTypeOf(event.type).subject === subject
}

function contentOfUnknown({ type, data }: StoredEvent): Pick<Message, 'data' | 'subject'> {
  return { data, subject: { title: type, url: null } }
}

export function pageIdsOf({ type, data, workspaceId }: KnownEvent): string[] {
  // The ID of the workspace stands for the top level.
  if ('proposalId' in data) return (data.pageIds ?? []).filter((pageId) => pageId !== workspaceId)
  const from = type === 'page.moved' ? data.previous.parentId : null
  return ['pageId' in data ? data.pageId : null, from].filter((pageId) => pageId !== null)
}

/** A deleted file was in a section only if all of its pages were. */
function subjectOf({
  data,
  sectionId,
  workspaceId,
}: KnownEvent): webhookDeliveries.DeliverySubject {
  if ('pageId' in data) return { pageId: data.pageId, fileId: null, sectionId }
  if ('proposalId' in data) {
    return {
      pageId: data.pageIds?.find((one) => one !== workspaceId) ?? null,
      fileId: null,
      sectionId,
    }
  }
  if (!('fileId' in data)) return { pageId: null, fileId: null, sectionId: null }
  const wasIn = ('wasIn' in data ? data.wasIn?.sectionIds : undefined) ?? []
  const section = wasIn.includes(null) ? null : (wasIn[0] ?? null)
  return { pageId: null, fileId: data.fileId, sectionId: section }
}

/** The names of the changed fields. */
function changedBy({ type, data }: KnownEvent): readonly string[] {
  if (type === 'page.moved') {
    return data.previous.parentId === data.parentId ? ['position'] : ['parentId']
  }
  if (type === 'comment.updated') return ['markdown']
  if (type === 'member.updated') return ['role']
  return 'changed' in data ? data.changed : []
}
