import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { useRemote } from '../support/processes/remote.ts'

describe('quire page', () => {
  const remote = useRemote()

  const create = async (title: string, ...words: string[]) => {
    const { pageId } = await remote.json('page', 'create', title, ...words)
    return String(pageId)
  }
  const markdownOf = async (page: string) => {
    const { code, stdout } = await remote.run(['page', 'get', page])
    assert.equal(code, 0)
    return stdout
  }

  it('rejects a file that does not exist, and creates nothing', async () => {
    const { code, exitCode } = await remote.refused(
      'page',
      'create',
      'Lost',
      '--file',
      'no-such-file',
    )
    assert.deepEqual([code, exitCode], ['FILE_UNREADABLE', 2])
    assert.equal((await remote.refused('page', 'get', 'Lost')).code, 'PAGE_NOT_FOUND')
  })

  it('rejects a title that several pages have, and takes the ID or the address', async () => {
    const id = await create('Twice', '--text', 'first')
    await create('Twice')
    const { code, exitCode } = await remote.refused('page', 'get', 'Twice')
    assert.deepEqual([code, exitCode], ['PAGE_AMBIGUOUS', 5])
    assert.equal(await markdownOf(id), 'first\n')
    assert.equal(await markdownOf(`http://127.0.0.1/pages/${id}`), 'first\n')
  })

  it('creates pages from the command line, a file and below a page', async () => {
    const path = join(remote.folder(), 'page.md')
    await writeFile(path, '# Agenda\n\n- one\n')
    const parent = await create('Parent', '--file', path)
    const child = await create('Child', '--parent', 'Parent', '--text', 'below')
    assert.equal(await markdownOf(parent), '# Agenda\n\n- one\n')
    const { pages } = await remote.json('page', 'list', 'Parent')
    assert.partialDeepStrictEqual(pages, [{ id: child, title: 'Child', depth: 1 }])
    const { stdout } = await remote.run(['page', 'list', '--depth', '2'])
    assert.match(stdout, new RegExp(`^${parent}\tParent\n${child}\t {2}Child$`, 'm'))
  })

  it('creates and reads a page that is longer than one call takes', async () => {
    const path = join(remote.folder(), 'long.md')
    const text = `${'A sentence with some words in it. '.repeat(40).trim()}\n\n`
      .repeat(60)
      .trimEnd()
    assert.ok(text.length > 50_000)
    await writeFile(path, text)
    await create('Long', '--file', path)
    assert.equal(await markdownOf('Long'), `${text}\n`)
    const { markdown, version } = await remote.json('page', 'get', 'Long')
    assert.deepEqual([markdown, version], [`${text}\n`, 2])
  })

  it('searches', async () => {
    const id = await create('Lighthouse', '--text', 'The keeper lights the lamp at dusk.')
    const { results } = await remote.json('page', 'search', 'keeper', 'lamp')
    assert.partialDeepStrictEqual(results, [{ pageId: id, title: 'Lighthouse' }])
    const { stdout } = await remote.run(['page', 'search', 'keeper', '--limit', '1'])
    assert.equal(stdout, `${id}\tLighthouse\n    The keeper lights the lamp at dusk.\n`)
    const elsewhere = await remote.json('page', 'search', 'keeper', '--under', 'Parent')
    assert.deepEqual(elsewhere['results'], [])
  })

  it('replaces a text, a section and the body, and says the version', async () => {
    const id = await create('Edited', '--text', '# One\n\nfirst\n\n# Two\n\nsecond\n')
    const wrong = await remote.refused('page', 'edit', id, '--find', 'third', '--text', 'x')
    assert.deepEqual([wrong.code, wrong.exitCode], ['TEXT_NOT_FOUND', 4])
    const { version } = await remote.json(
      'page',
      'edit',
      id,
      '--find',
      'first',
      '--text',
      'changed',
    )
    assert.equal(version, 2)
    await remote.json('page', 'edit', id, '--heading', 'Two', '--text', 'other')
    assert.equal(await markdownOf(id), '# One\n\nchanged\n\n# Two\n\nother\n')
    const { stdout } = await remote.run([
      'page',
      'edit',
      id,
      '--body',
      '--version-read',
      '3',
      '--text',
      'All new',
    ])
    assert.equal(stdout, `${id}\tversion 4\n`)
    const unknown = ['page', 'edit', id, '--body', '--version-read', '99', '--text', 'x']
    assert.deepEqual((await remote.refused(...unknown)).exitCode, 5)
    assert.equal(await markdownOf(id), 'All new\n')
  })

  it('appends to the page and to a section', async () => {
    const id = await create('Log', '--text', '# Today\n\n- one\n\n# Later\n')
    await remote.json('page', 'append', 'Log', '--heading', 'Today', '--text', '- two')
    const { code } = await remote.run(['page', 'append', id, '--file', '-'], {
      readInput: async () => 'Piped.',
    })
    assert.equal(code, 0)
    assert.equal(await markdownOf(id), '# Today\n\n- one\n- two\n\n# Later\n\nPiped.\n')
  })

  it('moves a page below another one, after a sibling and to the top', async () => {
    const [box, first, second] = [
      await create('Box'),
      await create('First'),
      await create('Second'),
    ]
    await remote.json('page', 'move', 'First', '--parent', 'Box')
    await remote.json('page', 'move', second, '--parent', 'Box', '--after', 'First')
    const inside = async () => {
      const { pages } = await remote.json('page', 'list', 'Box')
      assert.ok(Array.isArray(pages))
      return pages.map(({ id }) => id)
    }
    assert.deepEqual(await inside(), [first, second])
    const { code, exitCode } = await remote.refused('page', 'move', box, '--parent', first)
    assert.deepEqual([code, exitCode], ['PAGE_CYCLE', 5])
    await remote.json('page', 'move', first, '--parent', '/')
    assert.deepEqual(await inside(), [second])
  })

  it('prints no characters that control the screen of a person', async () => {
    await create('Bell \u001B[31m\u202Ered', '--text', 'a \u001B[2J b')
    const screen = { isScreen: true }
    const list = await remote.run(['page', 'list'], screen)
    for (const letter of ['\u001B', '\u202E']) assert.ok(!list.stdout.includes(letter))
    const { stdout } = await remote.run(['page', 'get', 'Bell \u001B[31m\u202Ered'], screen)
    assert.ok(!stdout.includes('\u001B'))
  })

  it('lists changes, newest first', async () => {
    const id = await create('Newest')
    const { items } = await remote.json('changes', '--limit', '1')
    assert.partialDeepStrictEqual(items, [{ type: 'page.created', page: { id, title: 'Newest' } }])
    const { stdout } = await remote.run(['changes', '--limit', '1'])
    assert.match(stdout, new RegExp(`\tpage\\.created\tAda Lovelace\t${id}\tNewest\n$`))
  })

  it('follows changes until it is stopped, and continues after one', async () => {
    const stopping = new AbortController()
    const ready = Promise.withResolvers<void>()
    const lines: string[] = []
    const write = (text: string) => {
      lines.push(text)
      if (lines.length === 1) ready.resolve()
      if (text.includes('page.created')) stopping.abort()
    }
    const following = remote.run(['changes', '--follow', '--json'], {
      write,
      signal: stopping.signal,
    })
    await ready.promise
    const id = await create('Followed')
    assert.equal((await following).code, 0)
    const [first, event] = lines.map((line) => JSON.parse(line))
    assert.equal(first.kind, 'ready')
    assert.equal(event.event.pageId, id)
    const again = new AbortController()
    const texts: string[] = []
    await remote.run(['changes', '--follow', '--after', first.id], {
      signal: again.signal,
      write: (text) => {
        texts.push(text)
        if (text !== '') again.abort()
      },
    })
    assert.match(texts.join(''), new RegExp(`\tpage\\.created\t${id}\n$`))
  })
})
