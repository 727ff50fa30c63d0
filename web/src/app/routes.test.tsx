import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RouteObject } from 'react-router'
import { appAddresses, movedAddresses } from '../../../server/http/app-addresses.ts'
import { answer, Refusal, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { routes } from './routes.tsx'

const outsider = () => new Refusal(401, 'SIGN_IN_REQUIRED', 'Sign in first.')

describe('routes', () => {
  it('open the doors without a session', async () => {
    answer({
      '/app/session/get': outsider,
      '/app/setup/status': () => ({ needed: true }),
    })
    render(routes, { at: '/setup' })
    assert.ok(await screen.findByRole('heading', { name: 'Set up Quire' }))
  })

  it('lead a stranger from every screen to signing in', async () => {
    for (const at of ['/', '/pages/p1', '/settings/api', '/nowhere']) {
      answer({
        '/app/session/get': outsider,
        '/app/setup/status': () => ({ needed: false }),
        '/app/sign-in/methods': () => ({ password: true, passkeys: false, oidc: null, mail: true }),
      })
      const { address, unmount } = render(routes, { at })
      await waitFor(() => assert.equal(address(), '/sign-in', at))
      unmount()
    }
  })

  it('are those that the server answers with the app', () => {
    const addresses = all(routes).flatMap(({ path }) => path ?? [])
    assert.deepEqual(addresses.toSorted(), [...appAddresses, ...movedAddresses, '*'].toSorted())
  })

  it('load a screen for each of their addresses', async () => {
    for (const { path = '', lazy } of all(routes)) {
      if (lazy === undefined) continue
      const loaded = typeof lazy === 'function' ? await lazy() : {}
      assert.equal(typeof loaded.Component, 'function', `${path} has a screen`)
    }
  })
})

function all(some: readonly RouteObject[]): RouteObject[] {
  return some.flatMap((route) => [route, ...all(route.children ?? [])])
}
