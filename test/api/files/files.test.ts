import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { type Refusal, startServer, type TestServer } from '../../support/server.ts'

type Item = {
  id: string
  name: string
  url: string
  pages: number
  createdBy: { firstName: string }
}

describe('files', () => {
  let quire: TestServer
  let pageId = ''
  const ids: Record<string, string> = {}
  before(async () => {
    quire = await startServer()
    pageId = await addPage(quire, 'Home')
    const names = {
      'Übersicht 2026.pdf': 'application/pdf',
      'übersicht alt.txt': 'text/plain; charset=utf-8',
      'Photo of the Overview.PNG': 'image/png',
      'song.mp3': 'audio/mpeg',
      'film.mp4': 'video/mp4',
      'data.json': 'application/json',
      'thing.bin': 'application/octet-stream',
    }
    for (const [name, mimeType] of Object.entries(names)) {
      ids[name] = await addFile(quire, pageId, { name, mimeType, content: name })
    }
  })
  after(() => quire.close())

  const list = async (more: object = {}, key?: string) => {
    const body = { workspaceId: quire.workspaceId, ...more }
    const answer = await quire.post<{ files: Item[]; total: number }>('/v1/files/list', body, key)
    assert.equal(answer.status, 200)
    return answer.body
  }
  const namesOf = async (more: object) => (await list(more)).files.map(({ name }) => name)
  const use = async (fileId: string | undefined, more: object = {}) => {
    const body = { workspaceId: quire.workspaceId, fileId, ...more }
    return quire.post<Refusal & { pages: { id: string }[] }>('/v1/files/use', body)
  }

  describe('/v1/files/list', () => {
    it('refuses strangers, and kinds there are none of', async () => {
      const { key } = await addPerson(quire, 'Stan')
      const body = { workspaceId: quire.workspaceId }
      assert.equal((await quire.post('/v1/files/list', body, key)).status, 403)
      const wrong = await quire.post('/v1/files/list', { ...body, kind: 'sound' })
      assert.equal(wrong.body.errors[0]?.path, '/kind')
    })

    it('gives viewers all, newest first, in parts, with the total', async () => {
      const { key } = await addPerson(quire, 'Vera', 'VIEWER')
      const { files, total } = await list({ limit: 2, offset: 1 }, key)
      assert.equal(total, 7)
      const [first] = files
      assert.deepEqual(
        [first?.name, first?.url, first?.pages, first?.createdBy.firstName],
        ['data.json', `/files/${first?.id}`, 1, 'Ada'],
      )
      assert.equal(files.length, 2)
    })

    it('finds by every part of the name, whatever the case and the accents', async () => {
      const both = ['übersicht alt.txt', 'Übersicht 2026.pdf']
      for (const query of ['übersicht', 'ÜBERSICHT', 'ubersicht', ' sicht ÜBER ']) {
        assert.deepEqual(await namesOf({ query }), both, query)
      }
      assert.deepEqual(await namesOf({ query: 'sicht 26' }), ['Übersicht 2026.pdf'])
      assert.deepEqual(await namesOf({ query: '%' }), [])
      assert.deepEqual(await namesOf({ query: 'sicht', offset: 1 }), ['Übersicht 2026.pdf'])
      assert.equal((await list({ query: 'sicht', limit: 1 })).total, 2)
    })

    it('tells kinds apart by MIME type', async () => {
      const kinds: Record<string, string[]> = {
        image: ['Photo of the Overview.PNG'],
        pdf: ['Übersicht 2026.pdf'],
        audio: ['song.mp3'],
        video: ['film.mp4'],
        text: ['data.json', 'übersicht alt.txt'],
        other: ['thing.bin'],
      }
      for (const [kind, expected] of Object.entries(kinds)) {
        assert.deepEqual(await namesOf({ kind }), expected, kind)
        assert.equal((await list({ kind, limit: 1 })).total, expected.length, kind)
      }
      assert.deepEqual(await namesOf({ kind: 'text', limit: 1 }), ['data.json'])
      assert.deepEqual(await namesOf({ kind: 'text', limit: 1, offset: 1 }), ['übersicht alt.txt'])
      assert.deepEqual(await namesOf({ kind: 'text', offset: 2 }), [])
      const far = { kind: 'text', offset: Number.MAX_SAFE_INTEGER }
      assert.deepEqual([await namesOf(far), (await list(far)).total], [[], 2])
    })

    it('counts along with what is uploaded and deleted', async () => {
      const totals = async () => [
        (await list()).total,
        (await list({ kind: 'text' })).total,
        (await list({ kind: 'other' })).total,
      ]
      assert.deepEqual(await totals(), [7, 2, 1])
      const csv = { name: 'table.csv', mimeType: 'text/csv', content: 'a,b' }
      const fileId = await addFile(quire, pageId, csv)
      assert.deepEqual(await totals(), [8, 3, 1])
      assert.deepEqual(await namesOf({ kind: 'text', limit: 2 }), ['table.csv', 'data.json'])
      const body = { workspaceId: quire.workspaceId, fileId, force: true }
      assert.equal((await quire.post('/v1/files/delete', body)).status, 200)
      assert.deepEqual(await totals(), [7, 2, 1])
    })
  })

  describe('/v1/files/use', () => {
    it('refuses a file that is not there, or elsewhere', async () => {
      assert.equal((await use(nothing)).body.code, 'FILE_NOT_FOUND')
      const workspaceId = await addWorkspace(quire, 'Elsewhere')
      const there = await use(ids['song.mp3'], { workspaceId })
      assert.equal(there.status, 404)
    })

    it('names pages that have it attached or show it, not those in the trash', async () => {
      const fileId = ids['song.mp3']
      const markdown = `[song](/files/${fileId})`
      const shows = await addPage(quire, 'Aria', { markdown })
      const trashed = await addPage(quire, 'Gone', { markdown })
      await quire.post('/v1/pages/delete', { workspaceId: quire.workspaceId, pageId: trashed })
      const { body } = await use(fileId)
      assert.deepEqual(
        body.pages.map(({ id }) => id),
        [shows, pageId],
      )
    })
  })
})
