import assert from 'node:assert/strict'
import type { Answer, Refusal, TestServer } from '../../support/server.ts'

export type ShownEntry = {
  id: string
  kind: string
  page: { id: string; title: string; icon: string | null } | null
  commentId: string | null
  text: string | null
  proposal: { id: string; title: string } | null
  actor: { id: string; firstName: string; lastName: string }
  run: { id: string; isAgent: boolean; client: string | null } | null
  createdAt: string
  isRead: boolean
  snoozedUntil: string | null
}

export type ShownInbox = { entries: ShownEntry[]; unread: number; nextCursor: string | null }

/** What someone does with their inbox, over HTTP. */
export type Inbox = {
  ask: <Body = Refusal>(path: string, body: object) => Promise<Answer<Body>>
  list: (filter?: object) => Promise<ShownInbox>
  /** The kind and the title of the page or proposal of each entry. */
  titles: (filter?: object) => Promise<string[]>
  /** The number of unread entries after a change. */
  change: (how: 'mark' | 'snooze', body: object) => Promise<number>
  comment: (pageId: string, markdown: string, parentId?: string) => Promise<string>
}

export function inboxOf(quire: TestServer, key?: string): Inbox {
  const { workspaceId } = quire
  const ask = <Body>(path: string, body: object) =>
    quire.post<Body>(path, { workspaceId, ...body }, key)
  const done = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await ask<Body>(path, body)
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const list = (filter: object = {}) => done<ShownInbox>('/v1/inbox/list', filter)
  return {
    ask,
    list,
    titles: async (filter) =>
      (await list(filter)).entries.map(
        ({ kind, page, proposal }) => `${kind} ${page?.title ?? proposal?.title}`,
      ),
    change: async (how, body) => (await done<{ unread: number }>(`/v1/inbox/${how}`, body)).unread,
    comment: async (pageId, markdown, parentId) => {
      const said = { pageId, markdown, ...(parentId !== undefined && { parentId }) }
      return (await done<{ commentId: string }>('/v1/comments/create', said)).commentId
    },
  }
}

export function mentionOf({ userId }: { userId: string }, name = 'Someone'): string {
  return `[@${name}](/members/${userId})`
}
