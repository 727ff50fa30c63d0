import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boardOf } from '../../../../content/board.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { splitMarkdown } from '../../../../content/source/split.ts'
import { packSource } from '../page-source.ts'
import { firstLine } from './first-line.ts'
import { type PageOfSkill, resolveIn, skillFile } from './write.ts'

const guide = '01890000-0000-7000-8000-0000000000a1'
const script = '01890000-0000-7000-8000-0000000000a2'
const paths = [
  [`/pages/${guide}`, 'references/a guide.md'],
  [`/files/${script}`, 'scripts/run.sh'],
] as const

function documentOf(markdown: string): string {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return JSON.stringify(parsed.document)
}

function page(markdown: string, extra: Partial<PageOfSkill> = {}): PageOfSkill {
  return {
    id: 'p1',
    document: documentOf(markdown),
    title: 'Review',
    properties: null,
    source: undefined,
    path: 'SKILL.md',
    paths,
    name: undefined,
    isSkill: true,
    ...extra,
  }
}

/** A page that was read from this text. */
function readPage(text: string, changed = text, extra: Partial<PageOfSkill> = {}): PageOfSkill {
  const addresses = new Map(paths.map(([address, path]) => [path as string, address as string]))
  const map = (url: string) => addresses.get(resolveIn('SKILL.md', url) ?? '') ?? url
  const split = splitMarkdown(text, map)
  const now = splitMarkdown(changed, map)
  assert.ok(split.ok && now.ok)
  const source = packSource({ frontMatter: '', parts: split.parts })
  return page('', { document: JSON.stringify(now.document), source, ...extra })
}

describe('the file of a page', () => {
  it('is empty for an empty page, and has front matter if it needs a name', () => {
    assert.equal(skillFile(page('')).text, '')
    const { text, attributes } = skillFile(page('', { name: 'review' }))
    assert.equal(text, '---\nname: review\ndescription: Review\n---\n')
    assert.deepEqual(attributes, { name: 'review', description: 'Review' })
  })

  it('takes its description from the first line that says something', () => {
    const { attributes } = skillFile(page('# Heading\n\n- [ ] no\n\nReads: "all"', { name: 'a' }))
    assert.equal(attributes['description'], 'Reads: "all"')
    const long = skillFile(page('word '.repeat(60), { name: 'a' })).attributes['description']
    assert.match(String(long), /^(?:word ){31}word…$/)
  })

  it('has relative addresses of what is in the folder, and keeps others', () => {
    const outside = '01890000-0000-7000-8000-0000000000b1'
    const markdown = [
      `[guide](/pages/${guide}#part), [run](/files/${script})`,
      `[outside](/pages/${outside}), [web](https://example.com/pages/${guide})`,
    ].join('\n\n')
    const { text, urls } = skillFile(page(markdown))
    assert.match(text, /\[guide\]\(references\/a%20guide\.md#part\), \[run\]\(scripts\/run\.sh\)/)
    assert.ok(text.includes(`[outside](/pages/${outside})`))
    assert.ok(text.includes(`https://example.com/pages/${guide}`))
    assert.ok(urls.includes('references/a%20guide.md#part'))
    const below = skillFile(page(markdown, { path: 'references/other.md' })).text
    assert.match(below, /\[guide\]\(a%20guide\.md#part\), \[run\]\(\.\.\/scripts\/run\.sh\)/)
  })

  it('has the text that it was read from, whatever its form', () => {
    for (const text of [
      'Setext\n======\n\n* a\n* b\n\n***\n',
      'CRLF\r\n\r\n1) one\r\n2) two\r\n',
      'No end of line',
      '\n\nBlank lines before\n\n\n\nand between\n\n\n',
      'See [the guide][g].\n\n[g]: <references/a guide.md> "Guide"\n',
      '<details>\n<summary>More</summary>\n\nText\n\n</details>\n',
      '| a | b |\n|:--|--:|\n| 1 | 2 |\n',
      '```sh\nscripts/run.sh\n```\n\n    indented\n',
      'Hard  \nbreak\\\nand _under_ __strong__\n',
    ]) {
      assert.equal(skillFile(readPage(text)).text, text)
    }
  })

  it('changes only the block that was changed', () => {
    const before = '* one\n* two\n\nKeep __this__.\n\nLast *word*.\n'
    const after = '* one\n* two\n\nKeep __this__.\n\nLast *words*.\n'
    assert.equal(skillFile(readPage(before, after)).text, after)
    const added = `${before}\nMore.\n`
    assert.equal(skillFile(readPage(before, added)).text, added)
    const removed = 'Keep __this__.\n\nLast *word*.\n'
    assert.equal(skillFile(readPage(before, removed)).text, removed)
  })

  it('has the heading that an import took as the title of the page', () => {
    const split = splitMarkdown('Review\n======\n\nText.\n', (url) => url)
    assert.ok(split.ok)
    const source = packSource({ frontMatter: '', parts: split.parts, heading: 0 })
    assert.equal(skillFile(page('Text.', { source })).text, 'Review\n======\n\nText.\n')
    const renamed = skillFile(page('Text.', { source, title: 'Audit' })).text
    assert.match(renamed, /Audit/)
    assert.doesNotMatch(renamed, /Review/)
  })

  it('is written anew where its source is damaged', () => {
    const source = new Uint8Array([1, 2, 3])
    assert.equal(skillFile(page('* a', { source })).text, '- a\n')
  })

  it('of a board has its columns as headings', () => {
    const parsed = parseMarkdown('# Open\n\n- Card\n')
    assert.ok(parsed.ok)
    const document = JSON.stringify(boardOf(parsed.document))
    assert.match(skillFile(page('', { document })).text, /^## Open\n\n- \[ \] Card\n$/)
  })
})

describe('resolveIn', () => {
  it('finds no path of an address elsewhere', () => {
    for (const url of ['', '/a', 'https://x/a', 'mailto:a@b', 'C:\\a', '%E0%A4%A']) {
      assert.equal(resolveIn('SKILL.md', url), undefined, url)
    }
  })

  it('resolves relative paths, also those that lead out of the folder', () => {
    assert.equal(resolveIn('SKILL.md', './references/a%20b.md'), 'references/a b.md')
    assert.equal(resolveIn('references/a.md', '../scripts/x.sh'), 'scripts/x.sh')
    assert.equal(resolveIn('SKILL.md', '../other'), '../other')
  })
})

describe('firstLine', () => {
  it('is the title, or a text for a page without one, where no line says something', () => {
    assert.equal(firstLine('- [ ] a\n\n---\n', 'Title'), 'Title')
    assert.equal(firstLine('', ''), 'A page in the workspace.')
    assert.equal(firstLine('\n  "Quoted"\nmore', 'Title'), '"Quoted"')
  })
})
