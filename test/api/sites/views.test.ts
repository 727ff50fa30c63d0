import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage } from '../../support/pages.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { publish } from '../../support/sites.ts'

const view = (yaml: string) => `\`\`\`quire-view\n${yaml}\n\`\`\``

describe('a view on a published site', () => {
  let quire: TestServer
  let rootId: string
  before(async () => {
    quire = await startServer({ rateLimit: 0, publicUrl: 'https://wiki.example' })
    rootId = await addPage(quire, 'Shop')
    await publish(quire, rootId, { slug: 'shop', language: 'en' })
  })
  after(() => quire.close())

  const set = (pageId: string, values: object) =>
    quire.post('/v1/pages/set-properties', { workspaceId: quire.workspaceId, pageId, set: values })
  /** The text of the page with a title, as HTML or Markdown. */
  async function read(title: string, ending = ''): Promise<string> {
    const { body: start } = await quire.server.inject({ url: '/sites/shop/' })
    const link = new RegExp(`href="(/sites/shop/${title.toLowerCase()}-[a-z0-9]{10})"`).exec(start)
    assert.ok(link, title)
    const { statusCode, body } = await quire.server.inject({ url: `${link[1]}${ending}` })
    assert.equal(statusCode, 200)
    return body
  }
  const article = (html: string) => /<article>([^]*)<\/article>/.exec(html)?.[1] ?? ''
  const textOf = (html: string) =>
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const page = async (title: string, markdown: string) =>
    addPage(quire, title, { parentId: rootId, markdown })

  it('is left out where it cannot be read, or is about pages outside', async () => {
    const outside = await addPage(quire, 'Outside')
    const inside = await addPage(quire, 'Secret task', { parentId: outside })
    await set(inside, { tags: ['refused'] })
    const queries = ['sorted: cost', `under: /pages/${outside}`, 'under: nowhere']
    await page('Refused', `Before.\n\n${queries.map(view).join('\n\n')}\n\nAfter.`)
    for (const ending of ['', '.md']) {
      const body = await read('Refused', ending)
      assert.match(body, /Before\.[^]*After\./)
      for (const secret of ['Secret', outside, 'sorted', 'quire-view', 'nowhere']) {
        assert.ok(!body.includes(secret), secret)
      }
    }
  })

  it('has the pages of the site with links, without people, narrower pages and pages outside', async () => {
    const listId = await page(
      'Tasks',
      view(
        'tag: task\nsort: cost\ntotals: {cost: sum}\ncolumns: [title, cost, done, lead, author, after]',
      ),
    )
    const write = await addPage(quire, 'Write', { parentId: listId })
    const draw = await addPage(quire, 'Draw <b>', { parentId: listId })
    const narrow = await addPage(quire, 'Narrow task', { parentId: listId })
    const outside = await addPage(quire, 'Outside task')
    for (const [index, id] of [write, draw, narrow, outside].entries()) {
      const lead = { type: 'person', value: quire.userId }
      const after = { type: 'page', value: id === write ? draw : outside }
      await set(id, { tags: ['task'], cost: index + 1, done: index === 0, lead, after })
    }
    await grantOnly(quire, narrow, { [quire.userId]: 'manage' })
    const html = article(await read('Tasks'))
    assert.equal(
      textOf(html.slice(html.indexOf('<table'))),
      'Title cost done after Write 1 Yes Draw &lt;b&gt; Draw &lt;b&gt; 2 No cost: Sum 3',
    )
    assert.match(html, /<a href="\/sites\/shop\/write-[a-z0-9]{10}"[^>]*>Write<\/a>/)
    const markdown = await read('Tasks', '.md')
    assert.match(markdown, /^\| Title +\| cost/m)
    for (const body of [html, markdown]) {
      for (const secret of ['Narrow', 'Outside', quire.userId, 'Ada', write, outside]) {
        assert.ok(!body.includes(secret), secret)
      }
    }
    await set(draw, { tags: null })
    assert.match(article(await read('Tasks')), /cost: Sum 1</)
  })

  it('shows groups, and is a list', async () => {
    const listId = await page(
      'Groups',
      `${view('under: this\ngroup: status\nshow: board')}\n\n${view('under: this\nshow: list\ncolumns: [title, status]')}\n\n${view('under: this\nwhere: {status: Never}')}`,
    )
    for (const [title, status] of [
      ['One', 'Doing'],
      ['Two', 'Done'],
      ['Three', null],
    ] as const) {
      await set(await addPage(quire, title, { parentId: listId }), { status })
    }
    const text = textOf(article(await read('Groups')))
    assert.match(text, /Doing 1 .*One.* Done 1 .*Two.* No value 1 .*Three/)
    assert.match(text, /One · Doing Two · Done Three/)
    assert.match(text, /No pages match this view\./)
  })

  it('counts the pages that it does not show', async () => {
    const listId = await page('Many', view('under: this\nlimit: 230\nshow: list'))
    for (let index = 0; index < 250; index += 1) {
      await addPage(quire, `Item ${index}`, { parentId: listId })
    }
    const html = article(await read('Many'))
    assert.match(html, /30 more pages/)
    assert.equal(html.split('<li').length - 1, 200)
  })

  it('shows embedded pages and parts of the site with their files, once', async () => {
    const outside = await addPage(quire, 'Outside embed', { markdown: 'Hidden words.' })
    const first = await page('First', '')
    const fileId = await addFile(quire, first, {
      name: 'dot.png',
      mimeType: 'image/png',
      content: 'dots',
    })
    const second = await page('Second', `![First](/pages/${first})\n\nSecond text.`)
    const text = `## Goal\n\nFirst text.\n\n![Dot](/files/${fileId})\n\n## Rest\n\nThe rest.\n\n![Second](/pages/${second})\n\n![Me](/pages/${first})\n\n![Other](/pages/${outside})`
    const edit = { workspaceId: quire.workspaceId, pageId: first, mode: 'append', text }
    assert.equal((await quire.post('/v1/pages/edit', edit)).status, 200)
    await page('Third', `![First](/pages/${first}#goal)\n\n![First](/pages/${first}#nothing)`)
    const shown = article(await read('First'))
    assert.equal(shown.split('Second text.').length, 2)
    assert.equal(shown.split('First text.').length, 2)
    assert.ok(!shown.includes('Hidden words'))
    const third = article(await read('Third'))
    assert.match(third, /<blockquote[^>]*>[^]*First text\.[^]*<\/blockquote>/)
    assert.ok(!third.includes('The rest'))
    const image = /src="([^"]+)"/.exec(third)?.[1] ?? ''
    const { statusCode, body } = await quire.server.inject({ url: image })
    assert.deepEqual([statusCode, body], [200, 'dots'])
  })
})
