import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { LinksButton } from './links-button.tsx'
import { LinksPanel } from './links-panel.tsx'

let quire: WebServer
let pageId: string
before(async () => (quire = await startWebServer()))
after(() => quire.close())
beforeEach(async () => {
  quire.setRole('OWNER')
  quire.asked.length = 0
  pageId = await quire.addPage('Annual budget', { markdown: '# Aim\n\nWe plan.' })
})

async function show() {
  const closed: boolean[] = []
  const setOpen = (isOpen: boolean) => void closed.push(isOpen)
  const panel = <LinksPanel workspaceId={quire.workspaceId} pageId={pageId} setOpen={setOpen} />
  render(await inWorkspace(panel))
  await screen.findByRole('heading', { name: 'Links' })
  return { user: userEvent.setup(), closed }
}

const region = (name: string) => screen.findByRole('region', { name })

describe('LinksPanel', () => {
  it('says how to link where nothing links here, and closes', async () => {
    const { user, closed } = await show()
    assert.ok(await screen.findByText(/^No page links here yet/))
    assert.ok(await screen.findByText('No other page mentions this title.'))
    assert.ok(screen.queryByRole('region', { name: 'Broken links on this page' }) === null)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    assert.deepEqual(closed, [false])
  })

  it('shows the links to the page with their sentences, by page', async () => {
    const parentId = await quire.addPage('Finance')
    const link = (text: string) => `[${text}](/pages/${pageId})`
    const markdown = `First. See ${link('the budget')} soon. Last.\n\nAnd ${link('again')}.`
    const sourceId = await quire.addPage('Minutes', { parentId, markdown })
    await show()
    const links = await region('Links to this page')
    await within(links).findByText('2 links from 1 page')
    const [source, ...others] = within(links).getAllByRole('link')
    assert.equal(source?.getAttribute('href'), `/pages/${sourceId}`)
    assert.deepEqual(others, [])
    assert.ok(within(links).getByText('Finance'))
    const marked = within(links).getByText('the budget')
    assert.equal(marked.tagName, 'MARK')
    assert.equal(marked.parentElement?.textContent, 'See the budget soon.')
  })

  it('makes a mention a link', async () => {
    await quire.addPage('Notes', { markdown: 'The annual budget is late.' })
    const { user } = await show()
    const button = await screen.findByRole('button', { name: 'Link the mention in Notes' })
    quire.refuse('/v1/page-links/link', 403, { code: 'FORBIDDEN', message: 'You cannot.' })
    await user.click(button)
    await screen.findByText('Could not add the link')
    await waitFor(() => assert.equal(button.hasAttribute('data-loading'), false))
    await user.click(button)
    await screen.findByText('Linked in Notes')
    const links = await region('Links to this page')
    await within(links).findByText('Notes')
    await waitFor(() => assert.ok(screen.queryByText('Link the mention in Notes') === null))
    const mentions = await region('Mentions without a link')
    await within(mentions).findByText('No other page mentions this title.')
  })

  it('offers a viewer no link, and names what is broken on the page', async () => {
    await quire.addPage('Letter', { markdown: 'The annual budget again.' })
    const gone = '01890000-0000-7000-8000-00000000dead'
    const deleted = await quire.addPage('Deleted')
    const address = { workspaceId: quire.workspaceId, pageId: deleted }
    const markdown = `[a](/pages/${gone}) [b](/pages/${deleted}) [c](/pages/${pageId}#none)`
    await quire.post('/v1/pages/edit', {
      ...address,
      pageId,
      mode: 'body',
      text: markdown,
      expectedVersion: 1,
    })
    await quire.post('/v1/pages/delete', address)
    quire.setRole('VIEWER')
    await show()
    await screen.findByText('Letter')
    assert.ok(screen.queryByRole('button', { name: /^Link the mention/ }) === null)
    const broken = await region('Broken links on this page')
    for (const reason of [
      'The page does not exist, or you cannot read it.',
      'The page is in the trash.',
      'The page has no heading or block #none.',
    ]) {
      assert.ok(await within(broken).findByText(reason))
    }
  })

  it('loads more links on demand', async () => {
    for (let number = 0; number < 31; number += 1) {
      await quire.addPage(`Source ${number}`, { markdown: `[x](/pages/${pageId})` })
    }
    const { user } = await show()
    await screen.findByText('Source 30')
    assert.ok(screen.queryByText('Source 0') === null)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('Source 0')
  })
})

describe('LinksButton', () => {
  it('shows how many links lead to the page, and opens them', async () => {
    await quire.addPage('One', { markdown: `[x](/pages/${pageId})` })
    const opened: boolean[] = []
    const { workspaceId } = quire
    const setOpen = (isOpen: boolean) => void opened.push(isOpen)
    render(await inWorkspace(<LinksButton {...{ workspaceId, pageId, isOpen: false, setOpen }} />))
    const button = await screen.findByRole('button', { name: 'Links: 1 backlink' })
    await userEvent.click(button)
    assert.deepEqual(opened, [true])
  })
})
