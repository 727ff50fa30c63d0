import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import openWabt from 'wabt'

const folder = new URL('../../server/search/vectors/', import.meta.url)
const file = (name: string) => readFileSync(new URL(name, folder))

describe('kernel.wasm', () => {
  it('is what kernel.wat says', async () => {
    const wabt = await openWabt()
    const text = wabt.parseWat('kernel.wat', file('./kernel.wat').toString(), { simd: true })
    const binary = Buffer.from(text.toBinary({}).buffer)
    assert.ok(binary.equals(file('./kernel.wasm')), 'run: npm run kernel')
  })
})
