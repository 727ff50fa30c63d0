import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseSkillFiles, foldersOf } from './import-roots.ts'

function found(paths: Record<string, string>) {
  const entries = Object.entries(paths).map(([path, text]) => ({
    path,
    content: Buffer.from(text),
    isExecutable: true,
  }))
  return foldersOf(entries).map(
    ({ name, ownership, files }) =>
      `${ownership} ${name}: ${files.map(({ path }) => path).join(' ')}`,
  )
}

describe('foldersOf', () => {
  it('finds nothing without a main file, and no agent without a name', () => {
    assert.deepEqual(found({}), [])
    assert.deepEqual(found({ 'README.md': 'Text', 'a/skill.md': 'Text' }), [])
    assert.deepEqual(
      found({ 'agents/notes.md': 'Text', 'agents/deep/a.md': '---\nname: a\n---\n' }),
      [],
    )
  })

  it('takes each file into the outermost skill above it', () => {
    const files = {
      'skills/a/scripts/run.sh': '',
      'skills/a/examples/b/SKILL.md': 'Inner',
      'skills/a/SKILL.md': 'Outer',
      'skills/ab/SKILL.md': '---\nname: other\n---\n',
      LICENSE: '',
    }
    assert.deepEqual(found(files), [
      'SKILL a: scripts/run.sh examples/b/SKILL.md SKILL.md',
      'SKILL other: SKILL.md',
    ])
  })

  it('takes the whole archive where the main file is at its root, and agents besides', () => {
    const agent = '---\nname: reviewer\n---\n'
    assert.deepEqual(found({ 'SKILL.md': '---\nname: a\n---\n', 'agents/x.md': agent }), [
      'SKILL a: SKILL.md agents/x.md',
      'AGENT reviewer: x.md',
    ])
    assert.deepEqual(
      found({ '.claude/agents/x.md': agent, 's/agents/y.md': agent, 's/SKILL.md': '' }),
      ['SKILL s: agents/y.md SKILL.md', 'AGENT reviewer: x.md'],
    )
  })

  it('reads thousands of nested folders at once', () => {
    const deep = Array.from({ length: 200 }, (_, depth) => `${'d/'.repeat(depth + 1)}SKILL.md`)
    const wide = Array.from({ length: 4000 }, (_, index) => `w${index}/SKILL.md`)
    const all = Object.fromEntries([...deep, ...wide].map((path) => [path, '']))
    assert.equal(found(all).length, 4001)
  })
})

describe('chooseSkillFiles', () => {
  it('takes the files of skills, and those of agents, and no others', () => {
    const paths = [
      'repo/README.md',
      'repo/AGENTS.md',
      'repo/tests/data.json',
      'repo/skills/a/SKILL.md',
      'repo/skills/a/scripts/run.sh',
      'repo/skills/ab/README.md',
      'repo/.claude/agents/reviewer.md',
    ]
    assert.deepEqual(paths.filter(chooseSkillFiles(paths)), [
      'repo/skills/a/SKILL.md',
      'repo/skills/a/scripts/run.sh',
      'repo/.claude/agents/reviewer.md',
    ])
    assert.deepEqual(['a', 'b/c'].filter(chooseSkillFiles(['SKILL.md', 'a', 'b/c'])), ['a', 'b/c'])
  })
})
