import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { link, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'
import { Killed, syncOnce } from '../support/sync/context.ts'
import { readTree } from '../support/sync/folder.ts'
import { startSync } from '../support/sync/synced-folder.ts'

type Folder = Awaited<ReturnType<typeof startSync>>

/** How programs save a file: some write into it, most replace it. */
const editors: Record<string, (folder: Folder, path: string, text: string) => Promise<void>> = {
  written: ({ write }, path, text) => write(path, text),
  replaced: async ({ write, root }, path, text) => {
    await write('.new', text)
    await rename(join(root, '.new'), join(root, path))
  },
}

/** What a sync finds when it writes a file. Each gives the path of the file. */
const beginnings: Record<string, (folder: Folder, name: string) => Promise<string>> = {
  'a new page': async ({ create }, name) => {
    await create(name, 'one\n\ntwo\n')
    return `${name}.md`
  },
  'a changed page': async ({ create, sync, append }, name) => {
    const pageId = await create(name, 'one\n')
    await sync()
    await append(pageId, 'two')
    return `${name}.md`
  },
  'a changed page whose file was deleted': async ({ create, sync, append, remove }, name) => {
    const pageId = await create(name, 'one\n')
    await sync()
    await append(pageId, 'two')
    await remove(`${name}.md`)
    return `${name}.md`
  },
  'a changed and renamed page whose file was deleted': async (folder, name) => {
    const { create, sync, append, remove, workspaceId } = folder
    const pageId = await create(`Old ${name}`, 'one\n')
    await sync()
    await append(pageId, 'two')
    await remote.client().pages.update({ workspaceId, pageId, title: name })
    await remove(`Old ${name}.md`)
    return `${name}.md`
  },
}

const remote = useRemote()

/** Runs a sync in this process. Returns whether it was killed. */
function syncUntil(folder: Folder, step: () => void): Promise<boolean> {
  const synced = { ...folder, address: remote.address(), key: remote.quire().key }
  return syncOnce(synced, { step }).then(
    () => false,
    (error: unknown) => {
      assert.ok(error instanceof Killed, String(error))
      return true
    },
  )
}

/** Kills a sync at one step, edits what it wrote, and requires that the next one merges that. Returns how far it came. */
async function killAt(
  endsAt: number,
  folder: Folder,
  begin: (folder: Folder, name: string) => Promise<string>,
  edit: (folder: Folder, path: string, text: string) => Promise<void>,
): Promise<{ isKilled: boolean; isWritten: boolean }> {
  const path = await begin(folder, `Page ${endsAt}`)
  let steps = 0
  const isKilled = await syncUntil(folder, () => {
    steps += 1
    if (steps === endsAt) throw new Killed()
  })
  const text = await folder.read(path).catch(() => '')
  const isWritten = text.includes('two')
  if (isWritten) await edit(folder, path, `${text}\nthree\n`)
  await folder.sync()
  const expected = isWritten ? 'one\n\ntwo\n\nthree\n' : 'one\n\ntwo\n'
  const message = `killed at step ${endsAt}`
  assert.equal(await folder.read(path), expected, message)
  assert.equal(await folder.markdown(await folder.idAt(path)), expected, message)
  const paths = Object.keys(await readTree(folder.root))
  assert.equal(paths.length, endsAt, `${message}: ${paths.join(', ')}`)
  return { isKilled, isWritten }
}

for (const [beginning, begin] of Object.entries(beginnings)) {
  describe(`quire sync that is killed at any step while it writes ${beginning}`, () => {
    for (const [edited, edit] of Object.entries(editors)) {
      it(`merges the file once that is ${edited} before the next run`, async () => {
        const folder = await startSync(remote, `${beginning}, ${edited}`)
        await folder.sync()
        const killed: boolean[] = []
        for (let endsAt = 1; ; endsAt += 1) {
          const { isKilled, isWritten } = await killAt(endsAt, folder, begin, edit)
          if (!isKilled) break
          killed.push(isWritten)
        }
        // Before and after it wrote the file.
        assert.deepEqual([...new Set(killed)], [false, true])
      })
    }
  })
}

describe('quire sync that is killed between two calls of the system', () => {
  it('recognizes a file that it linked, and merges it once', async () => {
    const folder = await startSync(remote, 'Linked')
    const { root, create, append, remove, sync, write, markdown } = folder
    const pageId = await create('Page', 'one\n')
    await sync()
    await append(pageId, 'two')
    await remove('Page.md')
    const state = join(root, '.quire/pages', `${pageId}.json`)
    const isKilled = await syncUntil(folder, () => {
      if (readFileSync(state, 'utf8').includes('"incoming"')) throw new Killed()
    })
    assert.ok(isKilled)
    await link(join(root, '.quire/incoming', pageId), join(root, 'Page.md'))
    await write('Page.md', 'one\n\ntwo\n\nthree\n')
    await sync()
    assert.equal(await markdown(pageId), 'one\n\ntwo\n\nthree\n')
  })
})
