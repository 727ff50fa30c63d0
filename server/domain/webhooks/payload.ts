import { toIso } from '../../lib/clock.ts'
import { type events, files, type Reader, webhookSubjects } from '../../store/index.ts'
import { type EventType, isEventType } from './event-types.ts'

/** An event as endpoints are told of it. */
export type Message = {
  id: string
  type: EventType
  sequence: number
  workspaceId: string
  timestamp: number
  actor: { type: 'member' | 'system'; id: string | null; via: string; name: string }
  data: Record<string, unknown>
  /** In words, for chats: what the actor did, and to what. */
  subject: { title: string; url: string | null }
  /** Pages whose sections it belongs to. */
  places: readonly string[]
}

/** What emit() writes; every type has some of it. */
export type Facts = {
  pageId?: string
  title?: string
  parentId?: string | null
  version?: number
  changed?: string[]
  previous?: {
    title?: string
    icon?: string | null
    parentId?: string | null
    role?: string
    name?: string
  }
  pages?: number
  commentId?: string
  threadId?: string
  fileId?: string
  name?: string
  mimeType?: string
  size?: number
  userId?: string
  role?: string
}

export type StoredEvent = Omit<events.EventRow, 'data'> & { facts: Facts }

/** Undefined for events that are not for others. */
export function readEvent({ data, ...row }: events.EventRow): StoredEvent | undefined {
  if (!isEventType(row.type)) return undefined
  // SAFETY: only emit() writes this column, from an Event.
  return { ...row, facts: JSON.parse(data) as Facts }
}

/** The standard body: identifiers and changed metadata, never the text of a page. */
export function envelope({ actor, timestamp, ...message }: Message): string {
  const { id, type, workspaceId, sequence, data } = message
  const by = { type: actor.type, id: actor.id, via: actor.via }
  return JSON.stringify({
    id,
    type,
    timestamp: toIso(timestamp),
    workspaceId,
    sequence,
    actor: by,
    data,
  })
}

/** Turns events into messages; reads what they are about once for all of them. */
export class Narrator {
  readonly #reader: Reader
  readonly #baseUrl: string
  readonly #known = new Map<string, Promise<unknown>>()

  constructor(reader: Reader, baseUrl: string) {
    this.#reader = reader
    this.#baseUrl = baseUrl
  }

  async tell(event: StoredEvent): Promise<Message> {
    const { id, workspaceId, sequence, actorId, via, createdAt, facts } = event
    const [person, told] = await Promise.all([this.#person(actorId), this.#about(event)])
    const name = person === undefined ? 'The operator' : `${person.firstName} ${person.lastName}`
    // SAFETY: readEvent let only such types through.
    const type = event.type as EventType
    return {
      id,
      type,
      sequence,
      workspaceId,
      timestamp: createdAt,
      actor: {
        type: person === undefined ? 'system' : 'member',
        id: person === undefined ? null : actorId,
        via,
        name: name.trim(),
      },
      places: [facts.pageId, facts.previous?.parentId].filter((place) => typeof place === 'string'),
      ...told,
    }
  }

  #about(event: StoredEvent): Promise<Pick<Message, 'data' | 'subject'>> {
    if (event.type.startsWith('page.')) return this.#aboutPage(event)
    if (event.type.startsWith('comment.')) return this.#aboutComment(event)
    if (event.type.startsWith('file.')) return this.#aboutFile(event)
    return this.#aboutMember(event)
  }

  async #aboutPage(event: StoredEvent): Promise<Pick<Message, 'data' | 'subject'>> {
    const { type, facts } = event
    const page = await this.#page(event)
    const { changed = [], previous = {}, pages = 1 } = facts
    const more: Record<string, object> = {
      'page.updated': { changed, previous },
      'page.moved': {
        changed: previous.parentId === facts.parentId ? ['position'] : ['parentId'],
        previous,
      },
      'page.deleted': { pages },
      'page.restored': { pages },
    }
    return { data: { page, ...more[type] }, subject: { title: page.title, url: page.url } }
  }

