import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { signInBrowser } from '../../support/web/browser.ts'
import {
  cachedPaths,
  cacheNames,
  storedKeys,
  workerState,
} from '../../support/web/offline-storage.ts'
import { openRelayedScreens, type RelayedScreens } from '../../support/web/relay.ts'

let screens: RelayedScreens
let plan: string
before(async () => {
  screens = await openRelayedScreens()
  plan = await addPage(screens.quire, 'Plan', { markdown: 'The text of the plan.' })
})
after(() => screens.close())

let page: Page
beforeEach(async () => {
  page = await screens.visit()
  await signInBrowser(page, screens.relay.address, 'ada@example.com')
  await page.goto(`/pages/${plan}`)
  await page.locator('.ProseMirror', { hasText: 'The text of the plan.' }).waitFor()
  await until(async () => (await workerState(page)) === 'activated')
})
afterEach(async () => {
  screens.relay.replaceWorker((script) => script)
  await page.context().close()
})

describe('the service worker', () => {
  it('opens the app at no address of programs, visitors and people who sign in', async () => {
    await page.context().setOffline(true)
    const link = `/s/${'ab'.repeat(18)}`
    const addresses = ['/v1/changes', '/docs', '/sites/x', '/files/x', '/mcp', '/app/session/get']
    for (const address of [...addresses, link, '/setup', '/sign-in', '/join', '/reset-password']) {
      await assert.rejects(page.goto(address), /ERR_INTERNET_DISCONNECTED/, address)
    }
    await page.waitForTimeout(500)
    await page.goto('/search')
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().waitFor()
  })

  it('stores nothing but the document and the files of the app', async () => {
    await until(async () => (await storedKeys(page, plan)).length > 0)
    await page.goto('/settings/api')
    await page.goto('/docs')
    await page.goto('/')
    const others = (await cachedPaths(page)).filter(
      (path) => path !== '/' && !/^\/assets\/[\w.-]+$/.test(path),
    )
    assert.deepEqual(others, [])
  })

  it('serves the document from the cache under the policy of the server', async () => {
    const online = await page.goto('/trash')
    await page.context().setOffline(true)
    const offline = await page.goto('/trash')
    assert.equal(offline?.fromServiceWorker(), true)
    const policy = (await online?.allHeaders())?.['content-security-policy']
    assert.equal((await offline?.allHeaders())?.['content-security-policy'], policy)
    assert.match(policy ?? '', /connect-src 'self'/)
  })

  it('gives way to that of a newer build, whose files it leaves with those of the build before', async () => {
    const [first] = await cacheNames(page)
    const isReplaced = async (id: string) => {
      screens.relay.replaceWorker((script) =>
        script.replace(/id:([`"'])[\da-f]{16}\1/, `id:"${id}"`),
      )
      await page.reload()
      await until(async () => (await cacheNames(page)).includes(`quire-build-${id}`))
      // Until then, the browser takes the next look for a newer one as part of this one.
      await until(async () => (await workerState(page)) === 'activated')
      assert.equal((await cacheNames(page)).length, 2)
    }
    await isReplaced('2'.repeat(16))
    assert.equal((await cacheNames(page))[0], first)
    await isReplaced('3'.repeat(16))
    assert.deepEqual(await cacheNames(page), [
      `quire-build-${'2'.repeat(16)}`,
      `quire-build-${'3'.repeat(16)}`,
    ])
    await page.context().setOffline(true)
    await page.reload()
    await page.locator('.ProseMirror', { hasText: 'The text of the plan.' }).waitFor()
  })

  it('stays as it is while a newer build does not come whole', async () => {
    const names = await cacheNames(page)
    screens.relay.replaceWorker((script) => script.replace('/assets/', '/assets/missing-'))
    await page.reload()
    await page.waitForTimeout(3000)
    await page.context().setOffline(true)
    await page.reload()
    await page.locator('.ProseMirror', { hasText: 'The text of the plan.' }).waitFor()
    assert.ok((await cacheNames(page)).includes(names[0] ?? ''))
  })

  for (const status of [404, 410]) {
    it(`removes itself and everything stored when the server answers ${status}`, async () => {
      await until(async () => (await storedKeys(page, plan)).length > 0)
      screens.relay.replaceWorker(() => status)
      await page.goto('/')
      await until(async () => (await workerState(page)) === 'none')
      await until(async () => (await cacheNames(page)).length === 0)
      await until(async () => (await storedKeys(page)).length === 0)
      await page.reload()
      await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
      await page.waitForTimeout(3000)
      assert.deepEqual(await storedKeys(page), [])
      assert.equal(await workerState(page), 'none')
    })
  }
})
