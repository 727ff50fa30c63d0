import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage } from '../../../test/support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import type { WorkspaceContext } from '../context.ts'
import { enterWorkspace } from '../people/access.ts'
import { importSkills } from './import.ts'
import { zipFiles } from './zip.ts'

let quire: TestServer
before(async () => {
  quire = await startServer()
})
after(() => quire.close())

/** Like the store of a request with an idempotency key, whose last transaction stays open until it is told. */
function holding(context: WorkspaceContext): WorkspaceContext {
  const { store, content } = context
  let isOpen = false
  const begin = async <Result>(start: () => Promise<Result>): Promise<Result> => {
    const result = await start()
    isOpen = true
    return result
  }
  return {
    ...context,
    store: {
      ...store,
      transactIn: (scope, work) => begin(() => store.transactIn(scope, work)),
      commitOpen: async () => {
        isOpen = false
      },
    },
    content: new Proxy(content, {
      get: (engine, name) => {
        const isSlow = name === 'readSkillFile' || name === 'skillFile'
        assert.ok(!isSlow || !isOpen, 'a transaction waits for a slow step')
        const part: unknown = Reflect.get(engine, name)
        return typeof part === 'function' ? part.bind(engine) : part
      },
    }),
  }
}

describe('importSkills', () => {
  it('keeps no transaction open while it reads the next skill, or publishes one', async () => {
    const { workspaceId } = quire
    const context = await enterWorkspace(contextOf(quire), workspaceId, 'write')
    const text = (name: string) => Buffer.from(`---\nname: ${name}\ndescription: Use it.\n---\n`)
    const files = ['one', 'two'].map((name) => ({
      path: `${name}/SKILL.md`,
      content: text(name),
      mode: 0o644,
    }))
    const content = await zipFiles(files)
    const fileId = await addFile(quire, await addPage(quire, 'Archives'), {
      name: 'a.zip',
      content,
    })
    const { skills } = await importSkills(holding(context), { workspaceId, fileId, parentId: null })
    assert.deepEqual(
      skills.map(({ name, version }) => [name, version]),
      [
        ['one', 1],
        ['two', 1],
      ],
    )
  })
  it('that ends before the publication leaves a skill that is published whole', async () => {
    const { workspaceId } = quire
    const context = await enterWorkspace(contextOf(quire), workspaceId, 'write')
    const front = '---\nname: whole\ndescription: Use it.\n---\n'
    const content = await zipFiles([
      {
        path: 'whole/SKILL.md',
        content: Buffer.from(`${front}See references/a.md.\n`),
        mode: 0o644,
      },
      { path: 'whole/references/a.md', content: Buffer.from('Text.\n'), mode: 0o644 },
      { path: 'whole/scripts/run.sh', content: Buffer.from('#!/bin/sh\n'), mode: 0o755 },
    ])
    const page = await addPage(quire, 'Archive of one')
    const fileId = await addFile(quire, page, { name: 'whole.zip', content })
    let commits = 0
    const ending = {
      ...context,
      store: {
        ...context.store,
        // Before the skill, and before its publication.
        commitOpen: async () => {
          commits += 1
          if (commits === 2) throw new Error('the server ends')
        },
      },
    }
    const input = { workspaceId, fileId, parentId: null }
    await assert.rejects(importSkills(ending, input), /the server ends/)
    type Listed = { skills: { id: string; title: string }[] }
    const { body } = await quire.post<Listed>('/v1/skills/list', { workspaceId })
    const pageId = body.skills.find(({ title }) => title === 'whole')?.id
    const files = await quire.post<{ version: number; files: { path: string }[] }>(
      '/v1/skills/files',
      { workspaceId, pageId },
    )
    assert.deepEqual(
      [files.body.version, files.body.files.map(({ path }) => path)],
      [1, ['SKILL.md', 'references/a.md', 'scripts/run.sh']],
    )
  })
})