  async #aboutComment(event: StoredEvent): Promise<Pick<Message, 'data' | 'subject'>> {
    const {
      pageId = '',
      commentId = '',
      threadId = commentId,
      changed = ['markdown'],
    } = event.facts
    const page = await this.#pageOrNull(event)
    const url = `${this.#baseUrl}/pages/${pageId}#comment-${commentId}`
    const comment = { id: commentId, threadId, pageId, url }
    const isUpdate = event.type === 'comment.updated'
    return {
      data: { comment, page, ...(isUpdate ? { changed } : {}) },
      subject: { title: page?.title ?? 'a page', url },
    }
  }

  async #aboutFile(event: StoredEvent): Promise<Pick<Message, 'data' | 'subject'>> {
    const { workspaceId, type, facts } = event
    const { fileId = '' } = facts
    const known = await this.#once(`file ${fileId}`, () =>
      files.get(this.#reader, workspaceId, fileId),
    )
    const url = `${this.#baseUrl}/files/${fileId}`
    const { name = '', mimeType = '', size = 0 } = known ?? facts
    const file = { id: fileId, name, mimeType, size, url }
    const subject = { title: name, url: type === 'file.deleted' ? null : url }
    if (type === 'file.renamed') return { data: { file, previous: facts.previous }, subject }
    if (type !== 'file.attached') return { data: { file }, subject }
    return { data: { file, page: await this.#pageOrNull(event) }, subject }
  }

  async #aboutMember({ type, facts }: StoredEvent): Promise<Pick<Message, 'data' | 'subject'>> {
    const { userId = '', role = null, previous = {} } = facts
    const person = await this.#person(userId)
    const { firstName = '', lastName = '' } = person ?? {}
    const member = { id: userId, firstName, lastName, role }
    const more = type === 'member.updated' ? { changed: ['role'], previous } : {}
    return {
      data: { member, ...more },
      subject: { title: `${firstName} ${lastName}`.trim(), url: null },
    }
  }

  /** As it was told: what has changed since has an event of its own. */
  async #page(event: StoredEvent) {
    const { facts, createdAt } = event
    const now = await this.#pageOrNull(event)
    return {
      id: facts.pageId ?? '',
      title: facts.title ?? now?.title ?? '',
      icon: now?.icon ?? null,
      url: `${this.#baseUrl}/pages/${facts.pageId}`,
      parentId: facts.parentId === undefined ? (now?.parentId ?? null) : facts.parentId,
      ownership: now?.ownership ?? 'TEXT',
      type: now?.type ?? 'TEXT',
      version: facts.version ?? now?.version ?? 1,
      createdAt: now?.createdAt ?? toIso(createdAt),
      updatedAt: now?.updatedAt ?? toIso(createdAt),
    }
  }

  async #pageOrNull({ workspaceId, facts: { pageId = '' } }: StoredEvent) {
    const row = await this.#once(`page ${pageId}`, () =>
      webhookSubjects.page(this.#reader, workspaceId, pageId),
    )
    if (row === undefined) return null
    const { id, title, icon, ownership, type, version, createdAt, updatedAt } = row
    return {
      id,
      title,
      icon,
      url: `${this.#baseUrl}/pages/${id}`,
      parentId: row.parentId === workspaceId ? null : row.parentId,
      ownership,
      type,
      version,
      createdAt: toIso(createdAt),
      updatedAt: toIso(updatedAt),
    }
  }

  async #person(userId: string): Promise<webhookSubjects.PersonSubject | undefined> {
    if (userId === '') return undefined
    return this.#once(`person ${userId}`, () => webhookSubjects.person(this.#reader, userId))
  }

  #once<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
    const known = this.#known.get(key) ?? read()
    this.#known.set(key, known)
    // SAFETY: a key is only ever used with one kind of read.
    return known as Promise<Result>
  }
}
