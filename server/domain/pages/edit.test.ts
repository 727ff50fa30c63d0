import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { nothing } from '../../../test/support/pages.ts'
import {
  contextOf,
  openAnother,
  startServer,
  type TestServer,
} from '../../../test/support/server.ts'
import type { App } from '../../app.ts'
import { events, pages, systemViewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { searchPages } from '../search/search.ts'
import { createPage } from './create.ts'
import { editPage, type PageEdit } from './edit.ts'
import { getMarkdown } from './read.ts'
import { updatePage } from './update.ts'

let server: TestServer
let another: App
let context: WorkspaceContext
/** The same person on another node: its edits do not queue up with those of the first. */
let elsewhere: WorkspaceContext
let workspaceId = ''
before(async () => {
  server = await startServer()
  workspaceId = server.workspaceId
  context = contextOf(server, { via: 'mcp' })
  another = await openAnother(server)
  elsewhere = contextOf({ ...server, app: another }, { via: 'mcp' })
})
after(async () => {
  await another.close()
  await server.close()
})

const create = (markdown: string) =>
  createPage(context, { workspaceId, parentId: null, title: 'Page', ownership: 'TEXT', markdown })
type Edit = Omit<PageEdit, 'workspaceId' | 'pageId'>
const editBy = (by: WorkspaceContext, pageId: string, change: Edit) =>
  editPage(by, { workspaceId, pageId, ...change })
const edit = async (pageId: string, change: Edit, by = context) =>
  (await editBy(by, pageId, change)).version
const read = (pageId: string) => getMarkdown(context, { workspaceId, pageId })
const versionOf = (pageId: string) =>
  pages.version(context.store, systemViewer(workspaceId), pageId)

/** A context in which `meddle` runs after each edit was worked out, before it is written. */
function meddledBy(meddle: () => Promise<unknown>): WorkspaceContext {
  const { content } = context
  return {
    ...context,
    content: Object.assign(Object.create(content), {
      edit: async (...args: Parameters<typeof content.edit>) => {
        const result = await content.edit(...args)
        await meddle()
        return result
      },
    }),
  }
}

describe('editPage', () => {
  it('refuses a section without a heading and a replacement without what it replaces', async () => {
    const pageId = await create('# A')
    const text = 'new'
    await assert.rejects(edit(pageId, { mode: 'section', text }), {
      message: '/heading is required with mode "section"',
    })
    await assert.rejects(edit(pageId, { mode: 'replace', text }), {
      message: '/find is required with mode "replace"',
    })
  })

  it('refuses what does not go with the mode, instead of leaving it aside', async () => {
    const pageId = await create('# A')
    const refused: [Edit, string, string][] = [
      [{ mode: 'append', text: 'x', find: 'A' }, '/find', 'only with "replace"'],
      [{ mode: 'prepend', text: 'x', find: 'A' }, '/find', 'only with "replace"'],
      [{ mode: 'section', text: 'x', heading: 'A', find: 'A' }, '/find', 'only with "replace"'],
      [
        { mode: 'replace', text: 'x', find: 'A', heading: 'A' },
        '/heading',
        'only with "append", "prepend", "section"',
      ],
      [
        { mode: 'replace', text: 'x', find: 'A', includeSubsections: true },
        '/includeSubsections',
        'only with "append", "section"',
      ],
      [
        { mode: 'prepend', text: 'x', heading: 'A', includeSubsections: true },
        '/includeSubsections',
        'only with "append", "section"',
      ],
    ]
    for (const [change, path, takers] of refused) {
      await assert.rejects(edit(pageId, change), {
        code: 'VALIDATION_FAILED',
        message: `${path} cannot be used with mode "${change.mode}", ${takers}`,
      })
    }
    await assert.rejects(edit(pageId, { mode: 'append', text: ' \n' }), {
      message: '/text must not be empty with mode "append"',
    })
    await assert.rejects(edit(pageId, { mode: 'append', text: 'x', includeSubsections: true }), {
      message: '/heading is required with mode "append" and includeSubsections',
    })
    assert.equal(await versionOf(pageId), 1)
  })

  it('refuses a text that repeats sub-headings which stay', async () => {
    const pageId = await create('# A\n\none\n\n## B\n\ntwo\n')
    const text = 'new\n\n## B\n\nthree'
    await assert.rejects(edit(pageId, { mode: 'section', heading: 'A', text }), {
      code: 'VALIDATION_FAILED',
      message: /^\/includeSubsections is needed: the text repeats the heading "B"/,
    })
    assert.equal(await versionOf(pageId), 1)
  })

  it('refuses a page that is not there', async () => {
    await assert.rejects(edit(nothing, { mode: 'append', text: 'x' }), { code: 'PAGE_NOT_FOUND' })
  })

  it('refuses what is not found or found twice, and leaves the page as it was', async () => {
    const pageId = await create('# Same\n\none twin\n\n# Same\n\ntwo twin\n')
    const before = await read(pageId)
    const refused = [
      [{ mode: 'section', heading: 'Other', text: '' }, 'HEADING_NOT_FOUND'],
      [{ mode: 'section', heading: 'Same', text: '' }, 'HEADING_AMBIGUOUS'],
      [{ mode: 'replace', find: 'three', text: '' }, 'TEXT_NOT_FOUND'],
      [{ mode: 'replace', find: 'twin', text: '' }, 'TEXT_AMBIGUOUS'],
    ] as const
    for (const [change, code] of refused) await assert.rejects(edit(pageId, change), { code })
    assert.deepEqual([await read(pageId), await versionOf(pageId)], [before, 1])
  })

  it('refuses a version that is not the current one', async () => {
    const pageId = await create('one')
    const append = { mode: 'append', text: 'two' } as const
    for (const expectedVersion of [0, 2]) {
      await assert.rejects(edit(pageId, { ...append, expectedVersion }), {
        code: 'VERSION_CONFLICT',
      })
    }
    assert.equal(await edit(pageId, { ...append, expectedVersion: 1 }), 2)
    assert.equal(await read(pageId), 'one\n\ntwo\n')
  })

  it('works anew on what came in between, and loses neither change', async () => {
    const pageId = await create('start')
    let isFirst = true
    const meddled = meddledBy(async () => {
      if (isFirst) {
        isFirst = false
        await edit(pageId, { mode: 'prepend', text: 'between' }, elsewhere)
      }
    })
    assert.equal(await edit(pageId, { mode: 'append', text: 'end' }, meddled), 3)
    assert.equal(await read(pageId), 'between\n\nstart\n\nend\n')
  })

  it('refuses at its next attempt when what it looks for has gone in between', async () => {
    const pageId = await create('old text')
    const content = { type: 'doc', content: [{ type: 'paragraph' }] }
    const meddled = meddledBy(() => updatePage(elsewhere, { workspaceId, pageId, content }))
    const change = { mode: 'replace', find: 'old', text: 'new' } as const
    await assert.rejects(edit(pageId, change, meddled), { code: 'TEXT_NOT_FOUND' })
  })

  it('is merged with a change that comes in between, if it is based on a version', async () => {
    const pageId = await create('start')
    const other = { mode: 'append', text: 'other' } as const
    const change = { mode: 'append', text: 'mine', expectedVersion: 1 } as const
    let count = 0
    const meddledOnce = meddledBy(async () =>
      count++ === 0 ? edit(pageId, other, elsewhere) : undefined,
    )
    assert.equal(await edit(pageId, change, meddledOnce), 3)
    const merged = (await read(pageId)).split('\n\n').map((line) => line.trim())
    assert.deepEqual(merged.toSorted(), ['mine', 'other', 'start'])
  })

  it('gives up when every attempt meets another change', async () => {
    const pageId = await create('start')
    let count = 0
    const meddled = meddledBy(() =>
      updatePage(elsewhere, { workspaceId, pageId, title: `${++count}` }),
    )
    await assert.rejects(edit(pageId, { mode: 'append', text: 'mine' }, meddled), {
      code: 'VERSION_CONFLICT',
      message: `Others are changing page ${pageId} at the same time. Try again.`,
    })
    assert.deepEqual([await read(pageId), await versionOf(pageId)], ['start\n', 1 + count])
  })

  it('keeps every one of 200 edits made at once, on two nodes', async () => {
    const pageId = await create('')
    const texts = Array.from({ length: 200 }, (_, index) => `line ${index}`)
    const versions = await Promise.all(
      texts.map((text, index) =>
        edit(pageId, { mode: 'append', text: `- ${text}` }, index % 2 === 0 ? context : elsewhere),
      ),
    )
    assert.deepEqual(
      versions.toSorted((one, other) => one - other),
      texts.map((_, index) => index + 2),
    )
    const lines = (await read(pageId)).trim().split('\n')
    assert.deepEqual(lines.toSorted(), texts.map((text) => `- ${text}`).toSorted())
  })

  it('takes the edits of one process in the order in which they came', async () => {
    const pageId = await create('')
    const texts = Array.from({ length: 20 }, (_, index) => `${index}.`)
    await Promise.all(texts.map((text) => edit(pageId, { mode: 'append', text: `At ${text}` })))
    assert.deepEqual(
      (await read(pageId)).trim().split('\n\n'),
      texts.map((text) => `At ${text}`),
    )
  })

  it('says what a section held, and nothing of the kind for other edits', async () => {
    const pageId = await create('# A\n\none\n\n- [ ] two\n\n## B\n\n- [x] three\n')
    const section = { mode: 'section', heading: 'A', text: 'new' } as const
    assert.deepEqual(await editBy(context, pageId, section), {
      version: 2,
      removed: { blocks: 2, headings: 0, tasks: 1 },
    })
    const subtree = { ...section, includeSubsections: true }
    assert.deepEqual(await editBy(context, pageId, subtree), {
      version: 3,
      removed: { blocks: 3, headings: 1, tasks: 1 },
    })
    const append = { mode: 'append', text: 'more' } as const
    assert.deepEqual(await editBy(context, pageId, append), { version: 4 })
  })

  it('lets search find the new text, and tells of it by its version without its words', async () => {
    const pageId = await create('formerword')
    const change = { mode: 'replace', find: 'formerword', text: 'laterword' } as const
    const version = await edit(pageId, change)
    const find = async (query: string) =>
      (await searchPages(context, { query, k: 5 })).map((hit) => hit.pageId)
    assert.deepEqual([await find('formerword'), await find('laterword')], [[], [pageId]])
    const last = (await events.after(context.store, workspaceId, 0, 1000)).at(-1)
    assert.equal(last?.type, 'page.updated')
    assert.deepEqual(JSON.parse(last.data), {
      pageId,
      changed: ['content'],
      previous: {},
      version,
    })
  })
})
