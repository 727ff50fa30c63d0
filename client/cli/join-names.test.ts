import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { joinNames, joinPath, requirePlain } from './join-names.ts'

describe('joinNames', () => {
  it('rejects whatever is not one plain name', () => {
    for (const name of ['', '.', '..', '../x', 'a/b', '/etc/passwd', 'a\0', './a'])
      assert.throws(() => joinNames('root', name), { code: 'NAME_UNSAFE' }, JSON.stringify(name))
    for (const name of [String.raw`a\b`, 'C:', 'file:stream']) {
      assert.throws(() => requirePlain(name, true), { code: 'NAME_UNSAFE' }, name)
      requirePlain(name, false)
    }
  })

  it('joins names, and the names of a path', () => {
    assert.equal(joinNames('root', 'a', '...'), join('root', 'a', '...'))
    assert.equal(joinPath('root', 'a/b.md'), join('root', 'a', 'b.md'))
    assert.equal(joinPath('root', ''), 'root')
    for (const path of ['a//b', '/a', 'a/', 'a/../../b'])
      assert.throws(() => joinPath('root', path), { code: 'NAME_UNSAFE' }, path)
  })
})
