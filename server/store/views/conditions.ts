import type { Value } from '../statement.ts'

/** The conditions of views, as SQL. Texts of requests are only ever parameters. */

/** `>=`, for instance. */
export type Bound = { operator: '>=' | '>' | '<=' | '<'; number: number }

/** Numbers, or days since 1970. */
export type NumberRange = { type: 'number' | 'date'; bounds: readonly Bound[] }

/** What a value of a property is compared with. Texts are folded. */
export type PropertyTest =
  | { kind: 'among'; texts: readonly string[]; ranges: readonly NumberRange[] }
  | { kind: 'contains' | 'starts with'; text: string }
  | { kind: 'exists' }

export type PageCondition =
  | { kind: 'all' | 'any'; conditions: readonly PageCondition[] }
  | { kind: 'not'; condition: PageCondition }
  | ({ kind: 'property'; key: string; test: PropertyTest } & Frequency)
  /** In lower case as far as A to Z go. */
  | { kind: 'title'; test: 'is' | 'contains' | 'starts with'; texts: readonly string[] }
  /** In milliseconds. */
  | { kind: 'created' | 'updated'; bounds: readonly Bound[] }
  | { kind: 'author'; ids: readonly string[] }
  /** Folded. Without any, whether the page has a tag. */
  | ({ kind: 'tag'; tags: readonly string[] } & Frequency)
  | { kind: 'page'; ids: readonly string[] }
  | ({ kind: 'group'; grouping: Grouping; value: string | null } & Frequency)

/** Whether so many pages have the value that each page is looked up, instead of listing them. */
export type Frequency = { isFrequent?: boolean }

/** By the values of a key, by its days, by tags, or by who created the page. */
export type Grouping =
  | { kind: 'property'; key: string; unit: 'value' | 'day' }
  | { kind: 'tags' }
  | { kind: 'author' }

/** The pages of a view: below a page, or all. */
export type PageSelection = {
  condition: PageCondition
  under: {
    pageId: string
    depth: 'children' | 'all'
    /** Looks up the pages above each page, for the first rows of a large tree. */
    isLarge?: boolean
  } | null
  /** Only pages whose IDs come after one, up to another. */
  range?: PageRange
}

export type PageRange = { after: string; until: string }

/** Collects the parameters of a statement. */
export class Parameters {
  readonly values: Record<string, Value> = {}
  #count = 0

  add(value: Value): string {
    this.#count += 1
    const name = `v${this.#count}`
    this.values[name] = value
    return `$${name}`
  }

  list(values: readonly Value[]): string {
    return values.map((value) => this.add(value)).join(', ')
  }
}

/** The condition that the viewer sees the page `p` in the view. */
export function selectionSql(
  { condition, under, range }: PageSelection,
  parameters: Parameters,
): string {
  const conditions = ['p.workspace_id = $workspaceId', 'p.deleted_at is null', '{visible p}']
  if (range !== undefined) conditions.push(rangeSql('p.id', range, parameters))
  if (under !== null) conditions.push(underSql(under, parameters))
  const own = conditionSql(condition, parameters)
  return [...conditions, own].join(' and ')
}

export function rangeSql(id: string, range: PageRange, parameters: Parameters): string {
  return `${id} > ${parameters.add(range.after)} and ${id} <= ${parameters.add(range.until)}`
}

/** Pages below one that the viewer cannot read are not below the page for this viewer, as in its path. */
function underSql(
  { pageId, depth, isLarge = false }: NonNullable<PageSelection['under']>,
  parameters: Parameters,
): string {
  const parent = parameters.add(pageId)
  if (depth === 'children') return `p.parent_id = ${parent}`
  if (!isLarge) return `p.id in (${belowSql(parent)})`
  return `(p.parent_id = ${parent} or exists (with recursive above (id, parent_id) as (
      select q.id, q.parent_id from pages q where q.workspace_id = $workspaceId
        and q.id = p.parent_id and q.deleted_at is null and {visible q}
      union select q.id, q.parent_id from pages q join above a on q.id = a.parent_id
      where q.workspace_id = $workspaceId and q.deleted_at is null and {visible q}
    ) select 1 from above where parent_id = ${parent}))`
}

export function belowSql(parent: string): string {
  return `with recursive below (id) as (
      select q.id from pages q where q.workspace_id = $workspaceId and q.parent_id = ${parent}
        and q.deleted_at is null and {visible q}
      union select q.id from pages q join below b on q.parent_id = b.id
      where q.workspace_id = $workspaceId and q.deleted_at is null and {visible q}
    ) select id from below`
}

function conditionSql(condition: PageCondition, parameters: Parameters): string {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const parts = condition.conditions.map((one) => conditionSql(one, parameters))
      if (parts.length === 0) return condition.kind === 'all' ? 'true' : 'false'
      return `(${parts.join(condition.kind === 'all' ? ' and ' : ' or ')})`
    }
    case 'not':
      return `not ${conditionSql(condition.condition, parameters)}`
    case 'property': {
      const test = propertySql(condition.test, parameters)
      return withProperty(`r.key = ${parameters.add(condition.key)} and ${test}`, condition)
    }
    case 'title':
      return titleSql(condition, parameters)
    case 'created':
    case 'updated':
      return `(${boundsSql(`p.${condition.kind}_at`, condition.bounds, parameters)})`
    case 'author':
      return `(p.created_by in (${parameters.list(condition.ids)}))`
    case 'page':
      return `(p.id in (${parameters.list(condition.ids)}))`
    case 'tag': {
      const { tags } = condition
      return withTag(tags.length === 0 ? 'true' : `t.tag in (${parameters.list(tags)})`, condition)
    }
    case 'group':
      return groupSql(condition, parameters)
  }
}

