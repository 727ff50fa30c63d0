import assert from 'node:assert/strict'
import type { Store } from '../../connection.ts'
import * as pageTags from '../../links/tags.ts'
import * as properties from '../../pages/properties.ts'
import type * as views from '../../views/views.ts'
import { addPage, type Fixture } from '../rows.ts'

/** Random pages and conditions, and what a plain filter finds. */

type Value = {
  key: string
  type: properties.PropertyRow['type']
  text: string
  number: number | null
}
export type Page = {
  id: string
  title: string
  createdAt: number
  parentId: string
  values: Value[]
  tags: string[]
  isHidden: boolean
}

const texts = ['', 'a', 'ab', 'abc', 'b', 'é', 'z', 'ß', '🐢', 'ｚ', 'a_%', '10', '9']
const titles = ['Alpha', 'alpha', 'Beta', 'ÉTÉ', 'été', 'Zürich', '🐢', '_', 'a%b']
export const keys = ['status', 'cost', 'due', 'done', 'labels']
export const tags = ['plan', 'idea', 'été']

/** The same numbers on each dialect: the generator of Park and Miller. */
export function generator(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[next(items.length)]
    assert.ok(item !== undefined)
    return item
  }
  return { next, pick }
}
export type Random = ReturnType<typeof generator>

function randomValues({ next, pick }: Random): Value[] {
  return keys.flatMap((key): Value[] => {
    if (next(4) === 0) return []
    if (key === 'cost') {
      const number = (next(41) - 20) / 4
      return [{ key, type: 'number', text: String(number), number }]
    }
    if (key === 'done') {
      const number = next(2)
      return [{ key, type: 'checkbox', text: number === 1 ? 'true' : 'false', number }]
    }
    if (key === 'due') {
      const number = 20_000 + next(6)
      const text = new Date(number * 86_400_000).toISOString().slice(0, 10)
      return [{ key, type: 'date', text, number }]
    }
    const text = () => ({ key, type: 'text' as const, text: pick(texts), number: null })
    return key === 'labels' ? Array.from({ length: 1 + next(3) }, text) : [text()]
  })
}

export function randomCondition(
  random: Random,
  pages: readonly Page[],
  depth = 0,
): views.PageCondition {
  const { next, pick } = random
  const kind = next(depth > 2 ? 8 : 11)
  const bounds = (low: number) => [
    { operator: pick(['>=', '>', '<', '<='] as const), number: low + next(6) },
  ]
  if (kind <= 3) return { kind: 'property', key: pick(keys), test: randomTest(random) }
  if (kind === 4) {
    const test = pick(['is', 'contains', 'starts with'] as const)
    return { kind: 'title', test, texts: [pick(['alpha', 'b', 'É', '_', '%', 'a', '🐢'])] }
  }
  if (kind === 5) return { kind: 'tag', tags: next(3) === 0 ? [] : [pick(tags)] }
  if (kind === 6) return { kind: 'created', bounds: bounds(0) }
  if (kind === 7) return { kind: 'page', ids: [pick(pages).id, pick(pages).id] }
  if (kind === 8) return { kind: 'not', condition: randomCondition(random, pages, depth + 1) }
  const conditions = Array.from({ length: next(4) }, () =>
    randomCondition(random, pages, depth + 1),
  )
  return { kind: kind === 9 ? 'all' : 'any', conditions }
}

function randomTest({ next, pick }: Random): views.PropertyTest {
  const kind = next(5)
  if (kind === 0) return { kind: 'exists' }
  if (kind === 1) return { kind: 'contains', text: pick(texts.slice(1)) }
  if (kind === 2) return { kind: 'starts with', text: pick(texts.slice(1)) }
  if (kind === 3) return { kind: 'among', texts: [pick(texts), pick(texts)], ranges: [] }
  const type = pick(['number', 'date'] as const)
  const number = type === 'number' ? next(9) - 4 : 20_000 + next(6)
  const operator = pick(['>=', '>', '<', '<='] as const)
  return { kind: 'among', texts: [], ranges: [{ type, bounds: [{ operator, number }] }] }
}

