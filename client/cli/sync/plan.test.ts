import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { planPush, type PushPlan } from './plan.ts'
import type { PageRecord, RemotePage } from './records.ts'
import { hashOf } from './text-hash.ts'

type Page = Partial<PageRecord> & { path: string }

/** A page that both sides have in common; its ID is its path. */
function page({ path, ...rest }: Page): PageRecord {
  const common = { parentId: null, folder: null, version: 1, revision: 'r1', text: `of ${path}` }
  return { pageId: path, path, ...common, ...rest }
}

function there({ text, ...record }: PageRecord): RemotePage {
  return { ...record, isImplicit: text === null }
}

type Input = {
  records: PageRecord[]
  /** Texts by path; those of the records if left out. */
  local?: Record<string, string>
  remote?: RemotePage[]
  unsettled?: string[]
}

function plan({ records, remote = records.map(there), unsettled = [], ...given }: Input): PushPlan {
  const same = records.flatMap(({ path, text }): [string, string][] =>
    text === null ? [] : [[path, text]],
  )
  const local = Object.entries(given.local ?? Object.fromEntries(same))
  const files = new Map(local.map(([path, text]) => [path, text === '' ? '' : hashOf(text)]))
  return planPush({ records, remote, local: files, unsettled: new Set(unsettled) })
}

const nothing = { creations: [], moves: [], renames: [], removals: [], emptied: [], saves: [] }

/** A page `box` with a file of its own, and the page `box/in.md` in it. */
const box = page({ path: 'box/index.md', pageId: 'box', folder: 'box' })
const inBox = page({ path: 'box/in.md', parentId: 'box' })
/** A folder without a file. */
const bag = page({ path: 'bag/index.md', pageId: 'bag', folder: 'bag', text: null })
const inBag = page({ path: 'bag/in.md', parentId: 'bag' })
const leaf = page({ path: 'leaf.md' })

