import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { writePersonExport } from '../../../server/domain/transfer/person/export.ts'
import { readArchive } from '../../cli/archives.ts'
import { auditOf } from '../../support/audit.ts'
import { addFile, addPage } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { openVisitor, signIn } from '../../support/web/visitor.ts'

let quire: TestServer
let bob: Person
let folder: string
let hiddenId: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  bob = await addPerson(quire, 'Bob', 'ADMIN')
  folder = await mkdtemp(join(tmpdir(), 'quire-person-'))
  const asBob: TestServer = { ...quire, post: (path, body) => quire.post(path, body, bob.key) }
  const parentId = await addPage(quire, 'Plans')
  const pageId = await addPage(asBob, 'Budget', { parentId, markdown: 'Ten of each.' })
  await addFile(asBob, pageId, { name: 'sum.txt', content: 'forty-two' })
  await addFile(quire, pageId, { name: 'adas.txt', content: 'Written by Ada' })
  hiddenId = await addPage(asBob, 'Secret title', { markdown: 'Secret text' })
  const { workspaceId } = quire
  for (const id of [pageId, hiddenId]) {
    const comment = { workspaceId, pageId: id, markdown: `Bob on ${id}` }
    assert.equal((await quire.post('/v1/comments/create', comment, bob.key)).status, 200)
    await quire.post('/v1/comments/create', { ...comment, markdown: 'A reply by Ada' })
    await quire.post('/v1/favourites/add', { workspaceId, pageId: id }, bob.key)
  }
  await restrict(quire, hiddenId, onlyFor({ [quire.userId]: 'manage' }))
})
after(async () => {
  await quire.close()
  await rm(folder, { recursive: true })
})

async function download(): Promise<Map<string, string>> {
  const visitor = await signIn(quire, bob)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await quire.server.inject({ url: '/app/profile/export', headers: { cookie } })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'application/gzip')
  assert.match(String(answer.headers['content-disposition']), /^attachment;.*quire-data\.tar\.gz/)
  const path = join(folder, 'download.tar.gz')
  await writeFile(path, answer.rawPayload)
  return contentsOf(path)
}

async function contentsOf(path: string): Promise<Map<string, string>> {
  const entries = await readArchive(path)
  return new Map(entries.map(({ header, content }) => [header.name, content.toString()]))
}

describe('the export of the data of one person', () => {
  it('is refused without a session, also with a key', async () => {
    assert.equal((await openVisitor(quire).get('/app/profile/export')).status, 401)
    assert.equal((await quire.get('/app/profile/export', bob.key)).status, 401)
  })

  it('contains what the person wrote, and of hidden pages only the ID and date', async () => {
    const found = await download()
    const all = [...found.values()].join('\n')
    const names = [...found.keys()].join('\n')
    assert.match(all, /email": "bob@example\.com"/)
    assert.match(all, /title: Budget\npath:\n {2}- Plans\n/)
    assert.match(all, /Ten of each\./)
    assert.match(all, /forty-two/)
    const pages = found.get('pages/created-0001.jsonl') ?? ''
    const line = pages.split('\n').find((one) => one.includes(hiddenId)) ?? '{}'
    assert.deepEqual(Object.keys(JSON.parse(line)), ['workspaceId', 'id', 'createdAt', 'deletedAt'])
    assert.match(found.get('comments-0001.jsonl') ?? '', new RegExp(`Bob on ${hiddenId}`))
    for (const hidden of [/Secret t/, /by Ada/, /ada@example/, new RegExp(bob.key)]) {
      assert.doesNotMatch(all + names, hidden)
    }
    assert.match(found.get('audit-0001.jsonl') ?? '', /session\.create/)
    assert.equal((await auditOf(quire, 'user.export')).length, 1)
  })

  it('contains the proposals of the person, with their text where all pages are readable', async () => {
    const { workspaceId } = quire
    const propose = async (title: string) => {
      const pageId = await addPage(quire, title, { markdown: `Text of ${title}` })
      const changes = [{ kind: 'edit', pageId, markdown: `Changed ${title}` }]
      const proposal = { workspaceId, title: `About ${title}`, reason: `Why ${title}`, changes }
      const created = await quire.post<{ proposalId: string }>(
        '/v1/proposals/create',
        proposal,
        bob.key,
      )
      assert.equal(created.status, 200)
      const { proposalId } = created.body
      for (const [key, words] of [
        [bob.key, 'Bob asks'],
        [quire.key, 'Reply of Ada'],
      ] as const) {
        const comment = { workspaceId, proposalId, markdown: `${words} ${title}` }
        assert.equal((await quire.post('/v1/proposals/comment', comment, key)).status, 200)
      }
      return pageId
    }
    await propose('open')
    await restrict(quire, await propose('closed'), onlyFor({ [quire.userId]: 'manage' }))
    const found = await download()
    const lines = (found.get('proposals/made-0001.jsonl') ?? '').trim().split('\n')
    const read = lines.map((line) => JSON.parse(line))
    const own = read.find(({ reason }) => reason === 'Why open\n')
    assert.deepEqual(
      [own.title, own.state, own.changes[0].title, own.changes[0].markdown],
      ['About open', 'open', 'open', 'Changed open\n'],
    )
    const hidden = read.find(({ reason }) => reason === 'Why closed\n')
    assert.deepEqual(
      [Object.hasOwn(hidden, 'title'), Object.hasOwn(hidden, 'changes')],
      [false, false],
    )
    const comments = found.get('proposals/comments-0001.jsonl') ?? ''
    assert.match(comments, /Bob asks closed/)
    assert.doesNotMatch([...found.values()].join('\n'), /Reply of Ada|Changed closed/)
  })

  it('contains the agents that the person answers for, without their keys', async () => {
    const { key, userId } = await addAgent({ ...quire, userId: bob.userId }, 'Bobs agent', 'read')
    await addAgent(quire, 'Adas agent', 'read')
    const text = (await download()).get('agents.json') ?? ''
    const agents: unknown = JSON.parse(text)
    assert.ok(Array.isArray(agents))
    assert.deepEqual(
      agents.map(({ id, name, keys }) => [id, name, keys.length]),
      [[userId, 'Bobs agent', 1]],
    )
    assert.ok(!text.includes(key))
  })

  it('is the same in a file, and never replaces one', async () => {
    const path = join(folder, 'bob.tar.gz')
    const context = contextOf(quire)
    assert.equal(await writePersonExport(context, bob.userId, path), path)
    const [written, downloaded] = [await contentsOf(path), await download()]
    assert.deepEqual([...written.keys()].toSorted(), [...downloaded.keys()].toSorted())
    await assert.rejects(writePersonExport(context, bob.userId, path), { code: 'ALREADY_EXISTS' })
  })

  it('continues in another file after 200 rows', async () => {
    const max = await addPerson(quire, 'Max', 'MEMBER')
    const asMax: TestServer = { ...quire, post: (path, body) => quire.post(path, body, max.key) }
    const ids: string[] = []
    for (let page = 0; page < 201; page += 1) ids.push(await addPage(asMax, `Page ${page}`))
    const path = join(folder, 'max.tar.gz')
    await writePersonExport(contextOf(quire), max.userId, path)
    const found = await contentsOf(path)
    const lines = ['0001', '0002'].map(
      (part) => (found.get(`pages/created-${part}.jsonl`) ?? '').split('\n').length - 1,
    )
    assert.deepEqual(lines, [200, 1])
    const text = [...found.keys()].join('\n')
    assert.deepEqual(
      ids.filter((id) => !text.includes(id)),
      [],
    )
  })
})
