import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tokenTexts } from '../../content/tokens/tokens.ts'
import { pairs, textsOf } from '../fixtures/tokens/pairs.ts'
import { useRemote } from '../support/processes/remote.ts'
import { readTree } from '../support/sync/folder.ts'
import { startSync } from '../support/sync/synced-folder.ts'

/** The file of each pair, so that one run of the client brings all of them over. */
const files = pairs.map((pair, index) => {
  const title = `pair-${String(index).padStart(3, '0')}`
  return { ...pair, ...textsOf(pair), title, path: `${title}.md` }
})

/** The file with another text and the same properties. */
function edited(file: string, text: string): string {
  const [properties = ''] = /^---\n[^]*?\n---\n\n?/.exec(file) ?? []
  return `${properties}${text}\n`
}

function wordsIn(...texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(tokenTexts).filter((token) => token.trim() !== ''))
}

describe('quire sync of two changes of one text', () => {
  const remote = useRemote()

  it('merges or stores both versions of each pair, and writes no third word into a file or page', async () => {
    const { create, run, sync, write, root, workspaceId, markdown } = await startSync(
      remote,
      'Pairs',
    )
    const ids = new Map<string, string>()
    for (const { title, base } of files) ids.set(title, await create(title, base))
    await sync()
    const exported = await readTree(root)
    const pageText = (title: string) => markdown(ids.get(title) ?? assert.fail(title))
    for (const { title, path, theirs, mine } of files) {
      const pageId = ids.get(title) ?? assert.fail(title)
      const edit = { workspaceId, pageId, mode: 'body', text: theirs, expectedVersion: 1 } as const
      await remote.client().pages.edit(edit)
      await write(path, edited(exported[path] ?? '', mine))
    }
    const changed = new Map<string, string>()
    for (const { title } of files) changed.set(title, await pageText(title))
    const { code, stderr } = await run()
    assert.equal(code, 5, stderr)
    const tree = await readTree(root)
    const wrong: string[] = []
    for (const { title, path, name, expected, mine, theirs } of files) {
      const page = await pageText(title)
      const file = tree[path] ?? assert.fail(path)
      const conflicts = Object.keys(tree).filter((other) => other.startsWith(`${title}.conflict-`))
      const about = `${name}: ${file}`
      if (conflicts.length !== (expected === 'conflict' ? 1 : 0)) wrong.push(about)
      if (conflicts.length > 0) {
        assert.equal(tree[conflicts[0] ?? ''], edited(exported[path] ?? '', mine), about)
        assert.equal(page, changed.get(title), about)
      }
      const before = exported[path] ?? ''
      const sides = [mine, theirs, before, changed.get(title) ?? '']
      const unknown = wordsIn(page, file).difference(wordsIn(...sides))
      if (unknown.size > 0) wrong.push(`${about}: ${[...unknown].join(' ')} is new`)
      assert.ok(!file.includes('<table'), about)
    }
    assert.deepEqual(wrong, [])
    assert.equal(await sync(), 'Already in sync.\n')
  })
})
