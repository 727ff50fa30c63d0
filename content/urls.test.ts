import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from './parse-markdown.ts'
import { listUrls, mapUrls } from './urls.ts'
import { writeMarkdown } from './write-markdown.ts'

const id = '01234567-89ab-4cde-8f01-23456789abcd'
const other = '11111111-89ab-4cde-8f01-23456789abcd'
const markdown = `[a](/x) ![b](/y) [](/z) [c](/pages/${id}) [d](/files/${id} "file, text/plain, 3 bytes") \`[e](/no)\`\n\n> [**f**](/x)\n`
const parsed = parseMarkdown(markdown)
assert.ok(parsed.ok)
const page = parsed.document

describe('listUrls', () => {
  it('lists every address in order', () => {
    assert.deepEqual(listUrls(page), ['/x', '/y', '/z', `/pages/${id}`, `/files/${id}`, '/x'])
  })
})

describe('mapUrls', () => {
  it('gives the same page back when nothing changes', () => {
    assert.equal(
      mapUrls(page, (url) => url),
      page,
    )
  })

  it('changes addresses wherever they are, and no other block', () => {
    const mapped = mapUrls(page, (url) => url.replace('/y', '/new').replace(id, other))
    assert.equal(writeMarkdown(mapped), markdown.replace('/y', '/new').replaceAll(id, other))
    assert.equal(mapped.content[1], page.content[1])
  })

  it('makes links of files and pages that leave the installation', () => {
    const mapped = mapUrls(page, (url) =>
      url.includes(id) ? url.replace(`/${id}`, '/d.txt') : url,
    )
    assert.match(writeMarkdown(mapped), /\[c\]\(\/pages\/d\.txt\) \[d\]\(\/files\/d\.txt\) `/)
  })
})
