import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  goBehind,
  markdownIn,
  openEditor,
  press,
  type,
} from '../../../../../test/support/web/editor.ts'
import { loadAddresses } from './autolink.ts'
import { findAddresses } from './find-addresses.ts'
import { findMarkdownLink } from './link.ts'

function typed(text: string, content = '', behind?: string): string {
  const editor = openEditor(content)
  if (behind !== undefined) goBehind(editor, behind)
  type(editor, text)
  return markdownIn(editor)
}

describe('addresses that a person types', () => {
  it('become links also when what recognizes them is loaded after the space', async () => {
    const editor = openEditor('')
    type(editor, 'See https://example.com/a today')
    assert.doesNotMatch(JSON.stringify(editor.getJSON()), /"link"/)
    editor.commands.insertContentAt(1, 'Please: ')
    await loadAddresses()
    await Promise.resolve()
    const [, link] = editor.state.doc.child(0).content.content
    assert.equal(link?.text, 'https://example.com/a')
    assert.equal(link?.marks[0]?.attrs['href'], 'https://example.com/a')
  })

  it('become links at white space, and not before', async () => {
    await loadAddresses()
    assert.equal(typed('example.com'), 'example.com')
    assert.equal(typed('example.com and'), '[example.com](https://example.com) and')
    assert.equal(typed('(example.com) and'), '([example.com](https://example.com)) and')
    assert.equal(typed('example.com1 and'), 'example.com1 and')
  })

  it('become links at the end of a line', async () => {
    await loadAddresses()
    const editor = openEditor('')
    type(editor, 'See example.com')
    press(editor, 'Enter')
    assert.equal(markdownIn(editor), 'See [example.com](https://example.com)')
  })

  it('stay text in code, and where a link is already', async () => {
    await loadAddresses()
    assert.equal(typed('example.com and', '`see it`', 'see '), '`see example.com andit`')
    assert.equal(
      typed('example.com and', '```\ncode\n```', 'code'),
      '```\ncodeexample.com and\n```',
    )
    const linked = '[example.com](https://other.example)'
    const editor = openEditor(linked)
    editor.commands.setTextSelection(12)
    type(editor, ' and')
    assert.equal(markdownIn(editor), `${linked} and`)
  })

  it('are those with a scheme, and names with a top level', () => {
    const found = (word: string) => findAddresses(word).map(({ href }) => href)
    assert.deepEqual(found('http://localhost:8080/a'), ['http://localhost:8080/a'])
    assert.deepEqual(found('ada@example.com'), ['mailto:ada@example.com'])
    assert.deepEqual(found('[example.com/a]'), ['https://example.com/a'])
    for (const word of ['localhost', '10.0.0.1', 'one/two', 'x.example.com.', 'javascript:a()']) {
      assert.deepEqual(found(word), [], word)
    }
  })
})

describe('links in Markdown that a person types', () => {
  it('may have a title and parentheses', () => {
    const { data } = findMarkdownLink('See [a](https://b.c/d_(e) "f g")') ?? {}
    assert.deepEqual(data, { href: 'https://b.c/d_(e)', title: 'f g' })
    assert.equal(findMarkdownLink('[a](b “c”)')?.data.title, 'c')
    assert.equal(findMarkdownLink('`code` [a](b)')?.index, 7)
  })

  it('are none in code, behind a backslash, or as an image', () => {
    for (const text of ['`[a](b)', '``a ` [a](b)', '\\[a](b)', '![a](b)', '[ ](b)', '[a](b c)']) {
      assert.equal(findMarkdownLink(text), null, text)
    }
  })
})

describe('a link', () => {
  it('leads nowhere if it would run something', () => {
    const editor = openEditor('[a](javascript:alert)')
    assert.equal(editor.view.dom.querySelector('a')?.getAttribute('href'), '')
    editor.commands.selectAll()
    assert.equal(editor.commands.setLink({ href: 'javascript:alert' }), false)
    assert.equal(editor.commands.setLink({ href: 'https://example.com' }), true)
    assert.equal(markdownIn(editor), '[a](https://example.com)')
    assert.equal(editor.view.dom.querySelector('a')?.rel, 'noopener noreferrer nofollow')
    editor.commands.unsetLink()
    assert.equal(markdownIn(editor), 'a')
  })
})
