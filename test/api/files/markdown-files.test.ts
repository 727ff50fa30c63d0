import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { type Refusal, startServer, type TestServer } from '../../support/server.ts'

type Entry = {
  pageId: string
  path: string
  revision: string
  isImplicit: boolean
  version: number
}
type Read = { files: (Entry & { text: string | null; files: { path: string }[] })[] }
type Saved = { version: number; conflicts: string[]; unresolved: string[] }

describe('markdownFiles', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const paths = {
    create: '/v1/markdown-files/create',
    createAll: '/v1/markdown-files/create-all',
    list: '/v1/markdown-files/list',
    read: '/v1/markdown-files/read',
    save: '/v1/markdown-files/save',
  }
  const call = <Body = Refusal>(name: keyof typeof paths, input: object) =>
    quire.post<Body>(paths[name], { workspaceId: quire.workspaceId, ...input })

  const create = async (file: object, parentId: string | null = null) => {
    const { status, body } = await call<{ pageId: string }>('create', { file, parentId })
    assert.equal(status, 200)
    return body.pageId
  }
  const save = async (pageId: string, text: string, more: object = {}) => {
    const { status, body } = await call<Saved>('save', { pageId, text, base: '', ...more })
    assert.equal(status, 200)
    return body
  }
  const read = async (pageId: string) => {
    const { body } = await call<Read>('read', { pageIds: [pageId] })
    const [file] = body.files
    assert.ok(file !== undefined)
    return file
  }
  const title = async (page: string) => {
    const { workspaceId } = quire
    return (await quire.post<{ title: string }>('/v1/pages/get', { workspaceId, page })).body.title
  }

  it('rejects names that leave the folder or are no Markdown, and creates nothing', async () => {
    const before = (await call<Read>('list', {})).body.files.length
    for (const file of [
      { name: '../a.md' },
      { name: '.hidden.md' },
      { name: 'a.txt' },
      { name: 'a', index: 'other.md' },
    ]) {
      const { status, body } = await call('create', { file })
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], JSON.stringify(file))
    }
    assert.equal((await call<Read>('list', {})).body.files.length, before)
  })

  it('rejects several files with one that cannot be created, and creates none', async () => {
    const before = (await call<Read>('list', {})).body.files.length
    const good = { file: { name: 'good.md' } }
    const rejected: [files: object[], code: string, path?: string][] = [
      [[good, { file: { name: 'bad.txt' } }], 'VALIDATION_FAILED', '/files/1/file/name'],
      [[good, { parent: 1, file: { name: 'a.md' } }], 'VALIDATION_FAILED', '/files/1/parent'],
      [[good, { parent: 0, parentId: null, ...good }], 'VALIDATION_FAILED', '/files/1/parent'],
      [[good, { ...good, parentId: crypto.randomUUID() }], 'PAGE_NOT_FOUND'],
      [[], 'VALIDATION_FAILED', '/files'],
      [Array.from({ length: 101 }, () => good), 'VALIDATION_FAILED', '/files'],
    ]
    for (const [files, code, path] of rejected) {
      const { body } = await call('createAll', { files })
      assert.deepEqual([body.code, body.errors?.[0]?.path], [code, path], JSON.stringify(files))
    }
    assert.equal((await call<Read>('list', {})).body.files.length, before)
  })

  it('creates folders with the files in them, in their order', async () => {
    const files = [
      { file: { name: 'Tree', index: '' } },
      { parent: 0, file: { name: 'z.md' } },
      { parent: 0, file: { name: 'deep', index: 'index.md' } },
      { parent: 2, file: { name: 'a.md' } },
    ]
    const { status, body } = await call<{ pageIds: string[] }>('createAll', { files })
    assert.equal(status, 200)
    const listed = (await call<Read>('list', {})).body.files
    assert.deepEqual(
      listed
        .filter(({ path }) => path.startsWith('Tree/'))
        .map(({ path, pageId }) => [path, pageId]),
      ['Tree/index.md', 'Tree/z.md', 'Tree/deep/index.md', 'Tree/deep/a.md'].map((path, index) => [
        path,
        body.pageIds[index],
      ]),
    )
  })

  it('rejects unknown pages and files, and changes nothing', async () => {
    const unknown = crypto.randomUUID()
    const gone = await call('save', { pageId: unknown, text: 'x', base: '' })
    assert.deepEqual([gone.status, gone.body.code], [404, 'PAGE_NOT_FOUND'])
    assert.equal((await call('list', { underPageId: unknown })).body.code, 'PAGE_NOT_FOUND')
    const pageId = await create({ name: 'unchanged.md' })
    const files = [{ path: 'a.png', fileId: unknown }]
    const lost = await call('save', { pageId, base: '', text: '![a](a.png)\n', files })
    assert.deepEqual([lost.status, lost.body.code], [404, 'FILE_NOT_FOUND'])
    assert.equal((await read(pageId)).text, '')
    assert.deepEqual((await call<Read>('read', { pageIds: [unknown] })).body.files, [])
  })

  it('shows pages and files of others neither by their paths nor by their IDs', async () => {
    const section = await create({ name: 'Private', index: '' })
    const hidden = await create({ name: 'secret.md' }, section)
    const fileId = await addFile(quire, hidden)
    await grantOnly(quire, section, { [quire.userId]: 'manage' })
    const { key } = await addPerson(quire, 'Mia', 'MEMBER')
    const asMia = <Body = Refusal>(name: keyof typeof paths, input: object) =>
      quire.post<Body>(paths[name], { workspaceId: quire.workspaceId, ...input }, key)
    const { body } = await asMia<Read>('list', {})
    assert.deepEqual(
      body.files.filter(({ path }) => path.startsWith('Private')),
      [],
    )
    assert.deepEqual((await asMia<Read>('read', { pageIds: [hidden] })).body.files, [])
    const pageId = await create({ name: 'of-mia.md' })
    const text = '[it](Private/secret.md) ![it](it.png)\n'
    const save = { pageId, base: '', text }
    // Someone who sees all saves first.
    await call('save', { ...save, text: '' })
    const files = [{ path: 'it.png', fileId }]
    assert.equal((await asMia('save', { ...save, files })).body.code, 'FILE_NOT_FOUND')
    const hiddenPage = await asMia('save', { ...save, pageId: hidden })
    assert.equal(hiddenPage.body.code, 'PAGE_NOT_FOUND')
    const base = (await read(pageId)).text
    const saved = await asMia<Saved>('save', { pageId, base, text })
    assert.deepEqual(saved.body.unresolved.toSorted(), ['Private/secret.md', 'it.png'])
  })

  it('gives a file its name, title and text byte for byte', async () => {
    const pageId = await create({ name: 'Odd.markdown' })
    assert.equal(await title(pageId), 'Odd')
    const text =
      '---\nicon: 📌\nstatus: open # now\n---\nThe title\n=========\n\n*  one\n*  two  \n'
    assert.deepEqual((await save(pageId, text)).conflicts, [])
    const file = await read(pageId)
    assert.deepEqual([file.path, file.text], ['Odd.markdown', text])
    assert.equal(await title(pageId), 'The title')
  })

  it('changes one word of a file for one changed word of the page', async () => {
    const { workspaceId } = quire
    const text = `---
title: Words
---
intro [[Other]] __bold__ $$E=mc^2$$ end

> [!info] Title
> body of *it*

*   one
*   two \\# x

| a    | b |
|:-----|--:|
| cell | important | beyond |
`
    const pageId = await create({ name: 'words.md' })
    await save(pageId, text)
    let expected = text
    for (const [find, word] of [
      ['intro', 'Intro'],
      ['body', 'Body'],
      ['two', 'ZWEI'],
      ['beyond', 'jenseits'],
      ['Title', '标题'],
    ] as const) {
      const change = { workspaceId, pageId, mode: 'replace', find, text: word }
      assert.equal((await quire.post('/v1/pages/edit', change)).status, 200)
      expected = expected.replace(find, word)
      assert.equal((await read(pageId)).text, expected)
    }
  })

  it('changes the revision with the bytes, also where the page stays the same', async () => {
    const pageId = await create({ name: 'bytes.md' })
    await save(pageId, '*a*\n')
    const one = await read(pageId)
    await save(pageId, '_a_\n', { base: '*a*\n' })
    const other = await read(pageId)
    assert.equal(other.text, '_a_\n')
    assert.notEqual(other.revision, one.revision)
    assert.equal(other.version, one.version)
  })

  it('merges changes of the same base, and makes the same change once', async () => {
    const pageId = await create({ name: 'merged.md' })
    const base = 'one\n\ntwo\n\nthree\n'
    await save(pageId, base)
    await save(pageId, 'ONE\n\ntwo\n\nthree\n', { base })
    await save(pageId, 'one\n\ntwo\n\nthree\n\nfour\n', { base })
    await save(pageId, 'one\n\ntwo\n\nthree\n\nfour\n', { base })
    assert.equal((await read(pageId)).text, 'ONE\n\ntwo\n\nthree\n\nfour\n')
  })

  it('saves nothing where both replaced the same text, title or property', async () => {
    const pageId = await create({ name: 'disputed.md' })
    const base = '---\nstatus: open\n---\n# Title\n\nThe red house.\n'
    await save(pageId, base)
    await save(pageId, base.replace('red', 'blue').replace('open', 'done').replace('Title', 'A'), {
      base,
    })
    const { text } = await read(pageId)
    const mine = base.replace('red', 'green').replace('open', 'late').replace('Title', 'B')
    const { conflicts } = await save(pageId, mine, { base })
    assert.deepEqual(conflicts.toSorted(), ['body', 'properties', 'title'])
    assert.equal((await read(pageId)).text, text)
  })

  it('links to pages and files by their paths, and names those that are unknown', async () => {
    const folder = await create({ name: 'box', index: '' })
    const a = await create({ name: 'a.md' }, folder)
    const b = await create({ name: 'b.md' })
    assert.equal((await read(folder)).text, null)
    const text = '[b](../b.md#end), ![c](img/c.png) and [gone](gone.md)\n'
    const { unresolved } = await save(a, text)
    assert.deepEqual(unresolved.toSorted(), ['box/gone.md', 'box/img/c.png'])
    const { workspaceId } = quire
    const dot = { fileName: 'c.png', mimeType: 'image/png', contentBase64: 'AAAA' }
    const uploaded = await quire.post<{ fileId: string }>('/v1/page-files/upload-file', {
      workspaceId,
      pageId: b,
      ...dot,
    })
    const files = [{ path: 'box/img/c.png', fileId: uploaded.body.fileId }]
    await save(a, text, { base: text, files })
    const file = await read(a)
    assert.deepEqual([file.text, file.files.map(({ path }) => path)], [text, ['box/img/c.png']])
    const page = { workspaceId, pageId: a }
    const answer = await quire.post<{ markdown: string }>('/v1/pages/markdown', page)
    assert.match(
      answer.body.markdown,
      new RegExp(`/pages/${b}#end.*/files/${uploaded.body.fileId}`),
    )
  })

  it('gives a file that is read in a worker its text byte for byte, with links', async () => {
    const near = await create({ name: 'near.md' })
    const pageId = await create({ name: 'large.md' })
    const text = `---\nabout: "${'x'.repeat(1500)}"\n---\nLarge\n=====\n\n${'*  odd   item\n\n'.repeat(600)}[near](near.md#end), [same](./near) and [gone](gone.md)\n`
    assert.deepEqual((await save(pageId, text)).unresolved, ['gone.md'])
    assert.deepEqual([(await read(pageId)).text, await title(pageId)], [text, 'Large'])
    const { workspaceId } = quire
    const page = { workspaceId, pageId }
    const answer = await quire.post<{ markdown: string }>('/v1/pages/markdown', page)
    assert.match(answer.body.markdown, new RegExp(`\\(/pages/${near}#end\\).*\\(/pages/${near}\\)`))
    await quire.post('/v1/pages/edit', { ...page, mode: 'append', text: 'From the web.' })
    await save(pageId, text.replace('Large\n=====', 'Larger\n======'), { base: text })
    const renamed = text.replace('Large\n=====', 'Larger\n======')
    assert.equal((await read(pageId)).text, `${renamed}\nFrom the web.\n`)
  })

  it('refuses a large text that is too deep for a page, and saves nothing', async () => {
    const pageId = await create({ name: 'deep.md' })
    const text = `${'>'.repeat(3000)} deep\n\n${'words '.repeat(1000)}\n`
    const { status, body } = await call('save', { pageId, base: '', text })
    assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
    assert.equal((await read(pageId)).text, '')
  })

  it('finds a page that was created, renamed or moved since the last save', async () => {
    const { workspaceId } = quire
    const pageId = await create({ name: 'finds.md' })
    const link = async (path: string) => {
      const text = `[it](${path})\n`
      return (await save(pageId, text, { base: (await read(pageId)).text })).unresolved
    }
    assert.deepEqual(await link('late.md'), ['late.md'])
    const late = await create({ name: 'late.md' })
    assert.deepEqual(await link('./late.md'), [])
    await save(late, '', { file: { name: 'later.md' } })
    assert.deepEqual(await link('later.md'), [])
    const typed = (
      await quire.post<{ pageId: string }>('/v1/pages/create', { workspaceId, title: 'Typed' })
    ).body.pageId
    assert.deepEqual(await link('Typed.md'), [])
    await quire.post('/v1/pages/update', { workspaceId, pageId: typed, title: 'Typed anew' })
    assert.deepEqual(await link('Typed%20anew.md'), [])
    await quire.post('/v1/pages/move', { workspaceId, pageId: typed, newParentId: late })
    assert.deepEqual(await link('later/Typed%20anew.md'), [])
  })

  it('renames a file, with the title that its name gives', async () => {
    const pageId = await create({ name: 'before.md' })
    await save(pageId, 'text\n')
    await save(pageId, 'text\n', { base: 'text\n', file: { name: 'after.md' } })
    assert.deepEqual([(await read(pageId)).path, await title(pageId)], ['after.md', 'after'])
  })

  it('lists the pages below one as a folder of their own', async () => {
    const box = await create({ name: 'own', index: 'README.md' })
    await create({ name: 'README.md' }, box)
    await create({ name: 'in.md' }, box)
    const { body } = await call<Read>('list', { underPageId: box })
    assert.deepEqual(body.files.map(({ path }) => path).toSorted(), ['README.md', 'in.md'])
  })

  it('keeps fields of Quire that the author wrote, and adds no comments', async () => {
    const pageId = await create({ name: 'kept.md' })
    const text = '---\nquire:\n  permissions:\n    everyone: read\n---\ntext\n'
    await save(pageId, text)
    const { workspaceId } = quire
    await quire.post('/v1/comments/create', { workspaceId, pageId, markdown: 'A comment.' })
    assert.equal((await read(pageId)).text, text)
  })
})
