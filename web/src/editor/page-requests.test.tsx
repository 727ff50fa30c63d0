import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  answer,
  Refusal,
  render,
  screen,
  waitUntilIdle,
} from '../../../test/support/web/screen.tsx'
import { pageRequests } from './insert/page-requests.ts'

const page = { workspaceId: 'w', pageId: 'p' }
const host = pageRequests(page)
const { signal } = new AbortController()

describe('what the editor asks of the server', () => {
  it('are the pages opened last, until something is searched for', async () => {
    const asked = answer({
      '/v1/recent/list': () => ({ pages: [{ id: 'a', title: 'A', icon: '🌱', visitedAt: '' }] }),
      '/v1/search/find': () => ({
        results: [{ pageId: 'b', title: 'B', icon: null, above: [{ title: 'Up' }] }],
      }),
    })
    assert.equal((await host.findPages(' ', signal))[0]?.id, 'a')
    assert.deepEqual(await host.findPages('bee', signal), [
      { id: 'b', title: 'B', icon: null, path: ['Up'] },
    ])
    assert.equal(asked[1]?.input['query'], 'bee')
  })

  it('are the people of the workspace by any part of their name', async () => {
    const member = (id: string, firstName: string, lastName: string) => ({
      id,
      firstName,
      lastName,
    })
    answer({
      '/app/members/list': () => ({
        members: [member('1', 'Ada', 'Lovelace'), member('2', 'Alan', 'Turing')],
      }),
    })
    assert.deepEqual(await host.findPeople('tur'), [{ id: '2', name: 'Alan Turing' }])
    assert.equal((await host.findPeople('')).length, 2)
  })

  it('takes small files at once, images as such', async () => {
    const asked = answer({
      '/v1/page-files/upload-image': () => ({ fileId: 'f1' }),
      '/v1/page-files/upload-file': () => ({ fileId: 'f2' }),
    })
    const shares: number[] = []
    const progress = (share: number) => void shares.push(share)
    const image = new File(['abc'], 'a.png', { type: 'image/png' })
    assert.equal((await host.upload(image, progress)).fileId, 'f1')
    assert.equal(asked[0]?.input['contentBase64'], 'YWJj')
    const other = await host.upload(new File(['x'], 'a.bin'), progress)
    assert.deepEqual(other, {
      fileId: 'f2',
      name: 'a.bin',
      size: 1,
      mimeType: 'application/octet-stream',
    })
    assert.deepEqual(shares, [1, 1])
  })

  it('says in the words of the server what it refuses', async () => {
    answer({
      '/v1/page-files/upload-image': () => new Refusal(413, 'FILE_TOO_LARGE', 'Make it smaller.'),
    })
    const image = new File(['abc'], 'a.png', { type: 'image/png' })
    await assert.rejects(
      host.upload(image, () => undefined),
      { message: 'The file is too large for this server.' },
    )
    render(<div />)
    host.notifyError('Make it smaller.')
    await waitUntilIdle()
    screen.getByText('Make it smaller.')
  })
})
