import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { screen, waitFor } from '../../../test/support/web/screen.tsx'
import { renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { SearchButton } from './search-button.tsx'

const answers = { '/v1/recent/list': () => ({ pages: [] }) }

async function show() {
  renderSignedIn(
    <>
      <SearchButton />
      <textarea aria-label="Text" />
    </>,
    { answers },
  )
  const user = userEvent.setup()
  return { user, button: await screen.findByRole('button', { name: 'Search' }) }
}

const field = () => screen.queryByRole('combobox', { name: 'Search pages' })

describe('SearchButton', () => {
  it('opens the search, which Escape closes', async () => {
    const { user, button } = await show()
    assert.equal(field(), null)
    await user.click(button)
    await waitFor(() => assert.ok(document.activeElement === field() && field() !== null))
    await user.keyboard('{Escape}')
    await waitFor(() => assert.ok(field() === null))
  })

  it('opens by its keys, also while one writes', async () => {
    await show()
    const text = screen.getByRole('textbox', { name: 'Text' })
    text.focus()
    fireEvent.keyDown(text, { key: 'k', code: 'KeyK', ctrlKey: true })
    assert.ok(await screen.findByRole('combobox', { name: 'Search pages' }))
  })
})
