import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answer } from '../../../../test/support/web/screen.tsx'
import { linkRequests } from '../insert/page-requests.ts'

const { signal } = new AbortController()
const host = linkRequests({ workspaceId: 'w', pageId: 'p' })

describe('what links and tags ask of the server', () => {
  it('are the titles of the pages that the person can read', async () => {
    const page = { id: 'a', title: 'A', icon: null, formerTitles: ['Z'] }
    const asked = answer({ '/v1/page-links/titles': () => ({ pages: [page] }) })
    assert.deepEqual([...(await host.titlesOf(['a', 'b']))], [['a', page]])
    assert.deepEqual(asked[0]?.input, { workspaceId: 'w', pageIds: ['a', 'b'] })
  })

  it('are headings, without the blocks that have a link', async () => {
    const aim = { anchor: 'aim', text: 'Aim', level: 2 }
    answer({
      '/v1/page-links/anchors': () => ({ anchors: [{ anchor: 'x', text: '', level: 0 }, aim] }),
    })
    assert.deepEqual(await host.headingsOf('a', signal), [aim])
  })

  it('are the tags that begin so, and their address', async () => {
    answer({ '/v1/tags/list': () => ({ items: [{ name: 'a/b', pages: 2 }], nextCursor: null }) })
    assert.deepEqual(await host.findTags('a', signal), ['a/b'])
    assert.equal(host.tagAddress?.('a/b'), '/tags?tag=a%2Fb')
  })

  it('is a new page below the open one', async () => {
    const asked = answer({ '/v1/pages/create': () => ({ pageId: 'n' }) })
    assert.equal(await host.createPage('New'), 'n')
    assert.deepEqual(asked[0]?.input, { workspaceId: 'w', title: 'New', parentId: 'p' })
  })
})
