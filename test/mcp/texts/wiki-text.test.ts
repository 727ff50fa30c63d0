import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items } from '../../support/mcp.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const call = (name: string, given: object) => callTool(quire, name, given)

async function sourceOf(pageId: string): Promise<string | null> {
  const { workspaceId } = quire
  const { body } = await quire.post<{ source: string | null }>('/v1/pages/properties', {
    workspaceId,
    pageId,
  })
  return body.source
}

describe('properties of the tools for pages', () => {
  it('are YAML or an object, and take precedence over front matter', async () => {
    const given = { title: 'Given', markdown: 'text', properties: 'status: draft\ntags: [a]' }
    const first = String((await call('create_page', given)).value['id'])
    assert.equal(await sourceOf(first), 'status: draft\ntags: [a]\n')
    const object = { title: 'Object', properties: { status: 'draft', count: 2, tags: ['a'] } }
    const second = String((await call('create_page', object)).value['id'])
    assert.equal(await sourceOf(second), 'status: draft\ncount: 2\ntags:\n  - a\n')
    const both = {
      pages: [
        {
          title: 'Both',
          markdown: '---\nstatus: old # why\nowner: Ada\n---\n\ntext\n',
          properties: 'status: new',
        },
      ],
    }
    const [third] = items((await call('create_pages', both)).value['pages'])
    assert.equal(await sourceOf(String(third?.['id'])), 'status: new # why\nowner: Ada\n')
    assert.equal(await markdownOf(quire, String(third?.['id'])), 'text\n')
  })

  it('of update_page and edit_page change by key, in the version of the text', async () => {
    const page = await addPage(quire, 'Changed', { markdown: 'one' })
    await call('update_page', { page, properties: 'status: draft\nowner: Ada' })
    const updated = await call('update_page', { page, properties: { status: 'done' } })
    assert.equal(updated.value['version'], 3)
    assert.equal(await sourceOf(page), 'status: done\nowner: Ada\n')
    const edit = { page, mode: 'append', text: 'two', properties: 'owner: Ben' }
    assert.equal((await call('edit_page', edit)).value['version'], 4)
    assert.equal(await sourceOf(page), 'status: done\nowner: Ben\n')
    assert.equal(await markdownOf(quire, page), 'one\n\ntwo\n')
    const body = { page, markdown: '---\nowner: Cleo\n---\nthree', expectedVersion: 4 }
    assert.equal((await call('update_page', body)).value['version'], 5)
    assert.equal(await sourceOf(page), 'status: done\nowner: Cleo\n')
    assert.equal(await markdownOf(quire, page), 'three\n')
  })

  it('refuse what is no mapping, and change nothing', async () => {
    const page = await addPage(quire, 'Refused', { markdown: 'one' })
    for (const [tool, more] of [
      ['create_page', { title: 'Never' }],
      ['update_page', { page, title: 'Never' }],
      ['edit_page', { page, mode: 'append', text: 'two' }],
    ] as const) {
      const { isError, text } = await call(tool, { ...more, properties: '- a\n- b' })
      assert.equal(isError, true, tool)
      assert.match(text, /properties must be YAML: it is not a mapping of keys to values/, tool)
    }
    assert.equal(await markdownOf(quire, page), 'one\n')
    const file = { title: 'File', fileId: page, properties: 'a: 1' }
    assert.match((await call('create_page', file)).text, /properties cannot be combined/)
  })

  it('are those of a skill that has its front matter in its text', async () => {
    const markdown = '---\nname: deploy\ndescription: Deploys.\n---\n\n# Steps\n'
    const given = { title: 'Deploy', ownership: 'SKILL', markdown }
    const id = String((await call('create_page', given)).value['id'])
    assert.equal(await sourceOf(id), 'name: deploy\ndescription: Deploys.\n')
    assert.equal(await markdownOf(quire, id), '# Steps\n')
  })
})

