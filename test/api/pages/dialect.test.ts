import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageDocument } from '../../../content/document.ts'
import { pageLinks } from '../../../content/links/page-links.ts'
import { callTool } from '../../support/mcp.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { runJobs } from '../../support/semantic.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { uploadZip } from '../../support/transfer/imports.ts'
import { until } from '../../support/until.ts'

/** What stands beside each text: pages by title, with the folder of the one below another. */
const others = { Other: '## My part\n\nText\n', Deep: 'Above\n', Nested: 'Below\n' }

/** The Markdown of a text, if it differs; `<Title>` is the address of a page. */
type Case = { text: string; markdown?: string; properties?: Record<string, unknown> }

const cases: Record<string, Case> = {
  link: { text: 'See [[Other]].\n', markdown: 'See [Other](<Other>).\n' },
  'link with a text': { text: 'See [[Other|that]].\n', markdown: 'See [that](<Other>).\n' },
  'link to a heading': {
    text: '[[Other#My part]]\n',
    markdown: '[Other › My part](<Other>#my-part)\n',
  },
  'heading with a text': { text: '[[Other#My part|x]]\n', markdown: '[x](<Other>#my-part)\n' },
  'link to a block': { text: '[[Other#^abc]]\n', markdown: '[Other › abc](<Other>#abc)\n' },
  'own heading': { text: '[[#Below]]\n\n## Below\n', markdown: '[Below](#below)\n\n## Below\n' },
  path: { text: '[[Deep/Nested]]\n', markdown: '[Nested](<Nested>)\n' },
  'path with an ending': { text: '[[Nested.md]]\n', markdown: '[Nested](<Nested>)\n' },
  'two links': {
    text: '[[Other]] and [[Nested|n]]\n',
    markdown: '[Other](<Other>) and [n](<Nested>)\n',
  },
  'in bold': { text: '**[[Other]]**\n', markdown: '**[Other](<Other>)**\n' },
  'in a heading': { text: '## See [[Other]]\n', markdown: '## See [Other](<Other>)\n' },
  'in a list': { text: '- [[Other]]\n- b\n', markdown: '- [Other](<Other>)\n- b\n' },
  'in a task': { text: '- [ ] do [[Other]]\n', markdown: '- [ ] do [Other](<Other>)\n' },
  'in a quote': { text: '> [[Other]]\n', markdown: '> [Other](<Other>)\n' },
  'in a cell': {
    text: '| a |\n| - |\n| [[Other\\|o]] |\n',
    markdown: '| a |\n| - |\n| [o](<Other>) |\n',
  },
  'in a footnote': {
    text: 'a[^1]\n\n[^1]: see [[Other]]\n',
    markdown: 'a[^1]\n\n[^1]: see [Other](<Other>)\n',
  },
  embed: { text: '![[Other]]\n', markdown: '![Other](<Other>)\n' },
  'embedded section': {
    text: '![[Other#My part]]\n',
    markdown: '![Other › My part](<Other>#my-part)\n',
  },
  'embed within text': { text: 'a ![[Other]] b\n', markdown: 'a [Other](<Other>) b\n' },
  'embed on a line': { text: 'a\n![[Other]]\nb\n', markdown: 'a\n\n![Other](<Other>)\n\nb\n' },
  'link to be': { text: 'See [[Later]] and [[Later#x|y]].\n' },
  'missing image': { text: '![[gone.png|300]] ![[gone.pdf#page=3]]\n' },
  'types in brackets': { text: 'Types are [[string, number]] and [[a, b], [c]].\n' },
  'table of contents': { text: '[[TOC]]\n\ntext\n' },
  'empty brackets': { text: '[[]] [[ ]] [[|a]] [[#]]\n' },
  'link of CommonMark': { text: 'a[[1]](#note) b\n' },
  'escaped brackets': { text: 'a \\[[Other]] b\n', markdown: 'a [[Other]] b\n' },
  'in code': { text: '`[[Other]]` and ``[[Other|`x`]]``\n' },
  'in a fence': { text: '```md\n[[Other]]\n```\n' },
  'in a formula': { text: '$[[Other]]$\n' },
  'no front matter': { text: 'a\n\n---\n\nstatus: draft\n\n---\n\nb\n' },
  'front matter': {
    text: '---\nstatus: draft\n---\n\ntext\n',
    markdown: 'text\n',
    properties: { status: 'draft' },
  },
  'types of properties': {
    text: '---\ncount: 3\ndone: true\nlist: [a, b]\nempty:\n---\ntext\n',
    markdown: 'text\n',
    properties: { count: 3, done: true, list: ['a', 'b'], empty: null },
  },
  'name of an icon': {
    text: '---\nicon: material/alert\n---\ntext\n',
    markdown: 'text\n',
    properties: { icon: 'material/alert' },
  },
  'properties and links': {
    text: '---\ntags: [one, two]\n---\n\nSee [[Other]] #three\n',
    markdown: 'See [Other](<Other>) #three\n',
    properties: { tags: ['one', 'two'] },
  },
  tags: { text: '#plan and #a/b, not #123 or a#b\n' },
  'ID of a heading': { text: '## Heading {#my-id}\n' },
  callout: { text: '> [!INFO]\n> [[Other]]\n', markdown: '> [!INFO]\n> [Other](<Other>)\n' },
  formula: {
    text: 'The formula $$E=mc^2$$ of [[Other]].\n',
    markdown: 'The formula $$E=mc^2$$ of [Other](<Other>).\n',
  },
  emphasis: { text: '**注意：**正文 [[Other]]\n', markdown: '**注意：**正文 [Other](<Other>)\n' },
  'address with signs': { text: 'https://a.b/x~y~z\n', markdown: '<https://a.b/x~y~z>\n' },
}

