/** The address of a page of some server. */
export type PageAddress = {
  pageId: string
  /** Scheme and host in lower case; empty for a path. */
  origin: string
  /** Without `#`, decoded. */
  anchor: string | null
}

/** Between the title of a page and the heading, in the text of a link to a heading. */
export const headingSeparator = ' › '

const address =
  /^(https?:\/\/[^/?#\s]+)?\/(?:workspaces\/[^/?#]+\/)?pages\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?(?:\?[^#]*)?(?:#(.*))?$/i

/** The page that an address leads to; undefined if it does not look like one. */
export function pageAddressOf(href: string): PageAddress | undefined {
  // Most addresses are of other sites.
  if (!href.includes('pages/')) return undefined
  const found = address.exec(href.trim())
  if (found === null) return undefined
  const [, origin = '', pageId = '', anchor = ''] = found
  return {
    pageId: pageId.toLowerCase(),
    origin: origin.toLowerCase(),
    anchor: anchor === '' ? null : decoded(anchor),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
