import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Remote } from '../processes/remote.ts'
import { editorOf } from './folder.ts'

/** A page of its own for a test, the folder of the pages below it, and how to sync both. */
export async function startSync(remote: Remote, title: string) {
  const workspaceId = remote.quire().workspaceId
  const { pageId: parentId } = await remote.client().pages.create({ workspaceId, title })
  const root = join(remote.folder(), title)
  const words = ['sync', root, '--workspace', workspaceId, '--parent', parentId]
  const create = async (name: string, markdown: string, under = parentId) => {
    const page = { workspaceId, parentId: under, title: name, markdown }
    return (await remote.client().pages.create(page)).pageId
  }
  const append = (pageId: string, text: string) =>
    remote.client().pages.edit({ workspaceId, pageId, mode: 'append', text })
  const markdown = async (pageId: string) =>
    (await remote.client().pages.markdown({ workspaceId, pageId })).markdown
  const sync = async (...more: string[]) => {
    const printed = await remote.run([...words, ...more])
    assert.deepEqual([printed.code, printed.stderr], [0, ''], printed.stderr)
    return printed.stdout
  }
  const run = (...more: string[]) => remote.run([...words, ...more])
  const list = async () =>
    (await remote.client().markdownFiles.list({ workspaceId, underPageId: parentId })).files
  const idAt = async (path: string) => {
    const found = (await list()).find((file) => file.path === path)
    assert.ok(found !== undefined, path)
    return found.pageId
  }
  const address = { workspaceId, parentId, root, words }
  return { ...address, create, append, markdown, sync, run, list, idAt, ...editorOf(root) }
}
