import assert from 'node:assert/strict'
import type { Answer, TestServer } from '../server.ts'

/** What a revert does on a page. */
export type RevertedPage = {
  id: string
  title: string
  actions: string[]
  remaining: {
    text: string
    reason: string
    userId: string | null
    before?: string
    location?: string
  }[]
  stays: string[]
  summary: { added: { words: number }; removed: { words: number } } | null
  isApproximate: boolean
}
export type RevertPart = { pages: RevertedPage[]; total: number; next: number | null }
export type CannotUndo = Record<string, number | boolean>
export type RevertPreview = RevertPart & {
  runs: { userId: string; run: { id: string; client: string | null } | null }[]
  renamedFiles: number
  cannotUndo: CannotUndo
}

/** The calls of tests about reverts, with the key of an agent. */
export type AgentRuns = {
  send: <Body>(path: string, input: object, key?: string) => Promise<Answer<Body>>
  /** A write that must succeed. */
  write: (path: string, input: object, key?: string) => Promise<void>
  /** What one run does: each has a name of its own. */
  newRun: () => <Body = { pageId: string }>(path: string, input: object) => Promise<Body>
  /** The run of the newest version of a page. */
  runOf: (pageId: string) => Promise<string>
  preview: (target: object, key?: string) => Promise<RevertPreview>
  revert: (target: object, key?: string) => Promise<RevertPart & { runId: string }>
}

let names = 0

export function agentRuns(quire: TestServer, agent: string): AgentRuns {
  const { workspaceId } = quire
  const send = <Body>(path: string, input: object, key = quire.key) =>
    quire.post<Body>(path, { workspaceId, ...input }, key)
  const succeed = async <Body>(path: string, input: object, key = agent): Promise<Body> => {
    const { status, body } = await send<Body>(path, input, key)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  return {
    send,
    write: async (path, input, key = quire.key) => {
      await succeed(path, input, key)
    },
    newRun: () => {
      names += 1
      const headers = { authorization: `Bearer ${agent}`, 'quire-run': `run-${names}` }
      return async <Body>(url: string, input: object) => {
        const payload = { workspaceId, ...input }
        const { status, body } = await quire.request({ method: 'POST', url, headers, payload })
        assert.equal(status, 200, JSON.stringify(body))
        // SAFETY: the test knows the answer of its operation.
        return body as Body
      }
    },
    runOf: async (pageId) => {
      type Versions = { versions: { run: { id: string } | null }[] }
      const { body } = await send<Versions>('/v1/history/list', { pageId })
      return body.versions[0]?.run?.id ?? assert.fail()
    },
    preview: (target, key) => succeed('/v1/runs/preview-revert', target, key),
    revert: (target, key) => succeed('/v1/runs/revert', target, key),
  }
}

/** The title and the actions of each page. */
export const actionsOf = ({ pages }: RevertPart) =>
  pages.map(({ title, actions }) => [title, ...actions])

export const staysOf = ({ pages }: RevertPart) => pages.map(({ title, stays }) => [title, ...stays])
