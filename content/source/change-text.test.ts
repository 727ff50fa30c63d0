import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { realFiles } from '../../test/fixtures/content/real-files.ts'
import { children } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { writeBlocks } from '../write/each-block.ts'
import { assembleMarkdown } from './assemble.ts'
import { splitMarkdown } from './split.ts'

function read(markdown: string): readonly ContentNode[] | undefined {
  const parsed = parseMarkdown(markdown)
  return parsed.ok ? parsed.document.content : undefined
}

type Change = (blocks: readonly ContentNode[]) => readonly ContentNode[]

/** The stored text of a page after a change of its document. */
function changed(source: string, change: Change): string {
  const split = splitMarkdown(source, (url) => url)
  assert.ok(split.ok, split.ok ? '' : split.reason)
  const blocks = change(split.document.content)
  const generate = (content: readonly ContentNode[]) => writeBlocks({ type: 'doc', content })
  return assembleMarkdown({ blocks, generate, parts: split.parts, read }).markdown
}

function mapTexts(node: ContentNode, map: (text: string) => string): ContentNode {
  if (node.text !== undefined) return { ...node, text: map(node.text) }
  if (node.content === undefined) return node
  return { ...node, content: node.content.map((child) => mapTexts(child, map)) }
}

function withWord(from: string, to: string): Change {
  return (blocks) => blocks.map((block) => mapTexts(block, (text) => text.replace(from, to)))
}

/** Sources, a word in them and its replacement: nothing else of the source changes. */
const words: [source: string, from: string, to: string][] = [
  ['intro [[Other]] text\n', 'intro', 'Intro'],
  ['before ![[x|300]] __after__ *now*\n', 'after', 'later'],
  ['> [!info] Title\n> body of _it_\n', 'body', 'Body'],
  ['The formula $$E=mc^2$$ is known.\n', 'known', 'famous'],
  ['*   one\n*   __two__ \\# x\n*   three\n', 'three', '3'],
  ['1) eins\n1) zwei\n1) drei\n', 'zwei', '2'],
  ['+ [x] done\n+ [ ] __open__\n', 'open', 'new'],
  ['| a | important |\n|---|:-------:|\n| x  |  y |\n| z | w |\n', 'x', 'X'],
  ['| a |\n|---|\n| 1 | extra [[x\\|y]] |\n| 2 |\n', 'extra', 'more'],
  ['~~~ js\nconst a = 1\nconst b = 2\n~~~\n', 'b', 'c'],
  ['    code a\n    code b\n', 'code b', 'code c'],
  ['Use `npm exec` or `npm\ninit x` now,\nor __later__\n', 'now', 'then'],
  ['* Use `npm\n  init x` now\n* other\n', 'now', 'then'],
  ['Title of it\n===========\n\nText\n', 'Title', 'Titel'],
  ['## Title ##\n\nText\n', 'Title', 'Titel'],
  ['[text][ref] and <https://a.b> word\n\n[ref]: /url "t"\n', 'word', 'term'],
  ['[l](<a b> \'t\') ![i]( /x.png "y") word\n', 'word', 'term'],
  ['> quote\nlazy __line__\n> more\n', 'more', 'less'],
  ['a  \nb _c_ d\n', 'd', 'D'],
  ['* a\n\n    par __x__\n\n    ```\n    code\n    ```\n* b\n', 'par', 'PAR'],
  ['注意：__重点__内容\r\n第二行 [[链接]]\r\n', '内容', '正文'],
  ['שלום __עולם__ [[קישור]] טוב\n', 'טוב', 'רע'],
  ['Привет, __мир__ \\* и [[все]]\n', 'все', 'вся'],
]

describe('the stored text of a block after a change', () => {
  for (const [source, from, to] of words) {
    it(`differs in one word: ${JSON.stringify(source)}`, () => {
      const expected = source.replace(from, to)
      assert.equal(
        changed(source, withWord(from, to)).replaceAll(/ +\|/g, ' |'),
        expected.replaceAll(/ +\|/g, ' |'),
      )
    })
  }

  it('keeps the width of a cell', () => {
    const source = '| Name   |  Count |\n|:-------|-------:|\n| one    |    100 |\n'
    const expected = source.replace('one    ', 'eleven ').replace('   100', ' 22000')
    const change: Change = (blocks) => withWord('one', 'eleven')(withWord('100', '22000')(blocks))
    assert.equal(changed(source, change), expected)
  })

  it('writes a new item as the others are written, and leaves the others', () => {
    const source = '* one\n* __two__\n    * deep\n* three\n'
    const item = (text: string): ContentNode => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
    const change: Change = ([list]) =>
      list === undefined ? [] : [{ ...list, content: children(list).toSpliced(1, 0, item('new')) }]
    assert.equal(changed(source, change), source.replace('* __two', '* new\n* __two'))
    const without: Change = ([list]) =>
      list === undefined ? [] : [{ ...list, content: children(list).slice(0, 2) }]
    assert.equal(changed(source, without), '* one\n* __two__\n    * deep\n')
  })

  it('adds a row to a table and leaves the others', () => {
    const source = '| a  | b |\n|----|---|\n| x  | __y__ |\n'
    const cell = (text: string): ContentNode => ({
      type: 'tableCell',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
    const row = { type: 'tableRow', content: [cell('1'), cell('2')] }
    const change: Change = ([table]) =>
      table === undefined ? [] : [{ ...table, content: [...children(table), row] }]
    assert.equal(changed(source, change), `${source}| 1 | 2 |\n`)
  })

  it('pairs a changed block with its own text where the same block stands twice', () => {
    const block = '* Type: __Boolean__ \n* Default: no \n'
    const source = `${block}\ntext\n\n${block}`
    const change: Change = ([first, ...others]) =>
      first === undefined ? others : [...withWord('no', 'yes')([first]), ...others]
    assert.equal(changed(source, change), source.replace('no', 'yes'))
  })

  it('has one changed line for one changed word of a real file', (test) => {
    const files = realFiles(fileURLToPath(new URL('../../node_modules', import.meta.url)))
    let [edits, exact] = [0, 0]
    for (const [number, { markdown }] of files.entries()) {
      if (number % 4 > 0) continue
      const found: string[] = []
      const collect: Change = (blocks) =>
        blocks.map((block) =>
          mapTexts(block, (text) => {
            if (/\p{L}{3}/u.test(text)) found.push(text)
            return text
          }),
        )
      collect(read(markdown) ?? [])
      const wanted = found[Math.floor(found.length / 2)]
      if (wanted === undefined) continue
      let isDone = false
      const change: Change = (blocks) =>
        blocks.map((block) =>
          mapTexts(block, (text) => {
            if (isDone || text !== wanted) return text
            isDone = true
            return text.replace(/\p{L}{3,}/u, 'changedword')
          }),
        )
      edits += 1
      const [before, after] = [markdown, changed(markdown, change)].map((text) =>
        text.split(/\r?\n/),
      )
      const lines = before?.filter((line, index) => line !== after?.[index]).length
      if (before?.length === after?.length && lines === 1) exact += 1
    }
    test.diagnostic(`${exact} of ${edits}`)
    assert.ok(edits > 50 && exact >= 0.995 * edits, `${exact} of ${edits}`)
  })
})
