import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appAddresses } from '../server/http/app-addresses.ts'
import { shellAddresses } from './shell-addresses.ts'

const isShell = (path: string) => shellAddresses.some((each) => new RegExp(each).test(path))

describe('shellAddresses', () => {
  it('leave out programs, files, visitors, sites and people who are not signed in', () => {
    for (const path of [
      '/v1/pages/document',
      '/app/session/get',
      '/files/x',
      '/mcp',
      '/docs',
      '/docs/json',
      '/s/x',
      '/s/x/pages/y',
      '/sites/x',
      '/setup',
      '/join',
      '/sign-in',
      '/sign-in/oidc',
      '/confirmed',
      '/forgotten-password',
      '/reset-password',
      '/verify-email',
      '/unsubscribe/x',
      '/healthz',
      '/metrics',
      '/service-worker.js',
      '/assets/index.js',
      '/pages/x/nowhere',
      '/nowhere',
    ]) {
      assert.equal(isShell(path), false, path)
    }
  })

  it('are those of everything else in the app', () => {
    for (const path of ['/', '/pages/x', '/pages/x/history', '/search', '/settings/security']) {
      assert.equal(isShell(path), true, path)
    }
    assert.deepEqual(
      appAddresses.filter((address) => !isShell(address.replaceAll(/:\w+/g, 'x'))),
      [
        '/sign-in',
        '/setup',
        '/join',
        '/confirmed',
        '/forgotten-password',
        '/verify-email',
        '/reset-password',
        '/unsubscribe/:token',
        '/s/:linkId',
        '/s/:linkId/pages/:pageId',
      ],
    )
  })
})
