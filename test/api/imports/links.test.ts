import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { markdownOf } from '../../support/pages.ts'
import { runJobs } from '../../support/semantic.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { uploadZip } from '../../support/transfer/imports.ts'
import { until } from '../../support/until.ts'

type Broken = { path: string; url: string; reason: string; line?: number }
type Files = Record<string, string | Uint8Array>
type Page = { id: string; title: string; icon: string | null }

let quire: TestServer
let jobs: ReturnType<typeof runJobs>
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  jobs = runJobs(quire)
})
after(async () => {
  await jobs.stop()
  assert.deepEqual(jobs.faults, [])
  await quire.close()
})

async function ask<Body>(path: string, body: object): Promise<Body> {
  const answer = await quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body })
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function untilState(importId: string, ...states: string[]): Promise<string> {
  const found = await until(async () => {
    const one = await ask<{ state: string; kind: string }>('/v1/imports/get', { importId })
    return states.includes(one.state) && one
  })
  assert.ok(states[0] === found.state, found.state)
  return found.kind
}

/** Imports files below a page of its own: the pages by title, what it says of links, and the kind. */
async function bring(files: Files) {
  const { pageId: parentId } = await ask<{ pageId: string }>('/v1/pages/create', { title: 'Root' })
  const fileId = await uploadZip(quire, files)
  const { id: importId } = await ask<{ id: string }>('/v1/imports/create', { fileId, parentId })
  const kind = await untilState(importId, 'ready', 'failed')
  const { preview } = await ask<{ preview: { problems: { path: string; reason: string }[] } }>(
    '/v1/imports/preview',
    { importId },
  )
  await ask('/v1/imports/start', { importId })
  await untilState(importId, 'done', 'failed')
  const { brokenLinks, counts } = await ask<{
    brokenLinks: Broken[]
    counts: { links: { resolved: number; unresolved: number } }
  }>('/v1/imports/report', { importId })
  const { pages } = await ask<{ pages: Page[] }>('/v1/pages/list', { parentId, depth: 10 })
  const titles = pages.map(({ title }) => title)
  const pageOf = (title: string): Page => {
    const page = pages.find((one) => one.title === title)
    assert.ok(page, `${title} is one of ${titles.join(', ')}`)
    return page
  }
  return {
    kind,
    titles,
    brokenLinks,
    problems: preview.problems,
    links: counts.links,
    pageOf,
    markdown: (title: string) => markdownOf(quire, pageOf(title).id),
  }
}

