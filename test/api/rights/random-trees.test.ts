import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { statement } from '../../../server/store/statement.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { addGroup } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type PageRow = { id: string; parentId: string; sectionId: string | null }
type SectionRow = { id: string; inherits: number; opensByRole: number }
type Granted = { sectionId: string; principalId: string; level: number }
type Values = { workspaceId: string }

const pageRows = statement<PageRow, Values>(
  'test.pages',
  'select id, parent_id as "parentId", section_id as "sectionId" from pages where workspace_id = $workspaceId',
)
const sectionRows = statement<SectionRow, Values>(
  'test.sections',
  'select page_id as "id", inherits, opens_by_role as "opensByRole" from sections where workspace_id = $workspaceId',
)
const granted = (table: string) =>
  statement<Granted, Values>(
    `test.${table}`,
    `select section_id as "sectionId", principal_id as "principalId", level from ${table} where workspace_id = $workspaceId`,
  )
const [grantRows, accessRows] = [granted('section_grants'), granted('section_access')]

/** The same numbers each time, so that a failure can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

let quire: TestServer
let principals: string[]
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  const people = [await addPerson(quire, 'Mia', 'MEMBER'), await addPerson(quire, 'Otto', 'ADMIN')]
  principals = [...people.map(({ userId }) => userId), await addGroup(quire, 'Team', people)]
})
after(() => quire.close())

async function storedRows() {
  const values = { workspaceId: quire.workspaceId }
  const { store } = quire.app
  return {
    pages: await store.all(pageRows, values),
    sections: await store.all(sectionRows, values),
    grants: await store.all(grantRows, values),
    access: await store.all(accessRows, values),
  }
}

type Rows = Awaited<ReturnType<typeof storedRows>>

/** The nearest section at or above a page, from the tree alone. */
function nearestSection(rows: Rows, id: string): string | null {
  if (rows.sections.some((section) => section.id === id)) return id
  const page = rows.pages.find((one) => one.id === id)
  return page === undefined ? null : nearestSection(rows, page.parentId)
}

/** Who can access a section, from the grants alone, as lines. */
function accessTo(rows: Rows, sectionId: string | null): Map<string, Set<number>> {
  const { workspaceId } = quire
  if (sectionId === null) return new Map([[workspaceId, new Set([0])]])
  const section = rows.sections.find(({ id }) => id === sectionId)
  const page = rows.pages.find(({ id }) => id === sectionId)
  const access =
    section?.inherits === 1
      ? accessTo(rows, nearestSection(rows, page?.parentId ?? ''))
      : new Map<string, Set<number>>()
  const own = rows.grants.filter((grant) => grant.sectionId === sectionId)
  for (const { principalId, level } of own) {
    const levels = access.get(principalId) ?? new Set()
    const highest = Math.max(level, ...levels)
    access.set(principalId, new Set([...(levels.has(0) ? [0] : []), highest]))
  }
  if (section?.opensByRole === 1) {
    access.set(workspaceId, new Set([0, ...(access.get(workspaceId) ?? [])]))
  }
  return access
}

function assertConsistent(rows: Rows): void {
  for (const { id, sectionId } of rows.pages) assert.equal(sectionId, nearestSection(rows, id))
  const expected = rows.sections.flatMap(({ id }) =>
    [...accessTo(rows, id)].flatMap(([principalId, levels]) =>
      [...levels].map((level) => `${id} ${principalId} ${level}`),
    ),
  )
  const stored = rows.access.map((row) => `${row.sectionId} ${row.principalId} ${row.level}`)
  assert.deepEqual(stored.toSorted(), expected.toSorted())
}

const levelNames = ['read', 'comment', 'propose', 'write', 'manage', null] as const
const everyone = ['role', ...levelNames]

describe('random trees, sections, moves and grants', () => {
  it('leave every page in its nearest section, and access as the grants say', async () => {
    const next = seeded(20_261_122)
    const pick = <One>(list: readonly One[]): One => {
      const one = list[next(list.length)]
      assert.ok(one !== undefined)
      return one
    }
    const ids: string[] = []
    for (let count = 0; count < 25; count += 1) {
      const parentId = ids.length > 3 && next(4) > 0 ? pick(ids) : null
      ids.push(await addPage(quire, `Page ${count}`, { parentId }))
    }
    const done = new Map<string, number>()
    const call = async (path: string, body: object) => {
      const { status } = await quire.post(path, { workspaceId: quire.workspaceId, ...body })
      assert.ok(status < 500, `${path} answers ${status}`)
      if (status === 200) done.set(path, (done.get(path) ?? 0) + 1)
    }
    const grants = () => [
      { principalId: pick(principals), level: pick(levelNames) },
      { principalId: quire.userId, level: 'manage' },
    ]
    const steps = [
      () => call('/v1/permissions/update', { pageId: pick(ids), grants: grants() }),
      () =>
        call('/v1/permissions/update', {
          pageId: pick(ids),
          inherits: next(2) === 0,
          everyone: pick(everyone),
          grants: grants(),
        }),
      () => call('/v1/permissions/reset', { pageId: pick(ids) }),
      () => call('/v1/pages/move', { pageId: pick(ids), newParentId: pick(ids) }),
      () => call('/v1/pages/move', { pageId: pick(ids), newParentId: null }),
      () => call('/v1/pages/delete', { pageId: pick(ids) }),
      () => call('/v1/pages/restore', { pageId: pick(ids) }),
      () => call('/v1/pages/restore', { pageId: pick(ids) }),
      () => (next(4) === 0 ? call('/v1/trash/purge', { pageId: pick(ids) }) : undefined),
    ]
    for (let step = 0; step < 250; step += 1) {
      await pick(steps)()
      assertConsistent(await storedRows())
    }
    for (const path of ['update', 'reset'].map((name) => `/v1/permissions/${name}`)) {
      assert.ok((done.get(path) ?? 0) > 5, `${path} was not tried`)
    }
    assert.ok((done.get('/v1/pages/move') ?? 0) > 5)
  })
})
