import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { updateServerSettings } from '../../server/domain/administration/server-settings.ts'
import {
  defaultSettings,
  type ServerSettings,
} from '../../server/domain/administration/server-settings.ts'
import { startMailServer } from '../support/outside/smtp.ts'
import { addPerson } from '../support/people.ts'
import { contextOf, startServer, type TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
before(async () => {
  quire = await startServer()
  ada = await signIn(quire)
})
after(() => quire.close())

const set = (change: Partial<ServerSettings>, of = quire) =>
  updateServerSettings(contextOf(of), change)
afterEach(() => set(defaultSettings))

type Code = { code: string; message: string }
const refusalOf = ({ status, body }: { status: number; body: Code }) => [status, body.code]

describe('quotas', () => {
  it('refuse more pages than a workspace may have, from Markdown and from a file', async () => {
    const { workspaceId } = quire
    const create = () => quire.post<Code>('/v1/pages/create', { workspaceId, title: 'One' })
    assert.equal((await create()).status, 200)
    const { body } = await quire.post<{ pageId: string }>('/v1/pages/create', {
      workspaceId,
      title: 'Two',
    })
    const { pageId } = body
    const file = { workspaceId, pageId, fileName: 'a.txt', mimeType: 'text/plain' }
    const uploaded = await quire.post<{ fileId: string }>('/v1/page-files/upload-file', {
      ...file,
      contentBase64: 'YQ==',
    })
    await set({ pagesPerWorkspace: 2 })
    assert.deepEqual(refusalOf(await create()), [403, 'QUOTA_EXCEEDED'])
    const fromFile = { workspaceId, fileId: uploaded.body.fileId }
    const refused = await quire.post<Code>('/v1/workspace/create-page-from-file', fromFile)
    assert.deepEqual(refusalOf(refused), [403, 'QUOTA_EXCEEDED'])
    await set({ pagesPerWorkspace: 3 })
    assert.equal((await create()).status, 200)
    const below = { workspaceId, title: 'Below', parentId: pageId }
    await set({ pagesPerWorkspace: 4 })
    await quire.post('/v1/pages/create', below)
    await set({ pagesPerWorkspace: 5 })
    const tree = { workspaceId, pageId, includeSubpages: true }
    const duplicated = await quire.post<Code>('/v1/pages/duplicate', tree)
    assert.deepEqual(refusalOf(duplicated), [403, 'QUOTA_EXCEEDED'], 'two pages for one place')
    assert.equal((await create()).status, 200, 'and nothing was copied')
  })

  it('refuse more bytes of files than a workspace may have', async () => {
    const { workspaceId } = quire
    const { body } = await quire.post<{ pageId: string }>('/v1/pages/create', {
      workspaceId,
      title: 'Files',
    })
    await set({ fileBytesPerWorkspace: 100 })
    const upload = (bytes: number) =>
      quire.post<Code>('/v1/page-files/upload-file', {
        workspaceId,
        pageId: body.pageId,
        fileName: 'a.bin',
        mimeType: 'application/octet-stream',
        contentBase64: Buffer.alloc(bytes).toString('base64'),
      })
    assert.deepEqual(refusalOf(await upload(100)), [403, 'QUOTA_EXCEEDED'])
    assert.equal((await upload(90)).status, 200)
    assert.deepEqual(refusalOf(await upload(90)), [403, 'QUOTA_EXCEEDED'])
  })

  it('refuse more pages than a person may make in all workspaces, and nobody else', async () => {
    const { workspaceId } = quire
    const bob = await addPerson(quire, 'Bella', 'MEMBER')
    const create = (key: string) =>
      quire.post<Code>('/v1/pages/create', { workspaceId, title: 'One' }, key)
    await set({ pagesPerPerson: 0 })
    assert.deepEqual(refusalOf(await create(bob.key)), [403, 'QUOTA_EXCEEDED'])
    await set({ pagesPerPerson: 2 })
    assert.equal((await create(bob.key)).status, 200)
    assert.equal((await create(bob.key)).status, 200)
    const refused = await create(bob.key)
    assert.deepEqual(refusalOf(refused), [403, 'QUOTA_EXCEEDED'])
    assert.match(refused.body.message, /^You have reached your limit of 2 pages/)
    const other = await addPerson(quire, 'Cleo', 'MEMBER')
    assert.equal((await create(other.key)).status, 200)
  })

  it('refuse more bytes of files than a person may add in all workspaces', async () => {
    const { workspaceId } = quire
    const bob = await addPerson(quire, 'Dora', 'MEMBER')
    const title = { workspaceId, title: 'Files' }
    const { body } = await quire.post<{ pageId: string }>('/v1/pages/create', title, bob.key)
    const { pageId } = body
    const upload = (bytes: number, key = bob.key) => {
      const contentBase64 = Buffer.alloc(bytes).toString('base64')
      const file = { fileName: 'a.bin', mimeType: 'application/octet-stream', contentBase64 }
      return quire.post<Code>('/v1/page-files/upload-file', { workspaceId, pageId, ...file }, key)
    }
    await set({ fileBytesPerPerson: 100 })
    assert.deepEqual(refusalOf(await upload(101)), [403, 'QUOTA_EXCEEDED'])
    assert.equal((await upload(60)).status, 200)
    const refused = await upload(60)
    assert.deepEqual(refusalOf(refused), [403, 'QUOTA_EXCEEDED'])
    assert.match(refused.body.message, /^Your files would exceed your limit of 100 bytes/)
    assert.equal((await upload(40)).status, 200)
    const other = await addPerson(quire, 'Elsa', 'MEMBER')
    assert.equal((await upload(90, other.key)).status, 200)
  })

  it('refuse more keys than a person may have, until one is revoked', async () => {
    const bob = await signIn(quire, await addPerson(quire, 'Bob', 'MEMBER'))
    await set({ keysPerPerson: 2 })
    const make = () =>
      bob.post<Code & { id: string }>('/app/keys/create', { name: 'K', expires: 'never' })
    const created = await make()
    assert.equal(created.status, 200)
    assert.deepEqual(refusalOf(await make()), [403, 'QUOTA_EXCEEDED'])
    await bob.post('/app/keys/revoke', { keyId: created.body.id })
    assert.equal((await make()).status, 200)
  })

  it('refuse more workspaces than a person may make in a day', async () => {
    const eve = await signIn(quire, await addPerson(quire, 'Eve'))
    const make = (by: Visitor) =>
      by.post<Code>('/app/workspace-settings/create', { name: 'Another' })
    await set({ workspacesPerDay: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => make(eve)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 3)
    const refused = await make(eve)
    assert.deepEqual(refusalOf(refused), [429, 'RATE_LIMITED'])
    assert.match(refused.body.message, /workspaces.*Wait a few hours/)
    assert.ok(Number(refused.headers['retry-after']) > 80_000)
    assert.equal((await make(ada)).status, 200)
  })
})

describe('invitations by mail', () => {
  it('are bounded by person, address and server, and hold no foreign link', async () => {
    const smtp = await startMailServer()
    const mail = { url: smtp.url, from: 'Quire <quire@example.com>' }
    const publicUrl = 'http://localhost:80'
    const desk = await startServer({ mail, publicUrl })
    try {
      const owner = await signIn(desk)
      const { workspaceId } = desk
      const invite = (email: string, by = owner) =>
        by.post<Code & { mailed: boolean }>('/app/invitations/create', {
          workspaceId,
          role: 'MEMBER',
          email,
        })
      await owner.post('/app/profile/update', { firstName: 'Win\r\nhttp://phish.example' })
      await owner.post('/app/workspace-settings/update', {
        workspaceId,
        name: 'Lab\r\nwww.phish.example',
      })
      await set({ mailsPerHour: 4, mailsPerAddress: 2 }, desk)
      for (const email of ['a@example.com', 'b@example.com', 'b@example.com']) {
        assert.equal((await invite(email)).body.mailed, true)
      }
      assert.deepEqual(refusalOf(await invite('b@example.com')), [429, 'RATE_LIMITED'])
      assert.equal((await invite('c@example.com')).status, 200)
      assert.deepEqual(refusalOf(await invite('d@example.com')), [429, 'RATE_LIMITED'])
      const other = await signIn(desk, await addPerson(desk, 'Other', 'ADMIN'))
      assert.equal((await invite('d@example.com', other)).status, 200)
      await set({ mailsOfServer: 4 }, desk)
      assert.deepEqual(refusalOf(await invite('e@example.com', other)), [429, 'RATE_LIMITED'])
      const [first] = smtp.mails
      const text = first?.text ?? ''
      assert.deepEqual(text.match(/https?:\/\/\S+/g)?.length, 1)
      assert.match(text, /Win http\[:\]\/\/phish\[\.\]example/)
      assert.match(text, /workspace Lab www\[\.\]phish\[\.\]example in/)
      assert.equal(smtp.mails.length, 5)
    } finally {
      await desk.close()
      await smtp.close()
    }
  })
})
