import { posix } from 'node:path'
import { decoded } from '../folder/addresses.ts'
import { idOf, withoutId } from './names.ts'

const host = /^https?:\/\/(?:[a-z\d-]+\.)*(?:notion\.so|notion\.site|notion\.com)(?=[/?#]|$)/i
const pageFile = /\.(?:md|html|csv)$/i

export function isNotionUrl(url: string): boolean {
  return host.test(url)
}

/**
 * Finds the page that an address means by its ID, which is the same in an address on the web and in a file of any
 * type. Other addresses are paths.
 */
export function findById(paths: Iterable<string>): (url: string) => string | undefined {
  const known = new Map<string, string>()
  for (const path of paths) {
    if (!isPage(path)) continue
    const id = idOf(nameOf(path))
    if (id !== undefined && !known.has(id)) known.set(id, path)
  }
  return (url) => {
    const [address = ''] = url.split('#')
    const isWeb = isNotionUrl(address)
    if (!isWeb && /^[a-z][a-z\d+.-]*:/i.test(address)) return undefined
    const [path = '', query = ''] = address.split('?')
    const name = decoded(posix.basename(path))
    if (!isWeb && !isPage(name)) return undefined
    // A page that was opened beside another is in the query.
    const adjacent = isWeb ? /(?:^|&)p=([\da-f]{32})(?:&|$)/i.exec(query)?.[1] : undefined
    const id = adjacent ?? idOf(isWeb ? name : nameOf(name))
    return id === undefined ? undefined : known.get(id.toLowerCase())
  }
}

/** A file, or the folder of a page. */
function isPage(path: string): boolean {
  return pageFile.test(path) || withoutId(posix.basename(path)) !== posix.basename(path)
}

function nameOf(path: string): string {
  return posix.basename(path).replace(pageFile, '').replace(/_all$/, '')
}
