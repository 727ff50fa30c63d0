import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { PageDocument } from '../../../content/document.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { replaceGlobals } from '../../../test/support/processes/replace.ts'
import { pageOf } from '../../../test/support/web/editor.ts'
import { act, render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { publishChange } from '../lib/changes/changes.ts'
import type { PageBodyProps } from '../lib/page-body.ts'
import { HeaderSlot, HeaderSlotProvider } from '../ui/screens/header-slot.tsx'
import { PageScreen } from './page-screen.tsx'
import type { SidePanel, SidePanelProps } from './use-side-panel.ts'

/** Writes the text of a page by a plain field, in the place of the editor. */
function Field({ content, isEditable, changed, ref, onComment, onReady }: PageBodyProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    read: (): PageDocument => pageOf(field.current?.value ?? ''),
    show: (document) => {
      if (field.current !== null) field.current.value = writeMarkdown(document)
    },
    focus: () => field.current?.focus(),
  }))
  useLayoutEffect(() => onReady?.(), [onReady])
  return (
    <>
      <textarea
        ref={field}
        aria-label="Body"
        readOnly={!isEditable}
        defaultValue={writeMarkdown(content)}
        onChange={changed}
      />
      <button type="button" onClick={() => onComment?.({ text: 'quoted', block: 1 })}>
        Say something
      </button>
    </>
  )
}

const Board = ({ ref }: PageBodyProps) => {
  useImperativeHandle(ref, () => ({
    read: () => ({
      type: 'doc',
      content: [{ type: 'kanbanColumn', content: [{ type: 'heading' }] }],
    }),
    show: () => undefined,
    focus: () => undefined,
  }))
  return <p>A board</p>
}

const sidePanel: SidePanel = {
  name: 'comments',
  Button: ({ isOpen, setOpen }: SidePanelProps) => (
    <button type="button" onClick={() => setOpen(!isOpen)}>
      Comments
    </button>
  ),
  Panel: ({ quote }: SidePanelProps) => <p>About {quote?.text ?? 'the page'}</p>,
}

