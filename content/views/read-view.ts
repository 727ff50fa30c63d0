import { pageAddressOf } from '../links/address.ts'
import { daysOf } from './days.ts'
import {
  maxViewLength,
  nameOf,
  type ReadView,
  type Subject,
  type TotalKind,
  totalKinds,
  type ViewCondition,
  type ViewProblem,
  type ViewQuery,
  type ViewShape,
  viewShapes,
  type ViewSort,
  type ViewTotal,
} from './query.ts'
import { readSubject, readText, readWhere, type Report } from './read-conditions.ts'
import { type Entry, type Tree, treeOfValue, treeOfYaml } from './tree.ts'

const maxTags = 10
const maxSorts = 3
const maxColumns = 30
const maxTotals = 12
const maxLimit = 100_000

const bareId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const markdownLink = /^\[.*\]\((.*)\)$/s

/** Reads the YAML of a view. An empty text is a view of all pages. */
export function readView(source: string): ReadView {
  if (source.length > maxViewLength) {
    const message = `A view has at most ${maxViewLength} characters.`
    return { ok: false, problems: [{ line: 1, message }] }
  }
  const read = treeOfYaml(source)
  return read.ok ? readTree(read.tree) : { ok: false, problems: [read.problem] }
}

/** Reads a view that is not a text, with the same keys. */
export function readViewValue(value: unknown): ReadView {
  return readTree(treeOfValue(value))
}

function emptyView(): ViewQuery {
  return {
    under: null,
    children: false,
    tags: [],
    where: null,
    text: null,
    sort: [],
    columns: null,
    group: null,
    totals: [],
    show: 'table',
    limit: null,
  }
}

type Draft = {
  query: ViewQuery
  conditions: ViewCondition[]
  problems: ViewProblem[]
  report: Report
}

const readers: Record<string, (draft: Draft, entry: Entry) => void> = {
  under: ({ query, report }, { value }) => (query.under = readUnder(value, report)),
  children: ({ query, report }, { value }) => {
    if (value.kind === 'scalar' && typeof value.value === 'boolean') query.children = value.value
    else report(value.line, '“children” needs true or false.')
  },
  tag: ({ query, report }, { value }) => (query.tags = readTags(value, report)),
  where: ({ conditions, problems }, { value }) => {
    const condition = readWhere(value, problems)
    if (condition !== null) conditions.push(condition)
  },
  text: ({ query, report }, { value }) => (query.text = readText(value, 'text', report) ?? null),
  created: (draft, entry) => readDays(draft, entry, 'created'),
  updated: (draft, entry) => readDays(draft, entry, 'updated'),
  sort: ({ query, report }, { value }) => (query.sort = readSorts(value, report)),
  columns: ({ query, report }, { value }) => {
    query.columns = readSubjects(value, maxColumns, 'columns', report)
  },
  group: ({ query, report }, entry) => (query.group = readGroup(entry, report)),
  totals: ({ query, report }, { value }) => (query.totals = readTotals(value, report)),
  show: ({ query, report }, { value }) => (query.show = readShape(value, report)),
  limit: ({ query, report }, { value }) => {
    const number = value.kind === 'scalar' ? value.value : null
    const isCount = typeof number === 'number' && Number.isInteger(number)
    if (isCount && number >= 1 && number <= maxLimit) query.limit = number
    else report(value.line, `“limit” needs a number from 1 to ${maxLimit}.`)
  },
}

function readTree(tree: Tree): ReadView {
  const problems: ViewProblem[] = []
  const report: Report = (line, message) => problems.push({ line, message })
  const query = emptyView()
  const conditions: ViewCondition[] = []
  if (tree.kind === 'map') {
    for (const entry of tree.entries) {
      const read = Object.hasOwn(readers, entry.key) ? readers[entry.key] : undefined
      if (read !== undefined) read({ query, conditions, problems, report }, entry)
      else {
        const known = Object.keys(readers).join(', ')
        report(entry.line, `“${entry.key}” is not part of a view. Use one of: ${known}.`)
      }
    }
  } else if (tree.kind === 'list' || tree.value !== null) {
    report(tree.line, 'A view is a mapping, such as “tag: project”.')
  }
  const [first, ...others] = conditions
  query.where =
    first === undefined ? null : others.length === 0 ? first : { kind: 'all', conditions }
  if (query.children && query.under === null) {
    report(tree.line, '“children” needs “under”, such as “under: this”.')
  }
  return problems.length === 0 ? { ok: true, query } : { ok: false, problems }
}

/** `this`, the ID of a page, its address, or a link to it. */
function readUnder(value: Tree, report: Report): ViewQuery['under'] {
  const text = value.kind === 'scalar' && value.value !== null ? String(value.value).trim() : ''
  if (text === 'this') return 'this'
  if (bareId.test(text)) return { pageId: text.toLowerCase() }
  const address = pageAddressOf(markdownLink.exec(text)?.[1] ?? text)
  if (address !== undefined) return { pageId: address.pageId }
  report(value.line, '“under” needs this, or the address of a page such as /pages/ID.')
  return null
}

