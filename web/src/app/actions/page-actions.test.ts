import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answer, Refusal } from '../../../../test/support/web/screen.tsx'
import type { Level } from '../../lib/access/levels.ts'
import { onShareDialog } from '../../lib/access/share.ts'
import type { OpenedPage } from '../../lib/page-query.ts'
import { onMoveDialog } from '../../lib/tree/move-dialog.ts'
import type { ActionContext } from './context.ts'
import { createPage } from './create-page.ts'
import { pageActions } from './page-actions.ts'

function list({ level = 'write', isFavourite = false }: { level?: Level; isFavourite?: boolean }) {
  const done: string[] = []
  const note = (text: string) => async () => void done.push(text)
  // SAFETY: the actions take no more of the context and of the page.
  const context = {
    workspaceId: 'w1',
    go: (path: string) => done.push(path),
  } as unknown as ActionContext
  // SAFETY: as above.
  const page = { id: 'p1', title: 'Plan', level } as OpenedPage
  const favourite = { isFavourite, toggle: note('favourite') }
  const actions = pageActions(context, page, { trash: note('trash'), favourite })
  const run = (id: string) => actions.find((action) => action.id === id)?.run()
  return { done, context, run, ids: actions.map(({ id }) => id), actions }
}

describe('the actions of the open page', () => {
  it('leave out changes for a person who may only read', () => {
    assert.deepEqual(list({ level: 'read' }).ids, [
      'favourite',
      'share',
      'history',
      'copy-link',
      'print',
    ])
  })

  it('do what they say', () => {
    const { done, run } = list({})
    for (const id of ['history', 'trash', 'favourite']) run(id)
    assert.deepEqual(done, ['/pages/p1/history', 'trash', 'favourite'])
  })

  it('open the dialogs for this page', () => {
    const { run } = list({})
    const asked: string[] = []
    const stop = [
      onMoveDialog(({ pages }) => asked.push(`move ${pages[0]?.title}`)),
      onShareDialog(({ title }) => asked.push(`share ${title}`)),
    ]
    run('move')
    run('share')
    for (const each of stop) each()
    assert.deepEqual(asked, ['move Plan', 'share Plan'])
  })

  it('call a favourite what it is', () => {
    const label = (isFavourite: boolean) =>
      list({ isFavourite }).actions.find(({ id }) => id === 'favourite')?.label
    assert.equal(label(false), 'Add this page to your favourites')
    assert.equal(label(true), 'Remove this page from your favourites')
  })
})

describe('createPage', () => {
  it('goes nowhere when the server refuses', async () => {
    answer({ '/v1/pages/create': () => new Refusal(403, 'FORBIDDEN', 'No.') })
    const { context, done } = list({})
    await createPage(context, null)
    assert.deepEqual(done, [])
  })

  it('opens the new page, which is below another one', async () => {
    const asked = answer({ '/v1/pages/create': () => ({ pageId: 'p2' }) })
    const { context, done } = list({})
    await createPage(context, 'p1')
    assert.equal(asked[0]?.input['parentId'], 'p1')
    assert.deepEqual(done, ['/pages/p2'])
  })
})
