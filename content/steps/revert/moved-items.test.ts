import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nodeOf, pastChanges, writerOf } from '../../../test/support/reverts/past-changes.ts'
import { writeMarkdown } from '../../write-markdown.ts'
import { isMapOf, whollyBy, type Writer } from '../attribution.ts'
import { revertChanges } from './revert-changes.ts'

const [ada, agent] = [writerOf('ada'), writerOf('agent')]

function reverted(first: string, ...changes: (readonly [Writer, string])[]): string {
  const base = nodeOf(first)
  const past = pastChanges(base, changes, agent)
  const { doc, attribution } = revertChanges(base, whollyBy(base, ada), past, agent)
  doc.check()
  assert.ok(isMapOf(attribution, doc))
  return writeMarkdown(doc.toJSON()).trim()
}

const tasks = '- [ ] One\n- [x] Two words\n- [ ] Three\n\n## More\n\n- Four\n- Five'

describe('the revert of a run that moved items, with what others changed in them', () => {
  const cases: [name: string, base: string, run: string, change: [find: string, text: string]][] = [
    [
      'a tick in a list that an item of another kind came to',
      tasks,
      '- [ ] One\n- [x] Two words\n- Four\n- [ ] Three\n\n## More\n\n- Five',
      ['[ ] One', '[x] One'],
    ],
    [
      'a word of the item that came from a list of another kind',
      tasks,
      '- [ ] One\n- [x] Two words\n- Five\n- [ ] Three\n\n## More\n\n- Four',
      ['Five', 'Fifth'],
    ],
    [
      'a word of the item that went to a list of another kind',
      tasks,
      '- [x] Two words\n- [ ] Three\n\n## More\n\n- Four\n- [ ] One\n- Five',
      ['One', 'First'],
    ],
    [
      'a tick of the item that went to a list of another kind',
      tasks,
      '- [x] Two words\n- [ ] Three\n\n## More\n\n- Four\n- [ ] One\n- Five',
      ['[ ] One', '[x] One'],
    ],
    [
      'a word of an item at the end of a list that became the first one of the next',
      '- One\n- Two words\n\n## More\n\n- Three',
      '- One\n\n## More\n\n- Two words\n- Three',
      ['Two', 'Second'],
    ],
    [
      'a word of a card that went to the top of the next column',
      '## To do\n\n- [ ] One\n- [ ] Two\n\n## Done\n\n- [x] Three',
      '## To do\n\n- [ ] One\n\n## Done\n\n- [ ] Two\n- [x] Three',
      ['Two', 'Second'],
    ],
    [
      'a word of an item behind the paragraph that cut its list in two',
      '- One\n- Two\n- Three words\n- Four',
      '- One\n- Two\n\nA paragraph.\n\n- Three words\n- Four',
      ['Three', 'Third'],
    ],
    [
      'a word of an item of a list that became one of tasks',
      '- One\n- Two words\n- Three',
      '- [ ] One\n- [ ] Two words\n- [ ] Three',
      ['Two', 'Second'],
    ],
  ]
  for (const [name, base, run, [find, text]] of cases) {
    it(`keeps ${name}`, () => {
      const result = reverted(base, [agent, run], [ada, run.replace(find, text)])
      assert.equal(result, writeMarkdown(nodeOf(base.replace(find, text)).toJSON()).trim())
    })
  }
})
