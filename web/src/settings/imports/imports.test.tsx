import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { Imports } from './imports.tsx'

const base = {
  id: 'i1',
  name: 'notes.zip',
  kind: 'markdown',
  state: 'ready',
  parentId: null,
  total: 2,
  done: 0,
  error: null,
  runId: null,
  reportPageId: null,
  createdBy: 'u1',
  createdAt: '2026-11-26T08:00:00.000Z',
  updatedAt: '2026-11-26T08:00:00.000Z',
  undoneAt: null,
}
const preview = {
  pages: 2,
  updates: 1,
  files: 0,
  links: 1,
  brokenLinks: 1,
  hidden: 0,
  tree: [
    { path: 'a.md', title: 'Alpha', depth: 0, action: 'create', pageId: null },
    { path: 'a/b.md', title: '', depth: 1, action: 'update', pageId: 'p1' },
  ],
  problems: [{ path: 'a.md', reason: 'links to gone.md, which does not exist' }],
  losses: [
    { path: 'a.md', kind: 'equation', outcome: 'changed', count: 2 },
    { path: 'a.md', kind: 'button', outcome: 'lost', count: 1 },
  ],
  warnings: ['One file is encrypted.'],
  isCut: true,
}
const counts = {
  pages: { created: 2, updated: 0, unchanged: 0 },
  files: 1,
  links: { resolved: 3, unresolved: 0 },
  blocks: { retained: 4, changed: 0, lost: 0 },
  literals: 0,
  skipped: 0,
}
const report = {
  counts,
  skipped: [],
  brokenLinks: [{ path: 'a.md', url: 'gone.md', reason: 'does not exist' }],
  literals: [{ path: 'a.md', line: 3, text: '{{query}}' }],
  leftOut: [],
  losses: [{ path: 'a.md', kind: 'equation', outcome: 'changed', count: 2 }],
  warnings: [],
  markdown: '# Report',
}

type Answers = NonNullable<Parameters<typeof renderSignedIn>[1]>['answers']

