import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { Difference } from './difference.tsx'
import type { DiffLine } from './version-queries.ts'

const same = (text: string): DiffLine => ({ kind: 'same', text })

describe('the difference of two versions', () => {
  it('says in words what was added and removed', () => {
    render(
      <Difference
        changes={[]}
        lines={[same('One'), { kind: 'removed', text: 'Two' }, { kind: 'added', text: 'Three' }]}
      />,
    )
    const texts = [...document.querySelectorAll('.difference-line')].map((line) => line.textContent)
    assert.deepEqual(texts, ['One', '−Removed: Two', '+Added: Three'])
  })

  it('shows what is hidden when asked', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => same(`Line ${index}`))
    render(<Difference changes={[]} lines={[...lines, { kind: 'added', text: 'New' }]} />)
    assert.equal(screen.queryByText('Line 0'), null)
    await userEvent.click(screen.getByRole('button', { name: 'Show 9 unchanged lines' }))
    screen.getByText('Line 0')
  })

  it('says so when the text is the same', () => {
    render(<Difference changes={[]} lines={[same('One')]} />)
    screen.getByText(/The text, title and icon are the same/)
  })

  it('shows the title and the icon as they were and as they became', () => {
    const changes = [
      { field: 'title', from: 'Plan', to: '<b>Roadmap</b>' },
      { field: 'icon', from: null, to: '🌱' },
    ] as const
    render(<Difference changes={changes} lines={[same('One')]} />)
    const list = screen.getByRole('list', { name: 'Title and icon' })
    const texts = [...list.children].map((line) => line.textContent)
    assert.deepEqual(texts, [
      'Title changed from “Plan” to “<b>Roadmap</b>”TitlePlan  <b>Roadmap</b>',
      'Icon changed from None to 🌱IconNone  🌱',
    ])
    screen.getByText('The text is the same.')
  })

  it('calls a page without a title what the rest of the app calls it', () => {
    const changes = [{ field: 'title', from: '', to: 'Plan' }] as const
    render(<Difference changes={changes} lines={[{ kind: 'added', text: 'One' }]} />)
    assert.equal(document.querySelector('del')?.textContent, 'Untitled')
    assert.ok(document.querySelector('[data-kind="added"]'))
  })

  it('shows Markdown and HTML as text', () => {
    render(
      <Difference changes={[]} lines={[{ kind: 'added', text: '<img src=x onerror=alert(1)>' }]} />,
    )
    assert.equal(document.querySelector('.difference img'), null)
  })
})
