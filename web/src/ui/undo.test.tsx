import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { QuireError } from '../../../client/errors.ts'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { loadErrorTexts } from '../lib/errors.ts'
import { showFailure, showUndo } from './undo.tsx'

async function press(act: () => void) {
  render(<button onClick={act}>Act</button>)
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
}

describe('showFailure', () => {
  it('says what did not happen, and why', async () => {
    await loadErrorTexts()
    const error = new QuireError('You may only read.', { code: 'FORBIDDEN', status: 403 })
    await press(() => showFailure('The page was not moved', error))
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /The page was not moved.*You do not have permission/)
  })

  it('says what to do about a fault of the app', async () => {
    await press(() => showFailure('Nothing was copied', 'a string'))
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /Nothing was copied.*Reload the page/)
  })
})

describe('showUndo', () => {
  it('says what was done, and takes it back once', async () => {
    let undone = 0
    await press(() => showUndo('“Plan” moved to the trash', () => void (undone += 1)))
    assert.ok(await screen.findByText('“Plan” moved to the trash'))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => assert.ok(screen.queryByRole('button', { name: 'Undo' }) === null))
    assert.equal(undone, 1)
  })

  it('takes back each of several by itself', async () => {
    const undone: string[] = []
    await press(() => {
      showUndo('First', () => void undone.push('first'))
      showUndo('Second', () => void undone.push('second'))
    })
    await screen.findByText('Second')
    const [, second] = screen.getAllByRole('button', { name: 'Undo' })
    assert.ok(second !== undefined)
    await userEvent.click(second)
    assert.deepEqual(undone, ['second'])
    assert.ok(screen.getByText('First'))
  })

  it('can be put aside without taking anything back', async () => {
    const undone: string[] = []
    await press(() => showUndo('Removed', () => void undone.push('it')))
    const notice = await screen.findByRole('alert')
    const close = notice.querySelector<HTMLButtonElement>('.mantine-Notification-closeButton')
    assert.ok(close !== null)
    await userEvent.click(close)
    await waitFor(() => assert.ok(screen.queryByText('Removed') === null))
    assert.deepEqual(undone, [])
  })
})
