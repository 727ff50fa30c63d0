import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'
import { Killed, syncOnce } from '../support/sync/context.ts'
import { readTree } from '../support/sync/folder.ts'
import { startSync } from '../support/sync/synced-folder.ts'

type Call = { name: string; body: Record<string, unknown> }

describe('quire sync of many new files', () => {
  const remote = useRemote()

  const start = async (title: string) => {
    const folder = await startSync(remote, title)
    const calls: Call[] = []
    const syncWith = (
      onCall: (call: Call) => Promise<Response | undefined>,
      step: () => void = () => undefined,
    ) => {
      const synced = { ...folder, address: remote.address(), key: remote.quire().key }
      const send: typeof fetch = async (url, init) => {
        assert.ok(typeof url === 'string')
        const name = url.split('/').at(-1) ?? ''
        const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
        calls.push({ name, body })
        return (await onCall({ name, body })) ?? fetch(url, init)
      }
      return syncOnce(synced, { step }, send)
    }
    return { ...folder, calls, syncWith }
  }

  it('creates their pages together, and sends edits of both sides before their texts', async () => {
    const { create, sync, write, read, root, markdown, append, calls, syncWith, list, idAt } =
      await start('Backlog')
    const known = await create('Known', 'known\n')
    const other = await create('Other', 'other\n')
    await sync()
    const count = 560
    const pathOf = (number: number) =>
      `Box ${number % 7}/Note ${String(number).padStart(3, '0')}.md`
    for (let number = 0; number < count; number += 1) {
      const next = pathOf((number + 1) % count)
      await write(pathOf(number), `[next](../${encodeURI(next)})\n`)
    }
    await syncWith(async ({ name, body }) => {
      const created = calls.filter((call) => call.name === 'create-all').length
      if (name === 'create-all' && created === 2) {
        await write('Known.md', 'known, edited\n')
        await append(other, 'appended')
      }
      const isFirstText = name === 'save' && body['pageId'] !== known
      if (isFirstText && calls.filter((call) => call.name === 'save').length === 2) {
        assert.equal(await markdown(known), 'known, edited\n')
        assert.equal(await read('Other.md'), 'other\n\nappended\n')
      }
      return undefined
    })
    const named = (name: string) => calls.filter((call) => call.name === name)
    assert.deepEqual([named('create').length, named('create-all').length], [0, 6])
    assert.equal(named('save')[0]?.body['pageId'], known)
    assert.equal(named('save').length, count + 1)
    const paths = Object.keys(await readTree(root))
    assert.deepEqual(paths.length, count + 2, paths.filter((path) => /index/.test(path)).join())
    assert.equal(await markdown(await idAt(pathOf(0))), `[next](/pages/${await idAt(pathOf(1))})\n`)
    const inBox = (await list()).filter(({ path }) => path.startsWith('Box 3/Note'))
    assert.deepEqual(
      inBox.map(({ path }) => path),
      inBox.map(({ path }) => path).toSorted(),
    )
    assert.equal(await sync(), 'Already in sync.\n')
  })

  it('creates them one by one where the server refuses several', async () => {
    const { write, calls, syncWith, sync, list } = await start('Refused')
    for (const path of ['a/b.md', 'a/c/d.md', 'e.md']) await write(path, `of ${path}\n`)
    await syncWith(async ({ name }) => {
      if (name !== 'create-all') return undefined
      return Response.json({ code: 'NOT_FOUND', message: 'No such operation.' }, { status: 404 })
    })
    assert.equal(calls.filter(({ name }) => name === 'create').length, 5)
    assert.deepEqual(
      (await list()).map(({ path }) => path),
      ['a/index.md', 'e.md', 'a/b.md', 'a/c/index.md', 'a/c/d.md'],
    )
    assert.equal(await sync(), 'Already in sync.\n')
  })

  it('leaves no twin and no page without its text when it is killed at any step', async () => {
    const { write, syncWith, sync, root, list, markdown } = await start('Killed')
    const expected: Record<string, string> = {}
    for (let endsAt = 1; ; endsAt += 1) {
      for (const name of ['x.md', 'in/y.md', 'in/z.md']) {
        const path = `${endsAt}/${name}`
        expected[path] = `of ${path}\n`
        await write(path, expected[path])
      }
      let steps = 0
      const isKilled = await syncWith(
        async () => undefined,
        () => {
          steps += 1
          if (steps === endsAt) throw new Killed()
        },
      ).then(
        () => false,
        (error: unknown) => {
          assert.ok(error instanceof Killed, String(error))
          return true
        },
      )
      await sync()
      assert.deepEqual(
        Object.keys(await readTree(root)).toSorted(),
        Object.keys(expected).toSorted(),
      )
      const listed = await list()
      assert.equal(listed.length, endsAt * 5, `killed at step ${endsAt}`)
      for (const { path, pageId, isImplicit } of listed) {
        if (isImplicit || !path.startsWith(`${endsAt}/`)) continue
        assert.equal(await markdown(pageId), expected[path], `${path}, killed at step ${endsAt}`)
      }
      if (!isKilled) break
    }
  })

  it('uploads the files of a saved text after it was killed at any step', async () => {
    const { write, syncWith, sync, list, markdown } = await start('Files')
    for (let endsAt = 1; ; endsAt += 1) {
      await write(`n${endsAt}.md`, `![](p${endsAt}.png) [gone](gone.md)\n`)
      await write(`p${endsAt}.png`, `picture ${endsAt}`)
      let steps = 0
      const isKilled = await syncWith(
        async () => undefined,
        () => {
          steps += 1
          if (steps === endsAt) throw new Killed()
        },
      ).then(
        () => false,
        (error: unknown) => {
          assert.ok(error instanceof Killed, String(error))
          return true
        },
      )
      await sync()
      const { pageId } =
        (await list()).find(({ path }) => path === `n${endsAt}.md`) ?? assert.fail(String(endsAt))
      const message = `killed at step ${endsAt}`
      assert.match(await markdown(pageId), /^!\[\]\(\/files\/[\da-f-]{36}\)/, message)
      assert.equal(await sync(), 'Already in sync.\n', message)
      if (!isKilled) break
    }
  })
})