describe('the screen of a page', () => {
  let server: WebServer
  before(async () => {
    server = await startWebServer()
  })
  after(() => server.close())

  async function open(pageId: string, hash = '') {
    const element = await inWorkspace(
      <HeaderSlotProvider>
        <HeaderSlot className="bar" />
        <PageScreen bodies={{ TEXT: Field, KANBAN: Board }} sidePanels={[sidePanel]} />
      </HeaderSlotProvider>,
    )
    return render(
      [
        { path: '/pages/:pageId', element },
        { path: '*', element: <p>Somewhere else</p> },
      ],
      { at: `/pages/${pageId}${hash}` },
    )
  }
  const asked = (path: string) => server.asked.filter((one) => one.path === path)
  const body = async (): Promise<HTMLTextAreaElement> => {
    const field = await screen.findByLabelText('Body')
    assert.ok(field instanceof HTMLTextAreaElement)
    return field
  }
  const markdownOf = async (pageId: string) => {
    const input = { workspaceId: server.workspaceId, pageId }
    return (await server.post<{ markdown: string }>('/v1/pages/markdown', input)).body.markdown
  }

  it('says where a page may be that is not there', async () => {
    await open('01234567-89ab-4cde-8f01-23456789abcd')
    await screen.findByText('Page not found')
    assert.equal(screen.getByRole('link', { name: 'trash' }).getAttribute('href'), '/trash')
  })

  it('says what went wrong, and tries again', async () => {
    const pageId = await server.addPage('Plan')
    server.refuse('/v1/pages/document', 500, { code: 'INTERNAL', message: 'Look at the log.' })
    await open(pageId)
    await screen.findByText(/Something went wrong on the server/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await body()
  })

  it('says that there is no connection, keeps saying so while it tries, and opens then', async () => {
    const pageId = await server.addPage('Plan')
    const real = globalThis.fetch
    let isAway = true
    replaceGlobals({
      fetch: async (address: string, init: RequestInit) => {
        if (isAway && address.endsWith('/v1/pages/document')) throw new TypeError('no route')
        return real(address, init)
      },
    })
    await open(pageId)
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /cannot be read offline.*The server is not responding/)
    const again = screen.getByRole('button', { name: 'Try again' })
    await userEvent.click(again)
    assert.ok(document.activeElement === again)
    isAway = false
    await userEvent.click(again)
    await body()
    replaceGlobals({ fetch: real })
  })

  it('asks once more when the person does not want to wait any longer', async () => {
    const pageId = await server.addPage('Plan')
    const real = globalThis.fetch
    let asked = 0
    replaceGlobals({
      fetch: async (address: string, init: RequestInit) => {
        if (!address.endsWith('/v1/pages/document')) return real(address, init)
        asked += 1
        return asked === 1 ? new Promise<never>(() => undefined) : real(address, init)
      },
    })
    await open(pageId)
    await screen.findByText(/This is taking longer than usual/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await body()
    assert.equal(asked, 2)
    replaceGlobals({ fetch: real })
  })

  it('shows where the page is, and remembers that it was visited', async () => {
    const parentId = await server.addPage('Above')
    const pageId = await server.addPage('Plan', { parentId, markdown: 'One.' })
    await open(pageId)
    assert.equal((await body()).value, 'One.\n')
    assert.equal(
      screen.getByRole('link', { name: 'Above' }).getAttribute('href'),
      `/pages/${parentId}`,
    )
    assert.match(document.title, /^Plan/)
    await waitFor(() => assert.equal(asked('/v1/recent/visit').at(-1)?.body['pageId'], pageId))
  })

  it('saves what is written, by title and text', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'One.' })
    await open(pageId)
    await userEvent.type(await body(), '{End}Two.')
    await userEvent.clear(screen.getByLabelText('Title'))
    await userEvent.type(screen.getByLabelText('Title'), 'Renamed')
    await screen.findByText('Saving…')
    await waitFor(() => screen.getByText('Saved'))
    assert.match(await markdownOf(pageId), /Two\./)
    const { title, content } = asked('/v1/pages/save').at(-1)?.body ?? {}
    assert.ok(title === 'Renamed' || content !== undefined)
  })

  it('goes from the title into the text by Enter', async () => {
    await open(await server.addPage('Plan', { markdown: 'One.' }))
    const field = await body()
    await userEvent.type(screen.getByLabelText('Title'), '{Enter}')
    await waitFor(() => assert.ok(document.activeElement === field))
  })

  it('shows what is changed elsewhere', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'One.' })
    await open(pageId)
    const field = await body()
    const edit = { workspaceId: server.workspaceId, pageId, mode: 'append', text: 'Two.' }
    await server.post('/v1/pages/edit', edit)
    await act(async () => publishChange({ sequence: 1, type: 'page.updated', pageId, version: 2 }))
    await waitFor(() => assert.equal(field.value, 'One.\n\nTwo.\n'))
  })

  it('asks the person when both changed the same', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'One.' })
    await open(pageId)
    const field = await body()
    const edit = {
      workspaceId: server.workspaceId,
      pageId,
      mode: 'replace',
      find: 'One.',
      text: 'Theirs.',
    }
    await server.post('/v1/pages/edit', edit)
    await userEvent.clear(field)
    await userEvent.type(field, 'Mine.')
    const conflicts = await screen.findByRole('region', { name: 'Choose which changes to keep' })
    assert.equal(document.activeElement, field)
    await userEvent.click(screen.getByRole('button', { name: 'Review' }))
    assert.equal(document.activeElement, conflicts)
    within(conflicts).getByText('Theirs.')
    await userEvent.click(screen.getByRole('button', { name: 'Keep yours' }))
    await waitFor(async () => assert.equal(await markdownOf(pageId), 'Mine.\n'))
  })

  it('becomes a board, and text again', async () => {
    const pageId = await server.addPage('Plan', { markdown: '## A\n\n- [ ] One' })
    await open(pageId)
    await body()
    await userEvent.click(screen.getByRole('button', { name: 'Page actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Turn into board' }))
    await screen.findByText('A board')
    await userEvent.click(screen.getByRole('button', { name: 'Page actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Turn into text' }))
    await body()
  })

  it('goes to the trash, and comes back', async () => {
    const pageId = await server.addPage('Plan')
    const { address } = await open(pageId)
    await body()
    await userEvent.click(screen.getByRole('button', { name: 'Page actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to trash' }))
    await screen.findByText('Somewhere else')
    assert.equal(address(), '/')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => assert.equal(address(), `/pages/${pageId}`))
    await body()
  })

  it('is made a favourite, and taken out again', async () => {
    const pageId = await server.addPage('Plan')
    await open(pageId)
    await userEvent.click(await screen.findByRole('button', { name: 'Add to favourites' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from favourites' }))
    await screen.findByRole('button', { name: 'Add to favourites' })
    assert.equal(asked('/v1/favourites/add').length, asked('/v1/favourites/remove').length)
  })

  it('opens what speaks about it with the text that is meant', async () => {
    await open(await server.addPage('Plan'))
    await body()
    await userEvent.click(screen.getByRole('button', { name: 'Say something' }))
    screen.getByText('About quoted')
    await userEvent.click(screen.getByRole('button', { name: 'Comments' }))
    assert.equal(screen.queryByText('About quoted'), null)
  })

  it('opens the comments at the address of a comment', async () => {
    await open(await server.addPage('Plan'), '#comment-c1')
    await screen.findByText('About the page')
    await userEvent.click(screen.getByRole('button', { name: 'Comments' }))
    assert.equal(screen.queryByText('About the page'), null)
  })

  it('offers to a viewer only what changes nothing', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'One.' })
    const { workspaceId } = server
    const { body: page } = await server.post<object>('/v1/pages/document', { workspaceId, pageId })
    const real = globalThis.fetch
    replaceGlobals({
      fetch: async (address: string, init: RequestInit) =>
        address.endsWith('/v1/pages/document')
          ? Response.json({ ...page, role: 'VIEWER', level: 'read' })
          : real(address, init),
    })
    await open(pageId)
    assert.equal((await body()).readOnly, true)
    screen.getByRole('heading', { name: 'Plan', level: 1 })
    assert.equal(screen.queryByLabelText('Title'), null)
    assert.equal(screen.queryByText('Saved'), null)
    await userEvent.click(screen.getByRole('button', { name: 'Page actions' }))
    await screen.findByRole('menuitem', { name: 'Download Markdown' })
    assert.equal(screen.queryByRole('menuitem', { name: 'Move to trash' }), null)
    replaceGlobals({ fetch: real })
  })
})
