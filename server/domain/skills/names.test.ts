import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  comparable,
  createPaths,
  folderOf,
  isSafePath,
  isSkillName,
  nameFrom,
  splitName,
  stemOf,
} from './names.ts'

describe('the name of a skill', () => {
  it('refuses what the specification refuses', () => {
    for (const name of ['', 'PDF', '-pdf', 'pdf-', 'a--b', 'a_b', 'ä', 'a b', 'a'.repeat(65)]) {
      assert.ok(!isSkillName(name), name)
    }
    for (const name of ['a', 'pdf-2', '7zip', 'a'.repeat(64)]) assert.ok(isSkillName(name), name)
  })

  it('is made from a title, and from the ID without one', () => {
    assert.equal(nameFrom('Release notes!', 'x'), 'release-notes')
    assert.equal(nameFrom('Übersicht — über', 'x'), 'ubersicht-uber')
    for (const title of ['', '🎉', 'Обзор']) {
      assert.equal(nameFrom(title, '01890000-0000-7000-8000-000000abcdef'), 'skill-abcdef')
    }
    assert.ok(isSkillName(nameFrom(`${'long '.repeat(60)}é`, 'x')))
  })
})

describe('paths in a skill', () => {
  it('refuse those that lead out of the folder, or that a system cannot have', () => {
    const refused = ['', '/a', '../a', 'a/../b', 'a//b', './a', 'a\\b', 'c:', 'a\nb', 'a/b.', 'a ']
    refused.push('con.txt', 'a/NUL', 'lpt1.tar.gz', '.git/hooks/pre-commit', 'a/GIT~1/x', ' a')
    refused.push('a\u200Bb', 'a\u202Eb', `a/${'ä'.repeat(101)}`)
    for (const path of refused) assert.ok(!isSafePath(path), path)
    assert.ok(!isSafePath('a'.repeat(241)))
    for (const path of ['a', '.hidden', 'scripts/run.sh', 'references/überblick.md']) {
      assert.ok(isSafePath(path), path)
    }
  })

  it('are unique, regardless of case', () => {
    const newPath = createPaths(['references/One.md'])
    assert.equal(newPath('references', 'one', '.md'), 'references/one-2.md')
    assert.equal(newPath('references', 'ONE', '.md'), 'references/ONE-3.md')
    assert.equal(newPath('assets', 'one', '.md'), 'assets/one.md')
    assert.equal(newPath('references', 'aux', '.md'), 'references/file-aux.md')
  })

  it('come from the names of attached files', () => {
    assert.deepEqual(splitName('a/b.tar.gz'), { stem: 'a-b.tar', ending: '.gz' })
    assert.deepEqual(splitName('a\u202Egnp.exe'), { stem: 'a-gnp', ending: '.exe' })
    assert.deepEqual(splitName('.env'), { stem: 'env', ending: '' })
    assert.deepEqual(splitName(' . '), { stem: 'file', ending: '' })
    assert.equal(folderOf('run.PY'), 'scripts')
    assert.equal(folderOf('logo.png'), 'assets')
  })

  it('are compared regardless of case and of how accents are stored', () => {
    assert.equal(comparable('A/É'), comparable('a/e\u0301'))
    assert.equal(comparable('ﬁ'), comparable('FI'))
    assert.equal(stemOf('Über uns!', 'page'), 'uber-uns')
    assert.equal(stemOf('🎉', 'page'), 'page')
  })
})
