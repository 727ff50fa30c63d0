import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'

const file = (name: string) =>
  readFileSync(new URL(`../../web/vendor/mermaid/${name}`, import.meta.url))

describe('mermaid.min.js.br', () => {
  it('contains mermaid.min.js', () => {
    const script = brotliDecompressSync(file('mermaid.min.js.br'))
    assert.ok(script.equals(file('mermaid.min.js')), 'run: npm run vendor')
  })
})
