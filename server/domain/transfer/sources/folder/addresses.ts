import { posix } from 'node:path'
import { relativeUrl } from './output.ts'

/** Where the files of a source went. */
export type Targets = {
  /** Paths of the folder by paths of the source. */
  byPath: ReadonlyMap<string, string>
  /** Finds what an address that is not a path means: the path of the source. */
  find?: (url: string) => string | undefined
}

/** Rewrites an address on the page written in `source`, which becomes `output`. Others stay as they are. */
export function readdress(targets: Targets, source: string, output: string, url: string): string {
  const [address = '', ...anchors] = url.split('#')
  const anchor = anchors.length > 0 ? `#${anchors.join('#')}` : ''
  const found = targets.find?.(url)
  const target = found === undefined ? locate(targets, source, address) : targets.byPath.get(found)
  return target === undefined ? url : relativeUrl(output, target, anchor)
}

function locate({ byPath }: Targets, source: string, address: string): string | undefined {
  if (address === '' || /^(?:[a-z][a-z\d+.-]*:|[/?\\])/i.test(address)) return undefined
  const path = address.replace(/\?.*$/s, '')
  return [decoded(path), path]
    .map((one) => posix.join(posix.dirname(source), one).replace(/\/+$/, ''))
    .flatMap((joined) => [joined, `${joined}.md`, `${joined}/index.html`])
    .map((candidate) => byPath.get(candidate))
    .find((found) => found !== undefined)
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
