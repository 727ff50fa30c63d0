import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { boardOf } from '../../../content/board.ts'
import { schema } from '../../../content/schema.ts'
import { unpackAttribution } from '../../../content/steps/attribution/packed.ts'
import { AppError } from '../../lib/errors.ts'
import { attributeChanges } from './attribution.ts'
import { ContentEngine } from './engine.ts'
import { readDocument } from './stored-body.ts'
import { chunks, edit, fromDocument, fromMarkdown, toMarkdown } from './tasks.ts'

const engine = new ContentEngine()
after(() => engine.close())

/** More than is worked on in place. */
const section = (number: number) => `## Part ${number} 研究\n\nÜber *this* and [that](/x) 🌲\n`
const large = Array.from({ length: 600 }, (_, number) => section(number)).join('\n')

const textNode = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const documentOf = (count: number, last: object) => ({
  type: 'doc',
  content: [...Array.from({ length: count }, (_, n) => textNode(`Text ${n}`)), last],
})

function violationsOf(error: unknown) {
  assert.ok(error instanceof AppError)
  return error.violations?.map(({ path, rule }) => [path, rule])
}

const nodeOf = (document: string) => schema.nodeFromJSON(JSON.parse(document))

async function refusalOf(promise: Promise<unknown>) {
  return promise.then(() => assert.fail('was accepted'), violationsOf)
}

const writer = { userId: 'ada', via: null, keyId: null, runId: null, at: 1 }

