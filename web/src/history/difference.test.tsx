import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen } from '../../../test/support/screen.tsx'
import { Difference } from './difference.tsx'
import type { DiffLine } from './version-queries.ts'

const same = (text: string): DiffLine => ({ kind: 'same', text })

describe('the difference of two versions', () => {
  it('says in words what was added and removed', () => {
    render(
      <Difference
        lines={[same('One'), { kind: 'removed', text: 'Two' }, { kind: 'added', text: 'Three' }]}
      />,
    )
    const texts = [...document.querySelectorAll('.difference-line')].map((line) => line.textContent)
    assert.deepEqual(texts, ['One', '−Removed: Two', '+Added: Three'])
  })

  it('shows what is hidden when asked', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => same(`Line ${index}`))
    render(<Difference lines={[...lines, { kind: 'added', text: 'New' }]} />)
    assert.equal(screen.queryByText('Line 0'), null)
    await userEvent.click(screen.getByRole('button', { name: 'Show 9 unchanged lines' }))
    screen.getByText('Line 0')
  })

  it('says so when the text is the same', () => {
    render(<Difference lines={[same('One')]} />)
    screen.getByText(/The text is the same/)
  })

  it('shows Markdown and HTML as text', () => {
    render(<Difference lines={[{ kind: 'added', text: '<img src=x onerror=alert(1)>' }]} />)
    assert.equal(document.querySelector('.difference img'), null)
  })
})
