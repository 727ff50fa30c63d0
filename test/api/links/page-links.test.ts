import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Link = {
  page: { id: string; title: string; ancestors: { title: string }[] }
  block: number
  kind: string
  anchor: string | null
  reason?: string
  sentence: { before: string; text: string; after: string }
}
type Part = {
  items: Link[]
  links: number
  pages: number
  nextCursor: string | null
  hasMore?: boolean
}

let quire: TestServer
before(async () => (quire = await startServer({ rateLimit: 0 })))
after(() => quire.close())

async function ask<Body = Part>(name: string, input: object, key?: string): Promise<Body> {
  const body = { workspaceId: quire.workspaceId, ...input }
  const answer = await quire.post<Body>(`/v1/page-links/${name}`, body, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const titles = ({ items }: { items: Link[] }) => items.map(({ page }) => page.title)

describe('POST /v1/page-links/backlinks', () => {
  it('refuses a page that is missing, a wrong cursor and a person who is no member', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Target')
    const path = '/v1/page-links/backlinks'
    const missing = await quire.post(path, { workspaceId, pageId: workspaceId })
    assert.equal(missing.body.code, 'PAGE_NOT_FOUND')
    for (const cursor of ['x', `-1.${pageId}`, `x.${pageId}`, `9999999999.${pageId}`]) {
      const wrong = await quire.post(path, { workspaceId, pageId, cursor })
      assert.equal(wrong.body.errors[0]?.path, '/cursor', cursor)
    }
    const { key } = await addPerson(quire, 'Mallory')
    assert.equal((await quire.post(path, { workspaceId, pageId }, key)).status, 403)
  })

  it('follows creating, changing, restoring and deleting pages', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Roadmap')
    const parentId = await addPage(quire, 'Above')
    const markdown = `Intro.\n\nFirst. We follow the [roadmap](/pages/${pageId}#next) here. Last.`
    const source = await addPage(quire, 'Source', { parentId, markdown })
    const created = await ask('backlinks', { pageId })
    assert.deepEqual([created.links, created.pages, created.nextCursor], [1, 1, null])
    const [link] = created.items
    assert.deepEqual(
      [link?.page.title, link?.page.ancestors[0]?.title, link?.block, link?.kind, link?.anchor],
      ['Source', 'Above', 2, 'link', 'next'],
    )
    assert.deepEqual(link?.sentence, {
      before: 'We follow the ',
      text: 'roadmap',
      after: ' here.',
    })
    const edit = (text: string, expectedVersion: number) => {
      const change = { mode: 'body', text, expectedVersion }
      return quire.post('/v1/pages/edit', { workspaceId, pageId: source, ...change })
    }
    assert.equal((await edit('No link.', 1)).status, 200)
    assert.deepEqual(titles(await ask('backlinks', { pageId })), [])
    assert.equal((await edit(`Twice [a](/pages/${pageId}) [b](/pages/${pageId})`, 2)).status, 200)
    assert.deepEqual(titles(await ask('backlinks', { pageId })), ['Source', 'Source'])
    await quire.post('/v1/pages/delete', { workspaceId, pageId: source })
    assert.equal((await ask('backlinks', { pageId })).links, 0)
    await quire.post('/v1/pages/restore', { workspaceId, pageId: source })
    assert.equal((await ask('backlinks', { pageId })).links, 2)
    await quire.post('/v1/pages/delete', { workspaceId, pageId: source })
    const purged = await quire.post('/v1/trash/purge', { workspaceId, pageId: source })
    assert.equal(purged.status, 200)
    assert.equal((await ask('backlinks', { pageId })).links, 0)
  })

  it('comes in parts, newest page first', async () => {
    const pageId = await addPage(quire, 'Hub')
    for (const title of ['One', 'Two', 'Three']) {
      await addPage(quire, title, { markdown: `[a](/pages/${pageId}) [b](/pages/${pageId})` })
    }
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const input = { pageId, limit: 4, ...(cursor ? { cursor } : {}) }
      const part: Part = await ask('backlinks', input)
      seen.push(...titles(part))
      cursor = part.nextCursor
    } while (cursor !== null)
    assert.deepEqual(seen, ['Three', 'Three', 'Two', 'Two', 'One', 'One'])
  })

  it('has no page that the reader cannot see, and counts none', async () => {
    const { workspaceId } = quire
    const reader = await addPerson(quire, 'Rita', 'MEMBER')
    const pageId = await addPage(quire, 'Public')
    const hidden = await addPage(quire, 'Hidden', { markdown: `[x](/pages/${pageId})` })
    const titledSeen = await addPage(quire, 'Seen', {
      markdown: `[x](/pages/${pageId}) [y](/pages/${hidden})`,
    })
    await grantOnly(quire, hidden, { [quire.userId]: 'manage' })
    const found = await ask('backlinks', { pageId }, reader.key)
    assert.deepEqual([titles(found), found.links, found.pages], [['Seen'], 1, 1])
    assert.equal((await ask('backlinks', { pageId })).pages, 2)
    type Got = { markdown: string; backlinks?: { links: number; items: { title: string }[] } }
    const got = async (backlinks: boolean) => {
      const given = { workspaceId, page: 'Public', backlinks }
      return (await quire.post<Got>('/v1/pages/get', given, reader.key)).body.backlinks
    }
    const withLinks = await got(true)
    assert.deepEqual([withLinks?.links, withLinks?.items.map(({ title }) => title)], [1, ['Seen']])
    assert.equal(await got(false), undefined)
    const closed = await quire.post(
      '/v1/page-links/backlinks',
      { workspaceId, pageId: hidden },
      reader.key,
    )
    assert.equal(closed.body.code, 'PAGE_NOT_FOUND')
    const broken = await ask('broken', { pageId: titledSeen }, reader.key)
    assert.deepEqual(
      broken.items.map(({ page, reason, sentence }) => [page.title, reason, sentence.text]),
      [['Seen', 'missing', 'y']],
    )
  })
})