const inRange = (number: number, bounds: readonly views.Bound[]) =>
  bounds.every((bound) => {
    if (bound.operator === '>=') return number >= bound.number
    if (bound.operator === '>') return number > bound.number
    return bound.operator === '<' ? number < bound.number : number <= bound.number
  })

const lower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

function passesTest({ text, type, number }: Value, test: views.PropertyTest): boolean {
  if (test.kind === 'exists') return true
  if (test.kind !== 'among') {
    return test.kind === 'contains' ? text.includes(test.text) : text.startsWith(test.text)
  }
  const isInRange = test.ranges.some(
    (range) => range.type === type && number !== null && inRange(number, range.bounds),
  )
  return test.texts.includes(text) || isInRange
}

export function passes(page: Page, condition: views.PageCondition): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.conditions.every((one) => passes(page, one))
    case 'any':
      return condition.conditions.some((one) => passes(page, one))
    case 'not':
      return !passes(page, condition.condition)
    case 'property': {
      const { key, test } = condition
      return page.values.some((value) => value.key === key && passesTest(value, test))
    }
    case 'title': {
      const { test, texts: wanted } = condition
      const title = lower(page.title)
      return wanted.some((text) => {
        if (test === 'is') return title === text
        return test === 'contains' ? title.includes(text) : title.startsWith(text)
      })
    }
    case 'tag':
      return condition.tags.length === 0
        ? page.tags.length > 0
        : condition.tags.some((tag) => page.tags.includes(tag))
    case 'created':
      return inRange(page.createdAt, condition.bounds)
    case 'page':
      return condition.ids.includes(page.id)
    default:
      throw new assert.AssertionError({ message: condition.kind })
  }
}

type Sortable = string | number | null

/** Bytes of UTF-8, as both dialects compare. */
function compare(one: Sortable, other: Sortable, direction: 'asc' | 'desc'): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const sign = direction === 'asc' ? 1 : -1
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other)
  return sign * Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

function sortValues(page: Page, by: views.PageSort['by']): Sortable[] {
  if (by === 'title') return [lower(page.title)]
  if (typeof by === 'string') return [page.createdAt]
  const value = page.values.find(({ key }) => key === by.key)
  return [value?.[by.column] ?? null]
}

export function sorted(pages: readonly Page[], sort: readonly views.PageSort[]): string[] {
  return pages
    .toSorted((one, other) => {
      for (const { by, direction } of sort) {
        const values = sortValues(other, by)
        for (const [index, value] of sortValues(one, by).entries()) {
          const order = compare(value, values[index] ?? null, direction)
          if (order !== 0) return order
        }
      }
      const backwards = sort[0]?.direction === 'desc' ? -1 : 1
      return backwards * (one.id < other.id ? -1 : 1)
    })
    .map(({ id }) => id)
}

export async function fill(store: Store, fixture: Fixture, random: Random): Promise<Page[]> {
  const { next, pick } = random
  const { workspaceId } = fixture
  const pages: Page[] = []
  for (let index = 0; index < 60; index += 1) {
    const parent = pages.length > 0 && next(2) === 0 ? pick(pages) : undefined
    const columns = { title: pick(titles), createdAt: next(8), parentId: parent?.id ?? workspaceId }
    const { id } = await addPage(store, fixture, columns)
    const page = {
      id,
      ...columns,
      values: randomValues(random),
      tags: tags.filter(() => next(3) === 0),
      isHidden: false,
    }
    const address = { workspaceId, pageId: id }
    await store.transact(async (transaction) => {
      const item = (value: Value) =>
        page.values.filter(({ key }) => key === value.key).indexOf(value)
      const rows = page.values.map((value) => {
        return { ...value, position: keys.indexOf(value.key), item: item(value), value: null }
      })
      await properties.put(transaction, address, rows)
      const written = page.tags.map((tag) => ({ tag, name: tag.toUpperCase() }))
      await pageTags.add(transaction, address, 'text', written)
    })
    pages.push(page)
  }
  return pages
}

export function below(pages: readonly Page[], parentId: string, depth: 'children' | 'all'): Page[] {
  const own = pages.filter((page) => page.parentId === parentId)
  return depth === 'children' ? own : own.flatMap((page) => [page, ...below(pages, page.id, 'all')])
}
