import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clock } from '../../server/lib/clock.ts'
import { addFile, addPage } from '../support/pages.ts'
import { addWorkspace } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Item = { id: string; name: string; title: string }
type Lists = { files: Item[]; pages: Item[] }

const start = Date.UTC(2026, 0, 2, 3, 4, 5, 6)
const realNow = clock.now

let quire: TestServer
let workspaceId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
  let now = start
  clock.now = () => now
  const pageId = await addPage(quire, 'Home')
  const other = await addWorkspace(quire, 'Other')
  const otherPage = await addPage(quire, 'Foreign', { workspaceId: other, ownership: 'SKILL' })
  await addFile({ ...quire, workspaceId: other }, otherPage, { name: 'foreign.txt' })
  for (let number = 0; number < 55; number += 1) {
    // Two of each share an instant: then the id decides.
    now = start + Math.floor(number / 2)
    await addFile(quire, pageId, { name: `file-${number}`, content: `${number}` })
    await addPage(quire, `Skill ${number}`, { ownership: 'SKILL' })
    if (number < 3) await addPage(quire, `Agent ${number}`, { ownership: 'AGENT' })
  }
})
after(async () => {
  clock.now = realNow
  await quire.close()
})

const newestFirst = (count: number, name: string, from = 54) =>
  Array.from({ length: count }, (_, index) => `${name}${from - index}`)

async function fileNames(body: object): Promise<string[]> {
  const answer = await quire.post<Lists>('/v1/workspace/files', { workspaceId, ...body })
  return answer.body.files.map(({ name }) => name)
}

describe('POST /v1/workspace/files', () => {
  it('gives exactly the five members of a file', async () => {
    const { body } = await quire.post<Lists>('/v1/workspace/files', { workspaceId, limit: 1 })
    const [file] = body.files
    assert.deepEqual(body, {
      files: [
        {
          id: file?.id,
          name: 'file-54',
          mimeType: 'text/plain',
          size: 2,
          createdAt: '2026-01-02T03:04:05.033Z',
        },
      ],
    })
    assert.match(file?.id ?? '', /^[0-9a-f-]{36}$/)
  })

  it('gives the newest 50 unless told otherwise, none of another workspace', async () => {
    assert.deepEqual(await fileNames({}), newestFirst(50, 'file-'))
  })

  it('pages through all of them with limit and offset, each once', async () => {
    const pages = [0, 20, 40].map((offset) => fileNames({ limit: 20, offset }))
    assert.deepEqual((await Promise.all(pages)).flat(), newestFirst(55, 'file-'))
  })

  it('gives nothing behind the last one', async () => {
    assert.deepEqual(await fileNames({ offset: 55 }), [])
    assert.deepEqual(await fileNames({ offset: Number.MAX_SAFE_INTEGER }), [])
    assert.deepEqual(await fileNames({ limit: 200, offset: 54 }), ['file-0'])
  })
})

describe('POST /v1/workspace/skills', () => {
  it('gives exactly the four members of a page', async () => {
    const { body } = await quire.post<Lists>('/v1/workspace/skills', { workspaceId, limit: 1 })
    assert.deepEqual(body, {
      pages: [
        {
          id: body.pages[0]?.id,
          title: 'Skill 54',
          icon: null,
          createdAt: '2026-01-02T03:04:05.033Z',
        },
      ],
    })
  })

  it('gives the newest 50 unless told otherwise, and up to 200', async () => {
    const few = await quire.post<Lists>('/v1/workspace/skills', { workspaceId })
    assert.deepEqual(
      few.body.pages.map(({ title }) => title),
      newestFirst(50, 'Skill '),
    )
    const many = await quire.post<Lists>('/v1/workspace/skills', { workspaceId, limit: 200 })
    assert.equal(many.body.pages.length, 55)
  })

  it('gives the icon of a page that has one', async () => {
    const { body } = await quire.post<Lists>('/v1/workspace/skills', { workspaceId, limit: 1 })
    const pageId = body.pages[0]?.id
    await quire.post('/v1/pages/update', { workspaceId, pageId, icon: '🧪' })
    const again = await quire.post<Lists>('/v1/workspace/skills', { workspaceId, limit: 1 })
    assert.deepEqual(again.body.pages, [{ ...body.pages[0], icon: '🧪' }])
  })

  it('does not know an offset', async () => {
    const body = { workspaceId, limit: 1, offset: 1 }
    const answer = await quire.post<Lists>('/v1/workspace/skills', body)
    assert.equal(answer.body.pages[0]?.title, 'Skill 54')
  })
})

describe('POST /v1/workspace/agents', () => {
  it('gives the pages with ownership AGENT, newest first, and no others', async () => {
    const { body } = await quire.post<Lists>('/v1/workspace/agents', { workspaceId })
    assert.deepEqual(
      body.pages.map(({ title }) => title),
      ['Agent 2', 'Agent 1', 'Agent 0'],
    )
  })
})
