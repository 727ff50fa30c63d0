import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { FileDetails } from './file-details.tsx'
import { FileRow, type ListedFile } from './file-row.tsx'
import { FilesScreen } from './files-screen.tsx'

const file: ListedFile = {
  id: 'f1',
  name: 'map.png',
  mimeType: 'image/png',
  size: 1_500_000,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
  url: '/files/f1/map.png',
  pages: 0,
}
const many = Array.from({ length: 120 }, (_, index) => ({
  ...file,
  id: `f${index}`,
  name: `file ${index}.zip`,
  mimeType: 'application/zip',
}))

/** Lists as the server does: by parts, with the number of all. */
const list = (files: readonly ListedFile[]) => ({
  '/v1/files/list': (input: Record<string, unknown>) => {
    const offset = Number(input['offset'])
    return { files: files.slice(offset, offset + Number(input['limit'])), total: files.length }
  },
})

describe('the list of files', () => {
  it('says to a member how to bring some, and to a viewer that there are none', async () => {
    renderSignedIn(<FilesScreen />, { role: 'MEMBER', answers: list([]) })
    assert.ok(await screen.findByRole('heading', { name: 'No files yet' }))
    assert.ok(screen.getByText('Drop files here, or select Upload.'))
  })

  it('says to a viewer that nobody brought any', async () => {
    renderSignedIn(<FilesScreen />, { role: 'VIEWER', answers: list([]) })
    assert.ok(await screen.findByText('No one has uploaded a file yet.'))
  })

  it('shows more when asked, until all are there', async () => {
    const { asked } = renderSignedIn(<FilesScreen />, { answers: list(many) })
    assert.ok(await screen.findByText('120 files'))
    const shown = () => screen.getAllByRole('listitem').length
    assert.equal(shown(), 50)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => assert.equal(shown(), 100))
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => assert.equal(shown(), 120))
    assert.ok(screen.queryByRole('button', { name: 'Show more' }) === null)
    assert.deepEqual(
      inputsOf(asked, '/v1/files/list').map(({ offset }) => offset),
      [0, 50, 100],
    )
  })

  it('keeps what is there when more does not load, and says why', async () => {
    const { '/v1/files/list': listed } = list(many)
    let isBusy = true
    const answers = {
      '/v1/files/list': (input: Record<string, unknown>) =>
        input['offset'] !== 0 && isBusy
          ? new Refusal(503, 'BUSY', 'Try again soon.')
          : listed(input),
    }
    renderSignedIn(<FilesScreen />, { answers })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    assert.match((await screen.findByRole('alert')).textContent ?? '', /The server is busy/)
    assert.equal(screen.getAllByRole('listitem').length, 50)
    isBusy = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => assert.equal(screen.getAllByRole('listitem').length, 100))
    assert.ok(screen.queryByRole('alert') === null)
  })
})

describe('FileRow', () => {
  const show = (given: Partial<ListedFile>) => {
    const opened: string[] = []
    renderSignedIn(
      <ul>
        <FileRow file={{ ...file, ...given }} onOpen={({ name }) => opened.push(name)} />
      </ul>,
    )
    return opened
  }

  for (const [pages, words] of [
    [0, 'Not used'],
    [1, 'On 1 page'],
    [3, 'On 3 pages'],
  ] as const) {
    it(`says ${words}`, async () => {
      show({ pages })
      assert.ok(await screen.findByText(words))
    })
  }

  it('shows a small picture, and of a large one only what it is', async () => {
    show({})
    const row = await screen.findByRole('listitem')
    assert.equal(row.querySelector('img')?.getAttribute('src'), '/files/f1/map.png')
    show({ size: 2_000_001, name: 'large.png' })
    const large = await screen.findByText('large.png')
    assert.ok(large.closest('li')?.querySelector('img') === null)
  })

  it('is opened by keyboard', async () => {
    const opened = show({})
    const button = await screen.findByRole('button', { name: /^map\.png.*1\.5 MB · Ada Lovelace/ })
    button.focus()
    await userEvent.keyboard('{Enter}')
    assert.deepEqual(opened, ['map.png'])
  })
})

describe('FileDetails', () => {
  const show = (answers: Parameters<typeof renderSignedIn>[1]) => {
    const closed: string[] = []
    const close = () => closed.push('closed')
    const shown = renderSignedIn(<FileDetails file={file} canWrite onClose={close} />, answers)
    return { closed, ...shown }
  }
  const use = { '/v1/files/use': () => ({ pages: [] }) }
  const create = async () => {
    const name = 'Create page from file'
    await userEvent.click(await screen.findByRole('button', { name }))
  }

  for (const [name, title] of [
    ['plan.md', 'plan'],
    ['Notes.TXT', 'Notes'],
    ['.md', '.md'],
    ['map.png', 'map.png'],
    [`${'🎈'.repeat(300)}.md`, '🎈'.repeat(255)],
  ] as const) {
    it(`calls the page of ${name.slice(0, 20)} as what it holds`, async () => {
      const answers = { '/v1/workspace/create-page-from-file': () => ({ pageId: 'p1' }) }
      const { asked, address } = renderSignedIn(
        <FileDetails file={{ ...file, name }} canWrite onClose={() => undefined} />,
        { answers: { ...use, ...answers } },
      )
      await create()
      await waitFor(() => assert.equal(address(), '/pages/p1'))
      assert.deepEqual(inputsOf(asked, '/v1/workspace/create-page-from-file'), [
        { workspaceId: 'w1', fileId: 'f1', title },
      ])
    })
  }

  it('says why no page was made of it, and lets one try again', async () => {
    const refusal = new Refusal(507, 'STORAGE_FULL', 'The disk is full.')
    const answers = { ...use, '/v1/workspace/create-page-from-file': () => refusal }
    const { address } = show({ answers })
    await create()
    assert.ok(await screen.findByText(/out of disk space/))
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create page from file' })
    await waitFor(() => assert.equal(button.disabled, false))
    assert.equal(address(), '/')
  })

  it('names the pages that use it, also those without a title', async () => {
    const pages = [
      { id: 'p1', title: 'Plan', icon: '🌱' },
      { id: 'p2', title: '', icon: null },
    ]
    const { asked } = show({ answers: { '/v1/files/use': () => ({ pages }) } })
    const section = within(await screen.findByRole('region', { name: 'Used on' }))
    assert.equal(
      (await section.findByRole('link', { name: 'Plan' })).getAttribute('href'),
      '/pages/p1',
    )
    assert.ok(section.getByRole('link', { name: 'Untitled' }))
    assert.deepEqual(inputsOf(asked, '/v1/files/use'), [{ workspaceId: 'w1', fileId: 'f1' }])
  })

  it('says that it is on no page, and offers it by its own name', async () => {
    const { closed } = show({ answers: use })
    assert.ok(await screen.findByText('Not used on any page.'))
    const link = screen.getByRole('link', { name: 'Download' })
    assert.equal(link.getAttribute('download'), 'map.png')
    assert.equal(link.getAttribute('href'), file.url)
    await userEvent.keyboard('{Escape}')
    assert.deepEqual(closed, ['closed'])
  })
})
