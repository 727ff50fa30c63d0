import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as checks from '../../checks.ts'
import * as linkChanges from '../../links/changes.ts'
import * as linkIndexing from '../../links/indexing.ts'
import * as pageLinks from '../../links/links.ts'
import * as pageTags from '../../links/tags.ts'
import * as linkUpkeep from '../../links/upkeep.ts'
import * as wantedLinks from '../../links/wanted.ts'
import * as contents from '../../pages/contents.ts'
import * as trash from '../../pages/trash.ts'
import { systemViewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'

const body = { document: '{}', blocks: '[]' }

function linkTo(targetId: string, columns: Partial<pageLinks.LinkRow> = {}): pageLinks.LinkRow {
  const link = { kind: 'link' as const, targetId, origin: '', anchor: null, label: 'it' }
  return { ...link, block: 1, sentence: 'See it.', from: 4, to: 6, ...columns }
}

export function pageLinksContract(open: Dialect['open']): void {
  describe('links of pages', () => {
    const { store } = useStore(open)

    const addTo = async (fixture: Fixture, links: readonly pageLinks.LinkRow[], anchors = ' ') => {
      const page = await addPage(store(), fixture)
      const address = { workspaceId: fixture.workspaceId, pageId: page.id }
      await store().transact(async (transaction) => {
        await contents.put(transaction, address, { ...body, anchors })
        await pageLinks.add(transaction, address, links)
      })
      return page.id
    }
    const everything = { after: pageLinks.firstLink, limit: 9 }

    it('are replaced together, and belong to one workspace', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const target = await addTo(fixture, [])
      const pageId = await addTo(fixture, [linkTo(target), linkTo(target, { label: 'b' })])
      const address = { workspaceId, pageId }
      const replace = (links: readonly pageLinks.LinkRow[]) =>
        store().transact((transaction) => pageLinks.replace(transaction, address, links))
      await replace([linkTo(target, { anchor: 'a b', block: 3 })])
      const [stored, ...others] = await pageLinks.ofPage(store(), address)
      assert.deepEqual(others, [])
      const expected = { ...linkTo(target, { anchor: 'a b', block: 3 }), pageId, position: 0 }
      assert.deepEqual(plain(stored), expected)
      const other = await createFixture(store())
      const there = systemViewer(other.workspaceId)
      assert.deepEqual(await pageLinks.backlinks(store(), there, target, everything), [])
      const here = systemViewer(workspaceId)
      const count = (limit: number) => pageLinks.count(store(), here, target, limit)
      assert.deepEqual(plain(await count(9)), { links: 1, pages: 1 })
      await replace([linkTo(target), linkTo(target), linkTo(target)])
      assert.deepEqual(plain(await count(2)), { links: 2, pages: 1 })
      await replace([])
      assert.deepEqual(await pageLinks.backlinks(store(), here, target, everything), [])
    })

    it('go with a page that is permanently deleted', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const target = await addTo(fixture, [])
      const pageId = await addTo(fixture, [linkTo(target)])
      const address = { workspaceId, pageId }
      await store().transact(async (transaction) => {
        await pageTags.add(transaction, address, 'text', [{ tag: 'a', name: 'A' }])
        await trash.purge(transaction, workspaceId, pageId)
      })
      assert.deepEqual(await pageLinks.ofPage(store(), address), [])
      assert.deepEqual(await pageTags.ofPage(store(), address, 'text'), [])
    })

    it('are found by the host that they lead to', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const viewer = systemViewer(workspaceId)
      const host = (name: string, block: number) =>
        linkTo(pageLinks.hostTarget(name), { origin: 'web', block })
      const one = await addTo(fixture, [host('docs.example.com', 2), host('example.com', 2)])
      const two = await addTo(fixture, [host('example.com', 1), host('examples.com', 1)])
      const both = [
        { pageId: one, block: 2 },
        { pageId: two, block: 1 },
      ].toSorted((a, b) => (a.pageId < b.pageId ? 1 : -1))
      const found = (name: string, limit = 9) => pageLinks.toHost(store(), viewer, name, limit)
      assert.deepEqual(await found('example.com'), both)
      assert.deepEqual(await found('example'), both)
      assert.deepEqual(await found('docs.example'), [{ pageId: one, block: 2 }])
      assert.deepEqual(await found('exam'), [])
      assert.deepEqual(await found('example', 1), both.slice(0, 1))
      const ofOne = { pageId: one, position: -1, origin: '', limit: 9 }
      assert.deepEqual(await linkUpkeep.brokenLinksOf(store(), viewer, ofOne), [])
    })

    it('are found by their label, their target and their absence', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const viewer = systemViewer(workspaceId)
      const target = await addTo(fixture, [])
      const pageId = await addTo(fixture, [linkTo(target, { kind: 'mention', label: 'Page' })])
      const title = (text: string) => ({ title: text, start: `${text}: ` })
      const own = { targetId: target, ...title('Page') }
      const other = { targetId: target, ...title('page') }
      const part = { after: '', limit: 9 }
      const labelled = await pageLinks.labelled(store(), viewer, own, part)
      assert.deepEqual(labelled.map(plain), [{ pageId, sectionId: null }])
      assert.deepEqual(await pageLinks.labelled(store(), viewer, other, part), [])
      assert.deepEqual(await pageLinks.sources(store(), workspaceId, target), new Set([pageId]))
      const page = { workspaceId, pageId: target }
      assert.equal(await linkChanges.isNeeded(store(), page, title('Page')), true)
      assert.equal(await linkChanges.isNeeded(store(), page, title('Pag')), false)
      await addTo(fixture, [linkTo(target, { label: '100%: Aim' })])
      assert.equal(await linkChanges.isNeeded(store(), page, title('100%')), true)
      assert.equal(await linkChanges.isNeeded(store(), page, title('100_')), false)
      assert.equal(await linkUpkeep.lastOfTopLevel(store(), workspaceId, '', 1), target)
      const range = { after: '', last: pageId, limit: 9 }
      assert.deepEqual(await linkUpkeep.orphans(store(), viewer, range), [pageId])
    })

    it('have the former titles of their pages, each once, up to a limit', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const [pageId, other] = [await addTo(fixture, []), await addTo(fixture, [])]
      const add = (title: string) =>
        store().transact((transaction) =>
          linkChanges.addFormerTitle(transaction, { workspaceId, pageId, title }),
        )
      for (const title of ['b', 'A', 'b', '']) await add(title)
      const titles = async (ids: string[], limit: number) => {
        const rows = await linkChanges.formerTitles(store(), workspaceId, ids, limit)
        return rows.map(({ title }) => title)
      }
      assert.deepEqual(await titles([other], 9), [])
      assert.deepEqual(await titles([other, pageId], 9), ['', 'A', 'b'])
      assert.deepEqual(await titles([pageId], 1), [''])
      const there = await createFixture(store())
      assert.deepEqual(await linkChanges.formerTitles(store(), there.workspaceId, [pageId], 9), [])
    })

    it('are broken without a page or an anchor, in windows', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const viewer = systemViewer(workspaceId)
      const target = await addTo(fixture, [], ' here 100%_ ')
      const unknown = await addPage(store(), fixture)
      const pageId = await addTo(fixture, [
        linkTo(target, { anchor: 'here' }),
        linkTo(target, { anchor: '100%_' }),
        linkTo(target, { anchor: 'her' }),
        linkTo(unknown.id, { anchor: 'unknown' }),
        linkTo(newId()),
        linkTo(newId(), { origin: 'https://elsewhere.example' }),
        linkTo(newId(), { origin: 'https://here.example' }),
      ])
      const start = { pageId: '', position: -1 }
      const last = await linkUpkeep.lastOfWindow(store(), workspaceId, start, 5)
      assert.deepEqual(plain(last), { pageId, position: 4 })
      const origin = 'https://here.example'
      const range = { after: start, last: { pageId, position: 4 }, origin, limit: 9 }
      const rows = await linkUpkeep.brokenLinks(store(), viewer, range)
      assert.deepEqual(
        rows.map(({ position, reason }) => [position, reason]),
        [
          [2, 'anchor'],
          [4, 'missing'],
        ],
      )
      const rest = { pageId, position: 4, origin, limit: 9 }
      const others = await linkUpkeep.brokenLinksOf(store(), viewer, rest)
      assert.deepEqual(
        others.map(({ position }) => position),
        [6],
      )
    })
  })

  describe('tags', () => {
    const { store } = useStore(open)

    it('count pages once, from text and properties, in the order of their characters', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const viewer = systemViewer(workspaceId)
      const [one, two] = [await addPage(store(), fixture), await addPage(store(), fixture)]
      await store().transact(async (transaction) => {
        const first = { workspaceId, pageId: one.id }
        const tags = [
          { tag: 'éa', name: 'ÉA' },
          { tag: 'b', name: 'b' },
        ]
        await pageTags.add(transaction, first, 'text', tags)
        await pageTags.add(transaction, first, 'property', [{ tag: 'b', name: 'B' }])
        await pageTags.replace(transaction, { workspaceId, pageId: two.id }, 'text', [
          { tag: 'b-c', name: 'b-c' },
          { tag: 'b', name: 'b' },
        ])
      })
      const start = { tag: '', pageId: '' }
      const all = await pageTags.counts(store(), viewer, { prefix: '', after: start, rows: 9 })
      assert.deepEqual(all.map(plain), [
        { tag: 'b', name: 'B', pages: 2, rows: 3, lastPageId: two.id },
        { tag: 'b-c', name: 'b-c', pages: 1, rows: 1, lastPageId: two.id },
        { tag: 'éa', name: 'ÉA', pages: 1, rows: 1, lastPageId: one.id },
      ])
      const parts = async (after: pageTags.TagCursor, rows: number) => {
        const some = await pageTags.counts(store(), viewer, { prefix: 'b', after, rows })
        return some.map(({ tag, pages }) => `${tag} ${pages}`)
      }
      assert.deepEqual(await parts({ tag: 'b', pageId: '~' }, 9), ['b-c 1'])
      assert.deepEqual(await parts({ tag: 'b', pageId: one.id }, 9), ['b 1', 'b-c 1'])
      assert.deepEqual(await parts(start, 1), ['b 1'])
      const pages = await pageTags.pages(store(), viewer, 'b', { after: one.id, limit: 9 })
      assert.deepEqual(
        pages.map(({ pageId }) => pageId),
        [two.id],
      )
    })
  })

  describe('links to pages that do not exist yet', () => {
    const { store } = useStore(open)
    const author = { authorId: 'a', via: 'mcp', keyId: null, runId: null }
    const wanting = async (fixture: Fixture, ...names: string[]) => {
      const { id: pageId } = await addPage(store(), fixture)
      const address = { workspaceId: fixture.workspaceId, pageId }
      const links = names.map((name) =>
        linkTo(pageLinks.wantedTarget(name), { origin: pageLinks.wantedOrigin, label: name }),
      )
      await store().transact(async (transaction) => {
        await contents.put(transaction, address, { ...body, anchors: ' ' })
        await pageLinks.add(transaction, address, links)
      })
      return pageId
    }
    const put = (workspaceId: string, pageId: string, name: string, title: string) =>
      store().transact((transaction) =>
        wantedLinks.put(transaction, { workspaceId, pageId }, [{ name, title, ...author }]),
      )

    it('are broken where they were written as links', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const pageId = await wanting(fixture, 'Plan', 'Text')
      await put(workspaceId, pageId, 'Plan', 'Plan')
      const viewer = systemViewer(workspaceId)
      const ofPage = { pageId, position: -1, origin: '', limit: 9 }
      const listed = await linkUpkeep.brokenLinksOf(store(), viewer, ofPage)
      assert.deepEqual(
        listed.map(({ reason, label }) => [reason, label]),
        [['wanted', 'Plan']],
      )
      const range = { after: { pageId: '', position: -1 }, last: { pageId, position: 9 } }
      const all = await linkUpkeep.brokenLinks(store(), viewer, { ...range, origin: '', limit: 9 })
      assert.deepEqual(all.map(plain), listed.map(plain))
    })

    it('are found by the titles of pages that appear, once for each title', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const { title, id } = await addPage(store(), fixture)
      const note = () =>
        store().transact((transaction) => wantedLinks.noteFound(transaction, workspaceId, [id]))
      await note()
      assert.equal(await wantedLinks.nextFound(store(), workspaceId), undefined)
      const one = await wanting(fixture, title)
      const two = await wanting(fixture, title)
      await put(workspaceId, one, title, title)
      await put(workspaceId, two, `Top/${title}`, title)
      await put(workspaceId, two, `Top/${title}`, title)
      await put(workspaceId, two, 'Other', 'Other')
      await note()
      assert.ok((await wantedLinks.workspaces(store(), 999)).includes(workspaceId))
      const found = { title, doneTo: '' }
      assert.deepEqual(plain(await wantedLinks.nextFound(store(), workspaceId)), found)
      const waiting = (after: string) =>
        wantedLinks.withTitle(store(), workspaceId, title, { after, limit: 9 })
      assert.deepEqual((await waiting('')).map(plain), [
        { pageId: one, name: title, title, ...author },
        { pageId: two, name: `Top/${title}`, title, ...author },
      ])
      assert.equal((await waiting(one)).length, 1)
      const done = { title, doneTo: two }
      await store().transact(async (transaction) => {
        await wantedLinks.advance(transaction, workspaceId, { title, doneTo: 'x' }, 'other')
        await wantedLinks.advance(transaction, workspaceId, done, '')
      })
      assert.deepEqual(plain(await wantedLinks.nextFound(store(), workspaceId)), done)
      await note()
      const remove = (row: wantedLinks.FoundTitle) =>
        store().transact((transaction) => wantedLinks.removeFound(transaction, workspaceId, row))
      await remove(done)
      assert.deepEqual(plain(await wantedLinks.nextFound(store(), workspaceId)), found)
      await remove(found)
      assert.equal(await wantedLinks.nextFound(store(), workspaceId), undefined)
      await store().transact(async (transaction) => {
        await wantedLinks.remove(transaction, { workspaceId, pageId: one }, title)
        await trash.purge(transaction, workspaceId, two)
      })
      assert.deepEqual(await waiting(''), [])
    })
  })

  describe('background work on links', () => {
    const { store } = useStore(open)

    it('reads documents and stores what it found', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const { id: pageId } = await addPage(store(), fixture)
      const page = { workspaceId, pageId }
      await store().transact(async (transaction) => {
        await contents.put(transaction, page, body)
        await linkIndexing.setAnchors(transaction, page, ' a ')
        await pageTags.add(transaction, page, 'text', [{ tag: 'old', name: 'old' }])
        await pageTags.replace(transaction, page, 'text', [{ tag: 'new', name: 'New' }])
        await pageLinks.add(transaction, page, [linkTo(pageId)])
        const progress = { version: 1, indexedTo: null }
        await linkIndexing.keepProgress(transaction, workspaceId, progress)
      })
      const part = { after: '', limit: 9 }
      const documents = await linkIndexing.documents(store(), workspaceId, part)
      assert.deepEqual(documents.map(plain), [{ id: pageId, document: body.document }])
      assert.deepEqual(await linkIndexing.tagValues(store(), page), [])
      await store().snapshot(async (snapshot) => {
        const links = await Array.fromAsync(checks.links(snapshot))
        assert.ok(links.some((link) => link.pageId === pageId && link.targetId === pageId))
        const tags = (await Array.fromAsync(checks.tags(snapshot))).map(plain)
        const tag = tags.find((one) => one?.pageId === pageId)
        assert.deepEqual(tag, { workspaceId, pageId, tag: 'new', name: 'New' })
        const bodies = await Array.fromAsync(checks.contents(snapshot))
        assert.equal(bodies.find((one) => one.pageId === pageId)?.anchors, ' a ')
        const indexes = (await checks.linkIndexes(snapshot)).map(plain)
        assert.ok(indexes.some((one) => one?.workspaceId === workspaceId && one.version === 1))
      })
    })

    it('continues where it was', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      assert.equal(await linkIndexing.indexedTo(store(), workspaceId, 1), '')
      const next = () => linkIndexing.nextOutdated(store(), 1, workspaceId.slice(0, -1))
      assert.equal(await next(), workspaceId)
      const progress = (indexedTo: string | null) =>
        store().transact((transaction) =>
          linkIndexing.keepProgress(transaction, workspaceId, { version: 1, indexedTo }),
        )
      await progress('a')
      assert.equal(await linkIndexing.indexedTo(store(), workspaceId, 1), 'a')
      assert.equal(await next(), workspaceId)
      await progress(null)
      assert.equal(await linkIndexing.indexedTo(store(), workspaceId, 1), null)
      assert.notEqual(await next(), workspaceId)
      assert.equal(await linkIndexing.indexedTo(store(), workspaceId, 2), '')
    })

    it('is listed until it is done', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: authorId } = fixture
      const row = {
        workspaceId,
        id: newId(),
        pageId: null,
        oldText: 'a',
        newText: 'b',
        authorId,
        via: 'web',
        keyId: null,
        runId: null,
        doneTo: '',
        createdAt: 5,
      }
      await store().transact(async (transaction) => {
        await linkChanges.insert(transaction, row)
        await linkChanges.advance(transaction, row, 'x')
      })
      assert.ok(!(await linkChanges.workspaces(store(), 5)).includes(workspaceId))
      assert.ok((await linkChanges.workspaces(store(), 6)).includes(workspaceId))
      const listed = await linkChanges.list(store(), workspaceId, 9)
      assert.deepEqual(listed.map(plain), [{ ...row, doneTo: 'x' }])
      await store().transact((transaction) => linkChanges.remove(transaction, row))
      assert.deepEqual(await linkChanges.list(store(), workspaceId, 9), [])
    })
  })
}
