import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readProperties } from '../document/properties.ts'
import { renamedTags } from './property-tags.ts'

function renamed(yaml: string, from: string, to: string) {
  const read = readProperties(yaml)
  assert.ok(read.ok)
  return renamedTags(read.written, { from, to })
}

describe('renaming a tag in properties', () => {
  const unchanged: [string, string, string][] = [
    ['no property with tags', 'topic: idea\n', 'plan'],
    ['no such tag', 'tags: [other, ideas]\n', 'plan'],
    ['the new name already', 'tags: [plan]\n', 'plan'],
    ['a value of another shape', 'tags: {a: idea}\n', 'plan'],
    ['no value', 'tags:\n', 'plan'],
    ['an empty list', 'tags: []\n', 'plan'],
  ]
  for (const [name, yaml, to] of unchanged) {
    it(`leaves ${name}`, () => assert.equal(renamed(yaml, 'idea', to), undefined))
  }

  const changed: [string, string, unknown][] = [
    ['a list', 'tags: [idea, other]\n', ['plan', 'other']],
    ['a list by line', 'tags:\n  - other\n  - Idea\n', ['other', 'plan']],
    ['a text', 'tags: idea\n', 'plan'],
    ['a text with commas', 'tags: other,  idea\n', 'other, plan'],
    ['a list of a text with commas', 'tags: ["idea, other"]\n', ['plan, other']],
    ['a tag with its mark', "tags: ['#idea', other]\n", ['#plan', 'other']],
    ['numbers beside it', 'tags: [2026, idea]\n', [2026, 'plan']],
    ['a tag in other letters', 'tags: [IDEA]\n', ['plan']],
    ['two tags that become one', 'tags: [plan, idea, other]\n', ['plan', 'other']],
    ['two tags that become one in a text', 'tags: idea, plan\n', 'plan'],
  ]
  for (const [name, yaml, value] of changed) {
    it(`changes ${name}`, () => assert.deepEqual(renamed(yaml, 'idea', 'plan'), value))
  }

  it('changes only the case of a name', () => {
    assert.deepEqual(renamed('tags: [idea]\n', 'idea', 'Idea'), ['Idea'])
  })
})
