import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { filesOf } from '../../../../../test/support/sources/files.ts'
import { zipOf } from '../../../../../test/support/sources/write-zip.ts'
import { readdress } from './addresses.ts'
import { copyFiles } from './copy-files.ts'
import { joinFolders } from './join-folders.ts'
import { openFiles } from './open-folder.ts'
import { createOutput, relativeUrl } from './output.ts'
import { folderOfPage, type PageNode, locatePages, walk } from './tree.ts'
import { withFolder } from './write-folder.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-test-'))
})
after(() => rm(folder, { recursive: true }))

const joining = {
  isPage: (path: string) => path.endsWith('.md'),
  isTable: (path: string) => path.endsWith('.csv'),
  nameOf: (name: string) => name.replace(/ \d+$/, ''),
}

/** The titles and files of pages, indented by their depth. */
function outline(nodes: readonly PageNode[], indent = ''): string[] {
  return nodes.flatMap(({ title, source, table, children }) => [
    `${indent}${title} ${source ?? table ?? '-'}`,
    ...outline(children, `${indent}  `),
  ])
}

describe('joinFolders', () => {
  it('makes no page of files that are none, and of folders without pages', () => {
    assert.deepEqual(joinFolders([], joining), [])
    assert.deepEqual(joinFolders(['a.png', 'b/c.pdf'], joining), [])
  })

  it('joins a page with the folder of its name, in any order of the files', () => {
    const paths = ['A 1/B 2/C 3.md', 'A 1/B 2.md', 'A 1.md']
    const expected = ['A A 1.md', '  B A 1/B 2.md', '    C A 1/B 2/C 3.md']
    assert.deepEqual(outline(joinFolders(paths, joining)), expected)
    assert.deepEqual(outline(joinFolders(paths.toReversed(), joining)), expected)
  })

  it('joins folders that have lost a number, and keeps those apart that have one', () => {
    assert.deepEqual(outline(joinFolders(['A 1.md', 'A/B 2.md'], joining)), [
      'A A 1.md',
      '  B A/B 2.md',
    ])
    assert.deepEqual(outline(joinFolders(['A 1.md', 'A 2.md', 'A 2/B 3.md'], joining)), [
      'A A 1.md',
      'A A 2.md',
      '  B A 2/B 3.md',
    ])
  })

  it('gives a folder without a file a page of its own', () => {
    assert.deepEqual(outline(joinFolders(['x/y/A.md'], joining)), [
      'x -',
      '  y -',
      '    A x/y/A.md',
    ])
  })

  it('takes the file with all rows of a table', () => {
    for (const paths of [
      ['T 1.csv', 'T 1_all.csv', 'T 1/R 2.md'],
      ['T 1_all.csv', 'T 1.csv', 'T 1/R 2.md'],
    ]) {
      assert.deepEqual(outline(joinFolders(paths, joining)), ['T T 1_all.csv', '  R T 1/R 2.md'])
    }
  })
})

describe('locatePages', () => {
  it('gives pages above others a folder, and each page a path of its own', () => {
    const roots = joinFolders(['A 1.md', 'A 2.md', 'A 2/a/B.md', 'index.md', 'c?.md'], joining)
    const locations = locatePages(roots)
    assert.deepEqual(
      Array.from(walk(roots), (node) => locations.get(node)),
      ['A.md', 'A 2/index.md', 'A 2/a/index.md', 'A 2/a/B.md', '_index.md', 'c-.md'],
    )
    assert.equal(folderOfPage('A 2/index.md'), 'A 2')
    assert.equal(folderOfPage('A.md'), 'A')
  })
})

describe('copyFiles', () => {
  it('puts files beside the page of their folder', () => {
    const paths = [
      'A 1.md',
      'A 1/B 2.md',
      'A 1/p.png',
      'A 1/B 2/q.png',
      'z/r.png',
      'A 1/B 2/deep/s.png',
    ]
    const files = filesOf(Object.fromEntries(paths.map((path) => [path, path])))
    const roots = joinFolders(paths, joining)
    const output = createOutput(files)
    const byPath = new Map<string, string>()
    const others = paths.filter((path) => path.endsWith('.png'))
    copyFiles(output, others, { roots, locations: locatePages(roots) }, byPath)
    assert.deepEqual(Object.fromEntries(byPath), {
      'A 1/p.png': 'A/p.png',
      'A 1/B 2/q.png': 'A/B/q.png',
      'z/r.png': 'z/r.png',
      'A 1/B 2/deep/s.png': 'A/B/deep/s.png',
    })
    assert.equal(output.has('A/p.png'), true)
  })
})

