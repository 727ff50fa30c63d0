import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SourceFiles } from '../sources/source-files.ts'
import { rootOf, UnreadableFile } from './root.ts'
import { type Entry, scanSource } from './scan.ts'

function filesOf(contents: Record<string, string>): SourceFiles {
  const contentOf = (path: string) => Buffer.from(contents[path] ?? assert.fail(path))
  return {
    paths: () => Object.keys(contents),
    size: (path) => contentOf(path).length,
    read: async (path) => {
      if (contents[path] === 'damaged') throw new RangeError('checksum')
      return contentOf(path)
    },
  }
}

function outline({ path, source, children }: Entry): unknown {
  return [path, source, ...children.map(outline)]
}

const scan = (contents: Record<string, string>) => scanSource(rootOf('notes', filesOf(contents)))

describe('scanSource', () => {
  it('finds no page where there is no Markdown', async () => {
    const { tree, others } = await scan({ 'a/b.png': 'x', 'c.txt': 'y' })
    assert.deepEqual(outline(tree), ['', undefined])
    assert.deepEqual([...others], ['a/b.png', 'c.txt'])
  })

  it('counts what is hidden once, and leaves it out', async () => {
    const { tree, others, hidden } = await scan({
      '.git/a.md': 'x',
      '.git/b.md': 'x',
      'a/.b/c.md': 'x',
      '.d.md': 'x',
    })
    assert.deepEqual([outline(tree), others.size, hidden], [['', undefined], 0, 3])
  })

  it('takes an index before a README as the page of a folder, in any order', async () => {
    for (const names of [
      ['a/README.md', 'a/index.md'],
      ['a/index.md', 'a/README.md'],
    ]) {
      const { tree } = await scan(Object.fromEntries(names.map((name) => [name, name])))
      const [child] = tree.children
      assert.deepEqual(child && outline(child), ['a', 'a/index.md', ['a/README.md', 'a/README.md']])
    }
  })

  it('takes a file beside a folder of its name as the page of the folder, without an index in it', async () => {
    const { tree } = await scan({
      'a/b/c.md': 'x',
      'a/b.markdown': 'y',
      'a.md': 'z',
      'd/README.md': 'x',
      'd.md': 'y',
      'E/f.md': 'x',
      'e.md': 'y',
    })
    assert.deepEqual(outline(tree), [
      '',
      undefined,
      ['a', 'a.md', ['a/b', 'a/b.markdown', ['a/b/c.md', 'a/b/c.md']]],
      ['d', 'd/README.md'],
      ['d.md', 'd.md'],
      ['E', undefined, ['E/f.md', 'E/f.md']],
      ['e.md', 'e.md'],
    ])
  })

  it('takes a file in a folder of its name as the page of the folder, without one in or beside it', async () => {
    const { tree } = await scan({
      'a/a.md': 'x',
      'a/a/a.markdown': 'y',
      'b/b.md': 'x',
      'b/README.md': 'y',
      'c/c.md': 'x',
      'c.md': 'y',
      'd/D.md': 'x',
    })
    assert.deepEqual(outline(tree), [
      '',
      undefined,
      ['a', undefined, ['a/a', 'a/a.md', ['a/a/a.markdown', 'a/a/a.markdown']]],
      ['b', 'b/README.md', ['b/b.md', 'b/b.md']],
      ['c', 'c.md', ['c/c.md', 'c/c.md']],
      ['d', undefined, ['d/D.md', 'd/D.md']],
    ])
    const note = await scan({ 'a/a.md': 'x', 'a/b.md': 'y' })
    assert.deepEqual(outline(note.tree), ['', undefined, ['a', 'a/a.md', ['a/b.md', 'a/b.md']]])
  })

  it('makes pages of the folders of an archive, which lists none', async () => {
    const { tree } = await scan({ 'a/b/c.md': 'x', 'index.markdown': 'y', 'a/d.MD': 'z' })
    assert.deepEqual(outline(tree), [
      '',
      'index.markdown',
      ['a', undefined, ['a/b', undefined, ['a/b/c.md', 'a/b/c.md']], ['a/d.MD', 'a/d.MD']],
    ])
  })
})

describe('rootOf', () => {
  const root = rootOf('notes', filesOf({ 'a/b.md': 'text', 'c.png': 'damaged' }))

  it('says what is not a file', async () => {
    assert.deepEqual(await root.find('gone'), { target: 'does not exist' })
    assert.deepEqual(await root.find('a'), { target: 'is a folder' })
    assert.deepEqual(await root.find('a/b.md'), { size: 4 })
  })

  it('tells a file that cannot be read from other errors', async () => {
    await assert.rejects(
      Array.fromAsync(root.open('c.png')),
      (error) => error instanceof UnreadableFile && /checksum/.test(error.message),
    )
    const [bytes] = await Array.fromAsync(root.open('a/b.md'))
    assert.equal(Buffer.from(bytes ?? []).toString(), 'text')
  })
})
