import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startProvider, type TestProvider } from '../support/outside/oidc.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

let provider: TestProvider
let screens: Screens
before(async () => {
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  provider = await startProvider(`${publicUrl}/app/oidc/callback`)
  const oidc = { ...provider.config, joinWorkspace: undefined }
  screens = await openScreens({ port, publicUrl, oidc }, { hosts: [provider.config.issuer] })
})
after(() => screens.close().finally(() => provider.close()))

/** The provider has to know the address before the server listens on it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // SAFETY: it listens on a port, not on a path.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('an account elsewhere', () => {
  it('lets nobody in who is not expected, and says so in words of our own', async () => {
    provider.become({ subject: 'mallory', email: 'mallory@example.com', email_verified: true })
    const page = await screens.visit()
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Sign in with Test ID' }).click()
    await page.waitForURL(/\/sign-in\?error=/)
    await page.getByText('You do not have an account here yet.').waitFor()
    await checkAccess(page)
  })

  it('signs a member in, and leads to where they wanted to go', async () => {
    provider.become({ subject: 'ada', email: 'ada@example.com', email_verified: true })
    const page = await screens.visit()
    await page.goto('/settings/members')
    await page.getByRole('link', { name: 'Sign in with Test ID' }).click()
    await page.waitForURL('/settings/members')
    await page.getByText('1 member').waitFor()
    assert.equal(new URL(page.url()).search, '')
  })
})
