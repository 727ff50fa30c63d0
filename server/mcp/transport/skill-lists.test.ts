import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import { SkillLists } from './skill-lists.ts'

const skill = { workspaceId: newId(), id: newId(), title: 'Release' }

function start() {
  const kinds: string[] = []
  const state = { isBroken: false, skills: [skill] }
  const read = async (ownership: 'SKILL' | 'AGENT') => {
    if (state.isBroken) throw new RangeError('The store does not answer.')
    return ownership === 'SKILL' ? state.skills : []
  }
  const lists = new SkillLists(read, ({ kind }) => void kinds.push(kind))
  return { lists, kinds, state }
}

describe('the lists of skills', () => {
  it('are not published at the first look, nor when another page changes', async () => {
    const { lists, kinds } = start()
    await lists.look()
    await lists.look(newId())
    assert.deepEqual(kinds, [])
  })

  it('are published when a skill is added, or changes', async () => {
    const { lists, kinds, state } = start()
    await lists.look()
    state.skills = [skill, { ...skill, id: newId() }]
    await lists.look()
    await lists.look(skill.id)
    const both = ['prompts_list_changed', 'resources_list_changed']
    assert.deepEqual(kinds, [...both, ...both])
  })

  it('are published by the next look when the read failed', async () => {
    const { lists, kinds, state } = start()
    await lists.look()
    state.isBroken = true
    await assert.rejects(lists.look(skill.id), /does not answer/)
    state.isBroken = false
    await lists.look(newId())
    assert.deepEqual(kinds, ['prompts_list_changed', 'resources_list_changed'])
  })
})
