import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unzip } from '../../../server/domain/skills/unzip.ts'
import { newId } from '../../../server/lib/ids.ts'
import { files } from '../../../server/store/index.ts'
import { addFile, addPage, unknownId } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let ben: Person
let parentId: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  parentId = await addPage(quire, 'Parent', { markdown: 'Of the parent.' })
  const childId = await addPage(quire, 'Child', { parentId, markdown: '# In the child' })
  await addFile(quire, childId, { name: 'plan.txt', content: 'a plan' })
  const hidden = await addPage(quire, 'Hidden', { parentId, markdown: 'Secret.' })
  await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
  await addPage(quire, 'Elsewhere')
})
after(() => quire.close())

const limits = { files: 1000, bytes: 10_000_000 }

async function download(query: Record<string, string>, key: string | null = quire.key) {
  const { workspaceId } = quire
  const asked = new URLSearchParams({ workspaceId, ...query }).toString()
  const headers = key === null ? {} : { authorization: `Bearer ${key}` }
  return quire.server.inject({ method: 'GET', url: `/v1/workspace/export?${asked}`, headers })
}

async function filesOf(query: Record<string, string>, key?: string): Promise<Map<string, string>> {
  const answer = await download(query, key)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'application/zip')
  const read = await unzip(answer.rawPayload, limits)
  assert.ok(read.ok, read.ok ? '' : read.reason)
  return new Map(read.entries.map(({ path, content }) => [path, Buffer.from(content).toString()]))
}

describe('GET /v1/workspace/export', () => {
  it('refuses who is not a member, and pages that the caller cannot read', async () => {
    for (const [query, key, expected] of [
      [{}, null, 401],
      [{ workspaceId: unknownId }, quire.key, 403],
      [{ pageId: unknownId }, quire.key, 404],
      [{ pageId: 'x' }, quire.key, 400],
      [{ format: 'pdf' }, quire.key, 400],
    ] as const) {
      assert.equal((await download(query, key)).statusCode, expected, JSON.stringify(query))
    }
  })

  it('has all pages that the caller can read, with their files', async () => {
    const all = await filesOf({})
    const own = ['Child.md', 'Elsewhere.md', 'Hidden.md', 'index.md', 'plan.txt']
    assert.deepEqual([...all.keys()].map((path) => path.replace(/.*\//, '')).toSorted(), own)
    const seen = await filesOf({}, ben.key)
    assert.ok(![...seen.values()].some((text) => text.includes('Secret')))
    assert.equal(seen.size, 4)
  })

  it('has an HTML page for each page, with links that work from a folder and without scripts', async () => {
    const { workspaceId } = quire
    const html = '<script>alert(1)</script>'
    const rootId = await addPage(quire, 'Site: A/B', { markdown: 'Start.' })
    const pageId = await addPage(quire, 'Same', { parentId: rootId, markdown: '## One\n\n## Two' })
    const fileId = await addFile(quire, pageId, { name: 'a b.txt', content: 'linked' })
    await addFile(quire, pageId, { name: 'other.txt', content: 'unlinked' })
    const secret = await addPage(quire, 'Secret title', { parentId: rootId, markdown: 'Secret.' })
    await restrict(quire, secret, onlyFor({ [quire.userId]: 'manage' }))
    const view = '```quire-view\nunder: this\n```'
    const markdown = [
      `[One](/pages/${pageId}#one) [file](/files/${fileId}) [out](/pages/${parentId})`,
      `[not theirs](/pages/${secret})`,
      `![Same](/pages/${pageId})`,
      view,
      html,
      '> [!NOTE]\n> Read it.',
    ].join('\n\n')
    const edit = { workspaceId, pageId: rootId, mode: 'append', text: markdown }
    assert.equal((await quire.post('/v1/pages/edit', edit)).status, 200)
    await addPage(quire, 'Same', { parentId: rootId })
    const site = await filesOf({ pageId: rootId, format: 'html' }, ben.key)
    assert.deepEqual([...site.keys()].toSorted(), [
      'files/a b.txt',
      'files/other.txt',
      'index.html',
      'pages/Same 2.html',
      'pages/Same.html',
      'pages/Site- A-B.html',
      'style.css',
    ])
    for (const [path, text] of site) {
      if (!path.endsWith('.html')) continue
      assert.doesNotMatch(text, /<script|Secret|\/pages\/[0-9a-f]{8}-/)
      assert.match(text, /content-security-policy" content="script-src &#39;none&#39;/)
      const links = [...text.matchAll(/(?:href|src)="([^"#]+)(?:#[^"]*)?"/g)]
      for (const [, link = ''] of links) {
        const target = new URL(link, `https://export.example/${path}`)
        assert.ok(site.has(decodeURIComponent(target.pathname.slice(1))), `${path} has ${link}`)
      }
    }
    const start = site.get('pages/Site- A-B.html') ?? ''
    assert.match(
      start,
      /<a href="\.\/Same\.html#one">One<\/a> <a href="\.\.\/files\/a%20b\.txt">file<\/a> out/,
    )
    assert.match(start, /&lt;script&gt;alert/)
    assert.match(start, /<blockquote[^>]*>\s*<h2[^>]*>One/)
    assert.match(start, /<table>[^]*href="\.\/Same%202\.html"/)
    assert.match(
      site.get('pages/Same.html') ?? '',
      /<h2>Files<\/h2>[^]*href="\.\.\/files\/other\.txt"/,
    )
    assert.match(
      site.get('pages/Same.html') ?? '',
      /href="\.\.\/index\.html"[^]*href="\.\/Site-%20A-B\.html"/,
    )
    const index = site.get('index.html') ?? ''
    assert.match(index, /<ul>\s*<li><a href="pages\/Site-%20A-B\.html"[^>]*>Site: A\/B<\/a>\s*<ul>/)
    const all = await filesOf({ format: 'html' })
    assert.ok(all.has('pages/Secret title.html') && all.has('pages/Hidden.html'))
  })

  it('has a page and what is below it', async () => {
    const some = await filesOf({ pageId: parentId }, ben.key)
    assert.ok(![...some.keys()].some((path) => path.includes('Elsewhere')))
    assert.ok([...some.values()].some((text) => text.includes('Of the parent.')))
    const answer = await download({ pageId: parentId })
    assert.equal(answer.headers['content-disposition'], 'attachment; filename=Parent.zip')
  })

  it('is refused before it begins if its files are larger than an archive can be', async () => {
    const pageId = await addPage(quire, 'Films')
    const { workspaceId, userId: createdBy } = quire
    const film = { workspaceId, mimeType: 'video/mp4', sha256: '0'.repeat(64), createdBy }
    await quire.app.store.transactIn({ workspaceId }, async (transaction) => {
      for (const gibibytes of [11, 10]) {
        const [id, size] = [newId(), gibibytes * 1024 ** 3]
        await files.insert(transaction, { ...film, id, name: `${id}.mp4`, size, createdAt: 1 })
        await files.attach(transaction, { workspaceId, pageId, fileId: id, createdAt: 1 })
      }
    })
    for (const format of ['markdown', 'html']) {
      const answer = await download({ pageId, format })
      assert.deepEqual([answer.statusCode, answer.json().code], [501, 'NOT_SUPPORTED'])
      assert.match(answer.json().message, /20 GiB\. Export parts/)
    }
    assert.equal((await download({ pageId: parentId })).statusCode, 200)
  })
})
