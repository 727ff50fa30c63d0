import { headingSeparator } from '../../../content/links/address.ts'
import type { PageLink, PageLinks } from '../../../content/links/page-links.ts'
import { foldTag, maxTagLength, maxTags, type PageTag } from '../../../content/links/tags.ts'
import type { Transaction } from '../../store/index.ts'
import { pageLinks, pageTags } from '../../store/index.ts'

type LinkRow = pageLinks.LinkRow
type PageAddress = { workspaceId: string; pageId: string }

/** The anchors of a page as they are stored. */
export function anchorsText(anchors: readonly string[]): string {
  return ` ${anchors.join(' ')} `
}

/** A title as links have it. */
export function linkedTitle(title: string): { title: string; start: string } {
  return { title, start: title + headingSeparator }
}

/** A link as it is stored. */
export function linkRow({ pageId, ...link }: PageLink): Omit<PageLink, 'pageId'> & {
  targetId: string
} {
  return { ...link, targetId: pageId }
}

/**
 * The links of a page to pages and hosts, and to pages that do not exist, as they are stored. The others have no origin
 * that a page could have.
 */
export function linkRows({
  links,
  hosts,
  wanted,
}: Pick<PageLinks, 'links' | 'hosts' | 'wanted'>): LinkRow[] {
  return [
    ...links.map(linkRow),
    ...hosts.map(({ host, block }): LinkRow => ({
      kind: 'link',
      targetId: pageLinks.hostTarget(host),
      origin: 'web',
      anchor: null,
      label: '',
      block,
      sentence: '',
      from: 0,
      to: 0,
    })),
    ...wanted.map(({ name, ...passage }): LinkRow => ({
      kind: 'link',
      targetId: pageLinks.wantedTarget(name),
      origin: pageLinks.wantedOrigin,
      anchor: null,
      label: name,
      ...passage,
    })),
  ]
}

/** Writes the links and tags of a new page. */
export async function addPageLinks(
  transaction: Transaction,
  page: PageAddress,
  { tags, ...links }: PageLinks,
): Promise<void> {
  const rows = linkRows(links)
  if (rows.length > 0) await pageLinks.add(transaction, page, rows)
  if (tags.length > 0) await pageTags.add(transaction, page, 'text', tags)
}

/** Writes the links and tags of a page in place of those of its stored document. Without any it reads nothing. */
export async function replacePageLinks(
  transaction: Transaction,
  page: PageAddress,
  { tags, ...links }: PageLinks,
  replaced: string,
): Promise<void> {
  const rows = linkRows(links)
  if (rows.length > 0 || mayHaveLinks(replaced)) {
    await pageLinks.replace(transaction, page, rows)
  }
  if (tags.length > 0 || replaced.includes('#')) {
    await pageTags.replace(transaction, page, 'text', tags)
  }
}

type Value = { key: string; text: string; value: string | null }

/** The tags among the values of properties: of a list, or of a text with commas. */
export function propertyTags(values: readonly Value[]): PageTag[] {
  const own = values.filter(({ key }) => key === 'tags').map(({ text, value }) => value ?? text)
  const names = own.length === 1 ? own.flatMap((name) => name.split(',')) : own
  const tags = new Map<string, string>()
  for (const name of names.map((one) => one.trim().replace(/^#/, ''))) {
    const tag = foldTag(name)
    if (tag !== '' && tag.length <= maxTagLength && !tags.has(tag)) tags.set(tag, name)
  }
  return Array.from(tags, ([tag, name]) => ({ tag, name })).slice(0, maxTags)
}

/** Whether the JSON of a document can have a link to a page or a host. */
function mayHaveLinks(document: string): boolean {
  return (
    document.includes('pages/') ||
    document.includes('[[') ||
    document.includes('ref":"') ||
    document.includes('pageMention') ||
    document.includes('pageEmbed')
  )
}
