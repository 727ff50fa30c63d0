import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseSkillFiles } from './skill-paths.ts'

describe('chooseSkillFiles', () => {
  it('takes the files of skills, and those of agents, and no others', () => {
    const paths = [
      'repo/README.md',
      'repo/skills/a/SKILL.md',
      'repo/skills/a/scripts/run.sh',
      'repo/skills/ab/README.md',
      'repo/.claude/agents/reviewer.md',
      'repo/agents',
    ]
    assert.deepEqual(paths.filter(chooseSkillFiles(paths)), [
      'repo/skills/a/SKILL.md',
      'repo/skills/a/scripts/run.sh',
      'repo/.claude/agents/reviewer.md',
    ])
    assert.deepEqual(['a', 'b/c'].filter(chooseSkillFiles(['SKILL.md', 'a', 'b/c'])), ['a', 'b/c'])
    assert.deepEqual(['a', 'b/c'].filter(chooseSkillFiles([])), [])
  })
})