describe('wikilinks of the tools for pages', () => {
  it('are read in each mode of an edit, and nowhere else', async () => {
    const beta = await addPage(quire, 'Beta')
    const link = `[Beta](/pages/${beta})`
    const page = await addPage(quire, 'Edited', {
      markdown: 'old `[[Beta]]`\n\n## Part\n\nx\n\n| a |\n| - |\n| b |',
    })
    const edits: [object, string][] = [
      [{ mode: 'replace', find: 'old', text: 'new [[Beta]]' }, `new ${link} \`[[Beta]]\``],
      [{ mode: 'append', text: '| [[Beta]] |' }, `| ${link} |`],
      [{ mode: 'section', heading: 'Part', text: 'to [[Beta|it]]' }, `to [it](/pages/${beta})`],
      [{ mode: 'prepend', text: 'See [[Beta#Later]].' }, `[Beta › Later](/pages/${beta}#later)`],
      [{ mode: 'append', text: 'and [[Gamma]]' }, 'and [[Gamma]]'],
    ]
    for (const [edit, expected] of edits) {
      const { isError, text } = await call('edit_page', { page, ...edit })
      assert.equal(isError, false, text)
      assert.ok((await markdownOf(quire, page)).includes(expected), expected)
    }
    const one = { page, mode: 'append', text: 'last [[Beta]]' }
    await call('edit_pages', { edits: [one] })
    assert.ok((await markdownOf(quire, page)).endsWith(`last ${link}\n`))
  })

  it('lead to pages of the same call, and of several to the one beside', async () => {
    const pages = [
      { title: 'First', markdown: 'to [[Second]]' },
      { title: 'Second', markdown: 'to [[First]] and [[Folder/Twin]]' },
      { title: 'Folder', key: 'f' },
      { title: 'Twin', parent: '#f' },
      { title: 'Twin' },
    ]
    const created = items((await call('create_pages', { pages })).value['pages'])
    const [first, second, folder, inner] = created.map((one) => String(one['id']))
    assert.equal(await markdownOf(quire, first ?? ''), `to [Second](/pages/${second})\n`)
    assert.equal(
      await markdownOf(quire, second ?? ''),
      `to [First](/pages/${first}) and [Twin](/pages/${inner})\n`,
    )
    const sibling = await call('create_page', { title: 'A', parent: folder, markdown: '[[Twin]]' })
    assert.equal(await markdownOf(quire, String(sibling.value['id'])), `[Twin](/pages/${inner})\n`)
    const unclear = await call('create_pages', {
      pages: [
        { title: 'Q', key: 'q' },
        { title: 'B', parent: '#q', markdown: '[[Twin]]' },
      ],
    })
    const [, b] = items(unclear.value['pages'])
    assert.equal(await markdownOf(quire, String(b?.['id'])), '[[Twin]]\n')
  })

  it('are text in operations without the dialect', async () => {
    await addPage(quire, 'Delta')
    const markdown = '---\nstatus: draft\n---\n\n[[Delta]]\n'
    const page = await addPage(quire, 'Plain', { markdown })
    assert.equal(await markdownOf(quire, page), '---\n\n## status: draft\n\n[[Delta]]\n')
    const { workspaceId } = quire
    const edit = { workspaceId, pageId: page, mode: 'append', text: 'more [[Delta]]' }
    assert.equal((await quire.post('/v1/pages/edit', edit)).status, 200)
    assert.ok((await markdownOf(quire, page)).endsWith('more [[Delta]]\n'))
    const wiki = { ...edit, text: 'wiki [[Delta]]', dialect: 'wiki' }
    assert.equal((await quire.post('/v1/pages/edit', wiki)).status, 200)
    assert.match(await markdownOf(quire, page), /wiki \[Delta\]\(\/pages\//)
    const saved = { workspaceId, pageId: page, version: 3, markdown: 'x', content: {} }
    const refused = await quire.post('/v1/pages/save', saved)
    assert.deepEqual([refused.status, refused.body.code], [400, 'VALIDATION_FAILED'])
    const plain = { workspaceId, pageId: page, version: 3, markdown: 'as [[Delta]]' }
    assert.equal((await quire.post('/v1/pages/save', plain)).status, 200)
    assert.equal(await markdownOf(quire, page), 'as [[Delta]]\n')
  })
})
