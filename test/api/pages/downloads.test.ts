import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

describe('GET /v1/pages/download', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0, publicUrl: 'https://notes.example.com' })
  })
  after(() => quire.close())

  const download = <Body = string>(pageId: string, format: string, key?: string | null) => {
    const query = new URLSearchParams({ workspaceId: quire.workspaceId, pageId, format })
    return quire.get<Body>(`/v1/pages/download?${query.toString()}`, key)
  }

  it('refuses strangers, foreign pages and other formats', async () => {
    const outsider = await addPerson(quire, 'Sam')
    const pageId = await addPage(quire, 'Ours')
    assert.equal((await download(pageId, 'html', null)).status, 401)
    assert.equal((await download(pageId, 'html', outsider.key)).status, 403)
    assert.equal((await download(nothing, 'html')).status, 404)
    assert.equal((await download(pageId, 'pdf')).status, 400)
    assert.equal((await quire.get('/v1/pages/download')).status, 400)
  })

  it('gives Markdown with the title above it, and addresses that lead back', async () => {
    const markdown = `See [it](/pages/${nothing}) and <https://example.org>.`
    const pageId = await addPage(quire, 'Plan *A*', { markdown })
    const { status, body, headers } = await download(pageId, 'markdown')
    assert.equal(status, 200)
    const link = `[it](https://notes.example.com/pages/${nothing})`
    assert.equal(body, `# Plan \\*A\\*\n\nSee ${link} and <https://example.org>.\n`)
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
    assert.match(String(headers['content-disposition']), /^attachment; filename="Plan A\.md"/)
  })

  it('gives a whole HTML document that runs nothing', async () => {
    const markdown = 'Text <script>alert(1)</script> [x](javascript:alert(1))'
    const pageId = await addPage(quire, '</title><script>alert(2)</script>', { markdown })
    const { body, headers } = await download(pageId, 'html')
    assert.match(body, /^<!doctype html>\n[^]*<title>&lt;\/title&gt;&lt;script&gt;/)
    assert.doesNotMatch(body, /<script|javascript:/)
    assert.match(body, /default-src &#39;none&#39;/)
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.match(String(headers['content-disposition']), /^attachment; /)
  })

  it('states the language and the direction of the page, and of blocks in another script', async () => {
    const rtl = await addPage(quire, 'مرحبا', {
      markdown: 'Bases هو مثال\n\n- Obsidian\n- عنصر\n\nonly Latin\n',
    })
    const { body } = await download(rtl, 'html')
    assert.match(body, /<html lang="ar" dir="rtl">/)
    assert.match(body, /<p>Bases هو مثال<\/p>\n<ul><li>Obsidian<\/li>/)
    assert.match(body, /<p dir="ltr">only Latin<\/p>/)
    const ltr = await addPage(quire, 'Words', {
      markdown: '> שלום עולם\n\n<div dir="rtl">\n\n- abc\n\n</div>\n',
    })
    const other = await download(ltr, 'html')
    assert.match(other.body, /<html lang="[a-z]*" dir="ltr">/)
    assert.match(other.body, /<blockquote dir="rtl"><p>שלום עולם<\/p><\/blockquote>/)
    assert.match(other.body, /<div dir="rtl">\n<ul/)
  })

  it('names the file by its title, whatever that holds', async () => {
    const names = new Map([
      ['../../etc/passwd', 'etc passwd.md'],
      ['Żółw "q"', "UTF-8''%C5%BB%C3%B3%C5%82w%20q.md"],
      ['\u202Egpj.exe', 'gpj.exe.md'],
      ['///', 'page.md'],
    ])
    for (const [title, name] of names) {
      const { headers } = await download(await addPage(quire, title), 'markdown')
      assert.ok(String(headers['content-disposition']).includes(name), title)
    }
  })

  it('gives a page of 200 KB whole', async () => {
    const paragraph = 'Words of no great weight. '.repeat(20)
    const pageId = await addPage(quire, 'Long')
    const content = {
      type: 'doc',
      content: Array.from({ length: 400 }, () => {
        return { type: 'paragraph', content: [{ type: 'text', text: paragraph.trim() }] }
      }),
    }
    await quire.post('/v1/pages/update', { workspaceId: quire.workspaceId, pageId, content })
    const { body } = await download(pageId, 'html')
    assert.equal(body.split('<p>').length, 401)
  })
})
