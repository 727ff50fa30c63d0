import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Editor, EditorContent } from '@tiptap/react'
import { markdownIn, press, type } from '../../../../test/support/web/editor.ts'
import {
  act,
  render,
  screen,
  waitFor,
  waitUntilIdle,
} from '../../../../test/support/web/screen.tsx'
import { readOnlyHost } from '../editor-host.ts'
import type { EditorHost } from '../editor-host.ts'
import { schemaExtensions } from '../nodes/schema-extensions.ts'
import { SuggestionMenu } from './suggestion-menu.tsx'
import { suggestions } from './suggestions.tsx'

const pageId = '01234567-89ab-4cde-8f01-23456789abcd'

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

describe('what is suggested at the cursor', () => {
  it('says when nothing is found, and when it is still searching', () => {
    const shown = { label: 'Insert', items: [], selected: 0, choose: () => undefined }
    render(
      <>
        <SuggestionMenu {...shown} isLoading />
        <SuggestionMenu {...shown} isLoading={false} />
      </>,
    )
    screen.getByText('Searching…')
    screen.getByText('No results')
  })

  it('is chosen by arrows and Enter, and named to screen readers', async () => {
    const editor = await open()
    await write(editor, '/head')
    const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
    assert.deepEqual(names(), ['Heading 1#', 'Heading 2##', 'Heading 3###'])
    await act(async () => void press(editor, 'ArrowDown'))
    const [, second] = screen.getAllByRole('option')
    assert.equal(second?.getAttribute('aria-selected'), 'true')
    assert.equal(editor.view.dom.getAttribute('aria-activedescendant'), second?.id)
    await act(async () => void press(editor, 'Enter'))
    await write(editor, 'Title')
    assert.equal(markdownIn(editor), '## Title')
    assert.equal(editor.view.dom.getAttribute('aria-activedescendant'), null)
  })

  it('goes round at either end, and goes away on Escape', async () => {
    const editor = await open()
    await write(editor, '/head')
    await act(async () => void press(editor, 'ArrowUp'))
    assert.equal(screen.getAllByRole('option')[2]?.getAttribute('aria-selected'), 'true')
    await act(async () => void press(editor, 'Escape'))
    await waitUntilIdle()
    assert.equal(screen.queryByRole('listbox'), null)
    assert.equal(markdownIn(editor), '/head')
  })

  it('stays open, with what is selected, while plugins come and go', async () => {
    const editor = await open()
    await write(editor, '/head')
    await act(async () => void press(editor, 'ArrowDown'))
    const key = new PluginKey('late')
    await act(async () => void editor.registerPlugin(new Plugin({ key })))
    const [, second] = screen.getAllByRole('option')
    assert.equal(second?.getAttribute('aria-selected'), 'true')
    await act(async () => void editor.unregisterPlugin(key))
    await write(editor, 'ing')
    assert.equal(screen.getAllByRole('option').length, 3)
    await act(async () => editor.destroy())
    assert.equal(screen.queryByRole('listbox'), null)
  })

  it('is nothing in code', async () => {
    const editor = await open()
    editor.commands.setCodeBlock()
    await write(editor, '/head')
    assert.equal(screen.queryByRole('listbox'), null)
  })

  it('are pages after two brackets', async () => {
    const asked: string[] = []
    const editor = await open({
      findPages: async (query) => {
        asked.push(query)
        return [{ id: pageId, title: 'Garden plan', icon: null }]
      },
    })
    await write(editor, 'See [[garden pl')
    screen.getByRole('option', { name: /Garden plan/ })
    await act(async () => void press(editor, 'Enter'))
    assert.equal(asked.at(-1), 'garden pl')
    assert.equal(markdownIn(editor), `See [Garden plan](/pages/${pageId})`)
  })

  it('is an emoji after a colon and two letters, and nothing where none is meant', async () => {
    const editor = await open()
    await write(editor, 'Grow :s')
    assert.equal(screen.queryByRole('listbox'), null)
    await write(editor, 'eedl')
    await waitFor(() => assert.ok(screen.getByRole('option', { name: 'seedling' })))
    await act(async () => void press(editor, 'Enter'))
    assert.equal(markdownIn(editor), 'Grow 🌱')
    await write(editor, ' at 12:30, note :xyzzy')
    assert.equal(screen.queryByText('No results'), null)
    assert.equal(screen.queryByRole('listbox'), null)
  })

  it('are people after an at sign, mentioned as a link', async () => {
    const findPeople = async () => [{ id: 'u1', name: 'Ada Lovelace' }]
    const editor = await open({ findPeople })
    await write(editor, 'Ask @ada')
    await act(async () => void press(editor, 'Enter'))
    assert.equal(markdownIn(editor), 'Ask [@Ada Lovelace](/members/u1)')
  })
})
