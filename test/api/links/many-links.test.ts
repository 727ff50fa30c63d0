import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { type Answer, startServer, type TestServer } from '../../support/server.ts'

type Item = { page: { id: string; title: string }; sentence: { text: string } }
type Part = { items: Item[]; nextCursor: string | null; links?: number; pages?: number }

let quire: TestServer
before(async () => (quire = await startServer({ rateLimit: 0 })))
after(() => quire.close())

/** All items of a list, read in parts. */
async function all(path: string, input: object, limit: number): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const body = { workspaceId: quire.workspaceId, limit, ...input }
    const part: Answer<Part> = await quire.post<Part>(
      path,
      cursor === null ? body : { ...body, cursor },
    )
    assert.equal(part.status, 200)
    items.push(...part.body.items)
    cursor = part.body.nextCursor
  } while (cursor !== null)
  return items
}

describe('a workspace with thousands of links', () => {
  it('lists each backlink and each broken link once, in parts of any size', async () => {
    const target = await addPage(quire, 'Target')
    const missing = '01890000-0000-7000-8000-0000000000aa'
    const links = Array.from(
      { length: 300 },
      (_, number) => `[good ${number}](/pages/${target}) [bad ${number}](/pages/${missing})`,
    )
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      await addPage(quire, title, { markdown: links.join('\n\n') })
    }
    for (const limit of [7, 100]) {
      const backlinks = await all('/v1/page-links/backlinks', { pageId: target }, limit)
      assert.equal(backlinks.length, 1200)
      assert.equal(new Set(backlinks.map(textOf)).size, 1200)
      const broken = await all('/v1/page-links/broken', {}, limit)
      assert.equal(broken.length, 1200)
      assert.equal(new Set(broken.map(textOf)).size, 1200)
      assert.ok(broken.every(({ sentence }) => sentence.text.startsWith('bad ')))
    }
  })

  it('counts what it lists', async () => {
    const target = await addPage(quire, 'Counted')
    for (const title of ['A', 'B', 'C']) {
      await addPage(quire, title, { markdown: `[x](/pages/${target}) [y](/pages/${target})` })
    }
    const { workspaceId } = quire
    const body = { workspaceId, pageId: target, limit: 1 }
    const { links, pages } = (await quire.post<Part>('/v1/page-links/backlinks', body)).body
    assert.deepEqual([links, pages], [6, 3])
  })
})

function textOf({ page, sentence }: Item): string {
  return `${page.id} ${sentence.text}`
}

describe('a workspace with thousands of tags on pages', () => {
  type Tag = { name: string; pages: number }
  type Tags = { items: Tag[]; nextCursor: string | null }
  const tagsOf = async (input: object): Promise<Tags> => {
    const body = { workspaceId: quire.workspaceId, ...input }
    return (await quire.post<Tags>('/v1/tags/list', body)).body
  }

  it('lists each tag once with all its pages, in parts of any size', async () => {
    const names = Array.from({ length: 70 }, (_, number) => `#few-${number}`)
    for (let number = 0; number < 33; number += 1) {
      await addPage(quire, `Tagged ${number}`, { markdown: names.join(' ') })
    }
    for (const limit of [1, 9, 100]) {
      const found: Tag[] = []
      let cursor: string | null = null
      do {
        const input = { prefix: 'few', limit }
        const part: Tags = await tagsOf(cursor === null ? input : { ...input, cursor })
        found.push(...part.items)
        cursor = part.nextCursor
      } while (cursor !== null)
      assert.equal(new Set(found.map(({ name }) => name)).size, 70)
      assert.deepEqual([found.length, ...new Set(found.map(({ pages }) => pages))], [70, 33])
    }
  })

  it('counts 100 pages of a tag, and goes on with the next', async () => {
    const markdown = '#much #muchless'
    for (let number = 0; number < 140; number += 1) await addPage(quire, 'Much', { markdown })
    await addPage(quire, 'Last', { markdown: '#muchlesser' })
    const { items, nextCursor } = await tagsOf({ prefix: 'much' })
    assert.deepEqual(
      items.map(({ name, pages }) => `${name} ${pages}`),
      ['much 100', 'muchless 100', 'muchlesser 1'],
    )
    assert.equal(nextCursor, null)
  })
})
