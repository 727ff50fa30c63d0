import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { startWebServer, type WebServer } from '../../../../test/support/web/web-server.tsx'

let quire: WebServer
let queries: QueryClient
const ids: Record<string, string> = {}
const { movePages } = await import('./move-pages.ts')

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())
beforeEach(async () => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } })
  for (const parent of ['Notes', 'Archive']) ids[parent] = await quire.addPage(parent)
  for (const title of ['A', 'B', 'C']) await add(title, 'Notes')
  await add('Old', 'Archive')
  render(<p>Nothing else</p>)
})

async function add(title: string, parent: string): Promise<void> {
  ids[title] = await quire.addPage(title, { parentId: ids[parent] })
}

async function titlesIn(parent: string): Promise<string[]> {
  const input = { workspaceId: quire.workspaceId, parentId: ids[parent], depth: 1 }
  const { body } = await quire.post<{ pages: { title: string }[] }>('/v1/pages/list', input)
  return body.pages.map(({ title }) => title)
}

const some = (...titles: string[]) => titles.map((title) => ({ id: ids[title] ?? '', title }))
const move = (titles: string[], to: string) =>
  movePages(queries, quire.workspaceId, some(...titles), { id: ids[to] ?? '', title: to })
const undo = async () => userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

describe('movePages', () => {
  it('says which page was refused and why, and moves the others', async () => {
    await move(['A', 'Archive', 'B'], 'Archive')
    assert.ok(await screen.findByText('1 page was not moved'))
    assert.ok(await screen.findByText(/^“Archive”: /))
    assert.ok(await screen.findByText('2 pages moved to Archive'))
    assert.deepEqual(await titlesIn('Archive'), ['Old', 'A', 'B'])
  })

  it('moves nothing to a page that there is not', async () => {
    const nowhere = { id: '01890000-0000-7000-8000-000000000009', title: 'Nowhere' }
    await movePages(queries, quire.workspaceId, some('A', 'B'), nowhere)
    assert.equal(screen.queryByRole('button', { name: 'Undo' }), null)
    assert.deepEqual(await titlesIn('Notes'), ['A', 'B', 'C'])
  })

  it('moves pages to the end in their order, and back to where each of them was', async () => {
    await move(['A', 'B', 'C'], 'Archive')
    assert.deepEqual(await titlesIn('Archive'), ['Old', 'A', 'B', 'C'])
    assert.deepEqual(await titlesIn('Notes'), [])
    await undo()
    await waitFor(async () => assert.deepEqual(await titlesIn('Notes'), ['A', 'B', 'C']))
    assert.deepEqual(await titlesIn('Archive'), ['Old'])
  })

  it('moves pages to the end of the list that they are in', async () => {
    await move(['A', 'C'], 'Notes')
    assert.deepEqual(await titlesIn('Notes'), ['B', 'A', 'C'])
    await undo()
    await waitFor(async () => assert.deepEqual(await titlesIn('Notes'), ['A', 'B', 'C']))
  })

  it('says what does not come back', async () => {
    await move(['A'], 'Archive')
    assert.ok(await screen.findByText('“A” moved to Archive'))
    quire.refuse('/v1/pages/move', 403, { code: 'FORBIDDEN', message: 'No.' })
    await undo()
    assert.ok(await screen.findByText('1 page was not moved back'))
    assert.deepEqual(await titlesIn('Archive'), ['Old', 'A'])
  })
})
