import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Menu } from '@mantine/core'
import { userEvent } from '@testing-library/user-event'
import { answer, Refusal, render, screen } from '../../../../test/support/web/screen.tsx'
import { WatchItems } from './watch-items.tsx'

const page = { workspaceId: 'w1', pageId: 'p1' }
type Watched = { id: string; title: string; icon: null; includesSubpages: boolean }

function show(watched: Watched[], refusal?: Refusal) {
  const set = ({ includeSubpages = false }: { includeSubpages?: boolean }) => {
    if (refusal !== undefined) return refusal
    watched.splice(0, 1, { id: 'p1', title: 'Plan', icon: null, includesSubpages: includeSubpages })
    return { ok: true }
  }
  const asked = answer({
    '/v1/watches/list': () => ({ pages: [...watched] }),
    '/v1/watches/add': set,
    '/v1/watches/remove': () => {
      watched.length = 0
      return { ok: true }
    },
  })
  render(
    <Menu opened closeOnItemClick={false}>
      <Menu.Target>
        <button type="button">Actions</button>
      </Menu.Target>
      <Menu.Dropdown>
        <WatchItems {...page} />
      </Menu.Dropdown>
    </Menu>,
  )
  const choose = async (name: string) =>
    userEvent.click(await screen.findByRole('menuitem', { name }))
  const names = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  return { asked, choose, names }
}

describe('watching a page', () => {
  it('says why nothing changed', async () => {
    const { choose, names } = show([], new Refusal(403, 'FORBIDDEN', 'You may only read.'))
    await choose('Watch this page')
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /Could not change what you watch/)
    assert.deepEqual(names(), ['Watch this page', 'Watch with subpages'])
  })

  it('begins with the page, goes on with its subpages, and ends', async () => {
    const { asked, choose, names } = show([])
    await choose('Watch this page')
    await screen.findByText('Changes by others appear in your inbox.')
    await screen.findByRole('menuitem', { name: 'Stop watching' })
    assert.deepEqual(names(), ['Watch with subpages', 'Stop watching'])
    await choose('Watch with subpages')
    await choose('Stop watching')
    await screen.findByText('You no longer watch this page.')
    await screen.findByRole('menuitem', { name: 'Watch this page' })
    const changes = asked.filter(({ path }) => path !== '/v1/watches/list')
    assert.deepEqual(changes, [
      { path: '/v1/watches/add', input: { ...page, includeSubpages: false } },
      { path: '/v1/watches/add', input: { ...page, includeSubpages: true } },
      { path: '/v1/watches/remove', input: page },
    ])
  })
})
