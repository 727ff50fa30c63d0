import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { useExpanded } from './use-expanded.ts'

function Tree() {
  const [workspaceId, setWorkspaceId] = useState('w1')
  const [ids, update] = useExpanded(workspaceId)
  return (
    <>
      <output>{ids.join(' ')}</output>
      <button onClick={() => update(['a', 'b', 'a'])}>Open a and b</button>
      <button onClick={() => update((old) => old.filter((id) => id !== 'a'))}>Close a</button>
      <button onClick={() => setWorkspaceId('w2')}>Go to w2</button>
    </>
  )
}

const open = () => screen.getByRole('status').textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const stored = (workspaceId: string) => localStorage.getItem(`quire.tree.${workspaceId}`)

beforeEach(() => localStorage.clear())

describe('useExpanded', () => {
  for (const broken of ['', '{', '3', 'null', '{"a":1}']) {
    it(`takes what is kept for nothing where it is ${broken || 'empty'}`, () => {
      localStorage.setItem('quire.tree.w1', broken)
      render(<Tree />)
      assert.equal(open(), '')
    })
  }

  it('takes only ids of what is kept', () => {
    localStorage.setItem('quire.tree.w1', '["a", 1, null, "b"]')
    render(<Tree />)
    assert.equal(open(), 'a b')
  })

  it('keeps which pages are open, each once', async () => {
    render(<Tree />)
    await press('Open a and b')
    assert.equal(open(), 'a b')
    assert.equal(stored('w1'), '["a","b"]')
    await press('Close a')
    assert.equal(open(), 'b')
    assert.equal(stored('w1'), '["b"]')
  })

  it('keeps them for each workspace by itself', async () => {
    localStorage.setItem('quire.tree.w2', '["x"]')
    render(<Tree />)
    await press('Open a and b')
    await press('Go to w2')
    assert.equal(open(), 'x')
    await press('Open a and b')
    assert.equal(stored('w1'), '["a","b"]')
    assert.equal(stored('w2'), '["a","b"]')
  })

  it('keeps the last of very many', () => {
    const many = Array.from({ length: 100 }, (_, index) => `p${index}`)
    localStorage.setItem('quire.tree.w1', JSON.stringify(many))
    render(<Tree />)
    const ids: unknown = JSON.parse(stored('w1') ?? '')
    assert.deepEqual(ids, many.slice(-60))
  })
})