/** Writes the texts as pages by title, beside the others. */
type Write = (quire: TestServer, texts: Readonly<Record<string, string>>) => Promise<void>

async function ask<Body>(quire: TestServer, path: string, body: object): Promise<Body> {
  const answer = await quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body })
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The paths of the texts as files. */
function filesOf(texts: Readonly<Record<string, string>>): Record<string, string> {
  const { Other, Deep, Nested } = others
  const named = Object.entries(texts).map(([title, text]) => [`${title}.md`, text])
  return {
    'Other.md': Other,
    'Deep/index.md': Deep,
    'Deep/Nested.md': Nested,
    ...Object.fromEntries(named),
  }
}

const routes: Record<string, Write> = {
  'an import': async (quire, texts) => {
    const jobs = runJobs(quire)
    const fileId = await uploadZip(quire, filesOf(texts))
    const { id: importId } = await ask<{ id: string }>(quire, '/v1/imports/create', { fileId })
    const untilState = (state: string) =>
      until(async () => {
        const now = await ask<{ state: string }>(quire, '/v1/imports/get', { importId })
        assert.notEqual(now.state, 'failed')
        return now.state === state
      })
    await untilState('ready')
    await ask(quire, '/v1/imports/start', { importId })
    await untilState('done')
    await jobs.stop()
  },
  'a synced folder': async (quire, texts) => {
    const files = filesOf(texts)
    const names = Object.keys(texts).map((title) => ({ file: { name: `${title}.md` } }))
    const { pageIds } = await ask<{ pageIds: string[] }>(quire, '/v1/markdown-files/create-all', {
      files: [
        { file: { name: 'Other.md' } },
        { file: { name: 'Deep', index: 'index.md' } },
        { parent: 1, file: { name: 'Nested.md' } },
        ...names,
      ],
    })
    for (const [index, text] of Object.values(files).entries()) {
      const pageId = pageIds[index]
      const saved = { pageId, text, base: '' }
      await ask(quire, '/v1/markdown-files/save', saved)
      // The file keeps its letters.
      const read = await ask<{ files: { text: string }[] }>(quire, '/v1/markdown-files/read', {
        pageIds: [pageId],
      })
      assert.equal(read.files[0]?.text, text)
    }
  },
  create_pages: async (quire, texts) => {
    const pages = [
      { title: 'Other', markdown: others.Other },
      { title: 'Deep', markdown: others.Deep, key: 'deep' },
      { title: 'Nested', markdown: others.Nested, parent: '#deep' },
      ...Object.entries(texts).map(([title, markdown]) => ({ title, markdown })),
    ]
    const { isError, text } = await callTool(quire, 'create_pages', { pages })
    assert.equal(isError, false, text)
  },
  create_page: async (quire, texts) => {
    await addOthers(quire)
    for (const [title, markdown] of Object.entries(texts)) {
      const { isError, text } = await callTool(quire, 'create_page', { title, markdown })
      assert.equal(isError, false, text)
    }
  },
  update_page: async (quire, texts) => {
    await addOthers(quire)
    for (const [title, markdown] of Object.entries(texts)) {
      const page = await addPage(quire, title)
      const given = { page, markdown, expectedVersion: 1 }
      const { isError, text } = await callTool(quire, 'update_page', given)
      assert.equal(isError, false, text)
    }
  },
  'a save with the dialect': async (quire, texts) => {
    await addOthers(quire)
    for (const [title, markdown] of Object.entries(texts)) {
      const pageId = await addPage(quire, title)
      await ask(quire, '/v1/pages/save', { pageId, version: 1, markdown, dialect: 'wiki' })
    }
  },
}

