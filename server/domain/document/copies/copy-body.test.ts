import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { schema } from '../../../../content/schema.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { readDocument } from '../stored-body.ts'
import { copyBody } from './copy-body.ts'
import { copyProperties } from './copy-properties.ts'

const [from, to, other] = [
  '01890000-0000-7000-8000-00000000000a',
  '01890000-0000-7000-8000-00000000000b',
  '01890000-0000-7000-8000-00000000000c',
]
const filling = { title: 'T', date: '2026-12-31', time: '09:05', author: 'Ada', parent: 'P' }

function documentOf(markdown: string): string {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return JSON.stringify(parsed.document)
}

function copyOf(markdown: string, extra: Partial<Parameters<typeof copyBody>[0]> = {}) {
  const copies = [[from, to]] as const
  const origins = ['https://notes.example']
  const given = { id: from, document: documentOf(markdown), copies, origins, ...extra }
  const copied = copyBody(given)
  assert.ok(copied.ok, JSON.stringify(copied))
  return copied
}

const linked = (markdown: string) =>
  writeMarkdown(readDocument(copyOf(markdown).content.document, from))

describe('a copied body', () => {
  it('keeps links to other pages, other servers and text that looks like a link', () => {
    for (const markdown of [
      `[A](/pages/${other})`,
      `[A](https://elsewhere.example/pages/${from})`,
      `[A](/pages/${from}0)`,
      `\`/pages/${from}\``,
      `/pages/${from}`,
      `[A](/files/${from})`,
    ]) {
      assert.equal(linked(markdown).trim(), markdown)
    }
  })

  it('has links, mentions and embeds of the copies, with their anchors', () => {
    for (const markdown of [
      `[A](/pages/${from})`,
      `[A](/pages/${from}#goal)`,
      `[*A* b](https://notes.example/pages/${from}?x=1#goal)`,
      `![A](/pages/${from}#goal)`,
      `> - [A](/pages/${from}) and **[B](/pages/${from}#b)**`,
      `| [A](/pages/${from}) |\n| - |\n| b |`,
      `[A](/pages/${from.toUpperCase()})`,
    ]) {
      const expected = markdown.replaceAll(from, to).replaceAll(from.toUpperCase(), to)
      assert.equal(linked(markdown).trim(), expected)
    }
  })

  it('knows where the cursor is, as ProseMirror counts', () => {
    for (const markdown of [
      'X{{cursor}}',
      '{{cursor}}',
      '# {{title}} {{date}}\n\n{{cursor}}X',
      '| a | b |\n| --- | --- |\n| {{author}} | X{{cursor}} |',
      '```\ncode {{cursor}}\n```\n\n- [ ] a\n- [ ] X{{cursor}}',
      `![A](/pages/${from})\n\n---\n\n<details>\n<summary>{{title}}</summary>\n\nX{{cursor}}\n\n</details>`,
    ]) {
      const { content, cursor } = copyOf(markdown, { filling })
      const node = schema.nodeFromJSON(JSON.parse(content.document))
      assert.ok(cursor !== null, markdown)
      assert.ok(node.resolve(cursor).parent.inlineContent, markdown)
      const around = node.textBetween(
        Math.max(cursor - 1, 0),
        Math.min(cursor + 1, node.content.size),
      )
      assert.equal(around, markdown.includes('X') ? 'X' : '', markdown)
      assert.doesNotThrow(() => node.check())
    }
  })

  it('leaves an empty paragraph where a placeholder was empty', () => {
    const { content } = copyOf('{{parent}}\n\nb', { filling: { ...filling, parent: '' } })
    const [first] = readDocument(content.document, from).content
    assert.deepEqual(first, { type: 'paragraph' })
  })
})

describe('copied properties', () => {
  it('have links to the copies', () => {
    const copies = new Map([[from, to]])
    assert.equal(copyProperties(null, copies), null)
    const source = `a: "[A](/pages/${from})" # a\nb: "[B](/pages/${other})"\n`
    assert.equal(copyProperties(source, copies), source.replace(from, to))
  })
})