describe('links of imported Markdown', () => {
  it('are found between brackets in a folder that nothing names a vault', async () => {
    const days = Array.from({ length: 45 }, (_, day) => [`Days/Day ${day}.md`, `Slept, ${day}\n`])
    const found = await bring({
      ...Object.fromEntries(days),
      'Notes/Late.md': 'See [[Other|that]], [[Other#My part]], [[Days/Day 7]] and [[the alias]].\n',
      'Notes/Other.md': '---\naliases: [The alias]\n---\n## My part\n',
    })
    const other = `/pages/${found.pageOf('Other').id}`
    assert.equal(found.kind, 'markdown')
    assert.equal(
      await found.markdown('Late'),
      `See [that](${other}), [Other › My part](${other}#my-part), [Day 7](/pages/${found.pageOf('Day 7').id}) and [the alias](${other}).\n`,
    )
    assert.deepEqual([found.links, found.brokenLinks], [{ resolved: 4, unresolved: 0 }, []])
  })

  it('leave brackets that lead nowhere as they are, and headings as titles', async () => {
    const text = 'Types are [[string, number]] <sup>[[1]](#note)</sup>.\n\n![[gone.png|300]]\n'
    const found = await bring({
      'docs/install.md': '# Install the program\n\ntext\n',
      'docs/config.md': `# Configure\n\n${text}`,
    })
    assert.ok(found.titles.includes('Install the program') && found.titles.includes('Configure'))
    assert.equal((await found.markdown('Configure')).includes('[[string, number]]'), true)
    assert.equal((await found.markdown('Configure')).includes('![[gone.png|300]]'), true)
    assert.deepEqual(found.brokenLinks, [
      { path: 'config.md', url: '[[string, number]]', reason: 'does not exist', line: 3 },
      { path: 'config.md', url: '[[gone.png]]', reason: 'does not exist', line: 5 },
    ])
  })

  it('name a page by the title that its heading gives', async () => {
    const found = await bring({ 'a.md': 'See [[Install it]].\n', 'b.md': '# Install it\n\ntext\n' })
    assert.equal(
      await found.markdown('a'),
      `See [Install it](/pages/${found.pageOf('Install it').id}).\n`,
    )
  })

  it('start at the root of the source or of its public folders, or are reported', async () => {
    const found = await bring({
      'guide/a.md':
        '---\nx: 1\n---\n# A\n\n![x](/img/x.png) [b](/guide/b) [b](/guide/b.md#c)\n\n![x](/img/gone.png) [gone](/guide/gone)\n',
      'guide/b.md': '# B\n',
      'static/img/x.png': 'PNG',
      'other/c.md': '# C\n',
    })
    const b = `/pages/${found.pageOf('B').id}`
    const markdown = await found.markdown('A')
    assert.match(markdown, /^!\[x\]\(\/files\/[\da-f-]{36}\) /)
    assert.ok(markdown.includes(`[b](${b}) [b](${b}#c)\n`), markdown)
    assert.deepEqual(found.brokenLinks, [
      { path: 'guide/a.md', url: '/img/gone.png', reason: 'does not exist', line: 8 },
      { path: 'guide/a.md', url: '/guide/gone', reason: 'does not exist', line: 8 },
    ])
    assert.deepEqual(found.links, { resolved: 3, unresolved: 2 })
    assert.ok(
      found.problems.some(({ reason }) =>
        reason.includes('links to /guide/gone in line 8, which does not exist'),
      ),
    )
  })

  it('from the root can name the folder that everything in the archive is in', async () => {
    const found = await bring({
      'docs/a.md': '# A\n\n[b](/docs/b.md) [b](/docs/b)\n',
      'docs/b.md': '# B\n',
    })
    const b = `/pages/${found.pageOf('B').id}`
    assert.equal(await found.markdown('A'), `[b](${b}) [b](${b})\n`)
  })

  it('can differ in case, leave out an ending, and have a lone percent sign', async () => {
    const found = await bring({
      'Guide.md': '# Guide\n',
      '100% done.md': '# Done\n',
      'IMG/Photo.PNG': 'x',
      'a.md': '# A\n\n[x](guide.md) [y](GUIDE) [z](100%%20done.md) ![p](img/photo.png)\n',
    })
    const markdown = await found.markdown('A')
    const guide = `/pages/${found.pageOf('Guide').id}`
    assert.ok(markdown.startsWith(`[x](${guide}) [y](${guide}) `), markdown)
    assert.ok(markdown.includes(`[z](/pages/${found.pageOf('Done').id})`), markdown)
    assert.match(markdown, /!\[p\]\(\/files\//)
    assert.deepEqual(found.brokenLinks, [])
  })

  it('in a vault show files and pages, and its notes come back with their letters', async () => {
    const text =
      '![[photo.png|300]] ![[paper.pdf#page=3]] \\[[no link]]\n\n![[b]]\n\n| a |\n| --- |\n| [[b\\|that]] |\n\nSee [[Later]].\n'
    const found = await bring({
      '.obsidian/app.json': '{}',
      'a.md': text,
      'b.md': 'B\n',
      'files/photo.png': 'x',
      'files/paper.pdf': 'x',
    })
    assert.equal(found.kind, 'obsidian')
    const markdown = await found.markdown('a')
    assert.match(markdown, /^<img src="\/files\/[\da-f-]{36}" alt="photo\.png" width="300">/)
    assert.match(markdown, /\[paper\.pdf › page=3\]\(\/files\/[\da-f-]{36}#page=3\)/)
    assert.ok(markdown.replaceAll('\\', '').includes('[[no link]]'), markdown)
    assert.ok(markdown.includes(`\n![b](/pages/${found.pageOf('b').id})\n`), markdown)
    assert.ok(markdown.includes('See [[Later]].'), markdown)
    assert.deepEqual(
      found.brokenLinks.map(({ url, line }) => [url, line]),
      [['[[Later]]', 9]],
    )
  })

  it('reads an icon that is an emoji, and leaves another as a property', async () => {
    const found = await bring({
      'a.md': '---\nicon: material/alert-outline\n---\n# A\n',
      'b.md': '---\nicon: 🚀\n---\n# B\n',
      'c.md': '---\nicon: 1️⃣\n---\n# C\n',
    })
    assert.deepEqual(
      ['A', 'B', 'C'].map((title) => found.pageOf(title).icon),
      [null, '🚀', '1️⃣'],
    )
    const { properties } = await ask<{ properties: unknown }>('/v1/pages/properties', {
      pageId: found.pageOf('A').id,
    })
    assert.match(JSON.stringify(properties), /material\/alert-outline/)
  })
})
