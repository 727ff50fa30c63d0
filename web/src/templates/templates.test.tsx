import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import type { PageDocument } from '../../../content/document.ts'
import { answer, Refusal, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { createPage, timeZoneHere } from '../lib/templates/new-page.ts'
import { PageTemplates } from './page-templates.tsx'
import { TodayScreen } from './today-screen.tsx'

const page = { workspaceId: 'w1', pageId: 'p1', parentId: 'p0' }
const timeZone = timeZoneHere()
const template = { id: 't1', title: 'Minutes', icon: null, sectionId: null }
const content: PageDocument = { type: 'doc', content: [{ type: 'paragraph' }] }

describe('the templates for an empty page', () => {
  function show(answers: Parameters<typeof answer>[0], title = 'Monday') {
    const asked = answer({
      '/v1/templates/list': () => ({
        templates: [template, { ...template, id: 'p1', title: 'Itself' }],
        defaultId: null,
      }),
      ...answers,
    })
    const filled: PageDocument[] = []
    const focused: (number | undefined)[] = []
    render(
      <PageTemplates
        {...page}
        isEmpty
        title={title}
        fill={(document) => filled.push(document)}
        focus={(position) => focused.push(position)}
      />,
    )
    const use = async () => userEvent.click(await screen.findByRole('button', { name: 'Minutes' }))
    const written = () => asked.filter(({ path }) => path !== '/v1/templates/list')
    return { use, filled, focused, written }
  }

  it('say why one was not used, and leave the page', async () => {
    const refusal = new Refusal(404, 'PAGE_NOT_FOUND', 'No such page.')
    const { use, filled } = show({ '/v1/templates/fill': () => refusal })
    await use()
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /The template was not used/)
    assert.deepEqual(filled, [])
  })

  it('fill the page with text, properties and files', async () => {
    const { use, filled, focused, written } = show({
      '/v1/templates/fill': () => ({
        content,
        properties: 'a: 1\n',
        fileIds: ['f1'],
        cursor: 3,
      }),
      '/v1/page-files/attach-file': () => ({ ok: true }),
      '/v1/pages/set-properties': () => ({ version: 2 }),
    })
    await use()
    await waitFor(() => assert.equal(written().length, 3))
    assert.deepEqual(filled, [content])
    const ids = { workspaceId: 'w1', pageId: 'p1' }
    const fill = { workspaceId: 'w1', templateId: 't1', parentId: 'p0', title: 'Monday', timeZone }
    assert.deepEqual(
      written().map(({ input }) => input),
      [fill, { ...ids, fileId: 'f1' }, { ...ids, source: 'a: 1\n' }],
    )
    assert.deepEqual(focused, [3])
    assert.equal(screen.queryByRole('button', { name: 'Itself' }), null)
  })

  it('need no title', async () => {
    const { use, filled, written } = show(
      { '/v1/templates/fill': () => ({ content, properties: null, fileIds: [], cursor: null }) },
      '',
    )
    await use()
    await waitFor(() => assert.equal(filled.length, 1))
    assert.ok(!('title' in Object(written()[0]?.input)))
  })
})

describe('a new page', () => {
  const input = { workspaceId: 'w1', parentId: null, title: undefined }

  it('is empty when there is no default, or it cannot be read', async () => {
    for (const list of [
      () => new Refusal(503, 'BUSY', 'Busy.'),
      () => ({ templates: [], defaultId: null }),
    ]) {
      const asked = answer({
        '/v1/templates/list': list,
        '/v1/pages/create': () => ({ pageId: 'p2', url: '' }),
      })
      assert.equal((await createPage(input)).pageId, 'p2')
      const created = asked.find(({ path }) => path === '/v1/pages/create')
      assert.deepEqual(created?.input, {
        workspaceId: 'w1',
        parentId: null,
        title: 'Untitled',
      })
    }
  })

  it('comes from the default of its section', async () => {
    const asked = answer({
      '/v1/templates/list': () => ({ templates: [template], defaultId: 't1' }),
      '/v1/templates/create-page': () => ({ pageId: 'p3', cursor: null }),
    })
    assert.equal((await createPage({ ...input, parentId: 'p0' })).pageId, 'p3')
    assert.equal((await createPage({ ...input, title: 'Given' })).pageId, 'p3')
    const created = asked.filter(({ path }) => path === '/v1/templates/create-page')
    const given = { workspaceId: 'w1', templateId: 't1', timeZone }
    assert.deepEqual(
      created.map((one) => one.input),
      [
        { ...given, parentId: 'p0' },
        { ...given, parentId: null, title: 'Given' },
      ],
    )
  })
})

describe('today', () => {
  it('says why the page did not open, and tries again', async () => {
    let tries = 0
    const { address } = renderSignedIn(<TodayScreen />, {
      answers: {
        '/v1/pages/daily': () => {
          tries += 1
          return tries === 1
            ? new Refusal(403, 'FORBIDDEN', 'You may only read.')
            : { pageId: 'p7', date: '2026-05-01', isNew: false, cursor: null }
        },
      },
    })
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /Today’s page was not opened/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => assert.equal(address(), '/pages/p7'))
  })

  it('opens the page of the day of the person', async () => {
    const { asked, address } = renderSignedIn(<TodayScreen />, {
      answers: {
        '/v1/pages/daily': () => ({
          pageId: 'p7',
          date: '2026-05-01',
          isNew: true,
          cursor: null,
        }),
      },
    })
    await waitFor(() => assert.equal(address(), '/pages/p7'))
    assert.deepEqual(inputsOf(asked, '/v1/pages/daily')[0], { workspaceId: 'w1', timeZone })
  })
})
