import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { replace } from '../../../../test/support/processes/replace.ts'
import { render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { EmojiPicker } from './emoji-picker.tsx'

before(() => {
  // Nothing has a size here, and of a list without one nothing is drawn.
  replace(HTMLElement.prototype, {
    clientHeight: {
      get: () => 400,
      configurable: true,
    },
  })
  replace(HTMLElement.prototype, {
    clientWidth: {
      get: () => 300,
      configurable: true,
    },
  })
})

function show({ canRemove = false } = {}) {
  const done: unknown[] = []
  const onRemove = canRemove ? () => done.push('removed') : undefined
  render(<EmojiPicker onPick={(emoji) => done.push(emoji)} onRemove={onRemove} />)
  return { user: userEvent.setup(), done, field: screen.getByRole('searchbox') }
}

describe('EmojiPicker', () => {
  it('says so when no emoji has that name', async () => {
    const { user, field } = show()
    await user.type(field, 'xylozebra')
    assert.ok(await screen.findByText('No emoji found'))
  })

  it('takes the first that is found by Enter', async () => {
    const { user, field, done } = show()
    await user.type(field, 'seedling')
    await screen.findByRole('gridcell', { name: /^seedling$/i })
    await user.keyboard('{Enter}')
    await waitFor(() => assert.deepEqual(done, ['🌱']))
  })

  it('takes the one that is pressed', async () => {
    const { user, field, done } = show()
    await user.type(field, 'cactus')
    await user.click(await screen.findByRole('gridcell', { name: /^cactus$/i }))
    assert.deepEqual(done, ['🌵'])
  })

  it('offers to take an icon away only where there is one', async () => {
    show()
    assert.equal(screen.queryByRole('button', { name: 'Remove' }), null)
  })

  it('takes the icon away', async () => {
    const { user, done } = show({ canRemove: true })
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    assert.deepEqual(done, ['removed'])
  })
})
