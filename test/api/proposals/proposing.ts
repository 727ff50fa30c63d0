import assert from 'node:assert/strict'
import { addPage } from '../../support/pages.ts'
import type { Answer, TestServer } from '../../support/server.ts'

export type ShownPart = {
  hunk: number | null
  isConflict: boolean
  conflicts: { base: string; page: string; proposed: string }[]
  near: string[]
  words: { kind: string; text: string }[]
  lines: { kind: string; text: string }[]
}

export type ShownField = {
  name: string
  before: string | null
  after: string | null
  isConflict: boolean
}

export type ShownChange = {
  number: number
  kind: string
  pageId: string
  title: string
  state: string
  baseVersion: number | null
  currentVersion: number | null
  conflict: string | null
  fields: ShownField[]
  body: ShownPart[]
  markdown: string | null
  from: { id: string; title: string } | null
  to: { id: string; title: string } | null
  accepted: { hunks: number[]; fields: string[] } | null
}

export type ShownProposal = {
  id: string
  title: string
  reason: string
  state: string
  revision: number
  changes: number
  openChanges: number
  proposer: { id: string; firstName: string }
  decidedBy: { id: string; firstName: string } | null
  decidedAt: string | null
  canAccept: boolean
  canDecline: boolean
  isMine: boolean
  list: ShownChange[]
  comments: {
    id: string
    change: number | null
    kind: string
    markdown: string
    author: { firstName: string }
  }[]
}

/** What the operations that create and decide answer, or why they refuse. */
export type Decided = {
  proposalId: string
  state: string
  pages: { pageId: string; version: number | null }[]
  code: string
  message: string
  details?: { path: string; message: string }[]
}

/** What someone does with proposals in a workspace, over HTTP. `key` is that of the person or program. */
export type Proposing = {
  /** Any operation, with the workspace. */
  ask: <Body = Decided>(path: string, body: object) => Promise<Answer<Body>>
  create: (changes: readonly object[], proposal?: object) => Promise<Answer<Decided>>
  /** The ID of a proposal that must be accepted as one. */
  propose: (changes: readonly object[], proposal?: object) => Promise<string>
  /** Accepts the first revision unless `body` names another. */
  decide: (how: string, proposalId: string, body?: object) => Promise<Answer<Decided>>
  get: (proposalId: string) => Promise<ShownProposal>
}

export function proposingAs(quire: TestServer, key?: string): Proposing {
  const { workspaceId } = quire
  const ask = <Body>(path: string, body: object) =>
    quire.post<Body>(path, { workspaceId, ...body }, key)
  const create = (changes: readonly object[], proposal: object = {}) =>
    ask<Decided>('/v1/proposals/create', { title: 'Better', changes, ...proposal })
  return {
    ask,
    create,
    propose: async (changes, proposal) => {
      const { status, body } = await create(changes, proposal)
      assert.equal(status, 200, JSON.stringify(body))
      return body.proposalId
    },
    decide: (how, proposalId, body = {}) =>
      ask<Decided>(`/v1/proposals/${how}`, { proposalId, ...read(how), ...body }),
    get: async (proposalId) => {
      const { status, body } = await ask<ShownProposal>('/v1/proposals/get', { proposalId })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    },
  }
}

/** The revision that a proposal has before anyone updates it. */
export function read(how: string): { revision?: number } {
  return how.endsWith('accept') ? { revision: 1 } : {}
}

export function editOf(pageId: string, markdown: string): object {
  return { kind: 'edit', pageId, markdown }
}

/** Pages with these texts, below a page. */
export async function addPages(
  quire: TestServer,
  parentId: string | null,
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const ids: string[] = []
  for (const [title, markdown] of Object.entries(texts)) {
    ids.push(await addPage(quire, title, { markdown, ...(parentId !== null && { parentId }) }))
  }
  return ids
}

/** Status and code of an answer. */
export function outcome({ status, body }: Answer<Decided>): [number, string] {
  return [status, body.code]
}
