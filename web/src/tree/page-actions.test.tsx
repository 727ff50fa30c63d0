import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { userEvent } from '@testing-library/user-event'
import {
  render,
  screen,
  waitUntilIdle,
  waitFor,
  within,
} from '../../../test/support/web/screen.tsx'
import { startWebServer, type WebServer } from '../../../test/support/web/web-server.tsx'
import type { TreePage } from './children.ts'
import type { PageActions } from './use-page-actions.ts'

let quire: WebServer
let notes: string
const { client } = await import('../lib/client.ts')
const { childrenQuery } = await import('./children.ts')
const { usePageActions } = await import('./use-page-actions.ts')

type Act = (actions: PageActions, page: (title: string) => TreePage) => unknown

/** The lists at the top and in Notes, and a button that does something to a page of them. */
function Lists({ act }: { act: Act }) {
  const { workspaceId } = quire
  const queries = useQueryClient()
  const actions = usePageActions(workspaceId)
  const top = useQuery(childrenQuery(client, queries, { workspaceId, parentId: null }))
  const inside = useQuery(childrenQuery(client, queries, { workspaceId, parentId: notes }))
  const lists = { Top: top.data?.pages ?? [], Notes: inside.data?.pages ?? [] }
  const page = (title: string) => {
    const found = Object.values(lists)
      .flat()
      .find((one) => one.title === title)
    assert.ok(found !== undefined, `no page ${title}`)
    return found
  }
  return (
    <>
      {Object.entries(lists).map(([name, pages]) => (
        <ul key={name} aria-label={name}>
          {pages.map(({ id, title, icon }) => (
            <li key={id}>{`${icon ?? ''}${title}`}</li>
          ))}
        </ul>
      ))}
      <button onClick={() => void act(actions, page)}>Act</button>
    </>
  )
}

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())

/** Three pages at the top, two in the first of them. */
beforeEach(async () => {
  const { workspaceId } = quire
  const { pages } = await client.pages.list({ workspaceId, depth: 1, limit: 500 })
  for (const { id } of pages) await client.trash.remove({ workspaceId, pageId: id })
  notes = await quire.addPage('Notes')
  await quire.addPage('Monday', { parentId: notes })
  await quire.addPage('Tuesday', { parentId: notes })
  await quire.addPage('Roadmap')
  await quire.addPage('Ideas')
  quire.asked.length = 0
})

