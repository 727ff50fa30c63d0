import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type JsonLimits, scanJson } from './scan-json.ts'

const roomy: JsonLimits = { values: 1e9, depth: 1e9, documents: ['content'] }

function scan(text: string, limits: Partial<JsonLimits> = {}) {
  return scanJson(Buffer.from(text), { ...roomy, ...limits })
}

/** The texts of the documents that were found. */
function documentsIn(text: string): string[] {
  const scanned = scan(text)
  assert.ok(scanned.ok)
  const bytes = Buffer.from(text)
  return scanned.documents.map(({ start, end }) => bytes.toString('utf8', start, end).trim())
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  return members.length + members.reduce<number>((sum, member) => sum + countValues(member), 0)
}

describe('scanJson', () => {
  it('refuses what is nested too deep, closed or not', () => {
    for (const text of ['[[[[]]]]', '{"a":{"b":[{}]}}', '[[[[', '[{"a":[[']) {
      assert.deepEqual(scan(text, { depth: 3 }), { ok: false, exceeded: 'depth' })
      assert.ok(scan(text, { depth: 4 }).ok)
    }
  })

  it('refuses more members and items than the limit, wherever they stand', () => {
    for (const text of ['[1,2,3,4,5]', '{"a":1,"b":2,"c":3,"d":4,"e":5}', '[[1],[2],[3],[4]]']) {
      assert.deepEqual(scan(text, { values: 4 }), { ok: false, exceeded: 'values' })
      assert.ok(scan(text, { values: 8 }).ok)
    }
  })

  it('counts nothing within strings', () => {
    const text = JSON.stringify({ a: '[[[[,,,,{{{{"\\"', '[,"{': '\\' })
    assert.ok(scan(text, { values: 2, depth: 1 }).ok)
  })

  it('finds a document at the top, and leaves its values uncounted', () => {
    const document = JSON.stringify({ content: [1, 2, 3, { content: {} }], text: ',}"' })
    const text = `{"a":1, "content" : ${document} ,"b":{"content":{"c":1}}}`
    assert.deepEqual(documentsIn(text), [document])
    assert.ok(scan(text, { values: 6 }).ok)
    assert.deepEqual(documentsIn(`{"content":${document}}`), [document])
    assert.deepEqual(documentsIn('{"contents":{},"content ":{},"a":"content"}'), [])
  })

  it('finds every one of several members with that name', () => {
    assert.deepEqual(documentsIn('{"content":{"a":[1,2]},"content":5}'), ['{"a":[1,2]}', '5'])
  })

  it('reads long strings with and without escapes to their end', () => {
    const lengths = [63, 64, 65, 4095, 4096, 4097, 8191, 8192, 8193, 20_000]
    for (const length of lengths) {
      for (const tail of ['', '\\\\', '\\"', '\\\\\\"', 'x\\n']) {
        for (const head of ['', '\\"', 'é']) {
          const text = `{"a":"${head}${'x'.repeat(length)}${tail}","content":{"b":1}}`
          assert.deepEqual(documentsIn(text), ['{"b":1}'], `${head} ${length} ${tail}`)
        }
      }
    }
  })

  it('takes any JSON, and counts at least its values and at most twice as many', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const count = countValues(value)
        if (count > 0) assert.equal(scan(text, { values: count - 1, documents: [] }).ok, false)
        assert.ok(scan(text, { values: count * 2 + 1, documents: [] }).ok)
      }),
      { numRuns: 300, seed: 13 },
    )
  })

  it('ends at what is broken', () => {
    for (const text of ['', '"', '"\\', '{"content":', '}}}]', '{"content":{]', '\u0000,']) {
      assert.ok(scan(text).ok, text)
    }
  })
})
