import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scorePassword } from '../../../lib/secrets/password-strength.ts'
import { checkPassword, ownWords } from './password-rules.ts'

const grace = { email: 'grace.hopper@navy.example', firstName: 'Grace', lastName: 'Hopper' }
const words = [...ownWords(grace), 'Flow-Matic']
const rulesBroken = async (password: string) =>
  (await checkPassword(password, '/password', words)).map(({ rule }) => rule)

describe('checkPassword', () => {
  it('refuses what is short, common, repeated, or the person’s own', async () => {
    assert.deepEqual(await rulesBroken('seven77'), ['minLength'])
    for (const password of [
      'password',
      '12345678',
      'aaaaaaaa',
      'qwertyuiop',
      'P4ssw0rd!',
      'a'.repeat(1000),
      'grace.hopper@navy.example',
      'GraceHopper1',
      'flow-matic2026',
      'quirequire',
    ]) {
      assert.deepEqual(await rulesBroken(password), ['strength'], password.slice(0, 40))
    }
  })

  it('takes a few words that have nothing to do with each other, in any language', async () => {
    for (const password of ['correct horse battery', 'kJh8$%dfgKJH', 'Пароль-для-всех-нас']) {
      assert.deepEqual(await rulesBroken(password), [], password)
    }
  })
})

describe('scorePassword', () => {
  it('looks at the first characters of a long one only, off the main thread', async () => {
    const hostile = '4@8({<3€69!1|0$57+2%'.repeat(50)
    const before = performance.eventLoopUtilization()
    const scores = await Promise.all([
      scorePassword(hostile, []),
      scorePassword(hostile.slice(0, 48), []),
      scorePassword(
        hostile,
        Array.from({ length: 10_000 }, (_, index) => `word ${index}`),
      ),
    ])
    const { active } = performance.eventLoopUtilization(before)
    assert.equal(new Set(scores).size, 1)
    assert.ok(active < 250, `the main thread worked for ${active} ms`)
  })
})
