import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { replace, replaceGlobals } from '../../../test/support/processes/replace.ts'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { startWebServer, type WebServer } from '../../../test/support/web/web-server.tsx'

let quire: WebServer
let pageId: string
const { routes } = await import('./routes.tsx')
const { screens } = await import('./screens.ts')
const { settingsScreens } = await import('../settings/screens.ts')
const { t: settingsTexts } = await import('../settings/messages.ts')

class Source extends EventTarget {
  close() {}
}

before(async () => {
  replaceGlobals({ EventSource: Source })
  replace(navigator, { locks: { value: undefined } })
  quire = await startWebServer()
  pageId = await quire.addPage('Rivers', { markdown: 'Long ones.' })
})
after(() => quire.close())
beforeEach(() => {
  localStorage.clear()
  quire.setRole('OWNER')
})

const titled = (title: string) => waitFor(() => assert.equal(document.title, `${title} · Quire`))

describe('the addresses of the app', () => {
  const entries = [
    ...Object.entries(screens).map(([at, { entry }]) => [at, entry?.label()]),
    ...Object.entries(settingsScreens).map(([at, { entry }]) => [
      at,
      entry && settingsTexts[entry.label],
    ]),
  ] as [string, string | undefined][]
  const titles: [string, string][] = [
    ['/nowhere/at/all', 'Page not found'],
    ['/', 'Hello, Ada'],
    ['/search', 'Search'],
    ['/unsent', 'Unsent changes'],
    // A screen has the title that the way to it has.
    ...entries.flatMap(([at, label]): [string, string][] =>
      at === '/' || label === undefined ? [] : [[at, label]],
    ),
  ]
  for (const [at, title] of titles) {
    it(`show at ${at}: ${title}`, async () => {
      document.title = ''
      render(routes, { at })
      await titled(title)
      assert.ok(await screen.findByRole('heading', { level: 1 }))
    })
  }

  it('show the settings with their first screen', async () => {
    const { address } = render(routes, { at: '/settings' })
    await titled('Profile')
    assert.equal(address(), '/settings/profile')
  })

  it('show a page and its history', async () => {
    render(routes, { at: `/pages/${pageId}` })
    await titled('Rivers')
    assert.equal((await screen.findAllByText('Long ones.')).length > 0, true)
  })

  it('show what a page was', async () => {
    render(routes, { at: `/pages/${pageId}/history` })
    await titled('History')
    assert.ok(await screen.findByRole('list', { name: 'Versions' }))
  })

  it('let a viewer read a page, and write nothing', async () => {
    quire.setRole('VIEWER')
    render(routes, { at: '/' })
    await titled('Hello, Ada')
    assert.ok(screen.queryByRole('button', { name: 'New page' }) === null)
  })
})
