import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { answer, render, screen } from '../../../test/support/web/screen.tsx'
import { ada, allRights, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { useRights, useWorkspace, WorkspaceProvider } from './workspace.tsx'

function Shown() {
  const { workspace, select } = useWorkspace()
  const { canWrite, canManage, isOwner } = useRights()
  const rights = [canWrite && 'writes', canManage && 'manages', isOwner && 'owns'].filter(Boolean)
  return (
    <>
      <h1>{workspace.name}</h1>
      <p>{rights.join(' ') || 'reads'}</p>
      <button onClick={() => select('w2')}>Open Home</button>
      <button onClick={() => select('gone')}>Open what is gone</button>
    </>
  )
}

const workspaces = [
  { id: 'w1', name: 'Lab', slug: 'lab', role: 'OWNER' as const },
  { id: 'w2', name: 'Home', slug: 'home', role: 'VIEWER' as const },
]

function show(stored?: string) {
  if (stored !== undefined) localStorage.setItem('quire.workspace', stored)
  answer({ '/app/session/get': () => ({ user: ada, rights: allRights, workspaces }) })
  render(
    <Suspense>
      <WorkspaceProvider none={<p>None</p>}>
        <Shown />
      </WorkspaceProvider>
    </Suspense>,
  )
}

beforeEach(() => localStorage.clear())

describe('WorkspaceProvider', () => {
  it('shows what is for a person without a workspace', async () => {
    renderSignedIn(<Shown />, { workspaces: [] })
    assert.ok(await screen.findByText('No workspace'))
    assert.equal(screen.queryByRole('heading'), null)
  })

  it('opens the first one where nothing is remembered', async () => {
    show()
    assert.ok(await screen.findByRole('heading', { name: 'Lab' }))
  })

  it('opens the one that was open, and the first when that is gone', async () => {
    show('w2')
    assert.ok(await screen.findByRole('heading', { name: 'Home' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open what is gone' }))
    assert.ok(await screen.findByRole('heading', { name: 'Lab' }))
  })

  it('opens another, and remembers it', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Open Home' }))
    assert.ok(await screen.findByRole('heading', { name: 'Home' }))
    assert.ok(screen.getByText('reads'))
    assert.equal(localStorage.getItem('quire.workspace'), 'w2')
  })
})

describe('useWorkspace', () => {
  it('is refused outside of a workspace', (t) => {
    t.mock.method(console, 'error', () => undefined)
    t.mock.method(console, 'warn', () => undefined)
    render([{ path: '*', Component: Shown, ErrorBoundary: () => <p>Refused</p> }])
    assert.ok(screen.getByText('Refused'))
  })
})

describe('useRights', () => {
  const rights = {
    VIEWER: 'reads',
    MEMBER: 'writes',
    ADMIN: 'writes manages',
    OWNER: 'writes manages owns',
  } as const
  for (const role of ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const) {
    it(`of a person who is ${role}: ${rights[role]}`, async () => {
      renderSignedIn(<Shown />, { role })
      assert.ok(await screen.findByText(rights[role]))
    })
  }
})
