import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { defaultFields } from '../../../server/lib/page-fields.ts'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { PageHead } from './page-head.tsx'

type Start = { title?: string; icon?: string | null; isEditable?: boolean }

function show({ title: first = 'Plan', icon: before = null, isEditable = true }: Start = {}) {
  const went: string[] = []
  const titles: string[] = []
  function Page() {
    const [fields, setFields] = useState({ ...defaultFields, title: first, icon: before })
    return (
      <>
        <PageHead
          {...{ fields, isEditable }}
          titleField={createRef()}
          change={(next) => {
            if (next.title !== undefined) titles.push(next.title)
            setFields({ ...fields, ...next })
          }}
          focusBody={() => went.push('text')}
        />
        <output>{fields.icon ?? 'no icon'}</output>
      </>
    )
  }
  render(<Page />)
  return { user: userEvent.setup(), went, titles }
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' })

describe('the head of a page', () => {
  it('is only read by a viewer', () => {
    show({ icon: '🌱', isEditable: false })
    assert.ok(screen.getByRole('heading', { level: 1, name: 'Plan' }))
    assert.ok(screen.getByText('🌱', { selector: '.page-head-icon' }))
    assert.equal(screen.queryByRole('textbox'), null)
    assert.equal(screen.queryByRole('button'), null)
  })

  it('names a page without a title', () => {
    show({ title: '', isEditable: false })
    assert.ok(screen.getByRole('heading', { level: 1, name: 'Untitled' }))
  })

  it('takes the title where it stands, in one line', async () => {
    const { user, titles, went } = show({ title: '' })
    await user.type(field(), 'A{Enter}B')
    assert.deepEqual(titles, ['A', 'AB'])
    assert.deepEqual(went, ['text'])
    fireEvent.change(field(), { target: { value: 'one\ntwo' } })
    assert.equal(field().value, 'one two')
    assert.ok(screen.getByRole('heading', { level: 1, name: 'one two' }))
  })

  it('does not go on while a word is being composed', () => {
    const { went } = show()
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    assert.deepEqual(went, [])
    fireEvent.keyDown(field(), { key: 'Enter' })
    assert.deepEqual(went, ['text'])
  })

  it('has nothing to take away where there is no icon', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Add icon' }))
    assert.ok(await screen.findByRole('searchbox', { name: 'Search emoji' }))
    assert.equal(screen.queryByRole('button', { name: 'Remove' }), null)
  })
})
