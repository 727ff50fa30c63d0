import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import {
  clearOfflineOwner,
  offlineOwner,
  requireOfflineOwner,
  setOfflineOwner,
} from './offline-owner.ts'
import {
  onOfflinePreference,
  setWantsOfflinePages,
  wantsOfflinePages,
} from './offline-preference.ts'

beforeEach(() => localStorage.clear())

describe('the owner of what a browser stores', () => {
  it('is nobody at first, and after it is cleared', () => {
    assert.equal(offlineOwner(), undefined)
    setOfflineOwner('ada')
    clearOfflineOwner()
    assert.equal(offlineOwner(), undefined)
  })

  it('stays the person who is signed in, and is nobody once another person is', () => {
    setOfflineOwner('ada')
    requireOfflineOwner('ada')
    assert.equal(offlineOwner(), 'ada')
    requireOfflineOwner('eve')
    assert.equal(offlineOwner(), undefined)
  })
})

describe('the choice to store pages', () => {
  it('is on at first; turning it off leaves no owner, in this session and later ones', () => {
    assert.equal(wantsOfflinePages(), true)
    setOfflineOwner('ada')
    let changes = 0
    onOfflinePreference(() => (changes += 1))
    setWantsOfflinePages(false)
    assert.equal(wantsOfflinePages(), false)
    assert.equal(offlineOwner(), undefined)
    setWantsOfflinePages(true)
    assert.equal(wantsOfflinePages(), true)
    assert.equal(changes, 2)
  })
})
