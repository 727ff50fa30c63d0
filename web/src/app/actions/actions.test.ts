import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findActions } from '../../search/actions.ts'
import type { ActionContext } from './context.ts'
import { commonActions, screenActions } from './screen-actions.ts'

const everything = {
  canWrite: true,
  canCreate: true,
  canManage: true,
  isOwner: true,
  isGuest: false,
  isAdministrator: true,
}
const nothing = {
  canWrite: false,
  canCreate: false,
  canManage: false,
  isOwner: false,
  isGuest: true,
  isAdministrator: false,
}

function list(rights: ActionContext['rights']) {
  const done: string[] = []
  const context: ActionContext = {
    workspaceId: 'w1',
    go: (path) => done.push(path),
    rights,
    setColorScheme: (scheme) => done.push(scheme),
    signOut: () => done.push('out'),
  }
  return { done, actions: [...commonActions(context), ...screenActions(context)] }
}

describe('the actions of the palette', () => {
  it('leave out what the person may not do', () => {
    const ids = new Set(list(nothing).actions.map(({ id }) => id))
    for (const id of [
      'new-page',
      'screen-/today',
      'screen-/settings/webhooks',
      'screen-/settings/server',
    ]) {
      assert.equal(ids.has(id), false, id)
    }
    assert.ok(ids.has('screen-/settings/profile'))
  })

  it('have one ID each', () => {
    const ids = list(everything).actions.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
  })

  for (const [words, expected] of [
    ['settings', '/settings'],
    ['trash', '/trash'],
    ['dark', 'dark'],
    ['api keys', '/settings/api'],
    ['webhooks', '/settings/webhooks'],
    ['sign out', 'out'],
    ['home', '/'],
    ['daily page', '/today'],
    ['tags', '/tags'],
    ['broken links', '/links'],
  ] as const) {
    it(`are found by “${words}”`, () => {
      const { done, actions } = list(everything)
      findActions(actions, words)[0]?.run()
      assert.deepEqual(done, [expected])
    })
  }
})
