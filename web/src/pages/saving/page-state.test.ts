import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageDocument } from '../../../../content/document.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { defaultFields } from '../../../../server/lib/page-fields.ts'
import { changesSince, hasChanges } from './page-state.ts'

function document(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

const base = { ...defaultFields, title: 'Plan', icon: '🌱', content: document('One.') }

describe('changesSince', () => {
  it('are none where nothing is other than before', () => {
    const changes = changesSince(base, { ...base, content: document('One.') })
    assert.deepEqual(changes, {})
    assert.equal(hasChanges(changes), false)
  })

  it('take an attribute that is left out for its default', () => {
    const written = document('## Heading')
    const left: PageDocument = {
      type: 'doc',
      content: [
        {
          type: 'heading',
          attrs: { level: 2 },
          content: [{ type: 'text', text: 'Heading' }],
        },
      ],
    }
    assert.deepEqual(changesSince({ ...base, content: written }, { ...base, content: left }), {})
  })

  it('name each part that is other, and only that', () => {
    const content = document('Two.')
    assert.deepEqual(changesSince(base, { ...base, title: '' }), { title: '' })
    assert.deepEqual(changesSince(base, { ...base, icon: null }), { icon: null })
    assert.deepEqual(changesSince(base, { ...base, content }), { content })
    assert.equal(hasChanges({ icon: null }), true)
  })

  it('see a mark on the same words', () => {
    const changes = changesSince(base, { ...base, content: document('**One.**') })
    assert.deepEqual(Object.keys(changes), ['content'])
  })
})