const titles = (name: string) =>
  within(screen.getByRole('list', { name }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

async function perform(act: Act) {
  render(<Lists act={act} />)
  await waitFor(() => assert.deepEqual(titles('Notes'), ['Monday', 'Tuesday']))
  await waitFor(() => assert.deepEqual(titles('Top'), ['Notes', 'Roadmap', 'Ideas']))
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
}

const stored = async (parentId: string | null = null) => {
  const { workspaceId } = quire
  const { pages } = await client.pages.list({ workspaceId, parentId, depth: 1, limit: 500 })
  return pages.map(({ title }) => title)
}
const forbidden = { code: 'FORBIDDEN', message: 'You may only read.' }

describe('actions that the server refuses', () => {
  const refused: [string, string, string, Act][] = [
    ['create', '/v1/pages/create', 'The page was not created', (actions) => actions.create(null)],
    [
      'rename',
      '/v1/pages/update',
      'The page was not renamed',
      (actions, page) => actions.rename(page('Roadmap'), 'Plan'),
    ],
    [
      'setIcon',
      '/v1/pages/update',
      'The icon was not changed',
      (actions, page) => actions.setIcon(page('Roadmap'), '🌱'),
    ],
    [
      'move',
      '/v1/pages/move',
      'The page was not moved',
      (actions, page) => actions.move(page('Roadmap').id, { parentId: notes, index: 0 }),
    ],
    [
      'trash',
      '/v1/pages/delete',
      'The page was not moved to the trash',
      (actions, page) => actions.trash(page('Roadmap')),
    ],
  ]
  for (const [name, path, failure, act] of refused) {
    it(`put the tree back and say why: ${name}`, async () => {
      quire.refuse(path, 403, forbidden)
      await perform(act)
      const notice = await screen.findByRole('alert')
      assert.match(notice.textContent ?? '', new RegExp(`${failure}.*You do not have permission`))
      await waitFor(() => assert.deepEqual(titles('Top'), ['Notes', 'Roadmap', 'Ideas']))
      assert.deepEqual(titles('Notes'), ['Monday', 'Tuesday'])
      assert.ok(screen.queryByRole('button', { name: 'Undo' }) === null)
    })
  }

  it('say so where the end of a list that is not open cannot be read', async () => {
    const roadmap = await quire.addPage('Roads')
    await quire.addPage('First', { parentId: roadmap })
    render(
      <Lists
        act={(actions, page) => actions.move(page('Ideas').id, { parentId: roadmap, index: 'end' })}
      />,
    )
    await waitFor(() => assert.deepEqual(titles('Top'), ['Notes', 'Roadmap', 'Ideas', 'Roads']))
    await waitFor(() => assert.deepEqual(titles('Notes'), ['Monday', 'Tuesday']))
    quire.refuse('/v1/pages/list', 403, forbidden)
    await userEvent.click(screen.getByRole('button', { name: 'Act' }))
    assert.match((await screen.findByRole('alert')).textContent ?? '', /The page was not moved/)
  })

  it('say so of a page that would come to be below itself', async () => {
    await perform(async (actions, page) => {
      await actions.move(notes, { parentId: page('Monday').id, index: 0 })
    })
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /The page was not moved/)
    await waitFor(() => assert.deepEqual(titles('Top'), ['Notes', 'Roadmap', 'Ideas']))
  })
})

describe('rename', () => {
  it('asks nothing where the title is the same, or none', async () => {
    await perform(async (actions, page) => {
      await actions.rename(page('Roadmap'), ' Roadmap ')
      await actions.rename(page('Roadmap'), '  ')
    })
    await waitUntilIdle()
    assert.equal(
      quire.asked.some(({ path }) => path === '/v1/pages/update'),
      false,
    )
  })

  it('shows the title, and keeps it without the spaces around it', async () => {
    await perform((actions, page) => actions.rename(page('Roadmap'), ' Plan '))
    await waitFor(() => assert.deepEqual(titles('Top'), ['Notes', 'Plan', 'Ideas']))
    await waitFor(async () => assert.deepEqual(await stored(), ['Notes', 'Plan', 'Ideas']))
  })
})

describe('setIcon', () => {
  it('shows the icon beside the title', async () => {
    await perform((actions, page) => actions.setIcon(page('Monday'), '🌱'))
    await waitFor(() => assert.deepEqual(titles('Notes'), ['🌱Monday', 'Tuesday']))
  })
})

describe('move', () => {
  it('puts a page at a place among those of another', async () => {
    await perform((actions, page) => actions.move(page('Ideas').id, { parentId: notes, index: 1 }))
    await waitFor(() => assert.deepEqual(titles('Notes'), ['Monday', 'Ideas', 'Tuesday']))
    await waitFor(async () => assert.deepEqual(await stored(notes), ['Monday', 'Ideas', 'Tuesday']))
    assert.deepEqual(titles('Top'), ['Notes', 'Roadmap'])
  })

  it('puts it last where it is dropped onto a page', async () => {
    await perform((actions, page) =>
      actions.move(page('Ideas').id, { parentId: notes, index: 'end' }),
    )
    await waitFor(async () => assert.deepEqual(await stored(notes), ['Monday', 'Tuesday', 'Ideas']))
  })

  it('finds the last one of a list that is not open', async () => {
    const { workspaceId } = quire
    const [, roadmap] = (await client.pages.list({ workspaceId, depth: 1, limit: 10 })).pages
    await quire.addPage('First', { parentId: roadmap?.id })
    await quire.addPage('Last', { parentId: roadmap?.id })
    await perform((actions, page) =>
      actions.move(page('Ideas').id, { parentId: page('Roadmap').id, index: 'end' }),
    )
    await waitFor(async () =>
      assert.deepEqual(await stored(roadmap?.id), ['First', 'Last', 'Ideas']),
    )
  })
})

describe('trash', () => {
  it('says how much went, and brings it back', async () => {
    await perform((actions, page) => actions.trash(page('Notes')))
    assert.ok(await screen.findByText('“Notes” and 2 subpages moved to the trash'))
    await waitFor(() => assert.deepEqual(titles('Top'), ['Roadmap', 'Ideas']))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => assert.deepEqual(titles('Top').toSorted(), ['Ideas', 'Notes', 'Roadmap']))
  })

  it('says why it could not be brought back', async () => {
    await perform((actions, page) => actions.trash(page('Ideas')))
    await screen.findByText('“Ideas” moved to the trash')
    quire.refuse('/v1/pages/restore', 403, forbidden)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    assert.ok(await screen.findByText('The page was not restored'))
    assert.deepEqual(titles('Top'), ['Notes', 'Roadmap'])
  })
})

describe('create', () => {
  it('gives a page its place at the end of its list', async () => {
    await perform((actions) => actions.create(notes, 'Wednesday'))
    await waitFor(() => assert.deepEqual(titles('Notes'), ['Monday', 'Tuesday', 'Wednesday']))
  })
})
