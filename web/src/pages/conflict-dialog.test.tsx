import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { defaultFields } from '../../../server/lib/page-fields.ts'
import { pageOf } from '../../../test/support/web/editor.ts'
import { render, screen, waitUntilIdle, within } from '../../../test/support/web/screen.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { mergeDocuments } from './saving/merge.ts'

function show(base: string, mine: string, theirs: string, titles = { mine: 'T', theirs: 'T' }) {
  const resolved: unknown[] = []
  let closed = 0
  const page = {
    ...defaultFields,
    title: 'T',
    content: pageOf(theirs),
    version: 2,
    updatedAt: '',
    updatedBy,
  }
  render(
    <ConflictDialog
      conflict={{
        hunks: mergeDocuments(pageOf(base), pageOf(mine), pageOf(theirs)),
        title: titles,
        fields: page,
        theirs: page,
      }}
      close={() => (closed += 1)}
      resolve={(choices, title) => resolved.push([...choices, title])}
    />,
  )
  return { resolved, closed: () => closed }
}

const updatedBy = { id: 'a', firstName: 'Ada', lastName: 'Lovelace' }

describe('the choice between two changes', () => {
  it('keeps both unless the person says otherwise', async () => {
    const { resolved } = show('One.', 'Mine.', 'Theirs.')
    screen.getByText('Mine.')
    screen.getByText('Theirs.')
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    assert.deepEqual(resolved, [['both', 'mine']])
  })

  it('is made for each part by itself', async () => {
    const { resolved } = show('One.\n\nX.\n\nTwo.', 'A.\n\nX.\n\nB.', 'C.\n\nX.\n\nD.')
    const part = (number: number) =>
      within(screen.getByRole('radiogroup', { name: `What to keep in part ${number}` }))
    await userEvent.click(part(1).getByLabelText('Keep theirs'))
    await userEvent.click(part(2).getByLabelText('Keep yours'))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    assert.deepEqual(resolved, [['theirs', 'mine', 'mine']])
  })

  it('says when one side removed what the other changed', () => {
    show('One.\n\nTwo.', 'One.', 'One.\n\nChanged.')
    screen.getByText('Deleted')
  })

  it('is between two titles too', async () => {
    const { resolved } = show('One.', 'One.', 'One.', { mine: 'Plan A', theirs: 'Plan B' })
    await userEvent.click(screen.getByLabelText('Theirs: Plan B'))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    assert.deepEqual(resolved, [['theirs']])
  })

  it('can wait', async () => {
    const { resolved, closed } = show('One.', 'Mine.', 'Theirs.')
    const [first] = screen.getAllByRole('button', { name: 'Decide later' })
    assert.ok(first !== undefined)
    await userEvent.click(first)
    assert.equal(closed(), 1)
    assert.deepEqual(resolved, [])
  })

  it('shows which side would stay', async () => {
    show('One.', 'Mine.', 'Theirs.')
    const side = (text: string) =>
      screen.getByText(text).closest('.conflict-side')?.getAttribute('data-kept')
    await userEvent.click(screen.getByRole('radio', { name: 'Keep theirs' }))
    assert.deepEqual([side('Mine.'), side('Theirs.')], ['false', 'true'])
    await userEvent.click(screen.getByRole('radio', { name: 'Keep both' }))
    assert.deepEqual([side('Mine.'), side('Theirs.')], ['true', 'true'])
  })

  it('runs nothing of what they wrote', async () => {
    show('One.', 'Mine.', '`<img src=x onerror=alert(1)>`')
    await screen.findByText('<img src=x onerror=alert(1)>')
    await waitUntilIdle()
    assert.equal(document.querySelector('.conflict-side img'), null)
  })
})
