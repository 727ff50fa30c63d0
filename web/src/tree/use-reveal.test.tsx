import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { useQuery } from '@tanstack/react-query'
import { userEvent } from '@testing-library/user-event'
import { Link, useMatch } from 'react-router'
import { replace } from '../../../test/support/processes/replace.ts'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'

let quire: WebServer
const { PageSidebar } = await import('./page-sidebar.tsx')
const { pageQuery } = await import('../lib/page-query.ts')
const ids: Record<string, string> = {}

before(async () => {
  // Nothing has a size here, and of a list without one nothing is drawn.
  replace(HTMLElement.prototype, { clientHeight: { get: () => 800 } })
  replace(HTMLElement.prototype, { clientWidth: { get: () => 280 } })
  quire = await startWebServer()
  const add = async (title: string, under?: string) => {
    ids[title] = await quire.addPage(title, under === undefined ? {} : { parentId: ids[under] })
  }
  await add('Notes')
  await add('Week', 'Notes')
  await add('Monday', 'Week')
  await add('Archive')
  await add('Old', 'Archive')
  await add('Top')
})
after(() => quire.close())
beforeEach(() => {
  localStorage.clear()
  quire.asked.length = 0
})

/** Stands for the screen of a page, which reads it. */
function OpenedPage() {
  const pageId = useMatch('/pages/:pageId')?.params.pageId ?? ''
  const { data } = useQuery({
    ...pageQuery(quire.workspaceId, pageId),
    enabled: pageId !== '',
  })
  return <p>{data === undefined ? 'No page' : `Reading ${data.title}`}</p>
}

async function open(title?: string) {
  const user = userEvent.setup()
  const element = await inWorkspace(
    <>
      <PageSidebar onOpen={() => undefined} />
      <OpenedPage />
      <Link to="/">Home</Link>
      <Link to={`/pages/${ids['Old']}`}>Found by a search</Link>
    </>,
  )
  render(element, { at: title === undefined ? '/' : `/pages/${ids[title]}` })
  await screen.findByRole('treeitem', { name: 'Notes' })
  return user
}

const row = (name: string) => screen.queryByRole('treeitem', { name })
const listsAsked = () =>
  quire.asked.filter(({ path }) => path === '/v1/pages/list').map(({ body }) => body['parentId'])

describe('the page that is open', () => {
  it('has what it is in opened, and no other list asked for', async () => {
    await open('Monday')
    const monday = await screen.findByRole('treeitem', { name: 'Monday' })
    assert.equal(monday.getAttribute('aria-selected'), 'true')
    assert.equal(monday.getAttribute('aria-level'), '3')
    assert.deepEqual(new Set(listsAsked()), new Set([null, ids['Notes'], ids['Week']]))
    assert.equal(listsAsked().length, 3)
    assert.ok(row('Old') === null)
  })

  it('opens nothing where it stands at the top', async () => {
    await open('Top')
    await screen.findByText('Reading Top')
    await waitFor(() => assert.equal(row('Top')?.getAttribute('aria-selected'), 'true'))
    assert.deepEqual(listsAsked(), [null])
  })

  it('does not stand in the way of a person who closes what it is in', async () => {
    const user = await open('Monday')
    await screen.findByRole('treeitem', { name: 'Monday' })
    const notes = row('Notes')
    assert.ok(notes)
    await user.click(within(notes).getByRole('button', { name: 'Collapse Notes' }))
    await waitFor(() => assert.ok(row('Week') === null))
    await user.click(screen.getByRole('button', { name: 'New page' }))
    await screen.findByRole('treeitem', { name: 'Untitled' })
    assert.ok(row('Week') === null)
  })

  it('is followed from one to the next, and back again', async () => {
    const user = await open('Monday')
    await screen.findByRole('treeitem', { name: 'Monday' })
    await user.click(screen.getByText('Found by a search'))
    await screen.findByRole('treeitem', { name: 'Old' })
    const archive = row('Archive')
    assert.ok(archive)
    await user.click(within(archive).getByRole('button', { name: 'Collapse Archive' }))
    await waitFor(() => assert.ok(row('Old') === null))
    await user.click(screen.getByText('Home'))
    await user.click(screen.getByText('Found by a search'))
    await screen.findByRole('treeitem', { name: 'Old' })
  })
})
