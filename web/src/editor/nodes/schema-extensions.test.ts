import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getSchema } from '@tiptap/core'
import * as fc from 'fast-check'
import { schema } from '../../../../content/schema.ts'
import { boards, pages } from '../../../../test/fixtures/content/arbitrary-document.ts'
import { schemaExtensions } from './schema-extensions.ts'

const editor = getSchema(schemaExtensions)

type Spec = Record<string, unknown> & { attrs?: Record<string, { default?: unknown }> }

/** What decides which documents are valid, and what they keep. */
function shape({ attrs = {}, ...spec }: Spec) {
  const { content, group, inline, atom, marks, code, defining, isolating, excludes, inclusive } =
    spec
  return {
    content: content || undefined,
    group: group || undefined,
    flags: { inline: inline ?? false, atom: atom ?? false, code: code ?? false },
    edges: { defining: defining ?? false, isolating: isolating ?? false },
    marks: { marks, excludes, inclusive: inclusive ?? true },
    role: spec['tableRole'],
    attrs: Object.entries(attrs).map(([name, attr]) => [name, 'default' in attr, attr.default]),
  }
}

describe('the schema of the editor', () => {
  it('has the nodes of a page and no others, each as the page has it', () => {
    assert.deepEqual(Object.keys(editor.nodes).sort(), Object.keys(schema.nodes).sort())
    for (const [name, type] of Object.entries(schema.nodes)) {
      assert.deepEqual(shape(editor.nodes[name]?.spec ?? {}), shape(type.spec), name)
    }
  })

  it('has the marks of a page in their order', () => {
    assert.deepEqual(Object.keys(editor.marks), Object.keys(schema.marks))
    for (const [name, type] of Object.entries(schema.marks)) {
      assert.deepEqual(shape(editor.marks[name]?.spec ?? {}), shape(type.spec), name)
    }
  })

  it('fills a gap with a paragraph, as the page does', () => {
    assert.equal(editor.nodes['doc']?.contentMatch.defaultType?.name, 'paragraph')
    assert.equal(editor.nodes['tableCell']?.contentMatch.defaultType?.name, 'paragraph')
  })

  it('takes any page and gives it back with every attribute', () => {
    fc.assert(
      fc.property(fc.oneof(pages, boards), (page) => {
        const node = editor.nodeFromJSON(page)
        node.check()
        assert.deepEqual(node.toJSON(), schema.nodeFromJSON(page).toJSON())
      }),
      { numRuns: 100 },
    )
  })
})
