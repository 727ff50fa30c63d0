import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { capabilities } from './capabilities.ts'
import { type Import, importsOf, isTest, locationOf, sourcesOf } from './sources.ts'

/** What may come from another room: `all`, or as `types` only. A room may always use itself. */
type Allowed = { all: readonly string[]; types?: readonly string[] }

const adapter: Allowed = { all: ['operations', 'domain', 'lib'], types: ['app', 'config', 'store'] }

/**
 * Imports only go down. Two things differ from a plain list of layers: a door gets what app.ts opened as
 * an argument and may name its type, and may use the rules of the domain where it serves what is no
 * operation (bytes of files, keys, the operator's commands).
 */
const rooms: Record<string, Allowed> = {
  main: { all: ['bundle', 'serve'] },
  bundle: { all: [] },
  serve: {
    all: ['app', 'background', 'config', 'domain', 'http', 'live', 'mcp', 'bots', 'lib', 'store'],
  },
  app: { all: ['background', 'domain', 'files', 'mail', 'store', 'lib'], types: ['config'] },
  config: { all: ['settings', 'lib'] },
  settings: { all: ['lib'] },
  http: adapter,
  mcp: adapter,
  live: { all: ['content', 'domain', 'operations', 'store', 'lib'], types: ['app', 'config'] },
  bots: { ...adapter, all: [...adapter.all, 'background', 'messages'] },
  cli: { all: ['app', 'config', 'domain', 'lib', 'settings'], types: ['store', 'files'] },
  background: { all: ['domain', 'search', 'store', 'lib'], types: ['app', 'config'] },
  operations: { all: ['domain', 'messages', 'lib'] },
  domain: { all: ['content', 'messages', 'search', 'store', 'lib'], types: ['files', 'mail'] },
  content: { all: [] },
  messages: { all: [] },
  search: { all: ['lib'] },
  files: { all: ['lib'] },
  mail: { all: ['lib', 'messages'], types: ['config'] },
  store: { all: ['lib'] },
  lib: { all: [] },
}

const closed: Allowed = { all: [] }
const dialects = ['sqlite', 'postgres']

const sources = sourcesOf('content', 'messages', 'server', 'client', 'web')
const production = sources.filter(({ path }) => !isTest(path))
const imports = production.flatMap(importsOf)

function roomOf(path: string): string {
  const [folder = '', entry = ''] = path.split('/')
  return folder === 'server' ? entry.replace(/\.ts$/, '') : folder
}

function show({ from, to, index }: Import): string {
  const source = sources.find(({ path }) => path === from)
  return `${source === undefined ? from : locationOf(source, index)} (${to})`
}

describe('imports between rooms', () => {
  const isOurs = (path: string) => /^(?:content|messages|server)\//.test(path)
  const within = imports.filter(({ from, to }) => isOurs(from) && isOurs(to))

  it('know every room', () => {
    const used = new Set(production.filter(({ path }) => isOurs(path)).map(roomPath))
    const unknown = [...used].filter((room) => rooms[room] === undefined)
    assert.deepEqual(unknown, [], 'add the room to the list above, and to server/README.md')
  })

  it('are only those of the list', () => {
    const wrong = within.filter(({ from, to, isType }) => {
      const [room, other] = [roomOf(from), roomOf(to)]
      const { all, types = [] } = rooms[room] ?? closed
      return room !== other && !all.includes(other) && !(isType && types.includes(other))
    })
    assert.deepEqual(wrong.map(show), [])
  })

  it('enter the store by its index, and a dialect only from there', () => {
    const wrong = within.filter(({ from, to }) => {
      const dialect = dialects.find((name) => to.startsWith(`server/store/${name}/`))
      if (dialect !== undefined) {
        return from !== 'server/store/index.ts' && !from.startsWith(`server/store/${dialect}/`)
      }
      return (
        to.startsWith('server/store/') && to !== 'server/store/index.ts' && roomOf(from) !== 'store'
      )
    })
    assert.deepEqual(wrong.map(show), [])
  })

  it('never lead from the server to what stands outside it', () => {
    const wrong = imports.filter(
      ({ from, to }) => isOurs(from) && !isOurs(to) && to !== 'package.json',
    )
    assert.deepEqual(wrong.map(show), [])
  })

  it('lead from the client to the table of operations only, at run time only to write it down', () => {
    const wrong = imports.filter(
      ({ from, to, isType }) =>
        from.startsWith('client/') &&
        !to.startsWith('client/') &&
        !(to === 'server/operations/index.ts' && (isType || /^client\/write-\w+\.ts$/.test(from))),
    )
    assert.deepEqual(wrong.map(show), [])
  })
})