function readTags(value: Tree, report: Report): string[] {
  const items = value.kind === 'list' ? value.items : [value]
  const tags = items.flatMap((item) => {
    const name = item.kind === 'scalar' && item.value !== null ? String(item.value) : ''
    return name.trim().replace(/^#/, '')
  })
  if (tags.length <= maxTags && tags.every((tag) => tag !== '' && tag.length <= 100)) return tags
  report(value.line, `“tag” needs a tag, or a list of at most ${maxTags} tags.`)
  return []
}

function readDays({ conditions, report }: Draft, entry: Entry, field: 'created' | 'updated'): void {
  const days = readText(entry.value, field, report)
  if (days === undefined) return
  if (daysOf(days, 0) === undefined) {
    report(entry.value.line, `“${days}” names no days. Write last 7 days or this month.`)
    return
  }
  conditions.push({ kind: 'test', subject: { field }, test: { operator: 'within', days } })
}

function readSubjects(value: Tree, max: number, name: string, report: Report): Subject[] {
  const items = value.kind === 'list' ? value.items : [value]
  const subjects = items.flatMap((item) => {
    const text = item.kind === 'scalar' && item.value !== null ? String(item.value) : undefined
    return (text !== undefined && readSubject(text, item.line, report)) || []
  })
  const isList = subjects.length === items.length && items.length > 0 && items.length <= max
  if (!isList) report(value.line, `“${name}” needs at most ${max} names of properties.`)
  return subjects
}

/** `due`, `due desc`, `{due: desc}` or a list of these. */
function readSorts(value: Tree, report: Report): ViewSort[] {
  const items = value.kind === 'list' ? value.items : [value]
  if (items.length > maxSorts) report(value.line, `A view has at most ${maxSorts} sorts.`)
  return items.slice(0, maxSorts).flatMap((item) => {
    if (item.kind === 'map') {
      return item.entries.flatMap(({ key, line, value: given }) => {
        const text = given.kind === 'scalar' ? given.value : null
        if (text === 'asc' || text === 'desc') return sortBy(key, text, line, report)
        report(line, `The direction of “${key}” is asc or desc.`)
        return []
      })
    }
    const text = item.kind === 'scalar' && item.value !== null ? String(item.value) : ''
    const [, name = text, direction] = /^(.*\S)\s+(asc|desc)$/s.exec(text) ?? []
    if (name !== '') return sortBy(name, direction === 'desc' ? 'desc' : 'asc', item.line, report)
    report(item.line, '“sort” needs the name of a property, such as “due” or “due desc”.')
    return []
  })
}

function sortBy(name: string, direction: 'asc' | 'desc', line: number, report: Report): ViewSort[] {
  const subject = readSubject(name, line, report)
  if (subject === undefined) return []
  if (!('field' in subject) || (subject.field !== 'author' && subject.field !== 'tags')) {
    return [{ subject, direction }]
  }
  report(
    line,
    `A view cannot be sorted by ${subject.field}. Use title, created, updated or a property.`,
  )
  return []
}

function readGroup({ value }: Entry, report: Report): Subject | null {
  const [subject] = readSubjects(value, 1, 'group', report)
  if (subject === undefined) return null
  if (!('field' in subject) || subject.field === 'author' || subject.field === 'tags')
    return subject
  report(
    value.line,
    `A view cannot be grouped by ${subject.field}. Use a property, tags or author.`,
  )
  return null
}

function readTotals(value: Tree, report: Report): ViewTotal[] {
  const isMap = value.kind === 'map' && value.entries.length <= maxTotals
  if (!isMap) {
    report(value.line, `“totals” needs at most ${maxTotals} lines such as “budget: sum”.`)
    return []
  }
  return value.entries.flatMap(({ key, line, value: given }) => {
    const subject = readSubject(key, line, report)
    const items = given.kind === 'list' ? given.items : [given]
    const kinds = items.flatMap((item) => readKind(item, subject, report))
    return subject === undefined ? [] : { subject, kinds: [...new Set(kinds)] }
  })
}

function readKind(item: Tree, subject: Subject | undefined, report: Report): TotalKind[] {
  const text = item.kind === 'scalar' ? item.value : null
  const kind = totalKinds.find((one) => one === text)
  if (kind === undefined) {
    report(item.line, `A total is one of: ${totalKinds.join(', ')}.`)
    return []
  }
  if (subject === undefined || 'key' in subject || kind === 'count') return [kind]
  report(item.line, `${nameOf(subject)} only has the total count.`)
  return []
}

function readShape(value: Tree, report: Report): ViewShape {
  const text = value.kind === 'scalar' ? value.value : null
  const shape = viewShapes.find((one) => one === text)
  if (shape !== undefined) return shape
  report(value.line, `“show” needs one of: ${viewShapes.join(', ')}.`)
  return 'table'
}