function show(imports: object[], answers: Answers = {}) {
  return renderSignedIn(<Imports />, {
    answers: {
      '/v1/imports/list': () => ({ imports }),
      '/v1/imports/preview': () => ({ preview }),
      '/v1/imports/report': () => report,
      ...answers,
    },
  })
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('imports', () => {
  it('say what they are for while there are none', async () => {
    show([])
    await screen.findByText('No imports yet')
  })

  it('come with an export of all pages, or of one and those below it', async () => {
    show([], {
      '/v1/search/pages': () => ({ results: [{ pageId: 'p7', title: 'Plan' }], total: 1 }),
    })
    const address = async () =>
      (await screen.findByRole('link', { name: 'Download' })).getAttribute('href')
    assert.equal(await address(), '/v1/workspace/export?workspaceId=w1&format=markdown')
    await userEvent.type(screen.getByRole('combobox', { name: 'Page' }), 'pla')
    await userEvent.click(await screen.findByRole('option', { name: 'Plan' }))
    assert.equal(await address(), '/v1/workspace/export?workspaceId=w1&format=markdown&pageId=p7')
    await userEvent.click(screen.getByRole('radio', { name: 'HTML' }))
    await screen.findByText('A website to read without a server: open index.html.')
    assert.equal(await address(), '/v1/workspace/export?workspaceId=w1&format=html&pageId=p7')
  })

  it('come with a PDF of a page, or say that the server creates none', async () => {
    const faults = [
      new Refusal(501, 'NOT_SUPPORTED', 'This server creates no PDFs.'),
      new Refusal(502, 'PDF_FAILED', 'The PDF was not created: the PDF service answered 503.'),
    ]
    const { asked } = show([], {
      '/v1/search/pages': () => ({ results: [{ pageId: 'p7', title: 'Plan' }], total: 1 }),
      '/v1/workspace/export': () => faults.shift(),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'PDF' }))
    await screen.findByText('Choose the page of the PDF.')
    const button = screen.getByRole('button', { name: 'Download' })
    assert.ok(button.hasAttribute('disabled'))
    await userEvent.type(screen.getByRole('combobox', { name: 'Page' }), 'pla')
    await userEvent.click(await screen.findByRole('option', { name: 'Plan' }))
    await press('Download')
    await screen.findByText(/^This server cannot create a PDF/)
    await press('Download')
    await screen.findByText(/^The PDF could not be created\./)
    assert.equal(asked.filter(({ path }) => path === '/v1/workspace/export').length, 2)
  })

  it('say why one failed', async () => {
    show([{ ...base, state: 'failed', total: 0, error: 'Nothing was imported: notes is empty.' }])
    await screen.findByText('Nothing was imported: notes is empty.')
    assert.equal(screen.queryByRole('button', { name: 'Resume' }), null)
  })

  it('show a preview with everything that cannot be retained, before they are started', async () => {
    const { asked } = show([base], { '/v1/imports/start': () => ({ ok: true }) })
    await screen.findByText('2 pages, 1 of an earlier import')
    for (const text of [
      'Alpha',
      'Untitled',
      'Update',
      'One file is encrypted.',
      'a.md links to gone.md, which does not exist',
      'a.md: equation, 2 times in another form',
      'a.md: button, 1 time lost',
      'The lists are longer than what is shown.',
    ]) {
      await screen.findByText(text)
    }
    await press('Import 2 pages')
    await waitFor(() => assert.ok(asked.some(({ path }) => path === '/v1/imports/start')))
  })

  it('show their progress, and can be paused, resumed and cancelled', async () => {
    const ok = () => ({ ok: true })
    const paths = { '/v1/imports/pause': ok, '/v1/imports/cancel': ok, '/v1/imports/resume': ok }
    const { asked } = show(
      [
        { ...base, state: 'running', done: 1 },
        { ...base, id: 'i2', name: 'other.zip', state: 'paused', done: 1 },
      ],
      paths,
    )
    assert.equal((await screen.findAllByText('1 of 2 pages')).length, 2)
    await press('Pause')
    await press('Resume')
    const [cancel] = await screen.findAllByRole('button', { name: 'Cancel import' })
    assert.ok(cancel)
    await userEvent.click(cancel)
    await waitFor(() => {
      const called = new Set(asked.map(({ path }) => path))
      for (const path of Object.keys(paths)) assert.ok(called.has(path), path)
    })
  })

  it('have a report, and are undone in as many calls as it takes', async () => {
    let calls = 0
    const { asked } = show([{ ...base, state: 'done', runId: 'r1' }], {
      '/v1/runs/revert': () => {
        calls += 1
        const page = { actions: [], summary: null, remaining: [], isApproximate: false }
        const used = { ...page, id: 'p4', title: 'Used', stays: ['used by others'] }
        const gone = { ...page, id: 'p5', title: 'Gone', actions: ['trash'], stays: [] }
        const untitled = { ...page, id: 'p6', title: '', stays: ['no access'] }
        const pages = calls === 1 ? [used, gone] : [used, untitled]
        return { runId: 'r2', pages, total: 2, next: calls === 1 ? 1 : null }
      },
    })
    await screen.findByText('2 pages created · 1 file · 3 links resolved · 4 blocks kept')
    await press('Open report')
    const shown = await screen.findByRole('dialog')
    within(shown).getByText('a.md: equation, 2 times in another form')
    within(shown).getByText('a.md gone.md does not exist')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => assert.equal(screen.queryByRole('dialog'), null))
    const download = screen.getByRole('link', { name: 'Download report' })
    assert.equal(download.getAttribute('download'), 'Report of notes.zip.md')
    await press('Undo import')
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Undo import' }))
    await screen.findByText('Import undone')
    const reverts = asked.filter(({ path }) => path === '/v1/runs/revert')
    assert.equal(reverts.length, 2)
    await screen.findByText(/^2 pages stay, because others changed them/)
    const used = screen.getByRole('link', { name: 'Used' })
    assert.equal(used.getAttribute('href'), '/pages/p4')
    screen.getByRole('link', { name: 'Untitled' })
    assert.equal(screen.queryByRole('link', { name: 'Gone' }), null)
  })

  it('say when they were undone, and lead to the trash', async () => {
    const undone = { state: 'done', runId: 'r1', undoneAt: '2026-11-26T08:05:00.000Z' }
    show([{ ...base, ...undone }])
    await screen.findByText('Undone')
    assert.equal(screen.queryByRole('button', { name: 'Undo import' }), null)
    assert.equal(screen.queryByText('Imported'), null)
    const trash = screen.getByRole('link', { name: 'Open trash' })
    assert.equal(trash.getAttribute('href'), '/trash')
  })
})
