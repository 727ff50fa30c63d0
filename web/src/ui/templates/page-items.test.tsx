import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Menu } from '@mantine/core'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { answer, Refusal, render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { asNewAt, cursorOf, isNewPage } from '../../lib/new-page.ts'
import { DuplicateItems } from './duplicate-items.tsx'
import { NewFromTemplateItem } from './new-from-template.tsx'
import { TemplateMenu } from './template-items.tsx'

const page = { workspaceId: 'w1', pageId: 'p1' }

function show(items: ReactNode) {
  const { address } = render(
    <Menu opened>
      <Menu.Target>
        <button type="button">Actions</button>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>,
  )
  const choose = async (name: string) =>
    userEvent.click(await screen.findByRole('menuitem', { name }))
  return { address, choose }
}

describe('duplicating a page', () => {
  const show1 = (title = 'Plan', sent: string[] = []) =>
    show(<DuplicateItems {...page} title={title} before={async () => void sent.push('saved')} />)

  it('says why there is no copy, and stays', async () => {
    answer({ '/v1/pages/duplicate': () => new Refusal(403, 'QUOTA_EXCEEDED', 'Too many pages.') })
    const { choose, address } = show1()
    await choose('Duplicate')
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /The page was not duplicated/)
    assert.equal(address(), '/')
  })

  it('saves, opens the copy, and takes it back', async () => {
    const asked = answer({
      '/v1/pages/duplicate': () => ({ pageId: 'p2', pages: 1, left: 0 }),
      '/v1/pages/delete': () => ({ ok: true, pages: 1 }),
    })
    const sent: string[] = []
    const { choose, address } = show1('Plan', sent)
    await choose('Duplicate')
    assert.ok(await screen.findByText('“Plan” duplicated'))
    assert.equal(address(), '/pages/p2')
    assert.deepEqual(sent, ['saved'])
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => assert.equal(asked.length, 2))
    assert.deepEqual(asked, [
      {
        path: '/v1/pages/duplicate',
        input: { ...page, includeSubpages: false, title: 'Plan (copy)' },
      },
      { path: '/v1/pages/delete', input: { workspaceId: 'w1', pageId: 'p2' } },
    ])
  })

  it('says how many pages were copied and left out', async () => {
    const asked = answer({ '/v1/pages/duplicate': () => ({ pageId: 'p2', pages: 12, left: 2 }) })
    const { choose } = show1('x'.repeat(250))
    await choose('Duplicate with subpages')
    assert.ok(await screen.findByText(/duplicated, 12 pages in all/))
    assert.ok(await screen.findByText(/2 pages were left out/))
    assert.deepEqual(asked[0]?.input, { ...page, includeSubpages: true }, 'too long with (copy)')
  })

  it('says why the copy stays when it cannot be taken back', async () => {
    answer({
      '/v1/pages/duplicate': () => ({ pageId: 'p2', pages: 1, left: 0 }),
      '/v1/pages/delete': () => new Refusal(403, 'FORBIDDEN', 'You may only read.'),
    })
    const { choose } = show1('')
    await choose('Duplicate')
    assert.ok(await screen.findByText('“Untitled” duplicated'))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    const notice = await screen.findByText('The copy was not removed')
    assert.ok(notice)
  })
})