describe('POST /v1/page-links/mentions and /link', () => {
  it('refuses to link what is not there, and pages that cannot be changed', async () => {
    const { workspaceId } = quire
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const targetPageId = await addPage(quire, 'Quarterly figures')
    const pageId = await addPage(quire, 'Report', { markdown: 'Nothing.' })
    const body = { workspaceId, pageId, targetPageId, block: 1 }
    const path = '/v1/page-links/link'
    assert.equal((await quire.post(path, body)).body.code, 'TEXT_NOT_FOUND')
    assert.equal((await quire.post(path, body, viewer.key)).status, 403)
    const missing = await quire.post(path, { ...body, targetPageId: workspaceId })
    assert.equal(missing.body.code, 'PAGE_NOT_FOUND')
  })

  it('names no page that the reader cannot see, and none for a title of two letters', async () => {
    const reader = await addPerson(quire, 'Raul', 'MEMBER')
    const pageId = await addPage(quire, 'Migration handbook')
    const markdown = 'Read the migration handbook first.'
    const hidden = await addPage(quire, 'Hidden mention', { markdown })
    await addPage(quire, 'Open mention', { markdown })
    await grantOnly(quire, hidden, { [quire.userId]: 'manage' })
    const mine = titles(await ask('mentions', { pageId }))
    assert.deepEqual(mine.toSorted(), ['Hidden mention', 'Open mention'])
    assert.deepEqual(titles(await ask('mentions', { pageId }, reader.key)), ['Open mention'])
    const { workspaceId } = quire
    const body = { workspaceId, pageId: hidden, targetPageId: pageId, block: 1 }
    const refused = await quire.post('/v1/page-links/link', body, reader.key)
    assert.equal(refused.body.code, 'PAGE_NOT_FOUND')
    const short = await addPage(quire, 'So')
    await addPage(quire, 'Words', { markdown: 'So it is, and so it was.' })
    assert.deepEqual(titles(await ask('mentions', { pageId: short })), [])
    const limited = await ask('mentions', { pageId, limit: 1 })
    assert.deepEqual([limited.items.length, limited.hasMore], [1, true])
    assert.equal((await ask('mentions', { pageId, limit: 2 })).hasMore, false)
  })

  it('finds the title in text, and makes it a link', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Annual budget')
    const source = await addPage(quire, 'Minutes', {
      markdown: 'Before.\n\nWe talked about the annual budget. Then lunch.',
    })
    await addPage(quire, 'Linked', { markdown: `The [annual budget](/pages/${pageId}).` })
    await addPage(quire, 'Coded', { markdown: 'The `annual budget`.' })
    const found = await ask('mentions', { pageId })
    assert.deepEqual(titles(found), ['Minutes'])
    const [mention] = found.items
    assert.deepEqual(mention?.sentence, {
      before: 'We talked about the ',
      text: 'annual budget',
      after: '.',
    })
    const link = { pageId: source, targetPageId: pageId, block: mention?.block }
    const { version } = await ask<{ version: number }>('link', link)
    assert.equal(version, 2)
    assert.deepEqual(titles(await ask('mentions', { pageId })), [])
    assert.ok(titles(await ask('backlinks', { pageId })).includes('Minutes'))
    const read = await quire.post<{ markdown: string }>('/v1/pages/markdown', {
      workspaceId,
      pageId: source,
    })
    assert.match(read.body.markdown, /talked about the \[Annual budget\]\(\/pages\/.*\)\. Then/)
  })
})