async function addOthers(quire: TestServer): Promise<void> {
  await addPage(quire, 'Other', { markdown: others.Other })
  const parentId = await addPage(quire, 'Deep', { markdown: others.Deep })
  await addPage(quire, 'Nested', { parentId, markdown: others.Nested })
}

type Read = { markdown: string; links: string[]; tags: string[]; properties: object }

/** What became of a page, with titles instead of IDs. */
async function readPage(
  quire: TestServer,
  pageId: string,
  titles: ReadonlyMap<string, string>,
): Promise<Read> {
  const titleOf = (id: string) => `<${titles.get(id) ?? id}>`
  const { content: document } = await ask<{ content: PageDocument }>(quire, '/v1/pages/document', {
    pageId,
  })
  const found = pageLinks(document)
  const { properties } = await ask<{ properties: { key: string; value: unknown }[] }>(
    quire,
    '/v1/pages/properties',
    { pageId },
  )
  const markdown = await markdownOf(quire, pageId)
  return {
    markdown: markdown.replaceAll(/\/pages\/([\da-f-]{36})/g, (_, id: string) => titleOf(id)),
    links: found.links.map(({ kind, pageId: id, anchor }) => `${kind} ${titleOf(id)} ${anchor}`),
    tags: found.tags.map(({ name }) => name),
    properties: Object.fromEntries(properties.map(({ key, value }) => [key, value])),
  }
}

describe('the Markdown of wikis', () => {
  const texts = Object.fromEntries(Object.entries(cases).map(([title, { text }]) => [title, text]))
  const read = new Map<string, Map<string, Read>>()
  for (const [route, write] of Object.entries(routes)) {
    it(`is read by ${route}`, async () => {
      const quire = await startServer({ rateLimit: 0 })
      try {
        await write(quire, texts)
        const { pages } = await ask<{ pages: { id: string; title: string }[] }>(
          quire,
          '/v1/pages/list',
          { depth: 10, limit: 500 },
        )
        const titles = new Map(pages.map(({ id, title }) => [id, title]))
        const all = new Map<string, Read>()
        for (const [id, title] of titles) all.set(title, await readPage(quire, id, titles))
        for (const [title, { text, markdown = text, properties = {} }] of Object.entries(cases)) {
          const page = all.get(title)
          assert.deepEqual([page?.markdown, page?.properties], [markdown, properties], title)
        }
        read.set(route, all)
      } finally {
        await quire.close()
      }
    })
  }

  it('has the same links and tags, whichever way it came', () => {
    const [[, first] = [], ...rest] = read
    assert.ok(first !== undefined && rest.length === Object.keys(routes).length - 1)
    for (const [route, all] of rest) {
      for (const title of Object.keys(cases)) {
        assert.deepEqual(all.get(title), first.get(title), `${route}: ${title}`)
      }
    }
    assert.deepEqual(first.get('properties and links')?.links, ['mention <Other> null'])
    assert.deepEqual(first.get('tags')?.tags, ['plan', 'a/b'])
  })
})
