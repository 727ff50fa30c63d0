import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'

let quire: WebServer
let rivers: string
const { SearchScreen } = await import('./search-screen.tsx')

before(async () => {
  quire = await startWebServer()
  rivers = await quire.addPage('Rivers', { markdown: 'Long and short ones.' })
  await quire.addPage('Danube', { parentId: rivers, markdown: 'A <b>river</b> of ten countries.' })
  await quire.addPage('Lakes', { markdown: 'No river at all.' })
  await quire.addPage('Reviewer', { markdown: 'Reviews the river.', ownership: 'SKILL' })
})
after(() => quire.close())

function Address() {
  const { search } = useLocation()
  return <output>{decodeURIComponent(search)}</output>
}

async function open(search = '') {
  const user = userEvent.setup()
  const element = await inWorkspace(
    <>
      <SearchScreen />
      <Address />
    </>,
  )
  render(element, { at: `/search${search}` })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search pages' })
  return { user, field, address: () => screen.getByText(/^(?:\?.*)?$/, { selector: 'output' }) }
}

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
const found = (count: string) => screen.findByText(count, { selector: '[role="status"]' })

describe('the address of a search', () => {
  it('finds while one types, and keeps the words in the address', async () => {
    const { user, field, address } = await open()
    await user.type(field, 'countries')
    assert.ok(await found('1 page'))
    const link = screen.getByRole('link', { name: /Danube/ })
    assert.match(link.getAttribute('href') ?? '', /^\/pages\/[\da-f-]{36}$/)
    assert.equal(address().textContent, '?q=countries')
    await user.clear(field)
    assert.ok(await screen.findByRole('heading', { name: 'Search all pages' }))
    assert.equal(address().textContent, '')
  })

  it('shows where a page is, and what matches, as text', async () => {
    await open('?q=countries')
    const link = await screen.findByRole('link', { name: /Danube/ })
    assert.equal(within(link).getByText('countries').tagName, 'MARK')
    assert.match(link.textContent ?? '', /Rivers ·/)
    assert.equal(link.querySelector('b'), null)
  })

  it('finds pages of one kind, and says which are not plain pages', async () => {
    const { user, address } = await open('?q=river')
    assert.ok(await found('4 pages'))
    const skill = screen.getByRole('link', { name: /Reviewer/ })
    assert.ok(within(skill).getByText('Skill'))
    await user.click(screen.getByRole('radio', { name: 'Skills' }))
    assert.ok(await found('1 page'))
    assert.deepEqual(titles(), ['ReviewerSkill'])
    assert.equal(address().textContent, '?q=river&kind=skill')
    await user.click(screen.getByRole('radio', { name: 'All' }))
    assert.ok(await found('4 pages'))
    assert.equal(address().textContent, '?q=river')
  })

  it('finds below one page of the top', async () => {
    const { user, address } = await open('?q=river')
    assert.ok(await found('4 pages'))
    await user.click(screen.getByRole('combobox', { name: 'Section' }))
    await user.click(await screen.findByRole('option', { name: 'Rivers' }))
    await waitFor(() => assert.ok(screen.queryByRole('link', { name: /Lakes/ }) === null))
    assert.ok(screen.getByRole('link', { name: /Danube/ }))
    assert.equal(address().textContent, `?q=river&in=${rivers}`)
  })
})
