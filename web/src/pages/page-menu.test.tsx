import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { pageOf } from '../../../test/support/web/editor.ts'
import {
  answer,
  type Asked,
  Refusal,
  render,
  screen,
  waitFor,
} from '../../../test/support/web/screen.tsx'
import type { Level } from '../lib/access/levels.ts'
import { PageContext, type PageInView } from './page-context.ts'
import { PageMenu } from './page-menu.tsx'
import type { PageKind } from './use-page-model.ts'

const ids = { workspaceId: 'w1', pageId: 'p1' }
type Given = {
  kind?: PageKind
  isEditable?: boolean
  isWide?: boolean
  level?: Level
}

function show(given: Given = {}) {
  const { kind = 'TEXT', isEditable = true, isWide = false } = given
  const { level = isEditable ? 'write' : 'read' } = given
  const done: string[] = []
  const model = {
    kind,
    read: () => ({ content: pageOf('Some words.\n\n- here') }),
    body: { find: () => done.push('find') },
    replaceContent: () => done.push('turn'),
    saver: { flush: async () => void done.push('flush') },
    fields: { title: 'Plan', icon: null },
  }
  const page = { id: ids.pageId, title: 'Plan', parentId: null, level }
  // SAFETY: the menu takes no more of the page.
  const shown = { workspaceId: ids.workspaceId, page, model, isEditable } as unknown as PageInView
  const { address } = render(
    <PageContext value={shown}>
      <PageMenu isWide={isWide} toggleWide={() => done.push('wide')} />
    </PageContext>,
  )
  const user = userEvent.setup()
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Page actions' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  return { user, done, choose, address }
}

/** Without the question whether the page is watched. */
const changes = (asked: readonly Asked[]) => asked.filter(({ path }) => path !== '/v1/watches/list')

describe('the menu of a page', () => {
  it('offers a viewer nothing that changes the page', async () => {
    const { user } = show({ isEditable: false })
    await user.click(screen.getByRole('button', { name: 'Page actions' }))
    const items = await screen.findAllByRole('menuitem')
    assert.deepEqual(
      items.map(({ textContent }) => textContent),
      [
        'Share',
        'History',
        'Find in page',
        'Full width',
        'Copy link',
        'Copy as Markdown',
        'Download Markdown',
        'Download HTML',
        'Print or save as PDF',
      ],
    )
  })

  for (const level of ['propose', 'write'] as const) {
    it(`leads someone who may ${level} to the screen for suggestions`, async () => {
      const { choose, address } = show({ level, isEditable: level === 'write' })
      await choose('Suggest changes')
      assert.equal(address(), '/pages/p1/suggest')
    })
  }

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

  it('opens the search in the text, which a board has not', async () => {
    const { choose, done } = show()
    await choose('Find in page')
    assert.deepEqual(done, ['find'])
  })

  it('counts the words', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Page actions' }))
    await screen.findByText('3 words')
  })

  it('turns a text into a board', async () => {
    const { choose, done } = show()
    await choose('Turn into board')
    assert.deepEqual(done, ['turn'])
  })

  it('puts the page into the trash, and says so', async () => {
    const asked = answer({ '/v1/pages/delete': () => ({ pages: 2 }) })
    const { choose, address } = show()
    await choose('Move to trash')
    assert.ok(await screen.findByText('“Plan” and 1 page below it moved to the trash'))
    assert.deepEqual(changes(asked), [{ path: '/v1/pages/delete', input: ids }])
    assert.equal(address(), '/')
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
    assert.match(notice.textContent ?? '', /Could not copy the page.*You do not have permission/)
  })

  it('copies the page as Markdown, as it is on the screen', async () => {
    const asked = answer({ '/v1/pages/markdown': () => ({ markdown: '# Plan' }) })
    const { choose, done } = show()
    await choose('Copy as Markdown')
    assert.ok(await screen.findByText('Markdown copied'))
    assert.equal(await navigator.clipboard.readText(), '# Plan')
    assert.deepEqual(done, ['flush'])
    assert.deepEqual(changes(asked), [{ path: '/v1/pages/markdown', input: ids }])
  })
})
