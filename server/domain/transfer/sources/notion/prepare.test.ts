import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countLosses } from '../losses.ts'
import { prepareNotion, withoutAddresses } from './prepare.ts'

const prepare = (text: string, keys: readonly string[] = [], values: readonly string[] = []) =>
  prepareNotion(text, { keys, values }, countLosses())

describe('the Markdown of Notion', () => {
  it('stays as it is where it is Markdown', () => {
    for (const text of [
      '',
      '# Title\n\nText: with a colon\n',
      '```\n<aside>\n</aside>\n```\n',
      '<aside>\nnever closed\n',
      'text <aside> text </aside>\n',
    ]) {
      assert.deepEqual(prepare(text), { text, properties: {} })
    }
  })

  it('has no properties unless every line after the title is one', () => {
    const keys = ['Status', 'Due']
    for (const text of [
      '# Title\n\nStatus: Done\nText\n',
      '# Title\n\nOther: Done\n',
      'Status: Done\n',
      '# Title\nStatus: Done\n',
    ]) {
      assert.deepEqual(prepare(text, keys), { text, properties: {} })
    }
  })

  it('has properties after the title, also as its last lines', () => {
    const keys = ['Status', 'Due', 'Site']
    assert.deepEqual(prepare('# T\n\nStatus: Done\nDue: Nov 3, 2025\n\nText\n', keys), {
      text: '# T\n\n\nText\n',
      properties: { Status: 'Done', Due: 'Nov 3, 2025' },
    })
    assert.deepEqual(prepare('# T\n\nSite: https://example.com/a:b', keys), {
      text: '# T\n\n',
      properties: { Site: 'https://example.com/a:b' },
    })
  })

  it('has properties over several lines as far as the table has them', () => {
    const keys = ['Status', 'Notes', 'Due']
    const values = ['one\ntwo', 'one\n\nDue: three']
    assert.deepEqual(
      prepare('# T\n\nStatus: Done\nNotes: one\ntwo\nDue: x\n\nText\n', keys, values),
      {
        text: '# T\n\n\nText\n',
        properties: { Status: 'Done', Notes: 'one\ntwo', Due: 'x' },
      },
    )
    assert.deepEqual(prepare('# T\n\nNotes: one\n\nDue: three\n\nText\n', keys, values), {
      text: '# T\n\n\nText\n',
      properties: { Notes: 'one\n\nDue: three' },
    })
    const text = '# T\n\nNotes: one\ntwo more\n'
    assert.deepEqual(prepare(text, keys, values), { text, properties: {} })
  })

  it('loses the addresses of related pages, and no other brackets', () => {
    assert.equal(
      withoutAddresses('A (A%20b%20123.md), B (https://www.notion.so/B-1?pvs=21), C (c) (d.pdf)'),
      'A, B, C (c) (d.pdf)',
    )
  })

  it('writes callouts with their icon, paragraphs and lists', () => {
    assert.equal(
      prepare(
        '<aside>\n<img src="https://example.com/i.png" alt="i" width="40px" />\n\nText\n\n- a\n</aside>\n',
      ).text,
      '\n> [!NOTE]\n> Text\n>\n> - a\n\n',
    )
    assert.equal(prepare('<aside>\n⚠️ Hot\n</aside>').text, '\n> [!WARNING]\n> Hot\n')
    assert.equal(
      prepare('<aside>\n💡 a\n</aside>\n\n<aside>\n🦊 b\n</aside>').text,
      '\n> [!TIP]\n> a\n\n\n\n> [!NOTE]\n> 🦊 b\n',
    )
  })

  it('stays quick for callouts that nothing closes', () => {
    const spaces = `<aside>${' '.repeat(100_000)}`
    const open = `${spaces}\n${'text\n'.repeat(100_000)}`
    assert.equal(prepare(open).text, open)
    assert.equal(prepare(`${spaces}\ntext\n</aside>`).text, '\n> [!NOTE]\n> text\n')
    assert.ok(prepare('<aside>\n'.repeat(50_000)).text.length > 0)
    assert.ok(prepare('# a\n\n'.repeat(50_000), ['a']).text.length > 0)
  })
})
