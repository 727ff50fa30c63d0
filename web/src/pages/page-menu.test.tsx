import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { answer, Refusal, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { PageMenu } from './page-menu.tsx'

const place = { workspaceId: 'w1', pageId: 'p1' }
type Given = Partial<Parameters<typeof PageMenu>[0]>

function show(given: Given = {}) {
  const done: string[] = []
  const { address } = render(
    <PageMenu
      place={place}
      kind="TEXT"
      isEditable
      isWide={false}
      toggleWide={() => done.push('wide')}
      flush={async () => void done.push('flush')}
      turn={() => done.push('turn')}
      trash={() => done.push('trash')}
      {...given}
    />,
  )
  const user = userEvent.setup()
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'More for this page' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  return { user, done, choose, address }
}

describe('the menu of a page', () => {
  it('offers a viewer nothing that changes the page', async () => {
    const { user } = show({ isEditable: false })
    await user.click(screen.getByRole('button', { name: 'More for this page' }))
    const items = await screen.findAllByRole('menuitem')
    assert.deepEqual(
      items.map(({ textContent }) => textContent),
      [
        'History',
        'Full width',
        'Copy link',
        'Copy as Markdown',
        'Download Markdown',
        'Download HTML',
        'Print or save as PDF',
      ],
    )
  })

  it('leads to the history', async () => {
    const { choose, address } = show()
    await choose('History')
    assert.equal(address(), '/pages/p1/history')
  })

  it('names what a page and its width would become', async () => {
    const { choose, done } = show({ kind: 'KANBAN', isWide: true })
    await choose('Turn into text')
    await choose('Reading width')
    assert.deepEqual(done, ['turn', 'wide'])
  })

  it('turns a text into a board, and puts the page into the trash', async () => {
    const { choose, done } = show()
    await choose('Turn into a board')
    await choose('Move to trash')
    assert.deepEqual(done, ['turn', 'trash'])
  })

  it('copies the link', async () => {
    const { choose } = show()
    await choose('Copy link')
    assert.ok(await screen.findByText('Link copied'))
    assert.equal(await navigator.clipboard.readText(), 'http://quire.test/pages/p1')
  })

  it('downloads what is on the screen: saved first', async (t) => {
    const { choose, done } = show()
    const links: string[] = []
    t.mock.method(HTMLAnchorElement.prototype, 'click', function follow(this: HTMLAnchorElement) {
      links.push(`${this.getAttribute('href')}${this.hasAttribute('download') ? ' saved' : ''}`)
    })
    await choose('Download HTML')
    await waitFor(() => assert.equal(links.length, 1))
    await choose('Download Markdown')
    await waitFor(() => assert.equal(links.length, 2))
    const address = '/v1/pages/download?workspaceId=w1&pageId=p1&format='
    assert.deepEqual(links, [`${address}html saved`, `${address}markdown saved`])
    assert.deepEqual(done, ['flush', 'flush'])
  })

  it('says why nothing was copied', async () => {
    answer({ '/v1/pages/markdown': () => new Refusal(403, 'FORBIDDEN', 'You are no member.') })
    const { choose } = show()
    await choose('Copy as Markdown')
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /Nothing was copied.*You are no member\./)
  })

  it('copies the page as Markdown, as it is on the screen', async () => {
    const asked = answer({ '/v1/pages/markdown': () => ({ markdown: '# Plan' }) })
    const { choose, done } = show()
    await choose('Copy as Markdown')
    assert.ok(await screen.findByText('Markdown copied'))
    assert.equal(await navigator.clipboard.readText(), '# Plan')
    assert.deepEqual(done, ['flush'])
    assert.deepEqual(asked, [{ path: '/v1/pages/markdown', input: place }])
  })
})