describe('POST /v1/page-links/broken', () => {
  it('says what is missing, in the trash and without its heading', async () => {
    const { workspaceId } = quire
    const there = await addPage(quire, 'There', { markdown: '# Some Heading\n\nText.' })
    const gone = await addPage(quire, 'Gone')
    const missing = '01890000-0000-7000-8000-0000000000aa'
    const pageId = await addPage(quire, 'Index', {
      markdown: [
        `[a](/pages/${there}) [b](/pages/${there}#some-heading) [c](/pages/${there}#other)`,
        `[d](/pages/${gone}) [e](/pages/${missing}) [f](https://other.example/pages/${missing})`,
      ].join('\n\n'),
    })
    await quire.post('/v1/pages/delete', { workspaceId, pageId: gone })
    const list = async (input: object) => {
      const { items } = await ask('broken', input)
      return items.map(({ sentence, reason }) => `${sentence.text} ${reason}`)
    }
    assert.deepEqual(await list({ pageId }), ['c anchor', 'd trash', 'e missing'])
    assert.ok((await list({})).includes('d trash'))
    const first = await ask('broken', { pageId, limit: 1 })
    assert.deepEqual(await list({ pageId, cursor: first.nextCursor }), ['d trash', 'e missing'])
    await quire.post('/v1/pages/restore', { workspaceId, pageId: gone })
    assert.deepEqual(await list({ pageId }), ['c anchor', 'e missing'])
  })
})

describe('POST /v1/page-links/orphans', () => {
  it('lists pages at the top level that nothing leads to', async () => {
    const server = await startServer({ rateLimit: 0 })
    try {
      const alone = await addPage(server, 'Alone', { markdown: 'x' })
      const linked = await addPage(server, 'Linked')
      const ancestors = await addPage(server, 'Above')
      await addPage(server, 'Below', { parentId: ancestors, markdown: `[a](/pages/${linked})` })
      const { workspaceId } = server
      const list = async (input = {}) => {
        const body = { workspaceId, ...input }
        const answer = await server.post<{ items: { id: string }[]; nextCursor: string | null }>(
          '/v1/page-links/orphans',
          body,
        )
        return answer.body
      }
      const { items } = await list()
      assert.ok(items.some(({ id }) => id === alone))
      assert.ok(items.every(({ id }) => id !== linked && id !== ancestors))
      const more = await addPage(server, 'More')
      const first = await list({ limit: items.length })
      assert.notEqual(first.nextCursor, null)
      const second = await list({ cursor: first.nextCursor })
      assert.deepEqual(
        second.items.map(({ id }) => id),
        [more],
      )
    } finally {
      await server.close()
    }
  })
})

describe('POST /v1/page-links/preview, /anchors and /titles', () => {
  // The operations: /v1/page-links/preview, /v1/page-links/anchors, /v1/page-links/titles, /v1/page-links/mentions.
  it('tell what a page is, and nothing of one that the reader cannot see', async () => {
    const { workspaceId } = quire
    const reader = await addPerson(quire, 'Rosa', 'MEMBER')
    const parentId = await addPage(quire, 'Parent')
    const markdown = '# Goals\n\nFirst line.\n\n## Goals\n\nSecond.'
    const pageId = await addPage(quire, 'Previewed', { parentId, markdown })
    type Preview = { title: string; text: string; ancestors: { title: string }[] }
    const preview = await ask<Preview>('preview', { pageId })
    assert.deepEqual(
      [preview.title, preview.ancestors[0]?.title, preview.text],
      ['Previewed', 'Parent', 'Goals\nFirst line.\nGoals\nSecond.'],
    )
    const { anchors } = await ask<{ anchors: object[] }>('anchors', { pageId })
    assert.deepEqual(anchors, [
      { anchor: 'goals', text: 'Goals', level: 1 },
      { anchor: 'goals-1', text: 'Goals', level: 2 },
    ])
    await grantOnly(quire, pageId, { [quire.userId]: 'manage' })
    const named = { pageIds: [pageId, parentId, workspaceId] }
    type Titles = { pages: { title: string }[] }
    const both = await ask<Titles>('titles', named)
    assert.deepEqual(both.pages.map(({ title }) => title).toSorted(), ['Parent', 'Previewed'])
    const one = await ask<Titles>('titles', named, reader.key)
    assert.deepEqual(
      one.pages.map(({ title }) => title),
      ['Parent'],
    )
    for (const name of ['preview', 'anchors', 'mentions']) {
      const path = `/v1/page-links/${name}`
      const refused = await quire.post(path, { workspaceId, pageId }, reader.key)
      assert.equal(refused.body.code, 'PAGE_NOT_FOUND', name)
    }
  })
})
