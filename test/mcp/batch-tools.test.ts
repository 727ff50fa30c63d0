import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items } from '../support/mcp.ts'
import { addComment, addPage, markdownOf, storedPage, titlesUnder } from '../support/pages.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'

describe('several changes in one call', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
  })
  after(() => quire.close())

  const call = (name: string, given: object = {}) => callTool(quire, name, given)
  const make = (title: string, markdown = '') => addPage(quire, title, { markdown })
  const body = (pageId: string) => markdownOf(quire, pageId)
  const refused = async (name: string, given: object, code: string, message: RegExp) => {
    const { isError, value } = await call(name, given)
    assert.equal(isError, true, JSON.stringify(given))
    assert.equal(value['code'], code)
    assert.match(String(value['message']), message)
  }

  describe('edit_pages', () => {
    it('changes nothing if one of the edits fails', async () => {
      const [one, two] = [await make('One', 'first'), await make('Two', 'second')]
      const fine = { page: one, mode: 'append', text: 'more' }
      const lost = { page: two, mode: 'replace', find: 'third', text: 'x' }
      await refused('edit_pages', { edits: [fine, lost] }, 'TEXT_NOT_FOUND', /does not contain/)
      const heading = { page: two, mode: 'section', heading: 'Plan', text: 'x' }
      await refused('edit_pages', { edits: [fine, heading] }, 'HEADING_NOT_FOUND', /no headings/)
      const missing = { page: 'Nowhere', mode: 'append', text: 'x' }
      await refused(
        'edit_pages',
        { edits: [fine, missing] },
        'PAGE_NOT_FOUND',
        /exactly this title/,
      )
      const stale = { page: two, mode: 'append', text: 'x', expectedVersion: 9 }
      await refused('edit_pages', { edits: [fine, stale] }, 'VERSION_CONFLICT', /version 1, not 9/)
      assert.deepEqual([await body(one), await body(two)], ['first\n', 'second\n'])
      assert.equal((await storedPage(quire, one)).version, 1)
    })

    it('says which edit of which page fails, and in which blocks', async () => {
      const one = await make('Fine', 'Acme sells.')
      const two = await make('Twice', '# Acme\n\nThanks to Acme.\n\nOthers.')
      const fine = { page: one, mode: 'append', text: 'more' }
      const replace = { mode: 'replace', find: 'Acme', text: 'Bolt' }
      await refused(
        'edit_pages',
        { edits: [fine, { page: one, ...replace }, { page: two, ...replace }] },
        'TEXT_AMBIGUOUS',
        /^edits\[2\], page "Twice": The text occurs 2 times\..*all: true.*"# Acme" \(block 1\), "Thanks to Acme\." \(block 2\)\.$/,
      )
      const lost = { page: two, mode: 'replace', find: 'Bolt', text: 'x' }
      const missing = /^edits\[1\], page "Twice": The page does not contain/
      await refused('edit_pages', { edits: [fine, lost] }, 'TEXT_NOT_FOUND', missing)
      const heading = { page: two, mode: 'section', text: 'x' }
      await refused(
        'edit_pages',
        { edits: [fine, heading] },
        'VALIDATION_FAILED',
        /^heading is required with mode "section" \(edits\[1\], page "Twice"\)/,
      )
      const nowhere = { page: 'Nowhere at all', mode: 'append', text: 'x' }
      await refused('edit_pages', { edits: [fine, nowhere] }, 'PAGE_NOT_FOUND', /^edits\[1\]: /)
      const stale = { ...fine, page: two, expectedVersion: 7 }
      await refused(
        'edit_pages',
        { edits: [fine, stale] },
        'VERSION_CONFLICT',
        /^edits\[1\], page "Twice": /,
      )
      assert.equal(await body(one), 'Acme sells.\n')
    })

    it('replaces a term wherever it occurs, in many pages with one call', async () => {
      const pages = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          make(`Term ${number}`, `# Acme ${number}\n\nAcme and AcmeAcme.\n\n- Acme\n- other`),
        ),
      )
      const edits = pages.map((page) => ({
        page,
        mode: 'replace',
        find: 'Acme',
        text: 'Bolt',
        all: true,
      }))
      const { isError } = await call('edit_pages', { edits })
      assert.notEqual(isError, true)
      const [first = '', , , , , , , last = ''] = await Promise.all(pages.map(body))
      assert.equal(first, '# Bolt 0\n\nBolt and BoltBolt.\n\n- Bolt\n- other\n')
      assert.equal(last, '# Bolt 7\n\nBolt and BoltBolt.\n\n- Bolt\n- other\n')
      const append = { page: pages[0], mode: 'append', text: 'x', all: true }
      await refused(
        'edit_page',
        append,
        'VALIDATION_FAILED',
        /^all cannot be used with mode "append"/,
      )
    })

    it('refuses what it does not know, and what contradicts itself', async () => {
      const page = await make('Strict', 'text')
      const edit = { page, mode: 'append', text: 'x' }
      const failed = 'VALIDATION_FAILED'
      await refused('edit_pages', { edits: [] }, failed, /^edits must NOT have fewer/)
      await refused('edit_pages', { edits: 'all' }, failed, /^edits must be array/)
      await refused('edit_pages', {}, failed, /^edits is required/)
      await refused(
        'edit_pages',
        { edits: [{ ...edit, head: 'A' }] },
        failed,
        /head is not a field/,
      )
      await refused(
        'edit_pages',
        { edits: [{ ...edit, mode: 'wipe' }] },
        failed,
        /mode must be one/,
      )
      await refused(
        'edit_pages',
        { edits: [{ ...edit, mode: 'card' }] },
        failed,
        /^find is required/,
      )
      const body = { page, mode: 'body', text: 'x' }
      await refused('edit_pages', { edits: [body] }, failed, /^expectedVersion is required/)
      const versions = [
        { ...edit, expectedVersion: 1 },
        { ...edit, expectedVersion: 2 },
      ]
      await refused('edit_pages', { edits: versions }, failed, /must be the same in all edits/)
    })

    it('makes the edits of a page one after the other, as one version', async () => {
      const page = await make('Many', '## A\n\nold\n\n## B\n\n- [ ] task\n')
      const edits = [
        { page, mode: 'section', heading: 'A', text: 'new', expectedVersion: '1' },
        { page: 'Many', mode: 'replace', find: '[ ] task', text: '[x] task' },
        {
          page: `https://notes.example.com/pages/${page}`,
          mode: 'append',
          heading: 'B',
          text: '- [ ] next',
        },
      ]
      const { value } = await call('edit_pages', { edits })
      const [answer] = items(value['pages'])
      assert.equal(await body(page), '## A\n\nnew\n\n## B\n\n- [x] task\n- [ ] next\n')
      assert.equal(Number(answer?.['version']), 2)
      assert.deepEqual(answer?.['added'], { blocks: 2, tasks: 2, words: 2 })
      assert.deepEqual(answer?.['removed'], { blocks: 2, tasks: 1, words: 1 })
      assert.equal(items(value['pages']).length, 1)
    })

    it('changes several pages, and merges with what others changed', async () => {
      const [one, two] = [await make('Left', 'a\n\nb'), await make('Right', 'c')]
      const { workspaceId } = quire
      const other = { workspaceId, pageId: one, mode: 'append', text: 'theirs' }
      await quire.post('/v1/pages/edit', other)
      const edits = [
        { page: one, mode: 'replace', find: 'a', text: 'A', expectedVersion: 1 },
        { page: two, mode: 'prepend', text: 'first' },
      ]
      const { value } = await call('edit_pages', { edits })
      assert.equal(await body(one), 'A\n\nb\n\ntheirs\n')
      assert.equal(await body(two), 'first\n\nc\n')
      const [left, right] = items(value['pages'])
      assert.equal(String(left?.['merged']), 'true')
      assert.equal(right?.['merged'], undefined)
    })

    it('keeps every line of calls sent at once, in opposite orders', async () => {
      const pages = [await make('P', ''), await make('Q', '')]
      const calls = Array.from({ length: 20 }, (_, number) => {
        const order = number % 2 === 0 ? pages : pages.toReversed()
        const edits = order.map((page) => ({ page, mode: 'append', text: `- line ${number}` }))
        return call('edit_pages', { edits })
      })
      const results = await Promise.all(calls)
      assert.deepEqual(
        results.filter(({ isError }) => isError),
        [],
      )
      for (const page of pages) assert.equal((await body(page)).trim().split('\n').length, 20)
    })

    it('moves cards with other edits', async () => {
      const markdown = '## To do\n\n- [ ] Paint\n\n## Done\n'
      await call('create_page', { title: 'Garden', type: 'board', markdown })
      const edits = [
        { page: 'Garden', mode: 'card', find: 'Paint', heading: 'Done' },
        { page: 'Garden', mode: 'append', heading: 'To do', text: '- [ ] Dig' },
      ]
      const { value } = await call('edit_pages', { edits })
      const id = String(items(value['pages'])[0]?.['id'])
      assert.equal(await body(id), '## To do\n\n- [ ] Dig\n\n## Done\n\n- [ ] Paint\n')
    })
  })

  describe('move_card', () => {
    it('refuses a page that is no board, with the field that is wrong', async () => {
      const page = await make('Prose', 'text')
      const move = { page, card: 'text', column: 'Done' }
      await refused(
        'move_card',
        move,
        'VALIDATION_FAILED',
        /^page is not a board: only boards have cards/,
      )
      const slip = { page, crad: 'text', column: 'Done' }
      const names =
        /^crad is not a parameter of this tool; use page, card, column, position, expectedVersion/
      await refused('move_card', slip, 'VALIDATION_FAILED', names)
    })

    it('checks the version', async () => {
      await call('create_page', {
        title: 'Sprint',
        type: 'board',
        markdown: '## A\n\n- [ ] x\n\n## B\n',
      })
      const move = { page: 'Sprint', card: 'x', column: 'B' }
      const late = { ...move, expectedVersion: 5 }
      await refused('move_card', late, 'VERSION_CONFLICT', /not 5/)
      await refused('move_card', { ...move, column: 'C' }, 'HEADING_NOT_FOUND', /"A", "B"/)
      const { value } = await call('move_card', { ...move, expectedVersion: 1 })
      assert.equal(value['version'], 2)
    })
  })

  describe('create_pages', () => {
    it('creates nothing if one page is refused', async () => {
      const before = await titlesUnder(quire)
      const page = { title: 'Fine', key: 'a' }
      const failed = 'VALIDATION_FAILED'
      const later = [{ title: 'Child', parent: '#a' }, page]
      await refused('create_pages', { pages: later }, failed, /earlier page: there is none/)
      const twice = [page, { ...page, title: 'Again' }]
      await refused('create_pages', { pages: twice }, failed, /must be different/)
      await refused('create_pages', { pages: [page, {}] }, failed, /title is required/)
      const lost = [page, { title: 'Lost', parent: 'Nowhere' }]
      await refused('create_pages', { pages: lost }, 'PAGE_NOT_FOUND', /Nowhere/)
      const kind = [page, { title: 'Odd', type: 'list' }]
      await refused('create_pages', { pages: kind }, failed, /^type must be page or board/)
      assert.deepEqual(await titlesUnder(quire), before)
    })

    it('creates a tree, in order, with links between the pages', async () => {
      const pages = [
        { key: 'root', title: 'Atlas', markdown: 'Map.' },
        { key: 'eu', title: 'Europe', parent: '#root', markdown: '[Atlas](#root) [x](#none)' },
        { title: 'Spain', parent: '#eu', ownership: 'SKILL' },
      ]
      const { value } = await call('create_pages', { pages })
      const [root, europe, spain] = items(value['pages']).map(({ id }) => String(id))
      assert.deepEqual(await titlesUnder(quire, root), ['Europe'])
      assert.deepEqual(await titlesUnder(quire, europe), ['Spain'])
      assert.equal(await body(europe ?? ''), `[Atlas](/pages/${root}) [x](#none)\n`)
      assert.ok(spain)
    })
  })

  describe('dryRun', () => {
    it('says what a write would do, and stores nothing', async () => {
      const parent = await make('Shelf')
      const page = await make('Draft', 'One two.')
      const board = await call('create_page', {
        title: 'Plan',
        type: 'board',
        markdown: '## A\n\n- [ ] x\n\n## B\n',
      })
      const deleted = await make('Gone')
      await call('delete_page', { page: deleted })
      const commentId = await addComment(quire, page)
      const tries: [string, object][] = [
        ['edit_page', { page, mode: 'append', text: 'three' }],
        ['edit_pages', { edits: [{ page, mode: 'append', text: 'three' }] }],
        ['update_page', { page, title: 'Other', markdown: 'Other.', expectedVersion: 1 }],
        ['move_card', { page: board.value['id'], card: 'x', column: 'B' }],
        ['move_page', { page, parent }],
        ['delete_page', { page }],
        ['restore_page', { page: deleted }],
        ['create_page', { title: 'New', markdown: 'text' }],
        ['create_pages', { pages: [{ title: 'New' }] }],
        ['create_comment', { page, markdown: 'Hm.' }],
        ['resolve_comment', { commentId, resolved: true }],
        ['add_file', { page, name: 'a.txt', contentBase64: 'aGVsbG8K' }],
      ]
      const events = async () => {
        const { events: outbox } = await import('../../server/store/index.ts')
        return outbox.last(quire.app.store, quire.workspaceId)
      }
      const before = await events()
      for (const [name, given] of tries) {
        const { isError, value, text } = await call(name, { ...given, dryRun: true })
        assert.equal(isError, false, `${name}: ${text}`)
        assert.equal(String(value['dryRun']), 'true', name)
        assert.equal(String(value['workspace']), 'Lab', name)
      }
      assert.equal(await events(), before)
      assert.equal(await body(page), 'One two.\n')
      const tried = await call('edit_page', { page, mode: 'append', text: 'three', dryRun: 'true' })
      assert.deepEqual(tried.value['added'], { blocks: 1, words: 1 })
      assert.equal(tried.value['version'], 2)
    })

    it('is refused where a write would be, and for keys that only read', async () => {
      const page = await make('Guarded', 'text')
      const edit = { page, mode: 'replace', find: 'none', text: 'x', dryRun: true }
      await refused('edit_page', edit, 'TEXT_NOT_FOUND', /\w/)
      await refused('edit_page', { ...edit, dryRun: 'maybe' }, 'VALIDATION_FAILED', /^dryRun/)
      const key = await addKey(quire, { readOnly: true })
      const { value } = await callTool(quire, 'delete_page', { page, dryRun: true }, { key })
      assert.equal(value['code'], 'FORBIDDEN')
    })
  })
})
