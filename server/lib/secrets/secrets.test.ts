import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { openSecrets } from './secrets.ts'

describe('openSecrets', () => {
  let root = ''
  let folder = ''
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-secrets-'))
  })
  after(() => rm(root, { recursive: true, force: true }))
  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'data-'))
  })

  it('refuses what was changed, sealed for something else, or with another secret', () => {
    const secrets = openSecrets(folder, 'a secret of some length')
    const sealed = secrets.seal('key', 'this')
    assert.equal(secrets.open(sealed, 'that'), undefined)
    assert.equal(openSecrets(folder, 'another secret of length').open(sealed, 'this'), undefined)
    for (const wrong of ['', 'v1', 'v1.a.b.c', 'v2.a.b.c', sealed.slice(3)]) {
      assert.equal(secrets.open(wrong, 'this'), undefined)
    }
    const parts = sealed.split('.')
    for (const [index, part] of parts.entries()) {
      const other = `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`
      assert.equal(secrets.open(parts.with(index, other).join('.'), 'this'), undefined)
    }
  })

  it('opens what it sealed, and never seals the same twice', () => {
    const secrets = openSecrets(folder, 'a secret of some length')
    for (const text of ['', 'sk-123', 'ключ 🔑', 'x'.repeat(10_000)]) {
      const [one, other] = [secrets.seal(text, 'p'), secrets.seal(text, 'p')]
      assert.notEqual(one, other)
      assert.equal(secrets.open(one, 'p'), text)
      if (text.length > 3) assert.ok(!one.includes(text))
    }
  })

  it('makes a file that only its owner reads, when it is first needed', async () => {
    const secrets = openSecrets(folder, undefined)
    const file = join(folder, 'secret.key')
    await assert.rejects(stat(file))
    const sealed = secrets.seal('key', 'p')
    const { mode } = await stat(file)
    assert.equal(mode & 0o777, 0o600)
    assert.equal((await readFile(file, 'utf8')).trim().length, 64)
    assert.equal(openSecrets(folder, undefined).open(sealed, 'p'), 'key')
  })

  it('refuses a file that it did not make, rather than write over it', async () => {
    await writeFile(join(folder, 'secret.key'), 'mine')
    const secrets = openSecrets(folder, undefined)
    assert.throws(() => secrets.seal('key', 'p'), { code: 'STORE_UNUSABLE' })
    assert.equal(await readFile(join(folder, 'secret.key'), 'utf8'), 'mine')
  })
})
