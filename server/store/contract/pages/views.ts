import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import { levelNumbers, systemViewer, type Viewer } from '../../rights/viewer.ts'
import * as views from '../../views/views.ts'
import type { Dialect } from '../dialect.ts'
import { addUser, restrict, viewerOf } from '../rights/section-rows.ts'
import { addPage, createFixture, useStore } from '../rows.ts'
import {
  below,
  fill,
  generator,
  keys,
  type Page,
  passes,
  randomCondition,
  sorted,
} from './view-model.ts'

export function viewsContract(open: Dialect['open']): void {
  describe('views', () => {
    const { store } = useStore(open)
    const random = generator(20_261_123)
    let pages: Page[] = []
    let owner: Viewer
    let member: Viewer

    before(async () => {
      const fixture = await createFixture(store())
      pages = await fill(store(), fixture, random)
      owner = systemViewer(fixture.workspaceId)
      const userId = await addUser(store())
      // Pages below a hidden page stay readable, but are below nothing that the viewer knows.
      for (const [index, page] of pages.entries()) {
        if (index % 6 !== 0) continue
        page.isHidden = index % 12 === 0
        const level = levelNumbers.read
        await restrict(store(), fixture, page.id, page.isHidden ? {} : { [userId]: level })
      }
      member = viewerOf({ ...fixture, userId })
    })

    const readAll = async (
      viewer: Viewer,
      selection: views.PageSelection,
      sort: readonly views.PageSort[],
      limit: number,
    ) => {
      const ids: string[] = []
      for (let after: (string | number | null)[] | null = null; ;) {
        const part: views.ViewRow[] = await views.rows(store(), viewer, selection, {
          sort,
          after,
          limit,
        })
        ids.push(...part.map(({ id }) => id))
        after = part.at(-1)?.sorted ?? null
        if (part.length < limit) return ids
      }
    }

    it('find and sort what a plain filter does, in parts, for each viewer', async () => {
      const { next, pick } = random
      let rows = 0
      for (let round = 0; round < 150; round += 1) {
        const condition = randomCondition(random, pages)
        const parent = next(3) === 0 ? pick(pages) : undefined
        const depth = pick(['children', 'all'] as const)
        const direction = () => pick(['asc', 'desc'] as const)
        const column = () => pick(['text', 'number'] as const)
        const property = () => ({
          by: { key: pick(keys), column: column() },
          direction: direction(),
        })
        const field = () => ({ by: pick(['title', 'created'] as const), direction: direction() })
        const sort = [next(2) === 0 ? field() : property(), next(3) === 0 ? field() : property()]
        const isLarge = next(2) === 0
        const under = parent === undefined ? null : { pageId: parent.id, depth, isLarge }
        for (const viewer of [owner, member]) {
          const seen = viewer === owner ? pages : pages.filter(({ isHidden }) => !isHidden)
          const among = parent === undefined ? seen : below(seen, parent.id, depth)
          const expected = among.filter((page) => passes(page, condition))
          const label = JSON.stringify({ round, condition, under, sort })
          const listed = await views.withFrequency(store(), viewer, condition, 1 + next(12))
          const selection = { condition: listed, under }
          const found = await readAll(viewer, selection, sort, 1 + next(20))
          assert.deepEqual(found, sorted(expected, sort), label)
          const { pages: count } = await views.totals(store(), viewer, selection, [])
          assert.equal(count, expected.length, label)
          const range = { after: pick(pages).id, until: pick(pages).id }
          const inRange = expected.filter(({ id }) => id > range.after && id <= range.until)
          const part = await views.totals(store(), viewer, { ...selection, range }, [])
          assert.equal(part.pages, inRange.length, label)
          rows += count
        }
      }
      assert.ok(rows > 1000, `only ${rows} rows`)
    })

    const everything: views.PageSelection = {
      condition: { kind: 'all', conditions: [] },
      under: null,
    }

    it('add up the values of a type, and group by each value of a page', async () => {
      const wanted = [
        { key: 'cost', type: 'number' as const },
        { key: 'due', type: 'date' as const },
      ]
      const seen = pages.filter(({ isHidden }) => !isHidden)
      const numbersOf = (some: readonly Page[], key: string) =>
        some.flatMap(({ values }) => values.find((value) => value.key === key)?.number ?? [])
      const totalOf = (some: readonly Page[], key: string) => {
        const numbers = numbersOf(some, key)
        const sum = numbers.length === 0 ? null : numbers.reduce((one, other) => one + other, 0)
        const [min = null] = numbers.toSorted((one, other) => one - other)
        const max = numbers.toSorted((one, other) => other - one)[0] ?? null
        return { filled: numbers.length, numbers: numbers.length, sum, min, max }
      }
      const { totals } = await views.totals(store(), member, everything, wanted)
      assert.deepEqual(totals, [totalOf(seen, 'cost'), totalOf(seen, 'due')])
      for (const key of ['status', 'labels', 'done', 'due']) {
        const grouping = {
          kind: 'property' as const,
          key,
          unit: key === 'due' ? 'day' : 'value',
        } as const
        const found = await views.groups(store(), member, everything, {
          grouping,
          keys: wanted,
        })
        const textsOf = ({ values }: Page) =>
          new Set(values.filter((value) => value.key === key).map(({ text }) => text))
        assert.ok(found.some(({ value }) => value === null))
        for (const { value, pages: count, totals: added } of found) {
          const inGroup = seen.filter((page) =>
            value === null ? textsOf(page).size === 0 : textsOf(page).has(value),
          )
          assert.equal(count, inGroup.length, `${key} ${value}`)
          assert.deepEqual(added, [totalOf(inGroup, 'cost'), totalOf(inGroup, 'due')])
          const own = { kind: 'group', grouping, value } as const
          const ids = await readAll(member, { condition: own, under: null }, [], 7)
          assert.deepEqual(ids, inGroup.map(({ id }) => id).toSorted())
        }
        const all = new Set(seen.flatMap((page) => [...textsOf(page)]))
        assert.equal(found.length, all.size + 1)
        const middle = pages[30]?.id ?? ''
        const parts = [
          { after: '', until: middle },
          { after: middle, until: '~' },
        ].map((range) =>
          views.groups(store(), member, { ...everything, range }, { grouping, keys: [] }),
        )
        const counts = new Map<string | null, number>()
        for (const { value, pages: count } of (await Promise.all(parts)).flat()) {
          counts.set(value, (counts.get(value) ?? 0) + count)
        }
        const total = found.map(({ value, pages: count }) => [value, count] as const)
        assert.deepEqual(counts, new Map(total))
      }
    })

    it('group by tags and by who created the pages', async () => {
      const seen = pages.filter(({ isHidden }) => !isHidden)
      const grouping = { kind: 'tags' } as const
      const found = await views.groups(store(), member, everything, {
        grouping,
        keys: [],
      })
      for (const { value, name, pages: count } of found) {
        const inGroup = seen.filter((page) =>
          value === null ? page.tags.length === 0 : page.tags.includes(value),
        )
        assert.deepEqual([count, name], [inGroup.length, value?.toUpperCase() ?? null])
        const condition = { kind: 'group', grouping, value } as const
        assert.equal((await readAll(member, { condition, under: null }, [], 9)).length, count)
      }
      const authors = await views.groups(store(), member, everything, {
        grouping: { kind: 'author' },
        keys: [],
      })
      assert.deepEqual(
        authors.map(({ pages: count }) => count),
        [seen.length],
      )
      const [author] = authors
      const own = { kind: 'author', ids: [author?.value ?? ''] } as const
      assert.equal(
        (await readAll(member, { condition: own, under: null }, [], 99)).length,
        seen.length,
      )
      const withoutAuthor = { kind: 'group', grouping: { kind: 'author' }, value: null } as const
      assert.deepEqual(await readAll(member, { condition: withoutAuthor, under: null }, [], 9), [])
    })

    it('know a large tree, and where a part of the pages ends', async () => {
      const { workspaceId } = owner
      const ids = pages.map(({ id }) => id).toSorted()
      const after = ids[9] ?? ''
      assert.equal(await views.rangeEnd(store(), workspaceId, { after, pages: 5 }), ids[14])
      const last = { after, pages: pages.length }
      assert.equal(await views.rangeEnd(store(), workspaceId, last), undefined)
      const other = { after: '', pages: 1 }
      assert.equal(await views.rangeEnd(store(), newId(), other), undefined)
      assert.equal(await views.isLarge(store(), owner, workspaceId), false)
      assert.equal(await views.isLarge(store(), owner, newId()), false)
      const fixture = await createFixture(store())
      const viewer = systemViewer(fixture.workspaceId)
      let parentId = fixture.workspaceId
      for (let level = 0; level < 11; level += 1) {
        assert.equal(
          await views.isLarge(store(), viewer, fixture.workspaceId),
          level > 9,
          `${level}`,
        )
        parentId = (await addPage(store(), fixture, { parentId })).id
      }
    })

    it('read values, tags and types of what the viewer can read', async () => {
      const some = pages.slice(0, 20)
      const ids = some.map(({ id }) => id)
      const seen = some.filter(({ isHidden }) => !isHidden)
      const values = await views.values(store(), member, ids, ['cost', 'labels'])
      const expected = seen.flatMap(({ values: own }) =>
        own.filter(({ key }) => key === 'cost' || key === 'labels'),
      )
      assert.equal(values.length, expected.length)
      const cost = values.find(({ key }) => key === 'cost')
      assert.equal(typeof cost?.number, 'number')
      const listed = await views.tags(store(), member, ids)
      assert.equal(listed.length, seen.flatMap((page) => page.tags).length)
      assert.equal(await views.typeOfKey(store(), member, 'cost'), 'number')
      assert.equal(await views.typeOfKey(store(), member, 'nothing'), undefined)
      assert.deepEqual(await views.values(store(), member, [], ['cost']), [])
      assert.deepEqual(await views.tags(store(), member, []), [])
    })
  })
}
