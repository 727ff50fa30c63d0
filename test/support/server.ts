import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type App, openApp } from '../../server/app.ts'
import { routeBots } from '../../server/bots/routes.ts'
import { type Config, readConfig } from '../../server/config.ts'
import type { Caller, WorkspaceContext } from '../../server/domain/context.ts'
import { createKey } from '../../server/domain/people/api-keys.ts'
import { initialize } from '../../server/domain/people/setup.ts'
import { createServer } from '../../server/http/server.ts'
import { type LiveIntervals, routeLive } from '../../server/live/routes.ts'
import { routeMcp } from '../../server/mcp/transport/routes.ts'
import type { ServerFactory } from '../../server/mcp/transport/server-factory.ts'
import { systemViewer } from '../../server/store/index.ts'
import { openStack } from '../runner/after-file.ts'
import { databaseOf, dropDatabaseOf, migratedStoreOf } from './stores/stores.ts'

/** What a refusal says; tests name another body where they expect one. */
export type Refusal = {
  code: string
  message: string
  errors: { path: string; rule: string; message: string }[]
}
export type Answer<Body = Refusal> = {
  status: number
  body: Body
  headers: Record<string, unknown>
}

export type TestServer = {
  app: App
  server: FastifyInstance
  dataFolder: string
  workspaceId: string
  userId: string
  key: string
  /** POST with the first person's key, unless another one is given (null sends none). */
  post: <Body = Refusal>(path: string, body: unknown, key?: string | null) => Promise<Answer<Body>>
  get: <Body = Refusal>(path: string, key?: string | null) => Promise<Answer<Body>>
  request: <Body = Refusal>(options: InjectOptions) => Promise<Answer<Body>>
  close: () => Promise<void>
}

/**
 * A whole server on a store of its own, with one person, one workspace and a key; no socket. `build`
 * puts something else in the place of what MCP serves.
 */
export async function startServer(
  settings: Partial<Config> = {},
  build?: ServerFactory,
  live?: LiveIntervals,
): Promise<TestServer> {
  const opened = openStack()
  const dataFolder = await mkdtemp(join(tmpdir(), 'quire-test-'))
  opened.defer(() => rm(dataFolder, { recursive: true, force: true }))
  opened.defer(() => dropDatabaseOf(dataFolder))
  const DATABASE_URL = await migratedStoreOf(dataFolder)
  const environment = { LOG_LEVEL: 'silent', QUIRE_DATA: dataFolder, DATABASE_URL }
  const config = { ...readConfig(environment), ...settings }
  const app = await openApp(config)
  opened.defer(() => app.close())
  const server = await createServer(app, config)
  opened.defer(() => server.close())
  await routeMcp(server, app, config, build)
  await routeBots(server, app, config)
  routeLive(server, app, config, live)
  const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }
  const setup = await initialize(app.store, person, { name: 'Lab', slug: undefined }, 'never')

  const request = async <Body = Refusal>(options: InjectOptions): Promise<Answer<Body>> => {
    const response = await server.inject(options)
    const type = String(response.headers['content-type'])
    // The answer to HEAD has the type of a body, and none.
    const isJson = type.startsWith('application/json') && response.body !== ''
    // SAFETY: a test asserts on what it names.
    const body = (isJson ? response.json() : response.body) as Body
    return { status: response.statusCode, body, headers: response.headers }
  }
  const bearer = (key: string | null) => (key === null ? {} : { authorization: `Bearer ${key}` })

  return {
    app,
    server,
    dataFolder,
    workspaceId: setup.workspace.id,
    userId: setup.user.id,
    key: setup.key.key,
    request,
    get: (path, key = setup.key.key) => request({ method: 'GET', url: path, headers: bearer(key) }),
    post: (path, body, key = setup.key.key) =>
      request({
        method: 'POST',
        url: path,
        headers: { ...bearer(key), 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      }),
    close: () => opened.disposeAsync(),
  }
}

/** Another key of the same person. */
export async function addKey(
  { app, userId }: TestServer,
  options: Partial<Parameters<typeof createKey>[1]> = {},
): Promise<string> {
  const created = await createKey(app.store, { userId, name: 'test', expires: 'never', ...options })
  return created.key
}

/** What an operation is given for a person, the first one unless the caller says otherwise. */
export function contextOf(
  { app, userId, workspaceId = '' }: Pick<TestServer, 'app' | 'userId'> & { workspaceId?: string },
  caller: Partial<Caller> = {},
): WorkspaceContext {
  const person = { userId, keyId: undefined, readOnly: false, workspaceIds: undefined }
  const viewer = { ...systemViewer(workspaceId), viewerId: userId }
  return { ...app.contextFor({ ...person, via: 'api', ...caller }), viewer }
}

/**
 * Waits until the uses of keys and sessions so far are noted: that goes on after the answer, and a write
 * of its kind comes behind it.
 */
export function usesNoted({ app }: TestServer): Promise<void> {
  return app.store.transactIn('none', async () => undefined)
}

/** The program once more on the same store, as another process has it. */
export async function openAnother(
  { dataFolder }: TestServer,
  settings: Partial<Config> = {},
): Promise<App> {
  const DATABASE_URL = await databaseOf(dataFolder)
  return openApp({ ...readConfig({ QUIRE_DATA: dataFolder, DATABASE_URL }), ...settings })
}