describe('planPush', () => {
  it('does nothing where nothing changed', () => {
    assert.partialDeepStrictEqual(plan({ records: [leaf, box, inBox, bag, inBag] }), nothing)
  })

  it('saves an edited file, and says whether the page changed too', () => {
    const edited = plan({ records: [leaf], local: { 'leaf.md': 'edited' } })
    const save = { pageId: 'leaf.md', path: 'leaf.md', isChangedThere: false, isEmptied: false }
    assert.deepEqual(edited.saves, [save])
    const remote = [{ ...there(leaf), revision: 'r2' }]
    const both = plan({ records: [leaf], remote, local: { 'leaf.md': 'edited' } })
    assert.equal(both.saves[0]?.isChangedThere, true)
  })

  it('leaves a file alone that is there and cannot be read', () => {
    assert.partialDeepStrictEqual(plan({ records: [leaf], local: { 'leaf.md': '' } }), nothing)
    assert.deepEqual(plan({ records: [], local: { 'new.md': '' } }).creations, [])
  })

  it('creates pages for new files and for the folders on the way, parents first', () => {
    const { creations } = plan({ records: [], local: { 'a/b/c.md': 'x', 'd.md': 'y' } })
    assert.deepEqual(
      creations.map(({ at, parent, file }) => [at, parent, file]),
      [
        ['a', null, { name: 'a', index: '' }],
        ['d.md', null, { name: 'd.md' }],
        ['a/b', { at: 'a' }, { name: 'b', index: '' }],
        ['a/b/c.md', { at: 'a/b' }, { name: 'c.md' }],
      ],
    )
  })

  it('takes an index as the page of a new folder, and a README beside it as a page in it', () => {
    const local = { 'a/README.md': 'x', 'a/index.md': 'y', 'README.md': 'root' }
    const { creations } = plan({ records: [], local })
    assert.deepEqual(
      creations.map(({ at, file, path }) => [at, file, path]),
      [
        ['README.md', { name: 'README.md' }, 'README.md'],
        ['a', { name: 'a', index: 'index.md' }, 'a/index.md'],
        ['a/README.md', { name: 'README.md' }, 'a/README.md'],
      ],
    )
  })

  it('creates a new file below the page of its folder', () => {
    const local = {
      'box/index.md': 'of box/index.md',
      'box/in.md': 'of box/in.md',
      'box/new.md': 'x',
    }
    const { creations } = plan({ records: [box, inBox], local })
    assert.deepEqual(
      creations.map(({ parent }) => parent),
      [{ pageId: 'box' }],
    )
  })

  it('does not create a page for a file whose path a new page on the server has', () => {
    const remote = [there(page({ path: 'New.md', revision: 'r' }))]
    assert.deepEqual(plan({ records: [], remote, local: { 'new.md': 'x' } }).creations, [])
  })

  it('follows a renamed file by its text', () => {
    const { renames, removals, creations } = plan({
      records: [leaf],
      local: { 'b.md': leaf.text ?? '' },
    })
    assert.deepEqual(renames, [{ pageId: 'leaf.md', file: { name: 'b.md' } }])
    assert.deepEqual([removals, creations], [[], []])
  })

  it('follows a file that was moved and edited by its name', () => {
    const { moves, saves, removals } = plan({
      records: [leaf, box, inBox],
      local: {
        'box/index.md': 'of box/index.md',
        'box/in.md': 'of box/in.md',
        'box/leaf.md': 'edited',
      },
    })
    assert.deepEqual(moves, [{ pageId: 'leaf.md', parent: { pageId: 'box' } }])
    assert.equal(saves.length, 1)
    assert.deepEqual(removals, [])
  })

  it('does not take one of several equal texts for another page', () => {
    const records = ['a.md', 'b.md'].map((path) => page({ path, text: 'same' }))
    const { renames, removals } = plan({ records, local: { 'c.md': 'same' } })
    assert.deepEqual(renames, [])
    assert.deepEqual(removals, ['a.md', 'b.md'])
  })

  it('renames the page of a folder, and moves no page in it', () => {
    const local = { 'crate/index.md': 'of box/index.md', 'crate/in.md': 'of box/in.md' }
    const { renames, moves, creations } = plan({ records: [box, inBox], local })
    assert.deepEqual(renames, [{ pageId: 'box', file: { name: 'crate', index: 'index.md' } }])
    assert.deepEqual([moves, creations], [[], []])
  })

  it('follows a folder without a file by the pages in it', () => {
    const { renames, moves, creations, removals } = plan({
      records: [bag, inBag],
      local: { 'sack/in.md': 'of bag/in.md' },
    })
    assert.deepEqual(renames, [{ pageId: 'bag', file: { name: 'sack', index: '' } }])
    assert.deepEqual([moves, creations, removals], [[], [], []])
  })

  it('gives a folder without a file its new index', () => {
    const local = { 'bag/in.md': 'of bag/in.md', 'bag/README.md': 'new' }
    const { renames, saves, creations } = plan({ records: [bag, inBag], local })
    assert.deepEqual(renames, [{ pageId: 'bag', file: { name: 'bag', index: 'README.md' } }])
    assert.deepEqual(
      saves.map(({ pageId }) => pageId),
      ['bag'],
    )
    assert.deepEqual(creations, [])
  })

  it('moves a file to the top and into a new folder', () => {
    const top = plan({
      records: [box, inBox],
      local: { 'box/index.md': 'of box/index.md', 'in.md': 'of box/in.md' },
    })
    assert.deepEqual(top.moves, [{ pageId: 'box/in.md', parent: null }])
    const local = { 'x/leaf.md': 'of leaf.md' }
    const deep = plan({ records: [leaf], local })
    assert.deepEqual(
      deep.creations.map(({ at }) => at),
      ['x'],
    )
    assert.deepEqual(deep.moves, [{ pageId: 'leaf.md', parent: { at: 'x' } }])
  })

  it('lets a move on the server win over one in the folder', () => {
    const remote = [
      there({ ...leaf, parentId: 'box', path: 'box/leaf.md' }),
      there(box),
      there(inBox),
    ]
    const local = {
      'x/leaf.md': 'of leaf.md',
      'box/index.md': 'of box/index.md',
      'box/in.md': 'of box/in.md',
    }
    assert.deepEqual(plan({ records: [leaf, box, inBox], remote, local }).moves, [])
  })

  it('removes a page whose file is gone', () => {
    const { removals, removedCount } = plan({
      records: [leaf, box],
      local: { 'box/index.md': 'of box/index.md' },
    })
    assert.deepEqual([removals, removedCount], [['leaf.md'], 1])
  })

  it('removes a page with all pages below it as one', () => {
    const { removals, removedCount } = plan({ records: [box, inBox, bag, inBag], local: {} })
    assert.deepEqual([removals, removedCount], [['box', 'bag'], 4])
  })

  it('keeps a page that changed on the server, and one with a new page below it', () => {
    const changed = plan({
      records: [leaf],
      remote: [{ ...there(leaf), revision: 'r2' }],
      local: {},
    })
    assert.deepEqual(changed.removals, [])
    const added = there(page({ path: 'box/new.md', parentId: 'box' }))
    const remote = [there(box), there(inBox), added]
    assert.deepEqual(plan({ records: [box, inBox], remote, local: {} }).removals, ['box/in.md'])
  })

  it('waits for a file that may only be replaced', () => {
    const { removals, removedCount } = plan({ records: [leaf], local: {}, unsettled: ['leaf.md'] })
    assert.deepEqual([removals, removedCount], [[], 0])
  })

  it('keeps the page of a folder whose own file is gone', () => {
    const { emptied, removals, moves, creations } = plan({
      records: [box, inBox],
      local: { 'box/in.md': 'of box/in.md' },
    })
    assert.deepEqual(emptied, ['box'])
    assert.deepEqual([removals, moves, creations], [[], [], []])
  })

  it('neither removes nor creates what is gone on the server', () => {
    const gone = plan({ records: [box, inBox, leaf], remote: [there(leaf)] })
    assert.partialDeepStrictEqual(gone, nothing)
  })

  it('finds a file where its page is now, after a program ended between both', () => {
    const moved = { ...there(leaf), path: 'other.md' }
    const { matched, renames, removals } = plan({
      records: [leaf],
      remote: [moved],
      local: { 'other.md': 'edited since' },
    })
    assert.equal(matched.at.get('leaf.md'), 'other.md')
    assert.deepEqual([renames, removals], [[], []])
  })

  it('keeps the pages of a folder that was imported with its own page', () => {
    const root = page({ path: 'README.md', pageId: 'root', folder: '' })
    const below = page({ path: 'a.md', parentId: 'root' })
    assert.partialDeepStrictEqual(plan({ records: [root, below] }), nothing)
    const local = { 'README.md': 'of README.md', 'a.md': 'of a.md', 'b.md': 'new' }
    const { creations } = plan({ records: [root, below], local })
    assert.deepEqual(
      creations.map(({ parent }) => parent),
      [{ pageId: 'root' }],
    )
    const gone = plan({ records: [root, below], local: { 'a.md': 'of a.md' } })
    assert.deepEqual([gone.moves, gone.removals], [[], []])
  })
})
