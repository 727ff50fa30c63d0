import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { newSigningSecret, sign } from '../../lib/secrets/webhook-signature.ts'

const text = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const [, verifying = ''] = text.split('## Verify signatures')

/** The block of code under "Verify signatures" in a language. */
function recipe(language: string): string {
  const code = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(verifying)?.[1]
  assert.ok(code)
  assert.ok(code.trim().split('\n').length <= 6, 'the recipe is short')
  return code
}

const secret = newSigningSecret()
const id = '01890000-0000-7000-8000-000000000001'
const now = () => Math.floor(Date.now() / 1000)
const body = '{"title":"é 😀 \\"quoted\\" $HOME `x`"}'
const signed = (with_: string[], timestamp = now()) => ({
  id,
  timestamp,
  signature: sign(with_, { id, timestamp, body }),
})

const genuine = [
  { name: 'one signature', message: () => signed([secret]), body },
  { name: 'two signatures', message: () => signed([newSigningSecret(), secret]), body },
]
const forged = [
  { name: 'another secret', message: () => signed([newSigningSecret()]), body },
  {
    name: 'a changed body',
    message: () => signed([secret]),
    body: body.replace('title', 'titles'),
  },
  { name: 'an old message', message: () => signed([secret], now() - 3600), body },
  { name: 'another id', message: () => ({ ...signed([secret]), id: 'x' }), body },
  { name: 'no signature', message: () => ({ ...signed([secret]), signature: '' }), body },
]

type Case = (typeof genuine)[number]
const headersOf = (one: Case) => {
  const message = one.message()
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': message.signature,
  }
}

describe('the recipes of docs/webhooks.md', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-recipes-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** Each says "genuine" with 0, or ends with something else. */
  const ways: Record<string, (one: Case) => Promise<boolean>> = {
    sh: async (one) => {
      const message = one.message()
      const env = {
        PATH: process.env['PATH'],
        SECRET: secret,
        ID: message.id,
        TIMESTAMP: String(message.timestamp),
        SIGNATURE: message.signature,
      }
      const ended = spawnSync('sh', ['-c', recipe('sh')], { env, input: one.body })
      return ended.status === 0 && ended.stdout.toString() === 'genuine\n'
    },
    js: async (one) => {
      const file = join(folder, 'recipe.mjs')
      await writeFile(file, recipe('js'))
      const { isGenuine } = await import(file)
      return isGenuine(secret, headersOf(one), Buffer.from(one.body))
    },
    python: async (one) => {
      const file = join(folder, 'recipe.py')
      const call = `import json, os, sys\nprint(is_genuine(os.environ["SECRET"], json.loads(os.environ["HEADERS"]), sys.stdin.buffer.read()))`
      await writeFile(file, `${recipe('python')}\n${call}\n`)
      const env = {
        PATH: process.env['PATH'],
        SECRET: secret,
        HEADERS: JSON.stringify(headersOf(one)),
      }
      const ended = spawnSync('python3', [file], { env, input: one.body })
      assert.equal(ended.status, 0, ended.stderr.toString())
      return ended.stdout.toString() === 'True\n'
    },
  }

  for (const [language, isGenuine] of Object.entries(ways)) {
    it(`in ${language} refuse what is forged, and take what is genuine`, async () => {
      for (const one of forged) assert.equal(await isGenuine(one), false, one.name)
      for (const one of genuine) assert.equal(await isGenuine(one), true, one.name)
    })
  }
})
