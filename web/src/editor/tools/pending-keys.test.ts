import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { PendingKeys } from './pending-keys.ts'

const key = (name: string, modifiers: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...modifiers })
const later = () => new Promise((done) => setTimeout(done, 5))

describe('keys for tools that are loading', () => {
  let pressed: string[]
  let submitted: number
  let field: HTMLInputElement

  beforeEach(() => {
    pressed = []
    submitted = 0
    const form = document.body.appendChild(document.createElement('form'))
    form.requestSubmit = () => (submitted += 1)
    field = form.appendChild(document.createElement('input'))
    field.focus()
    field.addEventListener('keydown', (event) => {
      pressed.push(event.key)
      if (event.ctrlKey) event.preventDefault()
    })
    // The document of tests has no such command.
    document.execCommand = (_command, _isShown, text) => {
      field.value += text ?? ''
      return true
    }
  })

  it('wait with all that is typed behind them', async () => {
    const keys = new PendingKeys()
    assert.equal(keys.hold(key('a')), false)
    assert.equal(keys.hold(key('K', { ctrlKey: true, shiftKey: true })), true)
    for (const letter of 'ab') assert.equal(keys.hold(key(letter)), true)
    assert.equal(keys.hold(key('Enter')), true)
    keys.release()
    assert.deepEqual(pressed, [])
    await later()
    assert.deepEqual([pressed.join(' '), field.value, submitted], ['K a b Enter', 'ab', 1])
    assert.equal(keys.hold(key('Escape')), false)
  })

  it('are those that only tools know', () => {
    const isPending = (...given: Parameters<typeof key>) => new PendingKeys().hold(key(...given))
    for (const name of ['ArrowUp', 'ArrowLeft', 'F10']) {
      assert.equal(isPending(name, { altKey: true }), true, name)
      assert.equal(isPending(name), false, name)
    }
    assert.equal(isPending('Escape'), true)
    assert.equal(isPending('Escape', { isComposing: true }), false)
    for (const name of ['.', 'd']) assert.equal(isPending(name, { metaKey: true }), true, name)
    for (const name of ['c', 'v', 'z', 'b', 'k']) {
      assert.equal(isPending(name, { ctrlKey: true }), false, name)
    }
  })

  it('go to the text if the tools cannot be loaded, and others wait for the next attempt', () => {
    const keys = new PendingKeys()
    keys.hold(key('Escape'))
    keys.hold(key('x'))
    keys.drop()
    assert.deepEqual([pressed.join(' '), field.value], ['Escape x', 'x'])
    assert.equal(keys.hold(key('Escape')), true)
  })
})
