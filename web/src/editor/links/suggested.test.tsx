import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Editor, EditorContent } from '@tiptap/react'
import { until } from '../../../../test/support/until.ts'
import { markdownIn, press, type } from '../../../../test/support/web/editor.ts'
import { act, render, screen, waitUntilIdle } from '../../../../test/support/web/screen.tsx'
import { type EditorHost, type FoundPage, readOnlyHost } from '../editor-host.ts'
import { suggestions } from '../menus/suggestions.tsx'
import { schemaExtensions } from '../nodes/schema-extensions.ts'

const pageId = '01234567-89ab-4cde-8f01-23456789abcd'
const otherId = '11234567-89ab-4cde-8f01-23456789abcd'
const found = (title: string, id = pageId, path: string[] = []): FoundPage => {
  return { id, title, icon: null, path }
}

async function open(host: Partial<EditorHost> = {}): Promise<Editor> {
  const extensions = [...schemaExtensions, suggestions({ ...readOnlyHost, ...host })]
  const editor = new Editor({ extensions })
  render(<EditorContent editor={editor} />)
  await waitUntilIdle()
  return editor
}

async function write(editor: Editor, text: string): Promise<void> {
  await act(async () => type(editor, text))
  await act(() => new Promise((resolve) => setTimeout(resolve, 180)))
}

const shown = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const press1 = (editor: Editor, key: string) => act(async () => void press(editor, key))

describe('what two brackets suggest', () => {
  it('shows the path where titles repeat, and offers no page that is there', async () => {
    const pages = [found('Notes', pageId, ['Work', 'Old']), found('Notes', otherId, ['Home'])]
    const editor = await open({ findPages: async () => pages })
    await write(editor, '[[notes')
    assert.deepEqual(shown(), ['📄NotesWork / Old', '📄NotesHome'])
    await press1(editor, 'ArrowDown')
    await press1(editor, 'Enter')
    assert.match(markdownIn(editor), new RegExp(`^\\[Notes\\]\\(/pages/${otherId}\\)`))
  })

  it('creates a page, and puts its mention where the title is by then', async () => {
    let finish: (id: string) => void = () => undefined
    const created: string[] = []
    const editor = await open({
      findPages: async () => [found('New ideas')],
      createPage: (title) => {
        created.push(title)
        return new Promise((resolve) => (finish = resolve))
      },
    })
    await write(editor, 'See [[New <b>')
    assert.deepEqual(shown(), ['📄New ideas', '+Create page “New <b>”'])
    await press1(editor, 'ArrowDown')
    await press1(editor, 'Enter')
    assert.deepEqual(created, ['New <b>'])
    await act(async () => editor.view.dispatch(editor.state.tr.insertText('Now: ', 1)))
    await write(editor, ' and')
    await act(async () => finish(pageId))
    await until(() => markdownIn(editor).includes(pageId))
    assert.equal(markdownIn(editor), `Now: See [New \\<b>](/pages/${pageId}) and`)
  })

  it('leaves the title as text where the page cannot be created, or the text is another', async () => {
    const errors: string[] = []
    let finish: (id: string) => void = () => undefined
    const answers = [
      () => Promise.reject(new TypeError('Not now.')),
      () => new Promise<string>((resolve) => (finish = resolve)),
    ]
    const editor = await open({
      createPage: () => answers.shift()?.() ?? Promise.resolve(''),
      notifyError: (message) => void errors.push(message),
    })
    await write(editor, '[[Garden')
    await press1(editor, 'Enter')
    await until(() => errors.length === 1)
    assert.deepEqual(errors, ['Could not create the page: Not now.'])
    assert.equal(markdownIn(editor), 'Garden')
    await write(editor, ' [[House')
    await press1(editor, 'Enter')
    await act(async () => void editor.commands.deleteRange({ from: 9, to: 11 }))
    await act(async () => finish(pageId))
    assert.equal(markdownIn(editor), 'Garden Hse')
  })

  it('lists the headings of a page behind a number sign', async () => {
    const editor = await open({
      findPages: async () => [found('Plans', otherId), found('Plan')],
      headingsOf: async (id) =>
        id === pageId
          ? [
              { anchor: 'aim', text: 'Aim', level: 1 },
              { anchor: 'next-steps', text: 'Next steps', level: 2 },
            ]
          : [],
    })
    await write(editor, '[[plan#')
    assert.deepEqual(shown(), ['H1AimPlan', 'H2Next stepsPlan'])
    await write(editor, 'STEPS')
    assert.deepEqual(shown(), ['H2Next stepsPlan'])
    await press1(editor, 'Enter')
    assert.match(
      markdownIn(editor),
      new RegExp(`^\\[Plan › Next steps\\]\\(/pages/${pageId}#next-steps\\)`),
    )
  })

  it('lists the headings of the page itself without a title', async () => {
    const editor = await open({
      page: found('', otherId),
      headingsOf: async (id) => (id === otherId ? [{ anchor: 'aim', text: 'Aim', level: 1 }] : []),
    })
    await write(editor, '[[#a')
    await press1(editor, 'Enter')
    assert.match(markdownIn(editor), new RegExp(`^\\[Aim\\]\\(/pages/${otherId}#aim\\)`))
  })
})

describe('what a number sign suggests', () => {
  const findTags = async (start: string) =>
    ['idea', 'ideas/new'].filter((name) => name.startsWith(start))

  it('is the tags in use, and first of all what is typed', async () => {
    const editor = await open({ findTags })
    await write(editor, 'An #ide')
    assert.deepEqual(shown(), ['##ideNew tag', '##idea', '##ideas/new'])
    await press1(editor, 'ArrowDown')
    await press1(editor, 'Enter')
    assert.equal(editor.getText(), 'An #idea ')
  })

  it('is nothing for numbers, other signs and what is not in use', async () => {
    const editor = await open({ findTags })
    for (const text of ['#12', ' #x!', ' #zebra', ' a#ide']) {
      await write(editor, text)
      assert.ok(screen.queryByRole('listbox') === null, text)
    }
  })
})
