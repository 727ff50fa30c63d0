import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useParams } from 'react-router'
import {
  answer,
  Refusal,
  render,
  screen,
  waitFor,
  within,
} from '../../../test/support/web/screen.tsx'
import {
  ada,
  allRights,
  inputsOf,
  lab,
  renderSignedIn,
} from '../../../test/support/web/signed-in.tsx'
import { OfflineBanner } from '../offline/offline-banner.tsx'
import { NotFoundScreen, RouteErrorScreen } from './error-screen.tsx'
import { NoWorkspace } from './no-workspace.tsx'
import { RequireAuth } from './require-auth.tsx'
import { showShortcuts } from './shortcuts.tsx'
import { UserMenu } from './sidebar/user-menu.tsx'
import { WorkspaceSwitcher } from './sidebar/workspace-switcher.tsx'

const self = { user: ada, rights: allRights, workspaces: [{ ...lab, role: 'OWNER' }] }

function Broken(): never {
  throw new TypeError('a fault')
}

function Page() {
  return <p>Page {useParams()['pageId']}</p>
}

const routes = [
  {
    ErrorBoundary: RouteErrorScreen,
    children: [
      { path: '/sign-in', element: <p>Sign in here</p> },
      {
        Component: RequireAuth,
        children: [
          { path: '/pages/:pageId', Component: Page },
          { path: '/broken', Component: Broken },
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
]

beforeEach(() => localStorage.clear())

describe('RequireAuth', () => {
  it('sends strangers to sign in', async () => {
    answer({ '/app/session/get': () => new Refusal(401, 'SIGN_IN_REQUIRED', 'Sign in first.') })
    render(routes, { at: '/pages/p1' })
    assert.ok(await screen.findByText('Sign in here'))
  })

  it('says that the server does not answer, and tries again', async () => {
    let isUp = false
    answer({
      '/app/session/get': () => (isUp ? self : new Refusal(503, 'BUSY', 'Try again soon.')),
    })
    render(routes, { at: '/pages/p1' })
    assert.ok(await screen.findByText('The server is busy. Try again in a moment.'))
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    assert.ok(await screen.findByText('Page p1'))
  })

  it('lets the signed-in through, and says where there is nothing', async () => {
    answer({ '/app/session/get': () => self })
    render(routes, { at: '/nowhere/at/all' })
    assert.ok(await screen.findByRole('heading', { name: 'There is nothing at this address' }))
    assert.equal(document.title, 'Page not found · Quire')
  })

  it('keeps a broken screen from taking everything with it', async (t) => {
    t.mock.method(console, 'error', () => undefined)
    answer({ '/app/session/get': () => self })
    render(routes, { at: '/broken' })
    assert.match((await screen.findByRole('alert')).textContent ?? '', /Reload the page/)
    assert.ok(screen.getByRole('link', { name: 'Go to the home page' }))
  })
})

describe('WorkspaceSwitcher', () => {
  const workspaces = [
    { ...lab, role: 'OWNER' as const },
    { id: 'w2', name: 'Home', slug: 'home', role: 'MEMBER' as const },
  ]

  it('opens another workspace, and remembers it', async () => {
    renderSignedIn(<WorkspaceSwitcher />, { workspaces })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Workspace Lab: switch workspace' }),
    )
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Home' }))
    assert.ok(await screen.findByRole('button', { name: 'Workspace Home: switch workspace' }))
    assert.equal(localStorage.getItem('quire.workspace'), 'w2')
  })
})

describe('UserMenu', () => {
  async function open(): Promise<HTMLElement> {
    await userEvent.click(await screen.findByRole('button', { name: 'Ada Lovelace: your menu' }))
    return screen.findByRole('menu')
  }

  it('changes the look at once, and keeps it', async () => {
    renderSignedIn(<UserMenu />)
    const menu = await open()
    await userEvent.click(within(menu).getByRole('menuitemradio', { name: 'Dark' }))
    assert.equal(document.documentElement.dataset['mantineColorScheme'], 'dark')
    assert.equal(localStorage.getItem('mantine-color-scheme-value'), 'dark')
    await userEvent.click(within(menu).getByRole('menuitemradio', { name: 'Light' }))
    assert.equal(document.documentElement.dataset['mantineColorScheme'], 'light')
  })

  it('signs out', async () => {
    const { asked } = renderSignedIn(<UserMenu />, {
      answers: { '/app/session/remove': () => ({ ok: true }) },
    })
    await userEvent.click(within(await open()).getByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/app/session/remove').length, 1))
  })
})

describe('the list of shortcuts', () => {
  it('names keys as they stand on the keyboard', async () => {
    renderSignedIn(<button onClick={showShortcuts}>Show</button>)
    await userEvent.click(await screen.findByRole('button', { name: 'Show' }))
    const row = await screen.findByRole('row', { name: /^Search/ })
    assert.match(row.textContent ?? '', /Search(?:Ctrl|⌘) K/)
  })
})

describe('OfflineBanner', () => {
  it('says so as long as there is no connection', async () => {
    render(<OfflineBanner />)
    assert.equal(screen.getByRole('status').textContent, '')
    window.dispatchEvent(new Event('offline'))
    assert.ok(await screen.findByText(/You are offline/))
    window.dispatchEvent(new Event('online'))
    await waitFor(() => assert.equal(screen.getByRole('status').textContent, ''))
  })
})

describe('NoWorkspace', () => {
  it('lets a person without any make one', async () => {
    const asked = answer({
      '/app/session/get': () => ({ user: ada, rights: allRights, workspaces: [] }),
      '/app/workspace-settings/create': () => ({ id: 'w1' }),
    })
    render(<NoWorkspace />)
    await userEvent.type(await screen.findByLabelText('Workspace name'), 'Lab')
    await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/app/workspace-settings/create'), [{ name: 'Lab' }]),
    )
  })
})
