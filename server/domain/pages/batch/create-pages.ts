import { invalidInput } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { WorkspaceContext } from '../../context.ts'
import { splitText } from '../../document/wiki-text.ts'
import { addPage, type NewPage, preparePage } from '../create.ts'
import { withProperties } from '../wiki/given-properties.ts'
import { findAddresses, type WikiNames } from '../wiki/read-wiki.ts'

export type BatchPage = Omit<
  NewPage,
  'parentId' | 'addresses' | 'properties' | 'propertyValues'
> & {
  /** The name of the page in this call, for links and parents. */
  key?: string | undefined
  /** The ID of a page, or `#key` of an earlier page of the call. Null is the top level. */
  parent: string | null
  /** Whether wikilinks and front matter are read. */
  dialect?: 'wiki' | undefined
  /** Properties as YAML, which take precedence over those of front matter. */
  yaml?: string | undefined
}

export type CreatedPage = {
  pageId: string
  title: string
  parentId: string | null
  document: string
}

/** A link to a page of the same call, in Markdown: `[Text](#key)`. */
const linkToKey = /\]\(#([^)\s]+)\)/g

/**
 * Creates pages in one transaction, each as the last child of its parent. Throws PAGE_NOT_FOUND, FORBIDDEN,
 * QUOTA_EXCEEDED or VALIDATION_FAILED.
 */
export async function createPages(
  context: WorkspaceContext,
  workspaceId: string,
  pages: readonly BatchPage[],
): Promise<CreatedPage[]> {
  const ids = pages.map(() => newId())
  const byKey = keysOf(pages, ids)
  const titles = titlesOf(pages, ids)
  const prepared = await Promise.all(
    pages.map(async ({ key: _key, parent, dialect, yaml, ...page }, index) => {
      const parentId = parentOf(parent, index, { pages, byKey, ids })
      const text =
        dialect === 'wiki'
          ? await readText(context, page.markdown, { parentId, titles, yaml })
          : { markdown: page.markdown }
      const markdown = text.markdown.replaceAll(linkToKey, (link, key: string) => {
        const id = byKey.get(key)
        return id === undefined ? link : `](/pages/${id})`
      })
      return preparePage(context, { ...text, ...page, markdown, parentId }, ids[index])
    }),
  )
  await context.store.transactAlone({ workspaceId }, async (transaction) => {
    for (const page of prepared) await addPage(transaction, context, page)
  })
  return prepared.map(({ id, title, parentId, content }) => ({
    pageId: id,
    title,
    parentId,
    document: content.document,
  }))
}

type WikiText = Pick<NewPage, 'markdown' | 'addresses' | 'properties' | 'propertyValues' | 'icon'>

/** What a text with wikilinks and front matter says of its page. */
async function readText(
  context: WorkspaceContext,
  text: string,
  { yaml, ...names }: WikiNames & { yaml: string | undefined },
): Promise<WikiText> {
  const { body: markdown, properties: own, icon } = await splitText(context.content, text)
  const properties =
    yaml === undefined ? own : await withProperties(context, own, { yaml, path: '/properties' })
  const { values: propertyValues } = await context.content.properties(properties)
  const addresses = await findAddresses(context, markdown, names)
  return { markdown, addresses, properties, propertyValues, ...(icon !== undefined && { icon }) }
}

/** The IDs of pages by their titles and paths in the call, without those that several have. */
function titlesOf(pages: readonly BatchPage[], ids: readonly string[]): Map<string, string> {
  const paths = new Map<string, string>()
  const named = pages.flatMap(({ key, parent, title }, index) => {
    const parentPath = paths.get(parent ?? '')
    const path = parentPath === undefined ? title : `${parentPath}/${title}`
    if (key !== undefined) paths.set(`#${key}`, path)
    return [...new Set([title, path])].map((name) => ({ name, id: ids[index] ?? '' }))
  })
  return new Map(
    Array.from(Map.groupBy(named, ({ name }) => name)).flatMap(([name, [one, ...others]]) =>
      one === undefined || others.length > 0 ? [] : [[name, one.id] as const],
    ),
  )
}

function keysOf(pages: readonly BatchPage[], ids: readonly string[]): Map<string, string> {
  const byKey = new Map<string, string>()
  for (const [index, { key }] of pages.entries()) {
    if (key === undefined) continue
    if (byKey.has(key)) refuse(`/pages/${index}/key`, 'must be different for each page')
    byKey.set(key, ids[index] ?? '')
  }
  return byKey
}

type Batch = {
  pages: readonly BatchPage[]
  byKey: ReadonlyMap<string, string>
  ids: readonly string[]
}

function parentOf(parent: string | null, index: number, batch: Batch): string | null {
  if (parent?.startsWith('#') !== true) return parent
  const id = batch.byKey.get(parent.slice(1))
  if (id !== undefined && batch.ids.indexOf(id) < index) return id
  const known = batch.pages.slice(0, index).flatMap(({ key }) => key ?? [])
  const choices = known.length === 0 ? 'there is none' : known.map((key) => `#${key}`).join(', ')
  return refuse(`/pages/${index}/parent`, `must be the key of an earlier page: ${choices}`)
}

function refuse(path: string, message: string): never {
  throw invalidInput([{ path, rule: 'batch', message }])
}
