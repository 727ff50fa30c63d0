import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Menu } from '@mantine/core'
import { userEvent } from '@testing-library/user-event'
import { goBehind, markdownIn, openEditor } from '../../../../test/support/web/editor.ts'
import { render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { BlockMenu } from './block-menu.tsx'
import type { BlockRange } from './block-range.ts'
import { blocksIn } from './block-range.ts'
import { selectBlocks } from './use-block-drag.ts'

function open(markdown: string, behind: string) {
  const editor = openEditor(markdown)
  goBehind(editor, behind)
  const range = blocksIn(editor.state.selection)
  assert.ok(range)
  selectBlocks(editor, range)
  const done: string[] = []
  const note = (what: string) => (at: BlockRange) => void done.push(`${what} ${at.from}`)
  render(
    <Menu opened>
      <Menu.Target>
        <button type="button">Handle</button>
      </Menu.Target>
      <Menu.Dropdown>
        <BlockMenu
          editor={editor}
          workspaceId="w1"
          pageId="p1"
          announceMove={(at, direction) => done.push(`${direction} ${at?.from}`)}
          comment={note('comment')}
          moveToPage={note('move')}
        />
      </Menu.Dropdown>
    </Menu>,
  )
  const choose = async (name: RegExp | string) =>
    userEvent.click(await screen.findByRole('menuitem', { name }))
  return { editor, done, choose, range }
}

describe('the menu of a block', () => {
  it('moves it up and down', async () => {
    const { editor, done, choose } = open('a\n\nb\n\nc', 'b')
    await choose(/^Move up/)
    assert.equal(markdownIn(editor), 'b\n\na\n\nc')
    assert.deepEqual(done, ['up 0'])
  })

  it('duplicates it', async () => {
    const { editor, choose } = open('a\n\nb', 'a')
    await choose(/^Duplicate/)
    assert.equal(markdownIn(editor), 'a\n\na\n\nb')
  })

  it('deletes it', async () => {
    const { editor, choose } = open('- a\n- b', 'a')
    await choose('Delete')
    assert.equal(markdownIn(editor), '- b')
  })

  it('passes on what is done elsewhere', async () => {
    const { done, choose } = open('a\n\nb', 'b')
    await choose('Comment')
    await choose('Move to page…')
    assert.deepEqual(done, ['comment 3', 'move 3'])
  })

  it('copies the link to a heading, and says so', async () => {
    const { editor, choose } = open('## The plan', 'plan')
    await choose('Copy link to block')
    await screen.findByText('Link to the block copied')
    assert.equal(await navigator.clipboard.readText(), `${location.origin}/pages/p1#the-plan`)
    assert.equal(markdownIn(editor), '## The plan')
  })

  it('turns it into any other kind', async () => {
    const { editor, choose } = open('a', 'a')
    await userEvent.hover(await screen.findByRole('menuitem', { name: 'Turn into' }))
    await choose('Quote')
    await waitFor(() => assert.equal(markdownIn(editor), '> a'))
  })
})
