import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool } from '../support/mcp.ts'
import { addPage, markdownOf, nothing, storedPage, titlesUnder } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

const runbook =
  '## Deploy\n\nOld intro.\n\n### Checklist\n\n- [ ] Tell support\n\n### Rollback\n\nBack.\n\n## Contacts\n\nAda\n'

describe('what agents change', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
  })
  after(() => quire.close())

  const call = (name: string, given: object = {}) => callTool(quire, name, given)
  const make = (title: string, markdown = '') => addPage(quire, title, { markdown })
  const body = (pageId: string) => markdownOf(quire, pageId)
  const refused = async (name: string, given: object, message: RegExp, code?: string) => {
    const { isError, value } = await call(name, given)
    assert.equal(isError, true, JSON.stringify(given))
    assert.match(String(value['message']), message)
    assert.equal(value['code'], code ?? 'VALIDATION_FAILED')
  }

  describe('edit_page', () => {
    it('leaves the sub-headings of a section, and says what it removed', async () => {
      const pageId = await make('Runbook', runbook)
      const edit = { pageId, mode: 'section', heading: 'Deploy', text: 'New intro.' }
      const own = await call('edit_page', edit)
      assert.deepEqual(own.value['removed'], { blocks: 1, words: 1 })
      assert.deepEqual(own.value['added'], { blocks: 1, words: 1 })
      assert.equal(await body(pageId), runbook.replace('Old', 'New'))
      const subtree = await call('edit_page', { ...edit, includeSubsections: true })
      assert.deepEqual(subtree.value['removed'], { blocks: 4, headings: 2, tasks: 1, words: 5 })
      assert.equal(await body(pageId), '## Deploy\n\nNew intro.\n\n## Contacts\n\nAda\n')
    })

    it('takes a heading repeated in the text for the heading of the section', async () => {
      const pageId = await make('Goals', '## Goals\n\nOld.\n')
      const text = '## Goals\n\nNew.'
      await call('edit_page', { pageId, mode: 'section', heading: 'Goals', text })
      assert.equal(await body(pageId), '## Goals\n\nNew.\n')
    })

    it('adds under the heading it is told', async () => {
      const pageId = await make('Notes', runbook)
      const checklist = { pageId, heading: 'Checklist', text: '- [ ] Tell sales' }
      await call('edit_page', { ...checklist, mode: 'append' })
      await call('edit_page', { pageId, mode: 'prepend', heading: 'Deploy', text: 'First.' })
      assert.equal(
        await body(pageId),
        runbook
          .replace('Tell support\n', 'Tell support\n- [ ] Tell sales\n')
          .replace('Old', 'First.\n\nOld'),
      )
    })

    it('refuses what does not go with its mode, and takes empty texts for left out', async () => {
      const pageId = await make('Modes', runbook)
      const append = { pageId, mode: 'append', text: 'x' }
      await refused(
        'edit_page',
        { ...append, find: 'Ada' },
        /^find cannot be used with mode "append"/,
      )
      const replace = { pageId, mode: 'replace', find: 'Ada', text: 'Grace' }
      await refused(
        'edit_page',
        { ...replace, heading: 'Contacts' },
        /^heading cannot be used with/,
      )
      await refused('edit_page', { ...append, text: '' }, /^text must not be empty/)
      await refused('edit_page', { ...append, heading: 'No' }, /"Deploy"/, 'HEADING_NOT_FOUND')
      assert.equal(await body(pageId), runbook)
      const filled = { ...append, find: '', heading: '', includeSubsections: false }
      assert.equal((await call('edit_page', filled)).isError, false)
    })

    it('appends to the list that is there, and finds its own line again', async () => {
      const pageId = await make('Log', '# Log\n\n- 20\n- 21\n')
      for (const line of ['- 22', '* 23', '+ 24']) {
        await call('edit_page', { pageId, mode: 'append', text: line })
      }
      assert.equal(await body(pageId), '# Log\n\n- 20\n- 21\n- 22\n- 23\n- 24\n')
      const own = { pageId, mode: 'replace', find: '- 22', text: '- twenty-two' }
      assert.equal((await call('edit_page', own)).isError, false)
    })

    it('asks for the column of a new card', async () => {
      const board = { type: 'doc', content: ['To do', 'Done'].map(column) }
      const pageId = await make('Board')
      await quire.post('/v1/pages/update', {
        workspaceId: quire.workspaceId,
        pageId,
        content: board,
      })
      const card = { pageId, mode: 'append', text: '- [ ] New card' }
      await refused('edit_page', card, /^heading is needed: .*Name one of "To do", "Done"/)
      assert.equal((await call('edit_page', { ...card, heading: 'To do' })).isError, false)
      assert.equal(await body(pageId), '## To do\n\n- [ ] New card\n\n## Done\n')
    })

    it('makes all of 200 additions sent at once', async () => {
      const pageId = await make('Busy')
      const lines = Array.from({ length: 200 }, (_, index) => `- line ${index}`)
      const results = await Promise.all(
        lines.map((text) => call('edit_page', { pageId, mode: 'append', text })),
      )
      assert.deepEqual(
        results.filter(({ isError }) => isError),
        [],
      )
      assert.deepEqual((await body(pageId)).trim().split('\n').toSorted(), lines.toSorted())
    })
  })

  describe('update_page', () => {
    it('leaves alone what comes as an empty text', async () => {
      const pageId = await make('Plan', 'Kept.')
      await call('update_page', { pageId, icon: '🪨' })
      const filled = { pageId, title: 'Important plan', icon: '', markdown: '', workspaceId: '' }
      assert.equal((await call('update_page', filled)).isError, false)
      await refused('update_page', { pageId, title: '', markdown: '' }, /nothing to change/)
      const { title, icon } = await storedPage(quire, pageId)
      assert.deepEqual([title, icon, await body(pageId)], ['Important plan', '🪨', 'Kept.\n'])
    })

    it('replaces the body only of the version that was read', async () => {
      const pageId = await make('Body', 'Old.')
      const change = { pageId, markdown: '## New\n\n- [x] done' }
      await refused('update_page', change, /^expectedVersion is required to replace the body/)
      const content = { type: 'doc', content: [{ type: 'paragraph' }] }
      await refused('update_page', { pageId, content }, /^expectedVersion is required/)
      await refused('update_page', { pageId, clear: 'body' }, /^expectedVersion is required/)
      const late = { ...change, expectedVersion: 2 }
      await refused('update_page', late, /at version 1, not 2\. Read it again/, 'VERSION_CONFLICT')
      assert.equal(await body(pageId), 'Old.\n')
      const done = await call('update_page', { ...change, expectedVersion: 1 })
      assert.equal(done.value['version'], 2)
      assert.equal(await body(pageId), '## New\n\n- [x] done\n')
    })

    it('answers what changes in fact, also when it is merged or only tried', async () => {
      const pageId = await make('Merged', 'One.\n\nTwo.')
      const tried = { pageId, title: 'Tried', markdown: 'One.', expectedVersion: 1, dryRun: true }
      const { value: dry } = await call('update_page', tried)
      assert.deepEqual(
        [dry['version'], dry['title'], dry['removed']],
        [2, 'Tried', { blocks: 1, words: 1 }],
      )
      await call('edit_page', { pageId, mode: 'append', text: 'Three.' })
      const { value } = await call('update_page', {
        pageId,
        markdown: 'First.\n\nTwo.',
        expectedVersion: 1,
      })
      assert.equal(await body(pageId), 'First.\n\nTwo.\n\nThree.\n')
      const { version, merged, added, removed } = value
      const one = { blocks: 1, words: 1 }
      assert.deepEqual([version, merged, added, removed], [3, true, one, one])
      const { value: named } = await call('update_page', { pageId, title: 'Named' })
      assert.deepEqual([named['version'], named['title'], named['merged']], [4, 'Named', undefined])
    })

    it('empties what it is told to clear, and nothing else', async () => {
      const pageId = await make('Clear', 'Old.')
      await call('update_page', { pageId, icon: '🪨' })
      await refused(
        'update_page',
        { pageId, clear: 'all' },
        /^clear must be one of body,icon,title$/,
      )
      const both = { pageId, clear: ['icon'], icon: '🪨' }
      await refused('update_page', both, /^clear icon cannot be both set and cleared$/)
      await call('update_page', { pageId, clear: 'icon' })
      assert.equal((await storedPage(quire, pageId)).icon, null)
      assert.equal(await body(pageId), 'Old.\n')
      await call('update_page', { pageId, clear: ['body', 'title'], expectedVersion: 3 })
      assert.equal((await storedPage(quire, pageId)).title, '')
      assert.equal(await body(pageId), '')
    })
  })

  describe('move_page', () => {
    it('refuses a move to nowhere, and a place that is no page', async () => {
      const pageId = await make('Lost')
      await refused('move_page', { pageId }, /^parent or after is required/)
      await refused('move_page', { pageId, newParentId: '' }, /^parent or after/)
      await refused(
        'move_page',
        { pageId, newParentId: 'top' },
        /Page "top" not found\. No page has exactly this title/,
        'PAGE_NOT_FOUND',
      )
      await refused('move_page', { pageId, newParentId: nothing }, /not found/, 'PAGE_NOT_FOUND')
    })

    it('reorders without a parent, and goes to the top only when told', async () => {
      const parent = await make('Parent')
      const add = (title: string) => addPage(quire, title, { parentId: parent })
      const [first, second, third] = [await add('1'), await add('2'), await add('3')]
      await call('move_page', { pageId: first, prevPageId: third })
      assert.deepEqual(await titlesUnder(quire, parent), ['2', '3', '1'])
      const other = await make('Elsewhere')
      const outside = { pageId: first, prevPageId: other }
      await refused('move_page', outside, /^after must be another page under the same parent/)
      await call('move_page', { pageId: third, prevPageId: null })
      assert.deepEqual(await titlesUnder(quire, parent), ['3', '2', '1'])
      await call('move_page', { pageId: second, newParentId: 'root' })
      assert.equal((await titlesUnder(quire))[0], '2')
      assert.deepEqual(await titlesUnder(quire, parent), ['3', '1'])
    })
  })
})

function column(title: string) {
  const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: title }] }
  return { type: 'kanbanColumn', content: [heading] }
}