describe('imports between capabilities of the domain', () => {
  const capabilityOf = (path: string) => /^server\/domain\/(\w+)\//.exec(path)?.[1] ?? 'context'
  const within = imports.filter(
    ({ from, to }) => from.startsWith('server/domain/') && to.startsWith('server/domain/'),
  )

  it('are only those of the table', () => {
    const wrong = within.filter(({ from, to, isType }) => {
      const [capability, other] = [capabilityOf(from), capabilityOf(to)]
      const { all, types = [] } = capabilities[capability] ?? closed
      return capability !== other && !all.includes(other) && !(isType && types.includes(other))
    })
    assert.deepEqual(wrong.map(show), [])
  })

  it('are all needed: the table lists none that is not used', () => {
    const used = new Set(within.map(({ from, to }) => `${capabilityOf(from)} ${capabilityOf(to)}`))
    const idle = Object.entries(capabilities).flatMap(([capability, { all, types = [] }]) =>
      [...all, ...types].map((other) => `${capability} ${other}`).filter((pair) => !used.has(pair)),
    )
    assert.deepEqual(idle, [])
  })
})

describe('the analyser of search', () => {
  const analyser = /^server\/search\/(?:analysis\/analyse|index\/page-entry)\.ts$/

  it('is entered by the content engine and by the check of the store, so that a test can watch it', () => {
    const wrong = imports.filter(
      ({ from, to, isType }) =>
        analyser.test(to) &&
        !isType &&
        !/^server\/(?:search|domain\/document|domain\/transfer\/check)\//.test(from),
    )
    assert.deepEqual(wrong.map(show), [])
  })
})

describe('imports in the web app', () => {
  const areaOf = (path: string) => (/^web\/src\/([^/]+)\//.exec(path) ?? [])[1] ?? ''
  const within = imports.filter(({ from }) => from.startsWith('web/src/'))
  /** What an area may import besides itself. What two areas do together is put together in `app/`. */
  const below: Record<string, readonly string[]> = {
    lib: [],
    ui: ['lib'],
    live: ['lib'],
    pages: ['ui', 'lib', 'live'],
  }

  it('lead from an area to ui/ and lib/ only, and from pages/ to live/', () => {
    const wrong = within.filter(({ from, to }) => {
      const [area, other] = [areaOf(from), areaOf(to)]
      if (area === '' || area === 'app' || !to.startsWith('web/src/')) return false
      return area !== other && !(below[area] ?? ['ui', 'lib']).includes(other)
    })
    assert.deepEqual(wrong.map(show), [])
  })

  it('lead outside it to the client, the page schema, the messages and the closed lists of lib, or to types', () => {
    const shared =
      /^(?:client\/(?:index|errors|limits|skill-paths|zip)|content\/[\w/-]+|messages\/(?:catalogue|languages?)|server\/lib\/(?:vocabulary|page-fields|property-types|event-types))\.ts$/
    const wrong = within.filter(
      ({ to, isType }) => !to.startsWith('web/') && !isType && !shared.test(to),
    )
    assert.deepEqual(wrong.map(show), [])
  })
})

describe('an import() that is called later', () => {
  it('closes no cycle; oxlint sees those of other imports, types included', () => {
    const byFile = Map.groupBy(imports, ({ from }) => from)
    const reached = (path: string, seen = new Set<string>()): Set<string> => {
      for (const { to } of byFile.get(path) ?? []) if (!seen.has(to)) reached(to, seen.add(to))
      return seen
    }
    const cycles = imports.filter(({ from, to, isLazy }) => isLazy && reached(to).has(from))
    assert.deepEqual(cycles.map(show), [])
  })
})

function roomPath({ path }: { path: string }): string {
  return roomOf(path)
}
