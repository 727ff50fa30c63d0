import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { addComment, addPage } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Listed = {
  files: { path: string; revision: string }[]
  position: string
  isUnchanged: boolean
  isRestored: boolean
}

describe('markdownFiles.list since a position', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const list = async (input: object = {}, key = quire.key) => {
    const given = { workspaceId: quire.workspaceId, ...input }
    const { status, body } = await quire.post<Listed>('/v1/markdown-files/list', given, key)
    assert.equal(status, 200)
    return body
  }
  const save = async (pageId: string, text: string, more: object = {}) => {
    const input = { workspaceId: quire.workspaceId, pageId, text, base: '', ...more }
    assert.equal((await quire.post('/v1/markdown-files/save', input)).status, 200)
  }
  const statementCount = () =>
    quire.app.store.timings().find(({ name }) => name === 'events.versions')?.count ?? 0

  it('takes a position of another workspace or server for one of before a restore', async () => {
    const otherId = await addWorkspace(quire, 'Elsewhere')
    const { position } = await list({ workspaceId: otherId })
    for (const since of [position, 'v1.a.b.c', 'x']) {
      const listed = await list({ since })
      assert.deepEqual([listed.isRestored, listed.isUnchanged], [true, false])
      assert.deepEqual(listed.files, (await list()).files)
    }
  })

  it('answers with one statement while nothing is written', async () => {
    await addPage(quire, 'Still')
    const { position } = await list()
    const snapshots = mock.method(quire.app.store, 'snapshot')
    const before = statementCount()
    const listed = await list({ since: position })
    assert.equal(statementCount() - before, 1)
    assert.equal(snapshots.mock.callCount(), 0)
    snapshots.mock.restore()
    const { position: _position, ...answer } = listed
    assert.deepEqual(answer, { files: [], isUnchanged: true, isRestored: false })
  })

  it('shows saves that change only the bytes or the name of a file', async () => {
    const ids = await Promise.all(['A', 'B', 'C'].map((title) => addPage(quire, title)))
    for (const id of ids) await save(id, '*a*\n')
    let { position } = await list()
    const revisions: (string | undefined)[] = []
    for (const text of ['_a_\n', '*a*\n']) {
      await save(ids[0] ?? '', text, { base: text === '*a*\n' ? '_a_\n' : '*a*\n' })
      const { files, isUnchanged, position: next } = await list({ since: position })
      assert.equal(isUnchanged, false)
      revisions.push(files.find(({ path }) => path === 'A.md')?.revision)
      position = next
    }
    assert.equal(new Set(revisions).size, 2)
    assert.equal((await list({ since: position })).isUnchanged, true)
    await save(ids[1] ?? '', '*a*\n', { base: '*a*\n', file: { name: 'renamed.md' } })
    const { files } = await list({ since: position })
    assert.ok(files.some(({ path }) => path === 'renamed.md'))
  })

  it('stays the same after changes that move no file', async () => {
    const pageId = await addPage(quire, 'Discussed')
    const { position } = await list()
    await addComment(quire, pageId, 'A comment.')
    assert.equal((await list({ since: position })).isUnchanged, true)
    const { underPageId, ...other } = { underPageId: pageId, since: position }
    const below = await list({ underPageId, ...other })
    assert.deepEqual([below.isUnchanged, below.isRestored, below.files], [false, false, []])
  })

  it('tells nothing of pages that the reader cannot see', async () => {
    const section = await addPage(quire, 'Private')
    await grantOnly(quire, section, { [quire.userId]: 'manage' })
    const { key } = await addPerson(quire, 'Mia', 'MEMBER')
    const first = await list({}, key)
    const quiet = await list({ since: first.position }, key)
    await addPage(quire, 'Hidden', { parentId: section })
    const hidden = await list({ since: quiet.position }, key)
    for (const listed of [quiet, hidden]) {
      assert.deepEqual([listed.files, listed.isUnchanged, listed.isRestored], [[], true, false])
    }
    const positions = [first.position, quiet.position, hidden.position]
    assert.equal(new Set(positions).size, 3)
    assert.equal(new Set(positions.map(({ length }) => length)).size, 1)
    assert.equal((await list({ since: first.position })).isUnchanged, false)
  })

  it('changes with the permissions', async () => {
    const section = await addPage(quire, 'Open')
    const { key } = await addPerson(quire, 'Noa', 'MEMBER')
    const { position } = await list({}, key)
    await grantOnly(quire, section, { [quire.userId]: 'manage' })
    const { isUnchanged, files } = await list({ since: position }, key)
    assert.equal(isUnchanged, false)
    assert.ok(!files.some(({ path }) => path === 'Open.md'))
  })
})
