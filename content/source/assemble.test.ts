import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { examples } from '../../test/fixtures/content/examples.ts'
import { realFiles } from '../../test/fixtures/content/real-files.ts'
import type { ContentNode } from '../node.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { writeBlocks } from '../write/each-block.ts'
import { assembleMarkdown } from './assemble.ts'
import { blockHash, blockKey } from './block-key.ts'
import { type SourcePart, splitMarkdown } from './split.ts'

function read(markdown: string): readonly ContentNode[] {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason)
  return parsed.document.content
}

function split(markdown: string) {
  const result = splitMarkdown(markdown, (url) => url)
  assert.ok(result.ok, result.ok ? '' : result.reason)
  return { blocks: result.document.content, parts: result.parts }
}

function assembled(blocks: readonly ContentNode[], parts: readonly SourcePart[]): string {
  const generate = (content: readonly ContentNode[]) => writeBlocks({ type: 'doc', content })
  return assembleMarkdown({ blocks, generate, parts, read }).markdown
}

function keys(blocks: readonly ContentNode[]): string[] {
  const empty = blockKey({ type: 'paragraph' })
  return blocks.map(blockKey).filter((key) => key !== empty)
}

/** The blocks as they are read from their own Markdown. */
function normal(blocks: readonly ContentNode[]): string[] {
  const generated = writeBlocks({ type: 'doc', content: blocks })
  return keys(read(generated.filter((text) => text !== '').join('\n\n')))
}

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const text = (words: string): ContentNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words }],
})
const list = (words: string): ContentNode => ({
  type: 'bulletList',
  content: [{ type: 'listItem', content: [text(words)] }],
})

function edited(
  blocks: readonly ContentNode[],
  random: (below: number) => number,
): readonly ContentNode[] {
  const index = random(blocks.length)
  const block = blocks[index] ?? text('')
  const others = blocks.toSpliced(index, 1)
  switch (random(5)) {
    case 0:
      return others
    case 1:
      return others.toSpliced(random(others.length + 1), 0, block)
    case 2:
      return blocks.toSpliced(index, 0, random(2) === 0 ? list('new') : text('new *text*'))
    case 3:
      return blocks.toSpliced(index, 1, text('changed'))
    default:
      return blocks.toSpliced(random(blocks.length), 0, block)
  }
}

const files = realFiles(fileURLToPath(new URL('../../node_modules', import.meta.url)))
const sources = [
  ...examples.map(({ name, markdown }) => ({ path: name, markdown })),
  ...files.filter((_, index) => index % 12 === 0),
]

describe('splitMarkdown', () => {
  it('gives parts that are the text, also with other line endings and a byte order mark', () => {
    for (const { path, markdown } of sources) {
      const windows = `\ufeff${markdown.replaceAll(/\r?\n/g, '\r\n')}`
      for (const source of [markdown, windows, markdown.trimEnd()]) {
        const { blocks, parts } = split(source)
        assert.equal(parts.map((part) => part.text).join(''), source, path)
        const hashes = parts.flatMap(({ hash }) => (hash === '' ? [] : [hash]))
        const empty = blockHash(blockKey({ type: 'paragraph' }))
        const expected = blocks.map((block) => blockHash(blockKey(block)))
        assert.deepEqual(
          hashes,
          expected.filter((hash) => hash !== empty),
          path,
        )
      }
    }
  })

  it('gives each of two toggles its part', () => {
    const toggle = '<details>\n<summary>A</summary>\n\n* one\n\n</details>\n'
    const { parts } = split(`${toggle}\n${toggle}`)
    assert.deepEqual(
      parts.map((part) => part.text),
      [`${toggle}\n`, toggle],
    )
  })
})

describe('assembleMarkdown', () => {
  it('gives the text of a document that has not changed', () => {
    for (const { path, markdown } of sources) {
      for (const source of [markdown, markdown.replaceAll('\n', '\r\n'), `\n\n${markdown}\n \n`]) {
        const { blocks, parts } = split(source)
        assert.equal(assembled(blocks, parts), source, path)
      }
    }
  })

  it('gives a text that is read as the document, after any edits', () => {
    for (const [number, { path, markdown }] of sources.entries()) {
      const random = numbers(number)
      let { blocks, parts } = split(markdown)
      for (let edit = 0; edit < 3; edit += 1) {
        blocks = edited(blocks, random)
        if (blocks.length === 0) break
        assert.deepEqual(keys(read(assembled(blocks, parts))), normal(blocks), path)
      }
    }
  })

  it('changes one block when one word changes', () => {
    let changed = 0
    let exact = 0
    for (const [number, { markdown }] of files.entries()) {
      if (number % 3 > 0) continue
      const { blocks, parts } = split(markdown)
      const indexes = blocks.keys().filter((index) => blocks[index]?.type === 'paragraph')
      const positions = indexes.toArray()
      const index = positions[number % positions.length]
      const part = parts.filter(({ hash }) => hash !== '')[index ?? -1]
      if (index === undefined || part === undefined) continue
      changed += 1
      const at = parts.indexOf(part)
      const before = parts
        .slice(0, at)
        .map((one) => one.text)
        .join('')
      const after = parts
        .slice(at + 1)
        .map((one) => one.text)
        .join('')
      const written = assembled(blocks.with(index, text('changed')), parts)
      if (written.startsWith(`${before}changed`) && written.endsWith(after)) exact += 1
    }
    assert.ok(exact / changed > 0.99, `${exact} of ${changed}`)
  })

  it('keeps definitions when the blocks around them change', () => {
    const { blocks, parts } = split('[a] one\n\n[a]: /a "A"\n\n* [b]\n* c\n\n[b]: /b\n')
    const [, second] = blocks
    assert.equal(
      assembled([text('new'), ...(second === undefined ? [] : [second])], parts),
      'new\n\n[a]: /a "A"\n\n* [b]\n* c\n\n[b]: /b\n',
    )
  })

  it('generates a block whose definition went with another one', () => {
    const { blocks, parts } = split('> [a]: /a\n> text\n\n[a] *b*\n\n+ c\n')
    assert.equal(assembled(blocks.slice(1), parts), '[a](/a) *b*\n\n+ c\n')
  })

  it('keeps two lists apart that become neighbors', () => {
    const { blocks, parts } = split('- a\n\ntext\n\n- b\n')
    const [first, , last] = blocks
    const lists = [first, last].filter((block) => block !== undefined)
    assert.deepEqual(keys(read(assembled(lists, parts))), keys(lists))
  })

  it('ignores how an editor states a block', () => {
    const { parts } = split('*   a\n\n__b__\n')
    const stated: ContentNode[] = [
      {
        type: 'bulletList',
        attrs: { tight: true },
        content: [{ type: 'listItem', content: [text('a')] }],
      },
      {
        type: 'paragraph',
        content: [{ type: 'text', marks: [{ type: 'bold', attrs: { depth: 0 } }], text: 'b' }],
      },
    ]
    assert.equal(assembled(stated, parts), '*   a\n\n__b__\n')
  })
})
