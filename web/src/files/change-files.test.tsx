import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import type { ListedFile } from './file-row.tsx'
import { FilesScreen } from './files-screen.tsx'

const file: ListedFile = {
  id: 'f1',
  name: 'map.final.png',
  mimeType: 'image/png',
  size: 1500,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
  url: '/files/f1',
  pages: 0,
}
const theirs = { ...file, createdBy: { id: 'u2', firstName: 'Grace', lastName: 'Hopper' } }

/** A server that holds one file. */
function holding(start: ListedFile, pages: { id: string; title: string; icon: null }[] = []) {
  let current: ListedFile | undefined = start
  return {
    '/v1/files/list': () => ({
      files: current === undefined ? [] : [current],
      total: current === undefined ? 0 : 1,
    }),
    '/v1/files/use': () => ({ pages }),
    '/v1/files/rename': ({ name }: Record<string, unknown>) => {
      current = { ...start, name: String(name) }
      return { ok: true }
    },
    '/v1/files/delete': () => {
      current = undefined
      return { ok: true, pages: pages.length }
    },
  }
}

async function open(options: Parameters<typeof renderSignedIn>[1]) {
  const shown = renderSignedIn(<FilesScreen />, options)
  await userEvent.click(await screen.findByRole('button', { name: /^map\.final\.png/ }))
  return { ...shown, details: within(await screen.findByRole('dialog')) }
}

describe('the details of a file', () => {
  for (const [who, role, shown, expected] of [
    ['a viewer', 'VIEWER', file, false],
    ['a member who did not upload it', 'MEMBER', theirs, false],
    ['the member who uploaded it', 'MEMBER', file, true],
    ['an admin', 'ADMIN', theirs, true],
  ] as const) {
    it(`${expected ? 'offer' : 'do not offer'} to rename and delete it to ${who}`, async () => {
      const { details } = await open({ role, answers: holding(shown) })
      for (const name of ['Rename', 'Delete']) {
        assert.equal(details.queryByRole('button', { name }) !== null, expected, name)
      }
    })
  }

  it('rename it in place, the ending left aside', async () => {
    const { details, asked } = await open({ answers: holding(file) })
    await userEvent.click(details.getByRole('button', { name: 'Rename' }))
    const field = details.getByRole<HTMLInputElement>('textbox', { name: 'File name' })
    assert.equal(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0), 'map.final')
    await userEvent.clear(field)
    const button = details.getByRole<HTMLButtonElement>('button', { name: 'Rename' })
    assert.equal(button.disabled, true)
    await userEvent.type(field, ' plan.png {Enter}')
    assert.ok(await screen.findByRole('heading', { name: /^plan\.png/ }))
    assert.ok(await screen.findByText('plan.png', { selector: 'li *' }))
    assert.deepEqual(inputsOf(asked, '/v1/files/rename'), [
      { workspaceId: 'w1', fileId: 'f1', name: 'plan.png' },
    ])
  })

  it('leave the name as it is on Escape, and stay open', async () => {
    const { details, asked } = await open({ answers: holding(file) })
    await userEvent.click(details.getByRole('button', { name: 'Rename' }))
    await userEvent.keyboard('other{Escape}')
    assert.ok(details.getByRole('heading', { name: /^map\.final\.png/ }))
    assert.ok(screen.getByRole('dialog'))
    assert.deepEqual(inputsOf(asked, '/v1/files/rename'), [])
  })

  it('say at the name why it was refused', async () => {
    const refusal = new Refusal(403, 'FORBIDDEN', 'Ask an owner.')
    const answers = { ...holding(file), '/v1/files/rename': () => refusal }
    const { details } = await open({ answers })
    await userEvent.click(details.getByRole('button', { name: 'Rename' }))
    await userEvent.keyboard('other{Enter}')
    assert.ok(await details.findByText(/Only the person who uploaded the file/))
    assert.ok(details.getByRole('textbox', { name: 'File name' }))
  })

  it('delete it when no page uses it, after asking', async () => {
    const { details, asked } = await open({ answers: holding(file) })
    await userEvent.click(details.getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete map.final.png?' }))
    assert.ok(question.getByText(/No page uses this file/))
    assert.deepEqual(inputsOf(asked, '/v1/files/delete'), [])
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    assert.ok(await screen.findByText('No files yet'))
    assert.deepEqual(inputsOf(asked, '/v1/files/delete'), [
      { workspaceId: 'w1', fileId: 'f1', force: false },
    ])
    await waitFor(() => assert.equal(screen.queryByRole('dialog'), null))
  })

  it('name the pages that use it, and delete it all the same when told to', async () => {
    const pages = Array.from({ length: 10 }, (_, index) => ({
      id: `p${index}`,
      title: index === 0 ? '' : `Page ${index}`,
      icon: null,
    }))
    const { details, asked } = await open({ answers: holding(file, pages) })
    await userEvent.click(details.getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete map.final.png?' }))
    assert.ok(question.getByText(/^10 pages use this file and will show it as missing\./))
    const named = question.getAllByRole('listitem').map(({ textContent }) => textContent)
    assert.deepEqual([named[0], named[1], named.at(-1)], ['Untitled', 'Page 1', 'and 2 more'])
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    assert.deepEqual(inputsOf(asked, '/v1/files/delete'), [])
    await waitFor(() =>
      assert.equal(screen.queryByRole('dialog', { name: 'Delete map.final.png?' }), null),
    )
    await userEvent.click(details.getByRole('button', { name: 'Delete' }))
    const again = within(await screen.findByRole('dialog', { name: 'Delete map.final.png?' }))
    await userEvent.click(again.getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/v1/files/delete'), [
        { workspaceId: 'w1', fileId: 'f1', force: true },
      ]),
    )
  })

  it('stay, and say why, when it is not deleted', async () => {
    const refusal = new Refusal(409, 'FILE_IN_USE', '1 page uses this file.')
    const answers = { ...holding(file), '/v1/files/delete': () => refusal }
    const { details } = await open({ answers })
    await userEvent.click(details.getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete map.final.png?' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    assert.ok(await screen.findByText(/Pages use this file/))
    assert.ok(details.getByRole('link', { name: 'Download' }))
  })
})
