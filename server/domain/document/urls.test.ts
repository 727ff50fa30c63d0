import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageDocument } from '../../../content/document.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { listAllUrls, mapAllUrls } from './urls.ts'

function parse(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}
const mapped = (markdown: string, map: (url: string) => string) =>
  writeMarkdown(mapAllUrls(parse(markdown), map)).trim()

describe('mapAllUrls', () => {
  it('gives the very same document when no address changes', () => {
    const document = parse('[a](/a)\n\n<p><img src="b.png"></p>\n\n- ![c](c.png)\n')
    assert.equal(
      mapAllUrls(document, (url) => url),
      document,
    )
  })

  it('leaves alone what only looks like an address', () => {
    const markdown = '`<img src="a.png">` and src="b.png"\n\n```\n[c](c.md)\n```'
    assert.equal(
      mapped(markdown, () => '/changed'),
      markdown,
    )
  })

  it('changes addresses in raw HTML in their own quotes, and nothing around them', () => {
    const html = `<p align="center"><img src='a.png' alt="src"> <a HREF = "b.md">b</a></p>`
    const to = (url: string) => `/new/${url}`
    assert.equal(
      mapped(html, to),
      `<p align="center"><img src='/new/a.png' alt="src"> <a HREF = "/new/b.md">b</a></p>`,
    )
  })

  it('changes links and images at every depth', () => {
    const changed = mapped('> - [a](a.md) ![b](b.png)', (url) => `../${url}`)
    assert.equal(changed, '> - [a](../a.md) ![b](../b.png)')
  })
})

describe('listAllUrls', () => {
  it('names each address once, as it is meant', () => {
    const urls = listAllUrls(parse('[a](/a) [again](/a)\n\n<img src="b?x=1&amp;y=2">\n'))
    assert.deepEqual([...urls].toSorted(), ['/a', 'b?x=1&y=2'])
  })
})