describe('a page as a template', () => {
  type Row = { id: string; title: string; icon: null; sectionId: string | null }
  const row = (id: string, sectionId: string | null = null): Row => ({
    id,
    title: id,
    icon: null,
    sectionId,
  })

  async function open(
    { templates, defaultId = null }: { templates: Row[]; defaultId?: string | null },
    answers: Parameters<typeof answer>[0] = {},
    parentId: string | null = 'p0',
  ) {
    const asked = answer({
      '/v1/templates/list': () => ({ templates, defaultId }),
      '/v1/templates/add': () => ({ ok: true }),
      '/v1/templates/remove': () => ({ ok: true }),
      '/v1/templates/set-default': () => ({ ok: true }),
      ...answers,
    })
    const { choose } = show(<TemplateMenu {...page} parentId={parentId} />)
    await userEvent.hover(await screen.findByRole('menuitem', { name: 'Template' }))
    const written = () => asked.filter(({ path }) => path !== '/v1/templates/list')
    return { choose, written }
  }

  it('says why nothing was changed', async () => {
    const refusal = new Refusal(403, 'FORBIDDEN', 'You may only read.')
    const { choose } = await open({ templates: [] }, { '/v1/templates/add': () => refusal })
    await choose('Offer in this workspace')
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /The template was not changed/)
  })

  it('is offered in the workspace or below the page above', async () => {
    const { choose, written } = await open({ templates: [row('p9')] })
    await choose('Offer below the page above')
    assert.ok(await screen.findByText('This page is a template now.'))
    assert.deepEqual(written(), [
      { path: '/v1/templates/add', input: { ...page, sectionId: 'p0' } },
    ])
  })

  it('is offered in the workspace only at the top level', async () => {
    const { choose, written } = await open({ templates: [] }, {}, null)
    await screen.findByRole('menuitem', { name: 'Offer in this workspace' })
    assert.equal(screen.queryByRole('menuitem', { name: 'Offer below the page above' }), null)
    await choose('Offer in this workspace')
    await waitFor(() => assert.equal(written().length, 1))
    assert.deepEqual(written()[0]?.input, { ...page, sectionId: null })
  })

  it('becomes the default of its section', async () => {
    const { choose, written } = await open({ templates: [row('p1', 'p0')] })
    await choose('Use for new pages')
    assert.ok(await screen.findByText('New pages use this template now.'))
    const input = { workspaceId: 'w1', sectionId: 'p0', templateId: 'p1' }
    assert.deepEqual(written(), [{ path: '/v1/templates/set-default', input }])
  })

  it('is no longer the default', async () => {
    const { choose, written } = await open({ templates: [row('p1')], defaultId: 'p1' })
    await choose('Stop using for new pages')
    assert.ok(await screen.findByText('New pages are empty now.'))
    const input = { workspaceId: 'w1', sectionId: null, templateId: null }
    assert.deepEqual(written(), [{ path: '/v1/templates/set-default', input }])
  })

  it('becomes an ordinary page again', async () => {
    const { choose, written } = await open({ templates: [row('p1')] })
    await choose('Stop offering as a template')
    assert.ok(await screen.findByText('This page is no longer a template.'))
    assert.deepEqual(written(), [{ path: '/v1/templates/remove', input: page }])
  })
})

describe('a page from a template', () => {
  const show3 = () => show(<NewFromTemplateItem workspaceId="w1" parentId="p1" />)
  const minutes = { id: 't1', title: 'Minutes', icon: null, sectionId: null }
  const open = async ({ choose }: ReturnType<typeof show3>) => choose('New page from a template')

  it('says so when there is no template', async () => {
    answer({ '/v1/templates/list': () => ({ templates: [], defaultId: null }) })
    await open(show3())
    assert.ok(await screen.findByText(/There is no template here/))
  })

  it('says why it was not created', async () => {
    answer({
      '/v1/templates/list': () => ({ templates: [minutes], defaultId: null }),
      '/v1/templates/create-page': () => new Refusal(404, 'PAGE_NOT_FOUND', 'No such page.'),
    })
    const menu = show3()
    await open(menu)
    await menu.choose('Minutes')
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /The page was not created/)
    assert.equal(menu.address(), '/')
  })

  it('is created below the page, and opened', async () => {
    const asked = answer({
      '/v1/templates/list': () => ({ templates: [minutes], defaultId: null }),
      '/v1/templates/create-page': () => ({ pageId: 'p7', cursor: 4 }),
    })
    const menu = show3()
    await open(menu)
    await menu.choose('Minutes')
    await waitFor(() => assert.equal(menu.address(), '/pages/p7'))
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    assert.deepEqual(
      asked.map(({ input }) => input),
      [
        { workspaceId: 'w1', parentId: 'p1' },
        { workspaceId: 'w1', parentId: 'p1', templateId: 't1', timeZone },
      ],
    )
  })
})

describe('the state of a new page', () => {
  it('has the cursor of its template, if there is one', () => {
    for (const state of [undefined, null, 'new', {}, { cursor: 'x' }, asNewAt(null)]) {
      assert.equal(cursorOf(state), undefined)
    }
    assert.equal(cursorOf(asNewAt(4)), 4)
    assert.equal(cursorOf(asNewAt(0)), 0)
    assert.ok(isNewPage(asNewAt(null)) && isNewPage(asNewAt(4)))
    assert.ok(!isNewPage({ cursor: 4 }))
  })
})
