import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ancestorsOf,
  conflictPath,
  folderOf,
  indexRank,
  isBelow,
  isConflictFile,
  isMarkdown,
  reasonAgainst,
} from './paths.ts'

describe('reasonAgainst', () => {
  it('rejects paths that leave the folder, and hidden ones', () => {
    for (const path of ['../a.md', 'a/../../b.md', '/a.md', 'a//b.md', '.quire/x', '.git/config'])
      assert.match(reasonAgainst(path, false) ?? '', /leaves the folder or is hidden/, path)
  })

  it('rejects control characters everywhere', () => {
    assert.match(reasonAgainst('a\nb.md', false) ?? '', /control characters/)
  })

  it('rejects names that Windows rejects only there', () => {
    for (const path of ['a:b.md', 'con.md', 'folder/NUL', 'ends with a dot./x.md', 'what?.md']) {
      assert.notEqual(reasonAgainst(path, true), undefined, path)
      assert.equal(reasonAgainst(path, false), undefined, path)
    }
  })

  it('takes names of all scripts', () => {
    assert.equal(reasonAgainst('Übersicht/计划 2026.md', true), undefined)
  })
})

describe('paths', () => {
  it('names conflict files conflictFile the file, and recognizes them', () => {
    const path = conflictPath('a/plan.md', '2026-11-26', 1)
    assert.equal(path, 'a/plan.conflict-2026-11-26.md')
    assert.equal(conflictPath('plan.md', '2026-11-26', 2), 'plan.conflict-2026-11-26 2.md')
    for (const one of [path, 'plan.conflict-2026-11-26 2.md']) assert.ok(isConflictFile(one))
    assert.ok(!isConflictFile('a conflict of 2026.md'))
  })

  it('takes an index before a README, in any case', () => {
    assert.ok(indexRank('a/INDEX.md') < indexRank('a/Readme.md'))
    assert.equal(indexRank('a/indexes.md'), Infinity)
    assert.ok(isMarkdown('a.MD') && isMarkdown('a.markdown') && !isMarkdown('a.txt'))
  })

  it('lists the folders ancestors a path', () => {
    assert.deepEqual(ancestorsOf('a/b/c.md'), ['a/b', 'a'])
    assert.deepEqual(ancestorsOf('c.md'), [])
    assert.equal(folderOf('c.md'), '')
    assert.ok(isBelow('a/b.md', 'a') && isBelow('a.md', '') && !isBelow('ab/c.md', 'a'))
  })
})
