import { publicKey } from '../../../../server/domain/sharing/sites/site-pages.ts'
import type { World } from './world.ts'

/** Of the answers, that tell of time or chance. */
const changing = new Set(['date', 'x-request-id', 'etag', 'ratelimit', 'ratelimit-reset'])

/** Everything that anyone gets from the published site, with labels in place of the keys of pages. */
export async function readSite(
  { quire, site, pages }: World,
  queries: readonly string[],
): Promise<[address: string, answer: string][]> {
  const keys = pages.map((id) => publicKey(site.id, id))
  const withLabels = (text: string) =>
    keys.reduce((labelled, key, index) => labelled.replaceAll(key, `<key ${index}>`), text)
  const seen: [address: string, answer: string][] = []
  const visit = async (path: string, accept = 'text/html'): Promise<string> => {
    const url = `/sites/${site.slug}${path}`
    const {
      statusCode: status,
      headers,
      body,
    } = await quire.server.inject({
      url,
      headers: { accept },
    })
    const lasting = Object.entries(headers).filter(([name]) => !changing.has(name))
    seen.push([
      withLabels(`${accept} ${url}`),
      withLabels(JSON.stringify({ status, lasting, body })),
    ])
    return body
  }
  await visit('')
  await visit('/')
  const sitemap = await visit('/sitemap.xml')
  await visit('/llms.txt')
  for (const query of queries) await visit(`/search?q=${encodeURIComponent(query)}`)
  for (const [, path = ''] of sitemap.matchAll(/\/sites\/[^/]+(\/[^<]*)<\/loc>/g)) {
    await visit(path)
    await visit(path, 'text/markdown')
  }
  // Also those that are in the trash.
  for (const key of keys) await visit(`/${key}`)
  return seen
}
