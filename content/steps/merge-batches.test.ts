import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { canSplit, ReplaceStep, Step, Transform } from 'prosemirror-transform'
import { type Random, randomFrom } from '../../bench/support/texts.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { type Attribution, attribute, whollyBy } from './attribution.ts'
import { type JournalBatch, mergeBatches } from './merge-batches.ts'

function read(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return schema.nodeFromJSON(parsed.document)
}

const author = { authorId: 'ada', via: null, keyId: null, runId: null }

function batch(version: number, steps: readonly Step[], rest: Partial<JournalBatch> = {}) {
  const json = JSON.stringify(steps.map((step): unknown => step.toJSON()))
  return { ...author, version, base: version - 1, at: version, steps: json, notes: null, ...rest }
}

function insert(position: number, text: string): ReplaceStep {
  return new ReplaceStep(position, position, new Slice(Fragment.from(schema.text(text)), 0, 0))
}

function remove(from: number, to: number): ReplaceStep {
  return new ReplaceStep(from, to, Slice.empty)
}

function stepsOf({ steps }: JournalBatch): Step[] {
  const json: unknown[] = JSON.parse(steps)
  return json.map((step) => Step.fromJSON(schema, step))
}

function play(document: Node, batches: readonly JournalBatch[]): { doc: Node; map: Attribution } {
  const ada = { userId: 'first', via: null, keyId: null, runId: null, at: 0 }
  let [doc, map] = [document, whollyBy(document, ada)]
  for (const row of batches) {
    const steps = stepsOf(row)
    // One moment for all, because a merged row has the time of its last.
    const writer = { ...ada, userId: row.authorId, keyId: row.keyId }
    map = attribute(map, doc, { writer, steps })
    for (const step of steps) doc = step.apply(doc).doc ?? assert.fail('a step fails')
  }
  return { doc, map }
}

describe('journal rows', () => {
  it('stay apart across authors, interfaces, keys, runs, gaps, notes and ten minutes', () => {
    const first = batch(2, [insert(1, 'a')])
    for (const other of [
      { authorId: 'ben' },
      { via: 'api' },
      { keyId: 'key' },
      { runId: 'run' },
      { version: 4 },
      { notes: '{"fields":{"title":"New"}}' },
      { at: 2 + 10 * 60_000 },
    ]) {
      const rows = [first, { ...batch(3, [insert(2, 'b')]), ...other }]
      assert.deepEqual(mergeBatches(rows), rows)
    }
    const noted = [{ ...first, notes: '{}' }, batch(3, [insert(2, 'b')])]
    assert.deepEqual(mergeBatches(noted), noted)
  })

  it('become one from the first base to the last version', () => {
    const rows = [
      batch(5, [insert(1, 'a')]),
      batch(6, [insert(2, 'b')]),
      batch(7, [insert(3, 'c')]),
    ]
    assert.deepEqual(mergeBatches(rows), [
      { ...batch(7, [insert(1, 'abc')]), base: 4, notes: '{"after":4}' },
    ])
  })

  it('become one if their only note is that they were typed', () => {
    const typed = { via: 'api', notes: '{"typed":true}' }
    const rows = [batch(5, [insert(1, 'a')], typed), batch(6, [insert(2, 'b')], typed)]
    assert.deepEqual(mergeBatches(rows), [
      { ...batch(6, [insert(1, 'ab')], typed), base: 4, notes: '{"after":4}' },
    ])
  })

  it('lose what was typed and deleted again', () => {
    const rows = [
      batch(2, [insert(3, 'abc')]),
      batch(3, [remove(4, 5)]),
      batch(4, [insert(4, 'x')]),
      batch(5, [remove(3, 6)]),
    ]
    assert.deepEqual(mergeBatches(rows), [{ ...batch(5, []), base: 1, notes: '{"after":1}' }])
  })

  it('lead to the same document and attribution, whoever types what', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomFrom(seed)
      const document = read('# Title\n\nA paragraph with **bold** words.\n\n- one\n- two\n\nEnd.')
      const rows = randomRows(document, random)
      const merged = mergeBatches(rows)
      assert.ok(merged.length < rows.length)
      const [before, after] = [play(document, rows), play(document, merged)]
      assert.ok(before.doc.eq(after.doc))
      assert.deepEqual(before.map.runs, after.map.runs)
    }
  })
})

function randomRows(document: Node, random: Random): JournalBatch[] {
  const rows: JournalBatch[] = []
  let cursor = 3
  let authorId = 'ada'
  for (let doc = document; rows.length < 150;) {
    if (random() < 0.1) authorId = authorId === 'ada' ? 'ben' : 'ada'
    if (random() < 0.1) cursor = 1 + Math.floor(random() * (doc.content.size - 1))
    const tr = type(doc, Math.min(cursor, doc.content.size - 1), random)
    if (tr.steps.length === 0) cursor = 1 + Math.floor(random() * (doc.content.size - 1))
    else rows.push(batch(rows.length + 2, tr.steps, { authorId, at: 0 }))
    cursor = tr.mapping.map(cursor)
    doc = tr.doc
  }
  return rows
}

function type(doc: Node, cursor: number, random: Random): Transform {
  const tr = new Transform(doc)
  const $cursor = doc.resolve(cursor)
  if (!$cursor.parent.isTextblock) return tr
  const kind = random()
  if (kind < 0.7)
    return tr.insert(cursor, schema.text('abcdefgh '.charAt(Math.floor(random() * 9))))
  if (kind < 0.9) return $cursor.parentOffset > 0 ? tr.delete(cursor - 1, cursor) : tr
  if (kind < 0.95) return canSplit(doc, cursor) ? tr.split(cursor) : tr
  return tr.addMark($cursor.start(), cursor, schema.mark('bold'))
}
