import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen } from '../../../../test/support/web/screen.tsx'
import { CopyButton } from './copy-button.tsx'

describe('CopyButton', () => {
  it('copies the text and says so', async () => {
    const user = userEvent.setup()
    render(<CopyButton value="secret" label="Copy key" />)
    await user.click(screen.getByRole('button', { name: 'Copy key' }))
    assert.ok(await screen.findByRole('button', { name: 'Copied' }))
    assert.equal(await navigator.clipboard.readText(), 'secret')
  })
})
