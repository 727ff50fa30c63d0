import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link } from 'react-router'
import type { Role } from '../../../server/lib/vocabulary.ts'
import { replace, replaceGlobals } from '../../../test/support/processes/replace.ts'
import { answer, render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { ada, allRights, inputsOf, lab } from '../../../test/support/web/signed-in.tsx'
import { HeaderContent } from '../ui/screens/header-slot.tsx'
import { Layout } from './layout.tsx'

const none = () => ({ pages: [], total: 0, nextOffset: null })
const answers = {
  '/v1/pages/list': none,
  '/v1/recent/list': none,
  '/v1/favourites/list': none,
}

class Source extends EventTarget {
  close() {}
}

function Screen() {
  return (
    <>
      <HeaderContent>In the bar</HeaderContent>
      <p>The screen</p>
      <Link to="/trash">Go elsewhere</Link>
    </>
  )
}

type Memberships = (typeof lab & { role: Role })[]

async function show({
  workspaces = [{ ...lab, role: 'OWNER' }],
}: { workspaces?: Memberships } = {}) {
  const asked = answer({
    '/app/session/get': () => ({ user: ada, rights: allRights, workspaces }),
    ...answers,
  })
  const { address } = render([
    {
      Component: Layout,
      children: [
        { path: '/trash', element: <p>The trash</p> },
        { path: '*', Component: Screen },
      ],
    },
  ])
  await screen.findByRole('main')
  return { asked, address, user: userEvent.setup() }
}

beforeEach(() => {
  localStorage.clear()
  replaceGlobals({ EventSource: Source })
  replace(navigator, { locks: { value: undefined } })
})

describe('Layout', () => {
  it('shows a person without a workspace how to get one, and nothing around it', async () => {
    await show({ workspaces: [] })
    assert.ok(await screen.findByRole('heading', { name: 'You are not in a workspace' }))
    assert.ok(screen.queryByRole('button', { name: 'Search' }) === null)
  })

  it('leads past the menu to the content, before anything else', async () => {
    const { user } = await show()
    await screen.findByText('The screen')
    await user.tab()
    const skip = screen.getByRole('link', { name: 'Skip to content' })
    assert.ok(document.activeElement === skip)
    const main = screen.getByRole('main')
    assert.equal(skip.getAttribute('href'), `#${main.id}`)
    assert.equal(main.tabIndex, -1)
  })

  it('has a bar to which each screen adds', async () => {
    await show()
    const bar = within(await screen.findByRole('banner'))
    assert.ok(await bar.findByText('In the bar'))
    assert.ok(within(screen.getByRole('main')).queryByText('In the bar') === null)
  })

  it('leads to every place of the workspace', async () => {
    await show()
    const menu = within(await screen.findByRole('navigation', { name: 'Workspace' }))
    assert.ok(menu.getByRole('link', { name: 'Settings' }))
    const links = new Set(screen.getAllByRole('link').map((link) => link.getAttribute('href')))
    for (const path of ['/', '/library', '/skills', '/trash', '/settings']) {
      assert.ok(links.has(path), path)
    }
    const work = ['/library', '/proposals', '/skills', '/activity', '/trash']
    assert.deepEqual(
      [...links].filter((path) => work.includes(path ?? '')),
      work,
    )
  })

  it('says which place is open', async () => {
    const { user } = await show()
    await user.click(await screen.findByRole('link', { name: 'Trash' }))
    assert.ok(await screen.findByText('The trash'))
    const current = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
    assert.deepEqual(
      current.map(({ textContent }) => textContent),
      ['Trash'],
    )
  })

  it('opens and closes the menu of a phone, also by going somewhere', async () => {
    const { user } = await show()
    // This window is wide: the button is there and hidden.
    const burger = (name: string) => within(screen.getByRole('banner')).findByLabelText(name)
    await user.click(await burger('Open menu'))
    await user.click(await burger('Close menu'))
    await user.click(await burger('Open menu'))
    await burger('Close menu')
    await user.click(screen.getByRole('link', { name: 'Go elsewhere' }))
    assert.ok(await screen.findByText('The trash'))
    assert.ok(await burger('Open menu'))
  })

  it('lists the shortcuts on “?”, but not while one writes', async () => {
    await show()
    await screen.findByText('The screen')
    const field = document.createElement('input')
    document.body.append(field)
    fireEvent.keyDown(field, { key: '?', code: 'Slash', shiftKey: true })
    assert.ok(screen.queryByRole('dialog') === null)
    field.remove()
    fireEvent.keyDown(document.documentElement, { key: '?', code: 'Slash', shiftKey: true })
    assert.ok(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  })

  it('asks about the pages of the open workspace only', async () => {
    const workspaces = [
      { ...lab, role: 'OWNER' as const },
      { id: 'w2', name: 'Home', slug: 'home', role: 'VIEWER' as const },
    ]
    localStorage.setItem('quire.workspace', 'w2')
    const { asked } = await show({ workspaces })
    await waitFor(() => assert.ok(inputsOf(asked, '/v1/pages/list').length > 0))
    for (const { path, input } of asked.filter((one) => one.path.startsWith('/v1/'))) {
      assert.equal(input['workspaceId'], 'w2', path)
    }
  })
})
