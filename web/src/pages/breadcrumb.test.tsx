import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

const ancestors = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    title: index === 0 ? '' : `Page ${index}`,
    icon: null,
  }))
const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

describe('Breadcrumb', () => {
  it('shows a page without ancestors alone', () => {
    render(<Breadcrumb ancestors={[]} title="" />)
    assert.equal(screen.queryByRole('link'), null)
    assert.equal(screen.getByText('Untitled').closest('li')?.getAttribute('aria-current'), 'page')
  })

  it('shows a few ancestors', () => {
    render(<Breadcrumb ancestors={ancestors(3)} title="Here" />)
    assert.deepEqual(links(), ['Untitled', 'Page 1', 'Page 2'])
    assert.equal(screen.queryByRole('button'), null)
  })

  it('shows the first and the last of many, and the others in a menu', async () => {
    render(<Breadcrumb ancestors={ancestors(6)} title="Here" />)
    assert.deepEqual(links(), ['Untitled', 'Page 5'])
    await userEvent.click(screen.getByRole('button', { name: 'Pages in between' }))
    const items = await screen.findAllByRole('menuitem')
    assert.deepEqual(
      items.map(({ textContent }) => textContent),
      ['Page 1', 'Page 2', 'Page 3', 'Page 4'],
    )
    assert.equal(items[0]?.getAttribute('href'), '/pages/p1')
  })
})
