import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { Home } from './home.tsx'

const none = () => ({ pages: [] })
const answers = { '/v1/pages/list': none, '/v1/recent/list': none, '/v1/favourites/list': none }
const page = { id: 'p1', title: '', icon: '🌱', children: 0 }

describe('an empty workspace', () => {
  it('says why the first page was not made, and stays', async () => {
    const refusal = new Refusal(403, 'FORBIDDEN', 'You may only read.')
    const { address } = renderSignedIn(<Home />, {
      answers: { ...answers, '/v1/pages/create': () => refusal },
    })
    await userEvent.click(await screen.findByRole('button', { name: /Create your first page/ }))
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /The page was not created.*You do not have permission/)
    assert.equal(address(), '/')
  })

  it('leads to files, keys and members', async () => {
    const { asked } = renderSignedIn(<Home />, { answers })
    const links = await screen.findAllByRole('link')
    assert.deepEqual(
      links.map((link) => link.getAttribute('href')),
      ['/library', '/settings/api', '/settings/members'],
    )
    assert.deepEqual(inputsOf(asked, '/v1/pages/create'), [])
  })
})

describe('the first screen', () => {
  const pages = [page, { ...page, id: 'p2', title: 'Notes', children: 1 }]
  const many = { ...page, id: 'p3', title: 'Plans', children: 12 }

  it('says how much is in each page, and names what has no title', async () => {
    renderSignedIn(<Home />, {
      answers: { ...answers, '/v1/pages/list': () => ({ pages: [...pages, many] }) },
    })
    assert.ok(await screen.findByRole('link', { name: /Untitled$/ }))
    assert.ok(screen.getByRole('link', { name: /Notes\s*1 subpage/ }))
    assert.ok(screen.getByRole('link', { name: /Plans\s*12 subpages/ }))
  })

  it('makes a page at the top, and opens it', async () => {
    const { asked, address } = renderSignedIn(<Home />, {
      answers: { ...answers, '/v1/pages/create': () => ({ pageId: 'p9' }) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New page' }))
    await waitFor(() => assert.equal(address(), '/pages/p9'))
    assert.deepEqual(inputsOf(asked, '/v1/pages/create'), [
      { workspaceId: 'w1', parentId: null, title: 'Untitled' },
    ])
  })
})
