import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Menu } from '@mantine/core'
import { userEvent } from '@testing-library/user-event'
import type { Editor } from '@tiptap/core'
import { goBehind, markdownIn, openEditor, press } from '../../../../test/support/web/editor.ts'
import { render, screen, waitUntilIdle } from '../../../../test/support/web/screen.tsx'
import { lateProps } from '../late-props.ts'
import { LineMenu } from './line-menu.tsx'
import type { Line } from './move-lines.ts'
import { installTableKeys } from './table-keys.ts'

const markdown = '| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |'

function open(behind: string, line: Line) {
  const editor = openEditor(markdown, lateProps)
  goBehind(editor, behind)
  render(
    <Menu opened>
      <Menu.Target>
        <button type="button">Handle</button>
      </Menu.Target>
      <Menu.Dropdown>
        <LineMenu editor={editor} line={line} />
      </Menu.Dropdown>
    </Menu>,
  )
  const item = (name: string) => screen.findByRole<HTMLButtonElement>('menuitem', { name })
  const choose = async (name: string) => userEvent.click(await item(name))
  return { editor, item, choose, rows: () => rowsOf(editor) }
}

function rowsOf(editor: Editor): string[] {
  return markdownIn(editor)
    .split('\n')
    .map((row) => row.replaceAll(/[| ]/g, ''))
    .filter((row) => !row.startsWith('-'))
}

describe('the keys of a table', () => {
  it('move the row and the column of the cursor, and nothing outside', () => {
    const editor = openEditor(markdown, lateProps)
    goBehind(editor, '1')
    const rows = () => rowsOf(editor)
    const remove = installTableKeys(editor)
    const keys = { altKey: true, shiftKey: true }
    assert.equal(press(editor, 'ArrowDown', keys), true)
    press(editor, 'ArrowRight', keys)
    assert.deepEqual(rows(), ['ba', '43', '21'])
    remove()
    press(editor, 'ArrowLeft', keys)
    assert.deepEqual(rows(), ['ba', '43', '21'])
  })
})

describe('the menu of a row', () => {
  it('inserts, moves and deletes it', async () => {
    const { rows, choose } = open('1', 'row')
    await choose('Move down')
    assert.deepEqual(rows(), ['ab', '34', '12'])
    await choose('Insert row below')
    assert.deepEqual(rows(), ['ab', '34', '12', ''])
    await choose('Delete row')
    assert.deepEqual(rows(), ['ab', '34', ''])
  })

  it('offers no move past the header', async () => {
    const { item } = open('1', 'row')
    assert.equal((await item('Move up')).disabled, true)
    assert.equal((await item('Move down')).disabled, false)
  })
})

describe('the menu of a column', () => {
  it('moves it, and widens it', async () => {
    const { editor, rows, choose } = open('a', 'column')
    await choose('Move right')
    assert.deepEqual(rows(), ['ba', '21', '43'])
    await choose('Wider')
    const [, cell] = editor.state.doc.firstChild?.firstChild?.children ?? []
    assert.deepEqual(cell?.attrs['colwidth'], [60])
  })

  it('deletes it', async () => {
    const { rows, choose } = open('2', 'column')
    await choose('Delete column')
    assert.deepEqual(rows(), ['a', '1', '3'])
    await waitUntilIdle()
  })
})
