import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const maxMegabytes = 100

/** Plans the largest batch on a page in a process of its own, and says what became of it and how much memory it took. */
const program = `
  const { planBatch } = await import(${JSON.stringify(new URL('./plan.ts', import.meta.url).href)})
  const { schema } = await import(${JSON.stringify(new URL('../../../content/schema.ts', import.meta.url).href)})
  const [kind] = process.argv.slice(1)
  const paragraph = (text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const content = kind === 'list'
    ? Array.from({ length: 24_000 }, () => paragraph('ab'))
    : [paragraph((kind === 'wide text' ? 'ü\\u4e00' : 'xx').repeat(250_000))]
  const document = schema.nodeFromJSON({ type: 'doc', content })
  const steps = Array.from({ length: 2000 }, (_, index) => {
    const at = 1 + (1999 - index) * 4
    return { stepType: 'replace', from: at, to: at, slice: { content: [{ type: 'text', text: 'y' }] } }
  })
  const before = process.resourceUsage().maxRSS
  const plan = await planBatch({ document, version: 1 }, [], { steps }, 'a')
  const megabytes = (process.resourceUsage().maxRSS - before) / 1024
  console.log(JSON.stringify({ code: plan.ok ? 'ok' : plan.refusal.code, megabytes }))
`

describe('planBatch', () => {
  for (const kind of ['list', 'text', 'wide text']) {
    it(`takes less than ${maxMegabytes} MB for the most steps on a long ${kind}`, async () => {
      const words = ['--input-type=module', '-e', program, kind]
      const { stdout } = await promisify(execFile)(process.execPath, words)
      const { code, megabytes } = JSON.parse(stdout)
      assert.equal(code, 'BATCH_TOO_LARGE')
      assert.ok(megabytes < maxMegabytes, `${megabytes} MB`)
    })
  }
})
