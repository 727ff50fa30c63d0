import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useQueryClient } from '@tanstack/react-query'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { lab, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { type OpenedPage, pageQuery } from '../../lib/page-query.ts'
import { SearchPalette } from '../../search/palette.tsx'
import { ActionSource } from './action-source.tsx'

/** With a page that is open. */
function Opened({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  // SAFETY: the actions take no more of the page.
  const page = { id: 'p1', title: 'Plan', parentId: null, level: 'write' } as OpenedPage
  queries.setQueryData(pageQuery(lab.id, 'p1').queryKey, page)
  return children
}

function Palette() {
  const [opened, setOpened] = useState(true)
  return <SearchPalette opened={opened} onClose={() => setOpened(false)} Actions={ActionSource} />
}

async function show(at: string) {
  const found = { results: [], nextOffset: null, total: 0, isTotalExact: true }
  const shown = renderSignedIn(
    <Opened>
      <Palette />
    </Opened>,
    {
      at,
      answers: {
        '/v1/search/find': () => found,
        '/v1/recent/list': () => ({ pages: [] }),
        '/v1/favourites/list': () => ({ pages: [] }),
        '/v1/pages/delete': () => ({ pages: 1 }),
      },
    },
  )
  const field = await screen.findByRole('combobox', { name: 'Search pages' })
  return { ...shown, field, user: userEvent.setup() }
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('the palette', () => {
  it('offers nothing for a page where none is open', async () => {
    const { user, field } = await show('/library')
    await user.type(field, 'trash')
    await waitFor(() => assert.deepEqual(options().slice(0, 1), ['Trash']))
    assert.ok(!options().includes('Move this page to the trash'))
  })

  it('leads to a screen with Enter', async () => {
    const { user, field, address } = await show('/pages/p1')
    await user.type(field, 'trash')
    await waitFor(() =>
      assert.deepEqual(options().slice(0, 2), ['Trash', 'Move this page to the trash']),
    )
    await user.keyboard('{Enter}')
    await waitFor(() => assert.equal(address(), '/trash'))
  })

  it('moves the open page to the trash', async () => {
    const { user, field, asked, address } = await show('/pages/p1')
    await user.type(field, 'move this page to the trash')
    await user.click(await screen.findByRole('option', { name: 'Move this page to the trash' }))
    await waitFor(() => assert.equal(address(), '/'))
    assert.equal(asked.find(({ path }) => path === '/v1/pages/delete')?.input['pageId'], 'p1')
  })
})
