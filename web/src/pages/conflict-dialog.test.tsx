import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import type { PageDocument } from '../../../server/content/document.ts'
import { parseMarkdown } from '../../../server/content/parse-markdown.ts'
import { render, screen, within } from '../../../test/support/screen.tsx'
import { mergeDocuments } from '../lib/saving/merge.ts'
import type { Conflict } from '../lib/saving/saver.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

function document(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

type Sides = { base?: string; mine?: string; theirs?: string; titles?: [string, string] }

function show({ base = 'One.', mine = 'Mine.', theirs = 'Theirs.', titles = ['A', 'A'] }: Sides) {
  const resolved: unknown[] = []
  const closed: string[] = []
  const conflict: Conflict = {
    pieces: mergeDocuments(document(base), document(mine), document(theirs)),
    title: { mine: titles[0], theirs: titles[1] },
    icon: null,
    theirs: {
      title: titles[1],
      icon: null,
      content: document(theirs),
      version: 2,
      updatedAt: '2026-01-01T00:00:00Z',
    },
  }
  render(
    <ConflictDialog
      conflict={conflict}
      close={() => closed.push('later')}
      resolve={(...choice) => resolved.push(choice)}
    />,
  )
  return { user: userEvent.setup(), resolved, closed }
}

const keep = () => screen.findByRole('button', { name: 'Keep this' })

describe('ConflictDialog', () => {
  it('decides nothing when it is put off', async () => {
    const { user, resolved, closed } = show({})
    for (const button of await screen.findAllByRole('button', { name: 'Decide later' })) {
      await user.click(button)
    }
    await user.keyboard('{Escape}')
    assert.deepEqual(resolved, [])
    assert.deepEqual(closed, ['later', 'later', 'later'])
  })

  it('shows both sides, and keeps both where nothing else was chosen', async () => {
    const { user, resolved } = show({})
    assert.ok(await screen.findByText('Mine.'))
    assert.ok(screen.getByText('Theirs.'))
    assert.equal(screen.queryByRole('radiogroup', { name: 'Title' }), null)
    await user.click(await keep())
    assert.deepEqual(resolved, [[['both'], 'mine']])
  })

  it('asks of each part by itself', async () => {
    const { user, resolved } = show({
      base: 'One.\n\nSame.\n\nTwo.',
      mine: 'My one.\n\nSame.\n\nMy two.',
      theirs: 'Their one.\n\nSame.\n\nTheir two.',
    })
    const part = async (number: number) =>
      within(await screen.findByRole('radiogroup', { name: `What to keep of part ${number}` }))
    await user.click((await part(1)).getByRole('radio', { name: 'Keep yours' }))
    await user.click((await part(2)).getByRole('radio', { name: 'Take theirs' }))
    assert.equal(screen.queryByText('Same.'), null)
    await user.click(await keep())
    assert.deepEqual(resolved, [[['mine', 'theirs'], 'mine']])
  })

  it('shows which side would stay', async () => {
    const { user } = show({})
    const side = (text: string) =>
      screen.getByText(text).closest('.conflict-side')?.getAttribute('data-kept')
    await user.click(await screen.findByRole('radio', { name: 'Take theirs' }))
    assert.deepEqual([side('Mine.'), side('Theirs.')], ['false', 'true'])
    await user.click(screen.getByRole('radio', { name: 'Keep yours' }))
    assert.deepEqual([side('Mine.'), side('Theirs.')], ['true', 'false'])
    await user.click(screen.getByRole('radio', { name: 'Keep both' }))
    assert.deepEqual([side('Mine.'), side('Theirs.')], ['true', 'true'])
  })

  it('says that one side took the part away', async () => {
    show({ base: 'One.\n\nTwo.', mine: 'One.', theirs: 'One.\n\nTheirs.' })
    const removed = await screen.findByText('Removed')
    assert.match(removed.closest('.conflict-side')?.textContent ?? '', /^Yours/)
  })

  it('asks for the title only where both gave it another', async () => {
    const { user, resolved } = show({ theirs: 'Mine.', titles: ['', 'Plan B'] })
    const titles = within(await screen.findByRole('radiogroup', { name: 'Title' }))
    assert.ok(titles.getByRole('radio', { name: 'Yours: Untitled' }))
    await user.click(titles.getByRole('radio', { name: 'Theirs: Plan B' }))
    await user.click(await keep())
    assert.deepEqual(resolved, [[[], 'theirs']])
  })

  it('shows what they wrote as text', async () => {
    show({ theirs: '`<img src=x onerror=alert(1)>`' })
    assert.ok(await screen.findByText('<img src=x onerror=alert(1)>'))
    assert.equal(window.document.querySelector('.conflict-side img'), null)
  })
})