describe('readdress', () => {
  const byPath = new Map([
    ['a/One 1.md', 'a/One.md'],
    ['b/Two.md', 'b/Two/index.md'],
    ['b/c/index.html', 'b/c/index.md'],
    ['p (1).png', 'p (1).png'],
  ])
  const at = (url: string): string => readdress({ byPath }, 'a/One 1.md', 'a/One.md', url)

  it('keeps addresses of other locations, and of nothing', () => {
    for (const url of [
      '',
      '#part',
      'https://example.com/b/Two.md',
      'mailto:a@example.com',
      '/b/Two.md',
      'gone.md',
      '../../b/Two.md',
      '%E0%A4%A',
    ]) {
      assert.equal(at(url), url)
    }
  })

  it('follows paths with signs, anchors, and without endings', () => {
    assert.equal(at('../b/Two.md#part'), '../b/Two/index.md#part')
    assert.equal(at('../b/Two'), '../b/Two/index.md')
    assert.equal(at('../b/c/'), '../b/c/index.md')
    assert.equal(at('One%201.md?raw=1'), 'One.md')
    assert.equal(at('../p%20(1).png'), '../p%20%281%29.png')
  })

  it('asks for the meaning of an address first', () => {
    const find = (url: string): string | undefined =>
      url === 'doc:2' ? 'b/Two.md' : url === 'doc:3' ? 'gone' : undefined
    const found = (url: string): string =>
      readdress({ byPath, find }, 'a/One 1.md', 'a/One.md', url)
    assert.equal(found('doc:2'), '../b/Two/index.md')
    assert.equal(found('doc:3'), 'doc:3')
    assert.equal(relativeUrl('a/b.md', 'a/c d.md', '#x'), 'c%20d.md#x')
  })
})

describe('createOutput', () => {
  it('knows no other files', async () => {
    const { files } = createOutput(filesOf({})).finish('csv')
    assert.throws(() => files.size('a'), /not in the converted folder/)
    await assert.rejects(files.read('a'), /not in the converted folder/)
  })

  it('collects texts, bytes, files of the source, losses and warnings', async () => {
    const output = createOutput(filesOf({ 'x/a.png': 'image' }))
    output.addText('a.md', 'é')
    output.addBytes('b.bin', new Uint8Array([1, 2]))
    output.addFile('c.png', 'x/a.png')
    output.lose('a.md', [{ kind: 'comment', outcome: 'lost', count: 2 }])
    output.warn('One is odd.')
    const { kind, files, losses, warnings } = output.finish('html')
    assert.equal(kind, 'html')
    assert.deepEqual(
      files.paths().map((path) => [path, files.size(path)]),
      [
        ['a.md', 2],
        ['b.bin', 2],
        ['c.png', 5],
      ],
    )
    assert.equal(Buffer.from(await files.read('c.png')).toString(), 'image')
    assert.deepEqual(losses, [{ path: 'a.md', kind: 'comment', outcome: 'lost', count: 2 }])
    assert.deepEqual(warnings, ['One is odd.'])
  })
})

describe('openFiles', () => {
  it('rejects what is not there, and an archive that is broken', async () => {
    const code = 'VALIDATION_FAILED'
    await assert.rejects(openFiles(join(folder, 'gone')), { code })
    await writeFile(join(folder, 'broken.zip'), 'PK')
    await assert.rejects(openFiles(join(folder, 'broken.zip')), { code })
  })

  it('lists the files of a folder, without hidden ones and links', async () => {
    const root = join(folder, 'vault')
    await mkdir(join(root, '.obsidian'), { recursive: true })
    await mkdir(join(root, '.git'))
    await mkdir(join(root, 'a/.obsidian'), { recursive: true })
    for (const path of ['.obsidian/app.json', '.git/config', 'a/b.md', 'a/.obsidian/x', '.env']) {
      await writeFile(join(root, path), path)
    }
    await symlink('/etc/passwd', join(root, 'link.md'))
    await symlink('/etc', join(root, 'links'))
    const files = await openFiles(root)
    assert.deepEqual(files.paths().toSorted(), ['.obsidian/app.json', 'a/b.md'])
    assert.equal(files.isFolder, true)
    assert.equal(files.size('a/b.md'), 6)
    assert.equal(Buffer.from(await files.read('a/b.md')).toString(), 'a/b.md')
  })

  it('opens an archive and a single file', async () => {
    await writeFile(join(folder, 'notes.ZIP'), zipOf({ 'a.md': 'A' }))
    const archive = await openFiles(join(folder, 'notes.ZIP'))
    assert.deepEqual([archive.paths(), archive.isFolder], [['a.md'], false])
    await writeFile(join(folder, 'one.csv'), 'a,b')
    const one = await openFiles(join(folder, 'one.csv'))
    assert.deepEqual([one.paths(), one.size('one.csv'), one.isFolder], [['one.csv'], 3, false])
    assert.equal(Buffer.from(await one.read('one.csv')).toString(), 'a,b')
  })
})

describe('withFolder', () => {
  it('removes the folder, also after an error', async () => {
    let root = ''
    const use = withFolder(filesOf({ 'a.md': 'A' }), 'notes', async (path) => {
      root = path
      await mkdir(join(path, 'more'))
      assert.fail('stop')
    })
    await assert.rejects(use, /stop/)
    await assert.rejects(readdir(root), { code: 'ENOENT' })
  })

  it('passes on other errors', async () => {
    const files = { ...filesOf({ 'a.md': 'A' }), read: async () => assert.fail('unreadable') }
    await assert.rejects(
      withFolder(files, 'notes', async () => undefined),
      /unreadable/,
    )
  })

  it('writes the files under a name that is a name', async () => {
    const files = filesOf({ 'a/b.md': 'B', 'a/b.md/c.md': 'C', 'd.md': 'D' })
    for (const [name, expected] of [
      ['../notes', 'notes'],
      ['..', 'import'],
      ['a/b', 'ab'],
    ] as const) {
      const seen = await withFolder(files, name, async (root, skipped) => [
        root.split('/').at(-1),
        await readFile(join(root, 'a/b.md'), 'utf8'),
        await readdir(root),
        skipped,
      ])
      assert.deepEqual(seen, [expected, 'B', ['a', 'd.md'], ['a/b.md/c.md']])
    }
  })
})
