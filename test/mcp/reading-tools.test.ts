import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, fenced, items } from '../support/mcp.ts'
import { addPage, markdownOf } from '../support/pages.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const guide = 'Intro.\n\n## Setup\n\nInstall it.\n\n### Linux\n\nUse apt.\n\n## Use\n\nRun it.\n'

describe('reading on a budget', () => {
  let quire: TestServer
  let guideId: string
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    const parentId = await addPage(quire, 'Docs')
    guideId = await addPage(quire, 'Guide', { parentId, markdown: guide })
  })
  after(() => quire.close())

  const call = (name: string, given: object = {}) => callTool(quire, name, given)
  const refused = async (name: string, given: object, code: string, message: RegExp) => {
    const { isError, value } = await call(name, given)
    assert.equal(isError, true, JSON.stringify(given))
    assert.equal(value['code'], code)
    assert.match(String(value['message']), message)
  }

  describe('a page by its name', () => {
    it('lists the pages with the same title, with their paths', async () => {
      for (const name of ['North', 'South']) {
        const parentId = await addPage(quire, name)
        await addPage(quire, 'Vacation', { parentId, markdown: name })
      }
      await refused(
        'get_page',
        { page: 'Vacation' },
        'PAGE_AMBIGUOUS',
        /North \/ Vacation, http.*South/,
      )
      const edit = { page: 'Vacation', mode: 'append', text: 'x' }
      await refused('edit_page', edit, 'PAGE_AMBIGUOUS', /North \/ Vacation/)
      const { text } = await call('get_page', { page: 'South / Vacation' })
      assert.equal(fenced(text), 'South\n')
    })

    it('lists similar pages for one that is not there', async () => {
      await refused('get_page', { page: 'the guide' }, 'PAGE_NOT_FOUND', /Similar pages: "Guide"/)
      await refused('get_page', { page: 'Docs / Nothing' }, 'PAGE_NOT_FOUND', /No page has exactly/)
    })

    it('is an ID, a URL, a path or a title in every tool', async () => {
      const names = [
        guideId,
        guideId.toUpperCase(),
        `https://notes.example.com/pages/${guideId}`,
        `/pages/${guideId}?x=1`,
        'Docs / Guide',
        'Docs/Guide',
        'Guide',
      ]
      for (const page of names) {
        assert.match((await call('get_page', { page })).text, new RegExp(`id: "${guideId}"`))
        for (const tool of ['list_comments', 'list_files', 'list_versions', 'get_page_stats']) {
          const { isError, text } = await call(tool, { page })
          assert.equal(isError, false, `${tool} ${page}: ${text}`)
        }
      }
      const listed = await call('list_pages', { parent: 'Docs' })
      assert.deepEqual(
        items(listed.value['pages']).map(({ title }) => String(title)),
        ['Guide'],
      )
    })

    it('is in lists with its URL, its path, and who changed it last and when', async () => {
      const [docs] = items((await call('list_pages', { depth: 1 })).value['pages'])
      const [guide] = items((await call('list_pages', { parent: 'Docs' })).value['pages'])
      assert.equal('path' in Object(docs), false)
      const { url, path, updatedBy, updatedAt } = Object(guide)
      assert.deepEqual([path, updatedBy], ['Docs', 'Ada Lovelace'])
      assert.match(String(url), new RegExp(`/pages/${guideId}$`))
      assert.equal(new Date(String(updatedAt)).toISOString(), updatedAt)
    })
  })

  describe('get_page', () => {
    it('refuses parts that contradict each other', async () => {
      const page = 'Guide'
      const failed = 'VALIDATION_FAILED'
      await refused('get_page', { page, outline: true, heading: 'Use' }, failed, /^heading cannot/)
      await refused('get_page', { page, block: 1, find: 'x' }, failed, /cannot be combined/)
      await refused('get_page', { page, around: 2 }, failed, /^around is only for block and find/)
      await refused('get_page', { page, heading: 'Use', around: 2 }, failed, /^around is only/)
      await refused('get_page', { page, block: 1, offset: 5 }, failed, /^offset cannot/)
      await refused('get_page', { page, block: 0 }, failed, /^block must be >= 1/)
      await refused('get_page', { page, block: 99 }, 'TEXT_NOT_FOUND', /no block 99/)
      await refused(
        'get_page',
        { page, heading: 'Windows' },
        'HEADING_NOT_FOUND',
        /"Setup", "Linux"/,
      )
      await refused(
        'get_page',
        { page, find: 'brew' },
        'TEXT_NOT_FOUND',
        /Its headings are "Setup"/,
      )
    })

    it('reads the outline, a section, a block and around a text', async () => {
      const page = 'Guide'
      const outline = await call('get_page', { page, outline: true })
      assert.equal(
        fenced(outline.text),
        '## Setup (block 2, 2 words)\n### Linux (block 4, 2 words)\n## Use (block 6, 2 words)\n',
      )
      const section = await call('get_page', { page, heading: '## Setup' })
      assert.equal(fenced(section.text), '## Setup\n\nInstall it.\n\n### Linux\n\nUse apt.\n')
      assert.match(
        section.text,
        /\nversion: 1\nblocks: "2-5 of 7"\n<(page-\d{6})>\ntitle: "Guide"\n<\/\1>\n/,
      )
      const block = await call('get_page', { page, block: '5', around: '0' })
      assert.equal(fenced(block.text), 'Use apt.\n')
      assert.match(block.text, /\nunder: "Setup \/ Linux"\n/)
      const found = await call('get_page', { page, find: 'run IT' })
      assert.equal(fenced(found.text), '## Use\n\nRun it.\n')
    })

    it('addresses equal headings by number', async () => {
      const page = 'Twins'
      await addPage(quire, page, { markdown: '## Day\n\none\n\n## Day\n\ntwo\n' })
      await refused(
        'get_page',
        { page, heading: 'Day' },
        'HEADING_AMBIGUOUS',
        /"Day \[1\]", "Day \[2\]"/,
      )
      const second = await call('get_page', { page, heading: 'Day [2]' })
      assert.equal(fenced(second.text), '## Day\n\ntwo\n')
    })
  })

  it('tells where a hit is, when it changed and by whom', async () => {
    const { value } = await call('search_pages', { query: 'apt', limit: '3', under: 'Docs' })
    const [hit] = items(value['results'])
    assert.match(String(hit?.['url']), new RegExp(`/pages/${guideId}$`))
    assert.equal(String(hit?.['path']), 'Docs')
    assert.equal(String(hit?.['updatedBy']), 'Ada Lovelace')
    assert.match(String(hit?.['updatedAt']), /^\d{4}-/)
    assert.equal(fenced(String(hit?.['content'])), 'Use apt.')
    const none = await call('search_pages', { query: 'apt', under: 'North' })
    assert.deepEqual(none.value['results'], [])
  })

  describe('list_changes', () => {
    it('refuses a time, a person or a page that it cannot know', async () => {
      await refused(
        'list_changes',
        { since: 'yesterday' },
        'VALIDATION_FAILED',
        /^since must be an ISO/,
      )
      await refused('list_changes', { by: 'Nobody' }, 'VALIDATION_FAILED', /Members: Ada Lovelace/)
      await refused('list_changes', { under: 'Nowhere' }, 'PAGE_NOT_FOUND', /Nowhere/)
      await refused('list_changes', { via: 'fax' }, 'VALIDATION_FAILED', /^via must be one of/)
    })

    it('says what changed, who changed it and how', async () => {
      const { key } = await addPerson(quire, 'Grace', 'MEMBER')
      const pageId = await addPage(quire, 'Diary', { markdown: 'One.' })
      const edit = { page: pageId, mode: 'append', text: 'Two.' }
      const headers = { 'user-agent': 'Diarist/2.0' }
      await callTool(quire, 'edit_page', edit, { key, headers })
      await callTool(quire, 'delete_page', { page: pageId }, { key, headers })
      const { value } = await call('list_changes', { by: 'Grace', via: 'mcp' })
      const [change, ...others] = items(value['changes'])
      assert.equal(others.length, 0)
      assert.deepEqual(
        [String(change?.['title']), String(change?.['by'])],
        ['Diary', 'Grace Tester'],
      )
      assert.equal(String(change?.['events']), 'page.updated, page.deleted')
      assert.equal(String(change?.['client']), 'Diarist')
      const [deleted] = items((await call('list_trash', { limit: 1 })).value['pages'])
      const [version] = items((await call('list_versions', { page: 'Guide' })).value['versions'])
      assert.equal(String(deleted?.['client']), 'Diarist')
      for (const one of [deleted, version]) assert.match(String(one?.['run']), /^[0-9a-f-]{36}$/)
      assert.equal(String(change?.['changed']), 'content')
      const short = await call('list_changes', { by: 'Grace', via: 'mcp', compact: true })
      const [line, ...more] = items(short.value['changes'])
      assert.equal(more.length, 0)
      const { at, ...named } = line ?? {}
      assert.deepEqual(
        [named, String(at)],
        [{ title: 'Diary', id: pageId, by: 'Grace Tester' }, String(change?.['at'])],
      )
      const later = await call('list_changes', { since: '2100-01-01' })
      assert.deepEqual(later.value['changes'], [])
    })

    it('keeps pages of sections from those who cannot read them', async () => {
      const pageId = await addPage(quire, 'Secret plans')
      const { workspaceId } = quire
      const created = await quire.post('/v1/permissions/update', {
        workspaceId,
        pageId,
        inherits: false,
        entries: [],
      })
      const { key } = await addPerson(quire, 'Vera', 'VIEWER')
      const { text } = await callTool(quire, 'list_changes', {}, { key })
      if (created.status === 200) assert.doesNotMatch(text, /Secret plans/)
      assert.match(text, /Guide/)
    })
  })

  describe('versions', () => {
    it('are listed, compared and restored', async () => {
      const pageId = await addPage(quire, 'Verse', { markdown: 'Line one.\n\nLine two.' })
      await call('edit_page', { page: pageId, mode: 'replace', find: 'two', text: 'three' })
      const listed = await call('list_versions', { page: 'Verse' })
      const versions = items(listed.value['versions'])
      assert.deepEqual(
        versions.map(({ version }) => Number(version)),
        [2, 1],
      )
      assert.deepEqual(
        versions.map(({ via }) => String(via)),
        ['mcp', 'api'],
      )
      const { text } = await call('list_versions', { page: 'Verse', from: 1 })
      assert.match(String(fenced(text)), /- Line two\.\n\+ Line three\./)
      await refused(
        'list_versions',
        { page: 'Verse', to: 2 },
        'VALIDATION_FAILED',
        /^from is required/,
      )
      await refused(
        'list_versions',
        { page: 'Verse', from: 7 },
        'VERSION_NOT_FOUND',
        /no version 7/,
      )
      await refused('restore_page', { page: 'Verse', version: 7 }, 'VERSION_NOT_FOUND', /7/)
      const back = { page: 'Verse', version: 1 }
      await refused(
        'restore_page',
        { ...back, expectedVersion: 1 },
        'VERSION_CONFLICT',
        /at version 2, not 1\. Nothing was restored.*Since version 1: version 2 by Ada Lovelace/,
      )
      const alone = { page: 'Verse', expectedVersion: 2 }
      await refused('restore_page', alone, 'VALIDATION_FAILED', /is only for version$/)
      const tried = await call('restore_page', { ...back, dryRun: true })
      const restored = await call('restore_page', { ...back, expectedVersion: 2 })
      assert.equal(restored.value['version'], 3)
      for (const { value } of [tried, restored]) {
        assert.deepEqual(Object(value['removed']), { blocks: 1, words: 1 })
      }
      assert.equal(await markdownOf(quire, pageId), 'Line one.\n\nLine two.\n')
      const same = await call('list_versions', { page: 'Verse', from: 1, to: 3 })
      assert.match(same.text, /The text is the same\.$/)
    })
  })

  it('finds deleted pages by their titles', async () => {
    const parentId = await addPage(quire, 'News', { parentId: await addPage(quire, 'Archive') })
    const pageId = await addPage(quire, 'Old news', { parentId })
    await addPage(quire, 'Older news')
    for (const page of ['Older news', 'Old news']) await call('delete_page', { page })
    const { value } = await call('list_trash', { limit: 1 })
    const [item] = items(value['pages'])
    assert.deepEqual([item?.['id'], item?.['deletedBy'], item?.['path']].map(String), [
      pageId,
      'Ada Lovelace',
      'Archive / News',
    ])
    assert.match(String(item?.['url']), new RegExp(`/pages/${pageId}$`))
    assert.match(String(value['more']), /call again with offset 1\.$/)
    const rest = await call('list_trash', { limit: 1, offset: 1 })
    assert.equal(items(rest.value['pages'])[0]?.['path'], undefined)
    await refused('restore_page', { page: 'Old' }, 'PAGE_NOT_FOUND', /In the trash: "Old news"/)
    const restored = await call('restore_page', { page: 'Old news' })
    assert.equal(restored.value['id'], pageId)
  })

  it('takes a workspace by its slug, and says which one it was', async () => {
    await addWorkspace(quire, 'Field work')
    const { value } = await call('list_pages', { workspaceId: 'field-work' })
    assert.equal(String(value['workspace']), 'Field work')
    const missing = await call('get_page', { page: 'Nothing', workspaceId: 'field-work' })
    assert.equal(String(missing.value['workspace']), 'Field work')
    const unknown = await call('list_pages', { workspaceId: 'nowhere' })
    assert.deepEqual([unknown.isError, unknown.value['workspace']], [true, undefined])
  })
})
