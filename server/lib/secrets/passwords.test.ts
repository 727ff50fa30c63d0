import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('verifyPassword', () => {
  it('refuses another password, no hash, and what is none', async () => {
    const hash = await hashPassword('correct horse')
    assert.equal(await verifyPassword('correct horse ', hash), false)
    assert.equal(await verifyPassword('', hash), false)
    for (const none of [null, '', 'plain', hash.replace('argon2id', 'argon2i'), `${hash}$`]) {
      assert.equal(await verifyPassword('correct horse', none), false)
    }
  })

  it('takes the password of a hash, with a salt of its own and in any script', async () => {
    for (const password of ['correct horse', 'пароль 密码 🔑', ' '.repeat(8)]) {
      const [one, two] = [await hashPassword(password), await hashPassword(password)]
      assert.notEqual(one, two)
      assert.equal(await verifyPassword(password, one), true)
    }
  })

  it('answers many at once, each as if alone', async () => {
    const hash = await hashPassword('right one')
    const tries = Array.from({ length: 9 }, (_, index) => index % 3 === 0)
    const answers = await Promise.all(
      tries.map((isRight) => verifyPassword(isRight ? 'right one' : 'wrong one', hash)),
    )
    assert.deepEqual(answers, tries)
  })

  it('takes hashes of other parameters, as an earlier or later version may make', async () => {
    const { argon2Sync } = await import('node:crypto')
    const nonce = Buffer.from('somesaltsomesalt')
    const tag = argon2Sync('argon2id', {
      message: 'password',
      nonce,
      memory: 64,
      passes: 3,
      parallelism: 1,
      tagLength: 24,
    })
    const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
    const hash = `$argon2id$v=19$m=64,t=3,p=1$${encode(nonce)}$${encode(tag)}`
    assert.equal(await verifyPassword('password', hash), true)
    assert.equal(await verifyPassword('passwort', hash), false)
  })
})
