import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { embeddedPart } from '../../../../content/links/embedded-part.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { wouldLoop } from './loops.ts'

const ids = ['a', 'b', 'c', 'd'].map((end) => `01890000-0000-7000-8000-00000000000${end}`)
const [a = '', b = '', c = '', d = ''] = ids

function documentOf(markdown: string) {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

function partOf(markdown: string, anchor: string | null): string | undefined {
  const part = embeddedPart(documentOf(markdown), anchor)
  return part === undefined ? undefined : writeMarkdown(part).trim()
}

describe('an embedded part', () => {
  it('is missing when the page has no such heading or block', () => {
    assert.equal(partOf('# A\n\nb', 'b'), undefined)
    assert.equal(partOf('# A', ''), undefined)
  })

  it('is the page, or the section under a heading', () => {
    const page = '# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## B\n\nsecond\n\n# D\n\nd'
    assert.equal(partOf(page, null), page)
    assert.equal(partOf(page, 'b'), '## B\n\nb\n\n### C\n\nc')
    assert.equal(partOf(page, 'b-1'), '## B\n\nsecond')
    assert.equal(partOf(page, 'd'), '# D\n\nd')
  })

  it('is one block, and of a list one item', () => {
    const page = 'a\n\n<a id="x"></a>b\n\n- c\n- <a id="y"></a>d\n\n> <a id="z"></a>e'
    assert.equal(partOf(page, 'x'), '<a id="x"></a>b')
    assert.equal(partOf(page, 'y'), '- <a id="y"></a>d')
    assert.equal(partOf(page, 'z'), '> <a id="z"></a>e')
  })
})

describe('embedding a page', () => {
  const pages = new Map([
    [a, `![B](/pages/${b})`],
    [b, `> ![C](/pages/${c})`],
    [c, 'text'],
  ])
  const read = async (id: string) => {
    const markdown = pages.get(id)
    return markdown === undefined ? undefined : documentOf(markdown)
  }

  it('is refused when the page would show itself', async () => {
    assert.ok(await wouldLoop(a, a, read))
    assert.ok(await wouldLoop(b, a, read))
    assert.ok(await wouldLoop(c, a, read))
    assert.ok(await wouldLoop(a.toUpperCase(), a, read))
  })

  it('is allowed otherwise, also of pages that this person cannot read', async () => {
    assert.ok(!(await wouldLoop(a, c, read)))
    assert.ok(!(await wouldLoop(d, a, read)))
    assert.ok(!(await wouldLoop(a, d, read)))
  })

  it('ends when the pages that are embedded already contain each other', async () => {
    const loop = async (id: string) => documentOf(`![X](/pages/${id === a ? b : a})`)
    assert.ok(!(await wouldLoop(d, a, loop)))
  })
})
