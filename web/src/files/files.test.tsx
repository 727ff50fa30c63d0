import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createEvent, fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { kindOf as kindOfServer } from '../../../server/domain/files/list.ts'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import type { UploadItem } from '../lib/uploads/upload.ts'
import { kindOf } from './kinds.tsx'

let quire: WebServer
const { FilesScreen } = await import('./files-screen.tsx')
const { UploadList } = await import('./upload-list.tsx')
const { DropArea } = await import('./drop-area.tsx')

before(async () => {
  quire = await startWebServer()
  const pageId = await quire.addPage('Plan')
  for (const [fileName, mimeType, text] of [
    ['notes.txt', 'text/plain', 'Said <b>so</b>'],
    ['<img src=x onerror=alert(1)>.bin', 'application/octet-stream', 'x'],
  ] as const) {
    await quire.post('/v1/page-files/upload-file', {
      workspaceId: quire.workspaceId,
      pageId,
      fileName,
      mimeType,
      contentBase64: btoa(text),
    })
  }
})
after(() => quire.close())
beforeEach(() => quire.setRole('OWNER'))

async function show() {
  const user = userEvent.setup()
  const shown = render(await inWorkspace(<FilesScreen />))
  await screen.findByRole('button', { name: /^notes\.txt/ })
  return { user, shown }
}

describe('FilesScreen', () => {
  it('lets a viewer bring nothing and make nothing', async () => {
    quire.setRole('VIEWER')
    const { user } = await show()
    assert.ok(screen.queryByRole('button', { name: 'Upload' }) === null)
    await user.click(screen.getByRole('button', { name: /^notes\.txt/ }))
    const details = await screen.findByRole('dialog')
    assert.ok(within(details).getByRole('link', { name: 'Download' }))
    assert.ok(within(details).queryByRole('button', { name: /Create page/ }) === null)
  })

  it('finds by name and by kind', async () => {
    const { user } = await show()
    assert.ok(screen.getByText('2 files'))
    await user.type(screen.getByRole('textbox', { name: 'Search files' }), 'onerror')
    assert.ok(await screen.findByText('1 file'))
    assert.ok(document.querySelector('img') === null)
    await user.click(screen.getByText('Images'))
    assert.ok(await screen.findByText('No files found'))
  })

  it('shows the text of a file, where it is used, and makes a page of it', async () => {
    const { user, shown } = await show()
    await user.click(screen.getByRole('button', { name: /^notes\.txt/ }))
    const details = await screen.findByRole('dialog')
    assert.ok(await within(details).findByText('Said <b>so</b>'))
    assert.ok(await within(details).findByRole('link', { name: 'Plan' }))
    await user.click(within(details).getByRole('button', { name: 'Create page from file' }))
    await waitFor(() => assert.match(shown.address(), /^\/pages\//))
  })

  it('says in words what did not load', async () => {
    const message = 'The server is busy. Try again in a moment.'
    quire.refuse('/v1/files/list', 503, { code: 'BUSY', message })
    render(await inWorkspace(<FilesScreen />))
    assert.ok(await screen.findByText(message))
  })
})

describe('UploadList', () => {
  const item = (state: UploadItem['state'], extra: Partial<UploadItem> = {}): UploadItem => ({
    id: state,
    workspaceId: 'w',
    name: `${state}.bin`,
    size: 200_000_000,
    sent: 50_000_000,
    state,
    ...extra,
  })

  it('shows nothing while there is nothing', () => {
    render(<UploadList uploads={[]} />)
    assert.ok(screen.queryByRole('region', { name: 'Uploads' }) === null)
  })

  it('says how far each is, and what can be done', () => {
    const message = 'The file is larger than 5 GB.'
    render(
      <UploadList
        uploads={[
          item('sending'),
          item('paused'),
          item('retrying', { message: 'No connection to the server.' }),
          item('interrupted'),
          item('failed', { message }),
          item('done'),
        ]}
      />,
    )
    assert.ok(screen.getByText('50 MB of 200 MB'))
    assert.ok(screen.getByText('Paused at 50 MB of 200 MB'))
    assert.ok(screen.getByText('Waiting at 50 MB of 200 MB'))
    assert.ok(screen.getByText('No connection to the server.'))
    assert.ok(screen.getByText(message))
    for (const name of [
      'Pause sending.bin',
      'Resume paused.bin',
      'Pause retrying.bin',
      'Resume failed.bin',
      'Cancel interrupted.bin',
      'Choose the file to continue',
      'Clear finished',
    ]) {
      assert.ok(screen.getByRole('button', { name }), name)
    }
    assert.ok(screen.queryByRole('button', { name: 'Cancel done.bin' }) === null)
  })
})

describe('DropArea', () => {
  const drop = (types: string[]) => {
    const taken: string[] = []
    const { unmount } = render(
      <DropArea isEnabled onDrop={(files) => taken.push(...files.map(({ name }) => name))}>
        <p>Here</p>
      </DropArea>,
    )
    const dataTransfer = { types, files: [new File(['x'], 'a.txt')] }
    const event = createEvent.drop(screen.getByText('Here'))
    Object.assign(event, { dataTransfer })
    fireEvent(screen.getByText('Here'), event)
    unmount()
    return taken
  }

  it('takes files and leaves what else is dragged alone', () => {
    assert.deepEqual(drop(['text/plain']), [])
    assert.deepEqual(drop(['Files']), ['a.txt'])
  })
})

describe('kindOf', () => {
  it('sorts as the server does', () => {
    for (const type of [
      'image/png',
      'application/pdf',
      'audio/mpeg',
      'video/mp4',
      'text/csv',
      'application/json',
      'application/ld+json',
      'application/zip',
    ]) {
      assert.equal(kindOf(type), kindOfServer(type), type)
    }
  })
})
