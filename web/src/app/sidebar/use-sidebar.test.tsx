import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen } from '../../../../test/support/web/screen.tsx'
import { useSidebar } from './use-sidebar.ts'

function Sidebar() {
  const { width, isCollapsed, setWidth, toggle } = useSidebar()
  return (
    <>
      <output>{isCollapsed ? 'collapsed' : `${width} px`}</output>
      <button onClick={() => setWidth(width + 400)}>Wider</button>
      <button onClick={() => setWidth(12.4)}>Narrow</button>
      <button onClick={toggle}>Toggle</button>
    </>
  )
}

const state = () => screen.getByRole('status').textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => localStorage.clear())

describe('useSidebar', () => {
  it('takes no width from the browser that is none', () => {
    localStorage.setItem('quire.sidebar.width', '"wide"')
    render(<Sidebar />)
    assert.equal(state(), '280 px')
  })

  it('limits the width', async () => {
    render(<Sidebar />)
    await press('Wider')
    assert.equal(state(), '480 px')
    await press('Narrow')
    assert.equal(state(), '200 px')
  })

  it('remembers the width and whether it is collapsed', async () => {
    const { unmount } = render(<Sidebar />)
    await press('Wider')
    await press('Toggle')
    unmount()
    render(<Sidebar />)
    assert.equal(state(), 'collapsed')
    await press('Toggle')
    assert.equal(state(), '480 px')
  })

  it('collapses with keys', async () => {
    render(<Sidebar />)
    await userEvent.keyboard('{Control>}\\{/Control}')
    assert.equal(state(), 'collapsed')
  })
})