describe('ContentEngine', () => {
  it('refuses a document with the place of the offence, be it small or large', async () => {
    for (const count of [1, 3000]) {
      const wrong = documentOf(count, { type: 'spaceship' })
      const violations = await refusalOf(engine.fromDocument(wrong, '/content'))
      assert.deepEqual(violations, [[`/content/content/${count}/type`, 'document']])
    }
    assert.deepEqual(await refusalOf(engine.fromDocument({}, '/content')), [
      ['/content/type', 'document'],
    ])
  })

  it('refuses JSON too deep for a worker as it does any other', async () => {
    let deep: object = { type: 'paragraph' }
    for (let level = 0; level < 20_000; level += 1) deep = { type: 'blockquote', content: [deep] }
    const violations = await refusalOf(
      engine.fromDocument({ type: 'doc', content: [deep] }, '/content'),
    )
    assert.equal(violations?.[0]?.[1], 'document')
  })

  it('gives for a large page through a worker what it gives in place', async () => {
    const here = fromMarkdown(large)
    assert.ok(here.ok)
    const there = await engine.fromMarkdown(large, '/markdown')
    assert.deepEqual(there, here.content)

    const document: object = JSON.parse(there.document)
    assert.deepEqual(await engine.fromDocument(document, '/content'), here.content)
    assert.deepEqual(fromDocument(document), here)

    const page = { id: 'large', title: 'Large', blocks: there.blocks }
    assert.deepEqual(await engine.chunks(page), chunks(page))
    const written = await engine.toMarkdown({ id: 'large', version: 1 }, async () => there.document)
    assert.equal(written, toMarkdown({ id: 'large', document: there.document }))
  })

  it('finds the steps and moves between pages, small or large, and applies them', async () => {
    for (const rest of ['', large]) {
      const texts = [`First ${rest.length}.`, `Second one.\n\n${rest}`, 'Third two.']
      const [before, after] = [texts, texts.toReversed()].map((parts) => parts.join('\n\n'))
      const { document } = await engine.fromMarkdown(before ?? '', '/markdown')
      const { document: wanted } = await engine.fromMarkdown(after ?? '', '/markdown')
      const { steps, notes, attribution } = await engine.change({
        id: 'page',
        before: document,
        after: wanted,
        attribution: null,
        firstWriter: writer,
        writer: { ...writer, userId: 'ben' },
      })
      const { writers } = unpackAttribution(zstdDecompressSync(attribution).toString())
      // Moved text keeps its writer.
      assert.equal(writers[0]?.userId, 'ada')
      const { moves } = JSON.parse(notes ?? '{}')
      assert.ok(moves.length > 0)
      assert.equal(JSON.parse(steps).length, 2 * moves.length)
      const body = { id: 'page', document, steps: [steps] }
      assert.ok(nodeOf(await engine.apply(body)).eq(nodeOf(wanted)))
    }
  })

  it('maps who wrote a page, small or large, through a worker as in place', async () => {
    const slice = { content: [{ type: 'text', text: 'new ' }] }
    const steps = JSON.stringify([{ stepType: 'replace', from: 1, to: 1, slice }])
    const author = { authorId: 'ben', via: 'mcp', keyId: 'key', runId: 'run', at: 2 }
    const change = { ...author, steps, notes: null }
    for (const markdown of ['Text', large]) {
      const { document } = await engine.fromMarkdown(markdown, '/markdown')
      const body = {
        id: 'page',
        document,
        attribution: null,
        firstWriter: writer,
        changes: [change],
      }
      const there = await engine.attributeChanges(body)
      assert.deepEqual(Buffer.from(there), Buffer.from(attributeChanges(body)))
      const map = unpackAttribution(zstdDecompressSync(there).toString())
      assert.deepEqual(
        map.runs.slice(0, 3).map(([length, index]) => [length, map.writers[index]?.userId]),
        [
          [1, 'ada'],
          [4, 'ben'],
          [map.runs[2]?.[0], 'ada'],
        ],
      )
      for (const missing of [null, Buffer.from('damaged')]) {
        const unknown = await engine.attributeChanges({
          ...body,
          attribution: missing,
          firstWriter: undefined,
        })
        const { writers } = unpackAttribution(zstdDecompressSync(unknown).toString())
        assert.deepEqual(writers, [
          { userId: 'ben', via: 'mcp', keyId: 'key', runId: 'run', at: 2 },
        ])
      }
    }
  })

  it('refuses steps that do not lead from the document', async () => {
    const { document } = await engine.fromMarkdown('Text', '/markdown')
    const steps = JSON.stringify([{ stepType: 'replace', from: 0, to: 3 }])
    const change = {
      authorId: 'ben',
      via: null,
      keyId: null,
      runId: null,
      at: 1,
      steps,
      notes: null,
    }
    const body = {
      id: 'page',
      document,
      attribution: null,
      firstWriter: undefined,
      changes: [change],
    }
    await assert.rejects(engine.attributeChanges(body), { code: 'INTERNAL' })
  })

  it('edits a large page through a worker as in place, refusals included', async () => {
    const { document } = await engine.fromMarkdown(large, '/markdown')
    const changes = [
      { mode: 'section', heading: 'Part 7 研究', text: '## Seven\n\nnew' },
      { mode: 'replace', find: 'Part 599', text: 'The end' },
      { mode: 'replace', find: 'nowhere', text: '' },
      { mode: 'replace', find: 'Über', text: '' },
    ] as const
    const outcomes: boolean[] = []
    for (const change of changes) {
      const there = await engine.edit({ id: 'large', document }, change)
      assert.deepEqual(there, edit({ id: 'large', document, change }))
      outcomes.push(there.ok)
    }
    assert.deepEqual(outcomes, [true, true, false, false])
  })

  it('gives the steps of an edit of a large page as it does for two documents', async () => {
    const { document: before } = await engine.fromMarkdown(large, '/markdown')
    const writers = { attribution: null, firstWriter: writer, writer: { ...writer, userId: 'bob' } }
    const change = { mode: 'replace', find: 'Part 599', text: 'The end' } as const
    const edited = await engine.edit({ id: 'large', document: before }, change, writers)
    assert.ok(edited.ok)
    const after = edited.content.document
    assert.deepEqual(
      edited.written,
      await engine.change({ id: 'large', before, after, ...writers }),
    )
  })

  it('answers many large pages at once, each with its own', async () => {
    const texts = Array.from({ length: 6 }, (_, n) => `# Page ${n}\n\n${large}`)
    const parsed = await Promise.all(texts.map((text) => engine.fromMarkdown(text, '/markdown')))
    parsed.forEach(({ document }, n) => assert.match(document, new RegExp(`"Page ${n}"`)))
  })

  it('writes Markdown once for a version, and anew for the next', async () => {
    const { document } = await engine.fromMarkdown('one', '/markdown')
    const next = await engine.fromMarkdown('two', '/markdown')
    const reads: string[] = []
    const write = (id: string, version: number, stored: string | undefined) =>
      engine.toMarkdown({ id, version }, async () => {
        reads.push(`${id} ${version}`)
        return stored
      })
    assert.equal(await write('a', 1, document), 'one\n')
    assert.equal(await write('a', 1, next.document), 'one\n')
    assert.equal(await write('a', 2, next.document), 'two\n')
    assert.equal(await write('b', 1, next.document), 'two\n')
    assert.deepEqual(reads, ['a 1', 'a 2', 'b 1'])
  })

  it('keeps nothing for a page that was not there, so that it is found later', async () => {
    const page = { id: 'late', version: 1 }
    assert.equal(await engine.toMarkdown(page, async () => undefined), '')
    const { document } = await engine.fromMarkdown('here', '/markdown')
    assert.equal(await engine.toMarkdown(page, async () => document), 'here\n')
  })

  it('tells a board from a text', async () => {
    const { document, type } = await engine.fromMarkdown('# To do\n\n- a card', '/markdown')
    const board = await engine.fromDocument(boardOf(readDocument(document, 'board')), '/content')
    assert.deepEqual([type, board.type], ['TEXT', 'KANBAN'])
  })
})
