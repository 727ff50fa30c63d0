import { anchorName, filePath, pagePath, uuid } from '../vocabulary.ts'

export type PageAddress = { readonly pageId: string; readonly anchor: string | null }

/** The page and the place in it that `/pages/{id}#anchor` names. */
export function pageAddress(url: string): PageAddress | undefined {
  if (!url.startsWith(pagePath)) return undefined
  const [pageId = '', ...others] = url.slice(pagePath.length).split('#')
  if (!uuid.test(pageId)) return undefined
  if (others.length === 0) return { pageId, anchor: null }
  const anchor = others.join('#')
  return anchorName.test(anchor) ? { pageId, anchor } : undefined
}

export function pageUrl({ pageId, anchor }: PageAddress): string {
  return `${pagePath}${pageId}${anchor === null ? '' : `#${anchor}`}`
}

const fileTitle = /^file(?:, ([\w.+-]+\/[\w.+-]+))?(?:, (\d{1,15}) bytes)?$/

export type FileDetails = { readonly mimeType: string | null; readonly size: number | null }

/** What the title of a link to a file says about it. */
export function fileDetails(title: string): FileDetails | undefined {
  const match = fileTitle.exec(title)
  if (match === null) return undefined
  return { size: match[2] === undefined ? null : Number(match[2]), mimeType: match[1] ?? null }
}

export function fileIdOf(url: string): string | undefined {
  const id = url.startsWith(filePath) ? url.slice(filePath.length) : ''
  return uuid.test(id) ? id : undefined
}
