import type { ReactElement } from 'react'
import { routes } from '../../client/routes.ts'
import type { Role } from '../../server/lib/vocabulary.ts'
import { startServer, type TestServer } from './server.ts'

/** What a component asked for: the path, and what was sent. */
export type Asked = { path: string; body: Record<string, unknown> }

export type WebServer = TestServer & {
  asked: Asked[]
  /** Answers the next call of a path with a refusal, or anything else. */
  refuse: (path: string, status: number, body: object) => void
  setRole: (role: Role) => void
}

// The typed client is made when it is first imported, from the routes there are then.
Object.assign(routes, {
  session: {
    ...('session' in routes ? routes.session : {}),
    get: { method: 'POST', path: '/app/session/get' },
  },
})

/** A whole server behind `fetch`, for components as they are in the app: signed in as its first person. */
export async function startWebServer(): Promise<WebServer> {
  const quire = await startServer({ rateLimit: 0 })
  const asked: Asked[] = []
  const refusals = new Map<string, { status: number; body: object }>()
  let role: Role = 'OWNER'

  const send = async (address: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(address instanceof Request ? address.url : address)
    const path = url.pathname
    const text = typeof init.body === 'string' ? init.body : '{}'
    asked.push({ path, body: JSON.parse(text) })
    const refusal = refusals.get(path)
    refusals.delete(path)
    if (refusal !== undefined) return Response.json(refusal.body, { status: refusal.status })
    if (path === '/app/session/get') return Response.json(sessionOf(quire, role))
    const answer = await quire.server.inject({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: path + url.search,
      headers: { authorization: `Bearer ${quire.key}`, 'content-type': 'application/json' },
      ...(init.method === 'POST' ? { payload: text } : {}),
    })
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  }
  Object.assign(globalThis, { fetch: send })
  return {
    ...quire,
    asked,
    refuse: (path, status, body) => refusals.set(path, { status, body }),
    setRole: (next) => {
      role = next
    },
  }
}

function sessionOf({ userId, workspaceId }: TestServer, role: Role) {
  const user = { id: userId, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
  return {
    user: { ...user, hasPassword: true, hasTotp: false },
    workspaces: [{ id: workspaceId, name: 'Lab', slug: 'lab', role }],
  }
}

/** Puts a component where screens are: in the open workspace. */
export async function inWorkspace(element: ReactElement): Promise<ReactElement> {
  const { WorkspaceProvider } = await import('../../web/src/lib/workspace.tsx')
  const { Suspense } = await import('react')
  return (
    <Suspense fallback="waiting">
      <WorkspaceProvider none="none">{element}</WorkspaceProvider>
    </Suspense>
  )
}
