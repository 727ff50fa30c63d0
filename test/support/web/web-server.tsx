import { type ReactElement, Suspense } from 'react'
import type { Role } from '../../../server/lib/vocabulary.ts'
import { replaceGlobals } from '../processes/replace.ts'

/** What a component asked for: the path, and what was sent. */
export type Asked = { path: string; body: Record<string, unknown> }

type Injected = { statusCode: number; rawPayload: Uint8Array; headers: Record<string, unknown> }

/** As far as components need it: the server's own types know no document. */
type Served = {
  workspaceId: string
  userId: string
  key: string
  server: { inject: (request: object) => Promise<Injected> }
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a test asserts on what it names
  post: <Body>(path: string, body: object) => Promise<{ status: number; body: Body }>
  close: () => Promise<void>
}

export type WebServer = Served & {
  asked: Asked[]
  /** Answers the next call of a path with a refusal. */
  refuse: (path: string, status: number, body: { code: string; message: string }) => void
  /** Answers the next call of a path. */
  answer: (path: string, body: object) => void
  setRole: (role: Role) => void
  addPage: (title: string, extra?: object) => Promise<string>
}

/** A whole server behind `fetch`, for components as they are in the app: signed in as its first person. */
export async function startWebServer(): Promise<WebServer> {
  const path = new URL('../server.ts', import.meta.url).href
  const { startServer }: { startServer: (settings: object) => Promise<Served> } = await import(path)
  const quire = await startServer({ rateLimit: 0 })
  const asked: Asked[] = []
  const prepared = new Map<string, Response>()
  let role: Role = 'OWNER'

  const send = async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, location.origin)
    const payload = typeof init.body === 'string' ? init.body : '{}'
    asked.push({ path: url.pathname, body: JSON.parse(payload) })
    const answer = prepared.get(url.pathname)
    prepared.delete(url.pathname)
    if (answer !== undefined) return answer
    if (url.pathname === '/app/session/get') return Response.json(sessionOf(quire, role))
    const isPost = init.method === 'POST'
    const { statusCode, rawPayload, headers } = await quire.server.inject({
      method: isPost ? 'POST' : 'GET',
      url: url.pathname + url.search,
      headers: { authorization: `Bearer ${quire.key}`, 'content-type': 'application/json' },
      ...(isPost ? { payload } : {}),
    })
    return new Response(new Uint8Array(rawPayload), {
      status: statusCode,
      headers: { 'content-type': String(headers['content-type']) },
    })
  }
  replaceGlobals({ fetch: send })
  return {
    ...quire,
    asked,
    refuse: (path, status, body) => prepared.set(path, Response.json(body, { status })),
    answer: (path, body) => prepared.set(path, Response.json(body)),
    setRole: (next) => {
      role = next
    },
    addPage: async (title, extra = {}) => {
      const input = { workspaceId: quire.workspaceId, title, ...extra }
      return (await quire.post<{ pageId: string }>('/v1/pages/create', input)).body.pageId
    },
  }
}

function sessionOf({ userId, workspaceId }: Served, role: Role) {
  const user = { id: userId, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
  return {
    user: { ...user, hasPassword: true, hasTotp: false },
    rights: { isAdministrator: true, mayCreateWorkspaces: true, mayInvite: true },
    workspaces: [{ id: workspaceId, name: 'Lab', slug: 'lab', role, isGuest: false }],
  }
}

/** Puts a component where screens are: in the open workspace. */
export async function inWorkspace(element: ReactElement): Promise<ReactElement> {
  const { WorkspaceProvider } = await import('../../../web/src/lib/workspace.tsx')
  return (
    <Suspense fallback="waiting">
      <WorkspaceProvider none="none">{element}</WorkspaceProvider>
    </Suspense>
  )
}
