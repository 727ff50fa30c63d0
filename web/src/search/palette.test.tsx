import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'

let quire: WebServer
const { SearchPalette } = await import('./palette.tsx')

before(async () => {
  quire = await startWebServer()
  const rivers = await quire.addPage('Rivers', { markdown: 'Long and short.' })
  await quire.addPage('Danube', { parentId: rivers, markdown: 'A river of <b>ten</b> countries.' })
})
after(() => quire.close())

async function open() {
  const user = userEvent.setup()
  render(await inWorkspace(<SearchPalette opened onClose={() => undefined} />))
  const field = await screen.findByRole('combobox', { name: 'Search pages' })
  return { user, field }
}

describe('SearchPalette', () => {
  it('says what to do when nothing was open yet', async () => {
    await open()
    assert.ok(await screen.findByText('Type to search all pages.'))
  })

  it('says so when nothing matches, and offers a page of that name', async () => {
    const { user, field } = await open()
    await user.type(field, 'xylophone')
    assert.ok(await screen.findByText(/No pages found for “xylophone”/))
    assert.ok(await screen.findByRole('option', { name: 'New page “xylophone”' }))
  })

  it('shows where a page is and what matches in it, as text', async () => {
    const { user, field } = await open()
    await user.type(field, 'countries')
    const option = await screen.findByRole('option', { name: /Danube/ })
    assert.match(option.textContent ?? '', /Rivers/)
    const mark = within(option).getByText('countries')
    assert.equal(mark.tagName, 'MARK')
  })

  it('chooses by keyboard', async () => {
    const { user, field } = await open()
    await user.type(field, 'river')
    await screen.findByRole('option', { name: /All results/ })
    const isActive = (name: RegExp) =>
      screen.getByRole('option', { name }).getAttribute('aria-selected') === 'true'
    assert.ok(isActive(/^Rivers/))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    await waitFor(() => assert.ok(isActive(/All results/)))
    const active = field.getAttribute('aria-activedescendant') ?? ''
    assert.ok(document.querySelector(`[id="${active}"]`))
  })

  it('says that results can be missing while pages are indexed', async () => {
    const { user, field } = await open()
    const none = { results: [], nextOffset: null, total: 0, isTotalExact: true }
    quire.answer('/v1/search/find', { ...none, isIndexing: true })
    await user.click(field)
    await user.paste('glacier')
    assert.ok(await screen.findByText(/No pages found.*Pages are still being indexed/))
  })

  it('says in words when the server refuses', async () => {
    const { user, field } = await open()
    quire.refuse('/v1/search/find', 403, { code: 'FORBIDDEN', message: 'You are no member.' })
    await user.type(field, 'zebra')
    assert.ok(await screen.findByText(/You do not have permission/))
  })
})