function withProperty(condition: string, { isFrequent = false }: Frequency): string {
  return isFrequent
    ? `exists (select 1 from page_properties r
        where r.workspace_id = $workspaceId and r.page_id = p.id and ${condition})`
    : `(p.id in (select r.page_id from page_properties r
        where r.workspace_id = $workspaceId and ${condition}))`
}

function withTag(condition: string, { isFrequent = false }: Frequency): string {
  return isFrequent
    ? `exists (select 1 from page_tags t
        where t.workspace_id = $workspaceId and t.page_id = p.id and ${condition})`
    : `(p.id in (select t.page_id from page_tags t
        where t.workspace_id = $workspaceId and ${condition}))`
}

/** How many rows, up to a limit, make a condition true; null where the page itself has the answer. */
export function matchesSql(
  condition: PageCondition,
  parameters: Parameters,
  limit: number,
): string | null {
  const rows = matchingRows(condition, parameters)
  if (rows === null) return null
  return `select count(*) as "matches" from (select 1 from ${rows} limit ${parameters.add(limit)}) m`
}

function matchingRows(condition: PageCondition, parameters: Parameters): string | null {
  const ofProperties = 'page_properties r where r.workspace_id = $workspaceId and'
  const ofTags = 'page_tags t where t.workspace_id = $workspaceId and'
  if (condition.kind === 'property') {
    const { key, test } = condition
    return `${ofProperties} r.key = ${parameters.add(key)} and ${propertySql(test, parameters)}`
  }
  if (condition.kind === 'tag') {
    const { tags } = condition
    return `${ofTags} ${tags.length === 0 ? 'true' : `t.tag in (${parameters.list(tags)})`}`
  }
  if (condition.kind !== 'group' || condition.grouping.kind === 'author') return null
  const { grouping, value } = condition
  if (grouping.kind === 'tags') {
    return `${ofTags} ${value === null ? 'true' : `t.tag = ${parameters.add(value)}`}`
  }
  const key = `r.key = ${parameters.add(grouping.key)}`
  if (value === null) return `${ofProperties} ${key} and r.item = 0`
  return `${ofProperties} ${key} and ${groupText(grouping.unit)} = ${parameters.add(value)}`
}

function propertySql(test: PropertyTest, parameters: Parameters): string {
  switch (test.kind) {
    case 'exists':
      return 'r.item = 0'
    case 'contains':
      return containsSql('r.text', test.text, parameters)
    case 'starts with':
      return `(r.text >= ${parameters.add(test.text)} and r.text < ${parameters.add(`${test.text}\u{10FFFF}`)})`
    case 'among': {
      const texts = test.texts.length === 0 ? [] : [`r.text in (${parameters.list(test.texts)})`]
      const ranges = test.ranges.map(({ type, bounds }) => {
        const inRange = boundsSql('r.number', bounds, parameters)
        return `(r.type = ${parameters.add(type)} and ${inRange})`
      })
      const parts = [...texts, ...ranges]
      return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`
    }
  }
}

function titleSql(
  { test, texts }: Extract<PageCondition, { kind: 'title' }>,
  parameters: Parameters,
): string {
  const parts = texts.map((text) => {
    if (test === 'contains') return containsSql('lower(p.title)', text, parameters)
    if (test === 'is') return `lower(p.title) = ${parameters.add(text)}`
    const start = parameters.add(text)
    return `substr(lower(p.title), 1, length(${start})) = ${start}`
  })
  return `(${parts.join(' or ')})`
}

/** Without the wildcards of `like`, and the same in both dialects. */
function containsSql(column: string, text: string, parameters: Parameters): string {
  return `replace(${column}, ${parameters.add(text)}, '') <> ${column}`
}

function boundsSql(column: string, bounds: readonly Bound[], parameters: Parameters): string {
  const parts = bounds.map(
    ({ operator, number }) => `${column} ${operator} ${parameters.add(number)}`,
  )
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

function groupSql(
  condition: Extract<PageCondition, { kind: 'group' }>,
  parameters: Parameters,
): string {
  const { grouping, value } = condition
  if (grouping.kind === 'author') {
    return value === null ? 'false' : `(p.created_by = ${parameters.add(value)})`
  }
  if (grouping.kind === 'tags') {
    return value === null
      ? `not ${withTag('true', condition)}`
      : withTag(`t.tag = ${parameters.add(value)}`, condition)
  }
  const key = `r.key = ${parameters.add(grouping.key)}`
  if (value === null) return `not ${withProperty(`${key} and r.item = 0`, condition)}`
  return withProperty(
    `${key} and ${groupText(grouping.unit)} = ${parameters.add(value)}`,
    condition,
  )
}

/** What a property is grouped by. */
export function groupText(unit: 'value' | 'day'): string {
  return unit === 'day' ? 'substr(r.text, 1, 10)' : 'r.text'
}
