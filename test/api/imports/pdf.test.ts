import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { exportPdf } from '../../../server/domain/transfer/export/pdf/export-pdf.ts'
import { within } from '../../../server/domain/transfer/export/pdf/write-document.ts'
import { pixel } from '../../cli/folders.ts'
import { type Gotenberg, openGotenberg } from '../../support/outside/gotenberg.ts'
import { addPage, unknownId } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { openBrowser } from '../../support/web/browser.ts'

let browser: Browser
let gotenberg: Gotenberg
let quire: TestServer
let ben: Person
let pageId: string
before(async () => {
  browser = await openBrowser()
  gotenberg = await openGotenberg(browser)
  quire = await startServer({ rateLimit: 0, gotenbergUrl: gotenberg.url })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  const { workspaceId } = quire
  pageId = await addPage(quire, 'Report: 2026', { markdown: '## Part\n\n[Part](#part)' })
  const below = await addPage(quire, 'Below', { parentId: pageId, markdown: '## Part' })
  const hidden = await addPage(quire, 'Hidden', { parentId: pageId, markdown: 'Secret.' })
  await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
  const upload = await quire.post<{ fileId: string }>('/v1/page-files/upload-file', {
    workspaceId,
    pageId,
    fileName: 'dot.png',
    mimeType: 'image/png',
    contentBase64: pixel.toString('base64'),
  })
  const text = [
    `[Below](/pages/${below}#part) [page](/pages/${below}) [gone](/pages/${hidden})`,
    `![Dot](/files/${upload.body.fileId}) [the dot](/files/${upload.body.fileId})`,
    '![elsewhere](http://127.0.0.1:1/x.png)',
    '<script>alert(1)</script><img src="http://127.0.0.1:1/y.png">',
    '`<a id="x">`',
  ].join('\n\n')
  await quire.post('/v1/pages/edit', { workspaceId, pageId, mode: 'append', text })
})
after(async () => {
  await quire.close()
  await gotenberg.close()
  await browser.close()
})

async function download(
  query: Record<string, string>,
  of: Pick<Person, 'key'> = quire,
  from = quire,
) {
  const asked = new URLSearchParams({ workspaceId: from.workspaceId, format: 'pdf', ...query })
  const headers = { authorization: `Bearer ${of.key}` }
  const url = `/v1/workspace/export?${asked.toString()}`
  return from.server.inject({ method: 'GET', url, headers })
}

describe('GET /v1/workspace/export?format=pdf', () => {
  it('refuses an export without a page, unknown pages, and where no service is configured', async () => {
    assert.equal((await download({})).json<{ code: string }>().code, 'VALIDATION_FAILED')
    assert.equal((await download({ pageId: unknownId })).statusCode, 404)
    const plain = await startServer()
    const own = await addPage(plain, 'Own')
    const answer = await download({ pageId: own }, plain, plain)
    assert.equal(answer.statusCode, 501)
    assert.match(
      answer.body,
      /Print the page from the browser, or ask the operator to set GOTENBERG_URL/,
    )
    await plain.close()
  })

  it('says what failed, follows no redirect and leaves no file', async () => {
    const before = await leftovers()
    for (const [behaviour, expected] of [
      ['busy', /answered 503/],
      ['redirect', /answered 302/],
      ['text', /answered 200 without a PDF/],
      ['broken', /not created/],
    ] as const) {
      gotenberg.behave(behaviour)
      const answer = await download({ pageId })
      assert.equal(answer.statusCode, 502, behaviour)
      assert.equal(answer.json<{ code: string }>().code, 'PDF_FAILED')
      assert.match(answer.body, expected)
    }
    const context = contextOf(quire)
    const input = { workspaceId: quire.workspaceId, pageId }
    gotenberg.behave('silent')
    const late = exportPdf(context, input, { timeout: 300, maxBytes: 1000 })
    await assert.rejects(late, { code: 'PDF_FAILED', message: /longer than 0\.3 seconds/ })
    gotenberg.behave('pdf')
    const large = exportPdf(context, input, { timeout: 60_000, maxBytes: 1000 })
    await assert.rejects(large, { code: 'PDF_FAILED', message: /larger than/ })
    const integrations = { ...context.integrations, gotenbergUrl: 'http://127.0.0.1:1' }
    const nowhere = exportPdf({ ...context, integrations }, input)
    await assert.rejects(nowhere, { code: 'PDF_FAILED', message: /ECONNREFUSED/ })
    assert.deepEqual(await leftovers(), before)
  })

  it('is a PDF of a page and those below it that the caller can read, with their images', async () => {
    gotenberg.behave('pdf')
    const answer = await download({ pageId }, ben)
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300))
    assert.equal(answer.headers['content-type'], 'application/pdf')
    assert.match(String(answer.headers['content-disposition']), /filename="Report- 2026\.pdf"/)
    const pdf = answer.rawPayload.toString('latin1')
    assert.match(pdf, /^%PDF-/)
    assert.equal(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, 2)
    const { files, fields } = gotenberg.received()
    assert.deepEqual([...files.keys()], ['index.html', 'style.css', 'f0.png'])
    assert.equal(fields.get('preferCssPageSize'), 'true')
    const text = files.get('index.html') ?? ''
    assert.doesNotMatch(text, /Secret|Hidden|<script|src="http/)
    assert.match(text, /<h2 id="p0-part">[^]*href="#p0-part"[^]*href="#p1-part"[^]*href="#p1"/)
    assert.match(text, /<a>the dot<\/a>/)
    assert.match(text, /id="p1"[^]*<h2 id="p1-part">/)
    assert.deepEqual(gotenberg.loaded(), { images: [1], refused: [] })
  })

  it('is made by Gotenberg 9 too, which has another name for the outline', async () => {
    gotenberg.behave('version 9')
    const answer = await download({ pageId }, ben)
    gotenberg.behave('pdf')
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300))
    const { fields } = gotenberg.received()
    assert.deepEqual(
      ['generateDocumentOutline', 'nativeBookmarks'].map((name) => fields.get(name)),
      [undefined, 'true'],
    )
  })

  it('changes addresses in tags only', () => {
    assert.equal(
      within('p3', '<p id="a">id="a" href="./p1"</p>'),
      '<p id="p3-a">id="a" href="./p1"</p>',
    )
    assert.equal(within('p3', '<a href="./p1#x">y</a>'), '<a href="#p1-x">y</a>')
    assert.equal(within('p3', '<img src="./f1.png">'), '<img src="./f1.png">')
  })
})

async function leftovers(): Promise<string[]> {
  const names = await readdir(tmpdir())
  return names.filter(
    (name) => name.startsWith('quire-export-') && name.includes(`-${process.pid}-`),
  )
}
