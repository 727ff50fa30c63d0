import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { type Pair, pairs, textsOf } from '../../test/fixtures/tokens/pairs.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { changeOf } from '../steps/batch.ts'
import { diffDocuments } from '../steps/diff.ts'
import { tokenTexts } from '../tokens/tokens.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { locateConflicts, locateNear } from './locations.ts'
import { mergeDocuments } from './merge.ts'

function read(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return schema.nodeFromJSON(parsed.document)
}

function merge(texts: { base: string; theirs: string; mine: string }) {
  const [base, now, mine] = [read(texts.base), read(texts.theirs), read(texts.mine)]
  const { steps, moves } = diffDocuments(base, now)
  const sides = { base, now, mine, since: [changeOf(steps, moves)] }
  const merged = mergeDocuments(sides)
  if (!merged.ok) {
    assert.ok(merged.conflicts)
    return { kind: 'conflict', conflicts: locateConflicts(sides, merged.conflicts) } as const
  }
  const near = locateNear(base, merged)
  return { kind: 'merged', text: writeMarkdown(merged.doc.toJSON()).trim(), near } as const
}

const outcomeOf = (pair: Pair) => {
  const texts = textsOf(pair)
  const merged = merge(texts)
  if (merged.kind === 'conflict') return 'conflict'
  if (merged.text === writeMarkdown(read(texts.mine).toJSON()).trim()) return 'same'
  return merged.near.length > 0 ? 'near' : 'merged'
}

describe('mergeDocuments', () => {
  it('has the outcome of each pair of changes, whoever comes first', () => {
    const wrong = pairs.flatMap((pair) => {
      const turned = { ...pair, theirs: pair.mine, mine: pair.theirs }
      return [pair, turned].flatMap((one) => {
        const outcome = outcomeOf(one)
        return outcome === pair.expected ? [] : [`${one.name}: ${outcome}, not ${pair.expected}`]
      })
    })
    assert.deepEqual(wrong, [])
    assert.ok(pairs.length >= 120, `${pairs.length} pairs`)
  })

  it('writes no token that neither side has', () => {
    for (const pair of pairs) {
      const texts = textsOf(pair)
      const merged = merge(texts)
      if (merged.kind === 'conflict') continue
      const known = new Set([...tokenTexts(texts.mine), ...tokenTexts(texts.theirs)])
      assert.deepEqual(
        tokenTexts(merged.text).filter((token) => !known.has(token)),
        [],
        pair.name,
      )
    }
  })

  it('names the place of a conflict', () => {
    const base = '## Money\n\nThe budget is 5,000 euros.'
    const merged = merge({
      base,
      theirs: base.replace('5,000', '8,000'),
      mine: base.replace('5,000', '9,000'),
    })
    assert.deepEqual(merged, {
      kind: 'conflict',
      conflicts: [
        {
          block: 2,
          headings: ['Money'],
          kind: 'text',
          base: '5,000 euros',
          theirs: '8,000 euros',
          yours: '9,000 euros',
          change: 0,
        },
      ],
    })
  })

  it('names the addresses of a link, and the level of a heading', () => {
    const link = merge({ base: '[a](/x)', theirs: '[a](/y)', mine: '[a](/z)' })
    assert.partialDeepStrictEqual(link, {
      conflicts: [
        { kind: 'mark', name: 'link', base: '[a](/x)', theirs: '[a](/y)', yours: '[a](/z)' },
      ],
    })
    const heading = merge({ base: '# a', theirs: '## a', mine: '### a' })
    assert.partialDeepStrictEqual(heading, {
      conflicts: [{ kind: 'attribute', name: 'level', base: '1', theirs: '2', yours: '3' }],
    })
  })

  it('says where words of both sides stand beside each other', () => {
    const merged = merge({
      base: 'It is stable.',
      theirs: 'It is not stable.',
      mine: 'It is unstable.',
    })
    assert.deepEqual(merged, {
      kind: 'merged',
      text: 'It is not unstable.',
      near: [{ block: 1, headings: [], text: 'It is not unstable.' }],
    })
  })
})
