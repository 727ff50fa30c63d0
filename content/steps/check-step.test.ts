import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fragment, Slice } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'
import { AttrStep, ReplaceStep } from 'prosemirror-transform'
import { maxSize } from '../limits.ts'
import { schema } from '../schema.ts'
import { checkChange } from './check-step.ts'
import { totalsOf } from './totals.ts'

const table = {
  type: 'table',
  content: [
    { type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'paragraph' }] }] },
  ],
}

const page = schema.nodeFromJSON({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'Some words' }] },
    { type: 'codeBlock', content: [{ type: 'text', text: 'code' }] },
    table,
  ],
})

function insert(pos: number, ...nodes: object[]): Node {
  const content = Fragment.from(nodes.map((json) => schema.nodeFromJSON(json)))
  const { doc } = new ReplaceStep(pos, pos, new Slice(content, 0, 0)).apply(page)
  assert.ok(doc)
  return doc
}

function reasonFor(after: Node): string {
  const check = checkChange(page, after)
  assert.ok(!check.ok)
  return `${check.code}: ${check.reason}`
}

describe('the check of a change', () => {
  it('refuses what ProseMirror applies: an invalid node deep in a slice', () => {
    const row = { type: 'tableRow', content: [{ type: 'tableRow' }] }
    const at = page.content.size - 1
    assert.match(reasonFor(insert(at, row)), /invalid: "tableRow" cannot have this content/)
  })

  it('refuses attributes that the rules of a page refuse', () => {
    const { doc } = new AttrStep(0, 'level', 9).apply(page)
    assert.ok(doc)
    assert.match(reasonFor(doc), /"level" of "heading" must be a whole number from 1 to 6/)
    assert.match(
      reasonFor(
        insert(0, { type: 'callout', attrs: { kind: 'x' }, content: [{ type: 'paragraph' }] }),
      ),
      /"kind"/,
    )
  })

  it('refuses control characters, and marks that cannot stand there', () => {
    assert.match(reasonFor(insert(9, { type: 'text', text: '\u0007' })), /control characters/)
    const bold = { type: 'text', text: 'b', marks: [{ type: 'bold' }] }
    assert.match(reasonFor(insert(0, { type: 'codeBlock', content: [bold] })), /"codeBlock"/)
  })

  it('refuses a page that nests too deeply or grows too large', () => {
    let json: object = { type: 'paragraph' }
    for (let depth = 0; depth < 100; depth += 1) json = { type: 'blockquote', content: [json] }
    assert.match(reasonFor(insert(0, json)), /100 deep/)
    const long = { type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(maxSize) }] }
    assert.match(reasonFor(insert(0, long)), /too large: The page is larger than 2 MB/)
  })

  it('accepts valid changes, and counts as a whole count does', () => {
    let before = page
    for (const after of [
      insert(9, { type: 'text', text: 'x', marks: [{ type: 'bold' }] }),
      insert(0, { type: 'paragraph' }, table),
      page,
      insert(page.content.size, table),
    ]) {
      assert.equal(checkChange(before, after).ok, true)
      const carried = totalsOf(after)
      assert.deepEqual(carried, totalsOf(schema.nodeFromJSON(after.toJSON())))
      before = after
    }
  })
})
