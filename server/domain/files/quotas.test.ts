import assert from 'node:assert/strict'
import { statfs } from 'node:fs/promises'
import { after, afterEach, before, describe, it } from 'node:test'
import { addPerson } from '../../../test/support/people.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import {
  defaultSettings,
  type ServerSettings,
  updateServerSettings,
} from '../administration/server-settings.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ uploadLimit: 2 ** 47 })
})
after(() => quire.close())

const set = (change: Partial<ServerSettings>) => updateServerSettings(contextOf(quire), change)
afterEach(() => set(defaultSettings))

const encode = (text: string) => Buffer.from(text).toString('base64')

async function begin(size: number, key = quire.key) {
  const answer = await quire.request<{ code: string; message: string } | ''>({
    method: 'POST',
    url: '/v1/uploads',
    headers: {
      authorization: `Bearer ${key}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `workspaceId ${encode(quire.workspaceId)},filename ${encode('a.bin')}`,
    },
  })
  const code = answer.body === '' ? '' : answer.body.code
  return { status: answer.status, code, at: String(answer.headers['location']) }
}
const cancel = (at: string, key = quire.key) =>
  quire.request({
    method: 'DELETE',
    url: at,
    headers: { authorization: `Bearer ${key}`, 'tus-resumable': '1.0.0' },
  })

describe('uploads that are not whole', () => {
  it('are refused beyond a number per person, however many are begun at once', async () => {
    await set({ uploadsPerPerson: 3 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => begin(10)))
    const begun = answers.filter(({ status }) => status === 201)
    assert.equal(begun.length, 3)
    const refused = answers.filter(({ status }) => status === 403)
    assert.deepEqual([...new Set(refused.map(({ code }) => code))], ['QUOTA_EXCEEDED'])
    assert.equal(refused.length, 9)
    const bob = await addPerson(quire, 'Bob', 'MEMBER')
    const others = await begin(10, bob.key)
    assert.equal(others.status, 201)
    await cancel(begun[0]?.at ?? '')
    const again = await begin(10)
    assert.equal(again.status, 201)
    for (const { at } of [...begun.slice(1), again]) await cancel(at)
    await cancel(others.at, bob.key)
  })

  it('are refused beyond the bytes a person may announce', async () => {
    await set({ uploadBytesPerPerson: 1000 })
    const first = await begin(800)
    assert.equal(first.status, 201)
    assert.equal((await begin(300)).code, 'QUOTA_EXCEEDED')
    const second = await begin(200)
    assert.equal(second.status, 201)
    for (const { at } of [first, second]) await cancel(at)
    const alone = await begin(5000)
    assert.equal(alone.status, 201, 'one alone is bound by the size of a file')
    await cancel(alone.at)
  })

  it('are refused where all together do not fit on the disk', async () => {
    await set({ uploadBytesPerPerson: null })
    const { bavail, bsize } = await statfs(quire.dataFolder)
    const maxBytes = Math.floor(bavail * bsize * 0.7)
    const first = await begin(maxBytes)
    assert.equal(first.status, 201)
    const second = await begin(maxBytes)
    assert.deepEqual([second.status, second.code], [507, 'STORAGE_FULL'])
    await cancel(first.at)
  })

  it('are refused where the workspace has no room for the file', async () => {
    await set({ fileBytesPerWorkspace: 100 })
    assert.equal((await begin(101)).code, 'QUOTA_EXCEEDED')
    const begun = await begin(100)
    assert.equal(begun.status, 201)
    await cancel(begun.at)
  })
})
