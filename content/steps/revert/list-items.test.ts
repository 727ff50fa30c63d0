import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nodeOf, pastChanges, writerOf } from '../../../test/support/reverts/past-changes.ts'
import { writeMarkdown } from '../../write-markdown.ts'
import { isMapOf, whollyBy } from '../attribution.ts'
import { revertChanges } from './revert-changes.ts'

const [ada, agent, ben, cem] = ['ada', 'agent', 'ben', 'cem'].map((name) => writerOf(name))
assert.ok(ada && agent && ben && cem)

type Case = {
  name: string
  base?: string
  /** The list of the run, and after the changes of Ben and of Cem. */
  lists: readonly [run: string, ben: string, cem: string]
  expected: string
}

const cases: readonly Case[] = [
  {
    name: 'behind each other',
    lists: ['- 1\n- 2\n- 3', '- 1\n- Ben\n- 2\n- 3', '- 1\n- Ben\n- 2\n- Cem\n- 3'],
    expected: '- Ben\n- Cem',
  },
  {
    name: 'before each other',
    lists: ['- 1\n- 2\n- 3', '- 1\n- 2\n- Ben\n- 3', '- 1\n- Cem\n- 2\n- Ben\n- 3'],
    expected: '- Cem\n- Ben',
  },
  {
    name: 'at both ends',
    lists: [
      '- 1\n- 2',
      '- Ben a\n- 1\n- 2\n- Ben b',
      '- Cem a\n- Ben a\n- 1\n- 2\n- Ben b\n- Cem b',
    ],
    expected: '- Cem a\n- Ben a\n- Ben b\n- Cem b',
  },
  {
    name: 'in a numbered list',
    lists: ['1. 1\n2. 2', '1. 1\n2. Ben\n3. 2', '1. Cem\n2. 1\n3. Ben\n4. 2'],
    expected: '1. Cem\n2. Ben',
  },
  {
    name: 'in a task list',
    lists: [
      '- [ ] 1\n- [ ] 2',
      '- [ ] 1\n- [x] Ben\n- [ ] 2',
      '- [ ] 1\n- [x] Ben\n- [ ] 2\n- [ ] Cem',
    ],
    expected: '- [x] Ben\n- [ ] Cem',
  },
  {
    name: 'in a list within an item',
    base: '- Old\n- End',
    lists: [
      '- Old\n  - 1\n  - 2\n- End',
      '- Old\n  - 1\n  - Ben\n  - 2\n- End',
      '- Old\n  - 1\n  - Ben\n  - 2\n  - Cem\n- End',
    ],
    expected: '- Old\n  - Ben\n  - Cem\n- End',
  },
]

describe('the revert of a run that wrote a list, with items that others added to it', () => {
  for (const { name, base = '', lists, expected } of cases) {
    it(`leaves one list with their items in order: ${name}`, () => {
      const page = (list: string) => (base === '' ? `Before.\n\n${list}\n\nBehind.` : list)
      const start = nodeOf(base === '' ? 'Before.\n\nBehind.' : base)
      const writers = [agent, ben, cem]
      const changes = lists.map((list, index) => [writers[index] ?? ada, page(list)] as const)
      const past = pastChanges(start, changes, agent)
      const { doc, attribution, remaining } = revertChanges(
        start,
        whollyBy(start, ada),
        past,
        agent,
      )
      doc.check()
      assert.ok(isMapOf(attribution, doc))
      assert.equal(writeMarkdown(doc.toJSON()).trim(), page(expected))
      const listed = remaining.flatMap(({ text }) => text.split(' '))
      assert.deepEqual(
        listed,
        expected
          .match(/Ben a|Ben b|Cem a|Cem b|Ben|Cem/g)
          ?.join(' ')
          .split(' '),
      )
    })
  }
})
