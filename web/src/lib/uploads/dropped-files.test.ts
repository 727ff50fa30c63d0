import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { droppedFiles } from './dropped-files.ts'

const fileOf = (name: string): File => new File([name], name)

const entryOf = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (done: (file: File) => void) => done(fileOf(name)),
})

/** Gives its entries two at a time, as browsers give a hundred. */
const folderOf = (name: string, ...children: object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...children]
    return { readEntries: (done: (some: object[]) => void) => done(left.splice(0, 2)) }
  },
})

function drop(...entries: (object | null)[]): Promise<string[]> {
  const items = entries.map((entry) => ({
    // SAFETY: what the code reads of an entry of a browser.
    webkitGetAsEntry: () => entry as FileSystemEntry | null,
  }))
  return droppedFiles({ files: [fileOf('plain.md')], items }).then((found) =>
    found.map(({ path, file }) => `${path} ${file.name}`),
  )
}

describe('droppedFiles', () => {
  it('are the files of the event without a folder, also in browsers that give no entries', async () => {
    assert.deepEqual(await drop(), ['plain.md plain.md'])
    assert.deepEqual(await drop(null), ['plain.md plain.md'])
    assert.deepEqual(await drop(entryOf('x.md')), ['plain.md plain.md'])
  })

  it('has the files of folders by their path, and leaves out those of git', async () => {
    const folder = folderOf(
      'notes',
      entryOf('a.md'),
      folderOf('.git', entryOf('HEAD')),
      folderOf('sub', entryOf('b.md'), folderOf('empty')),
      entryOf('c.md'),
      entryOf('.hidden'),
    )
    assert.deepEqual(await drop(folder, entryOf('d.md')), [
      'notes/a.md a.md',
      'notes/sub/b.md b.md',
      'notes/c.md c.md',
      'notes/.hidden .hidden',
      'd.md d.md',
    ])
  })
})
