import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { constants, zstdCompressSync } from 'node:zlib'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, Transform } from 'prosemirror-transform'
import { makeMarkdown, randomFrom } from '../../bench/support/texts.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import {
  type Attribution,
  attribute,
  isMapOf,
  unattributed,
  whollyBy,
  type Writer,
} from './attribution.ts'
import { packAttribution, unpackAttribution } from './attribution/packed.ts'
import { attributedText } from './attribution/text.ts'
import { diffSteps } from './diff.ts'

const minute = 60_000

function writer(userId: string, rest: Partial<Writer> = {}): Writer {
  return { userId, via: null, keyId: null, runId: null, at: 0, ...rest }
}

const [ada, ben, agent] = [writer('ada'), writer('ben'), writer('ada', { via: 'mcp', runId: 'r1' })]

function read(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason)
  return schema.nodeFromJSON(parsed.document)
}

function parts(document: Node, map: Attribution): (readonly [string, string | undefined])[] {
  assert.ok(isMapOf(map, document))
  return attributedText(document, map).flatMap((block) =>
    block.parts.map((part) => [part.text, part.writer?.userId] as const),
  )
}

function rewrite(from: string, to: string): (readonly [string, string | undefined])[] {
  const [before, after] = [read(from), read(to)]
  const steps = diffSteps(before, after)
  return parts(after, attribute(whollyBy(before, ada), before, { writer: ben, steps }))
}

describe('the attribution of a document', () => {
  it('is unknown for what was there before the first map', () => {
    const document = read('One two')
    const step = new ReplaceStep(5, 5, new Slice(read('new ').child(0).content, 0, 0))
    const map = attribute(unattributed(document), document, { writer: ada, steps: [step] })
    const { doc } = step.apply(document)
    assert.ok(doc)
    assert.deepEqual(parts(doc, map), [
      ['One ', undefined],
      ['new', 'ada'],
      ['two', undefined],
    ])
  })

  it('gives a writer of the API the words that changed, and nobody else’s', () => {
    assert.deepEqual(rewrite('A quick brown fox jumps', 'A quick red fox jumps'), [
      ['A quick ', 'ada'],
      ['red', 'ben'],
      [' fox jumps', 'ada'],
    ])
    assert.deepEqual(rewrite('One two three', '## One **two** three'), [['One two three', 'ada']])
    assert.deepEqual(rewrite('One\n\nTwo', '> One\n>\n> Two'), [
      ['One', 'ada'],
      ['Two', 'ada'],
    ])
  })

  it('gives a word, a number or a date of which a part changed to whoever changed it', () => {
    for (const [from, to] of [
      ['5,000', '8,000'],
      ['2026-12-01', '2027-12-01'],
      ['stable', 'unstable'],
      ['a-long-name-1', 'a-long-name-2'],
    ]) {
      assert.deepEqual(rewrite(`It is ${from} now`, `It is ${to} now`), [
        ['It is ', 'ada'],
        [to, 'ben'],
        [' now', 'ada'],
      ])
    }
  })

  it('counts atoms, and the attributes that a step changed', () => {
    assert.deepEqual(rewrite('$$\na\n$$', '$$\nb\n$$'), [['b', 'ben']])
    assert.deepEqual(rewrite('Sum $a$ here', 'Sum $b$ here'), [
      ['Sum ', 'ada'],
      ['b', 'ben'],
      [' here', 'ada'],
    ])
  })

  it('leaves moved blocks to their writers', () => {
    const before = read('First\n\nSecond\n\nThird')
    const tr = new Transform(before)
    tr.delete(0, 7)
    tr.insert(tr.doc.content.size, before.child(0))
    const moves = [{ remove: 0, insert: 1 }]
    const map = attribute(whollyBy(before, ada), before, { writer: ben, steps: tr.steps, moves })
    assert.deepEqual(map.runs, [[before.content.size, 0]])
  })

  it('recognises text that is removed and inserted again', () => {
    assert.deepEqual(rewrite('- One two\n- Three', 'One two\n\n- Three'), [
      ['One two', 'ada'],
      ['Three', 'ada'],
    ])
    assert.deepEqual(rewrite('A first one.\n\nB\n\nC', 'B\n\nC\n\nA first one.'), [
      ['B', 'ada'],
      ['C', 'ada'],
      ['A first one.', 'ada'],
    ])
  })

  it('leaves text that was carried elsewhere to its author', () => {
    const before = read('First\n\nSecond')
    const tr = new Transform(before).delete(0, 7).insert(0, read('Fi').child(0))
    const retained = [{ from: 1, to: 3, authorId: 'ada', reason: 'spared' as const }]
    const old = attribute(whollyBy(before, agent), before, { writer: ben, steps: [] })
    const map = attribute(old, before, { writer: ben, steps: tr.steps, retained })
    assert.deepEqual(parts(tr.doc, map), [
      ['Fi', 'ada'],
      ['Second', 'ada'],
    ])
    assert.equal(attributedText(tr.doc, map)[0]?.parts[0]?.writer?.runId, 'r1')
  })

  it('joins what one writer writes within ten minutes, and nothing across writers, keys and runs', () => {
    const document = read('One')
    const type = (map: Attribution, by: Writer) => {
      const steps = [new ReplaceStep(1, 1, new Slice(read('x').child(0).content, 0, 0))]
      return attribute(map, document, { writer: by, steps })
    }
    const soon = type(whollyBy(document, ada), writer('ada', { at: 9 * minute }))
    assert.deepEqual(soon.runs.length, 1)
    for (const by of [
      writer('ada', { at: 11 * minute }),
      writer('ada', { keyId: 'k' }),
      writer('ada', { via: 'api' }),
      agent,
      ben,
    ]) {
      assert.deepEqual(type(soon, by).writers, [ada, by])
    }
  })
})

describe('a packed attribution', () => {
  it('is read as it was, without writers of whom nothing is left', () => {
    const map: Attribution = {
      writers: [ada, ben, agent],
      runs: [
        [4, 2],
        [3, -1],
        [9, 0],
      ],
    }
    assert.deepEqual(unpackAttribution(packAttribution(map)), {
      writers: [agent, ada],
      runs: [
        [4, 0],
        [3, -1],
        [9, 1],
      ],
    })
  })

  it('of a 50 KB page with 2,000 runs takes less than 4 KB in the store', () => {
    const document = read(makeMarkdown(1, 50_000))
    const random = randomFrom(7)
    const people = Array.from({ length: 8 }, () => crypto.randomUUID())
    let map = whollyBy(document, writer(crypto.randomUUID()))
    while (map.runs.length < 2000) {
      const at = Math.floor(random() * 3) * 60 * minute
      const by = writer(people[Math.floor(random() ** 3 * 8)] ?? '', { at })
      const from = Math.floor(random() * (document.content.size - 40))
      const text = schema.text('x'.repeat(1 + Math.floor(random() * 30)))
      const step = new ReplaceStep(from, from + text.nodeSize, new Slice(Fragment.from(text), 0, 0))
      map = attribute(map, document, { writer: by, steps: [step] })
    }
    const level = { params: { [constants.ZSTD_c_compressionLevel]: 6 } }
    const { length } = zstdCompressSync(packAttribution(map), level)
    assert.ok(length <= 4096, `${length} bytes`)
  })
})
