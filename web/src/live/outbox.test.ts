import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { ClientMessage, StepJson } from '../../../server/lib/live-messages.ts'
import type { GivenFields } from '../../../server/lib/page-fields.ts'
import { Outbox } from './outbox.ts'

/** Steps by the batch that they are in; those of none are under ''. */
function startOutbox() {
  const steps: { name: string; batch: string }[] = []
  let fields: GivenFields | undefined
  const sent: ClientMessage[] = []
  const of = (batch: string) => {
    const found = steps.filter((step) => step.batch === batch)
    if (found.length === 0) return undefined
    return { base: 7, steps: found.map(({ name }): StepJson => ({ stepType: name })) }
  }
  const outbox = new Outbox({
    pageId: 'p',
    source: {
      take: (id) => {
        for (const step of steps) if (step.batch === '') step.batch = id
        return of(id)
      },
      taken: () => of(outbox.inFlight?.id ?? ''),
      release: (id) => {
        for (const step of steps) if (step.batch === id) step.batch = ''
      },
      fields: () => fields,
    },
    send: (message) => sent.push(message),
  })
  return {
    outbox,
    steps,
    sent,
    types: (...names: string[]) => {
      steps.push(...names.map((name) => ({ name, batch: '' })))
      outbox.soon()
    },
    names: (next: GivenFields | undefined) => {
      fields = next
      outbox.soon()
    },
    accepts: (id: string | undefined) => {
      steps.splice(0, steps.length, ...steps.filter(({ batch }) => batch !== id))
      if (id !== undefined) outbox.confirmed(id)
    },
    /** The steps and IDs that were sent. */
    shown: () =>
      sent.map((message) =>
        message.type === 'steps'
          ? message.steps.map(({ stepType }) => stepType).join('')
          : 'fields',
      ),
    ids: () => sent.map((message) => ('id' in message ? message.id : '')),
  }
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())

describe('Outbox', () => {
  it('sends nothing while it is closed, and everything once it is open', () => {
    const { outbox, types, shown } = startOutbox()
    types('a', 'b')
    mock.timers.tick(1000)
    assert.deepEqual(shown(), [])
    outbox.isOpen = true
    assert.deepEqual(shown(), ['ab'])
  })

  it('sends a batch again with its ID after a reconnect, and when no answer comes', () => {
    const { outbox, types, shown, ids, sent } = startOutbox()
    outbox.isOpen = true
    types('a')
    mock.timers.tick(30)
    types('b')
    outbox.isOpen = false
    outbox.isOpen = true
    mock.timers.tick(20_000)
    assert.deepEqual(shown(), ['a', 'a', 'a'])
    assert.equal(new Set(ids()).size, 1)
    assert.deepEqual(
      sent.map((message) => message.type === 'steps' && message.again),
      [undefined, true, true],
    )
  })

  it('keeps the text of a refused batch, and sends it with what is typed next', () => {
    const { outbox, types, shown, ids } = startOutbox()
    outbox.isOpen = true
    types('a')
    mock.timers.tick(30)
    outbox.withdraw()
    mock.timers.tick(60_000)
    assert.deepEqual(shown(), ['a'])
    types('b')
    mock.timers.tick(30)
    assert.deepEqual(shown(), ['a', 'ab'])
    assert.equal(new Set(ids()).size, 2)
  })

  it('has one batch in flight; what is typed meanwhile is the next', () => {
    const { outbox, types, shown, ids, accepts } = startOutbox()
    outbox.isOpen = true
    types('a')
    types('b')
    mock.timers.tick(30)
    types('c')
    types('d')
    mock.timers.tick(1000)
    assert.deepEqual(shown(), ['ab'])
    accepts(ids()[0])
    mock.timers.tick(0)
    assert.deepEqual(shown(), ['ab', 'cd'])
    accepts('somebody else')
    assert.equal(outbox.inFlight?.id, ids()[1])
  })

  it('sends the title when no steps wait', () => {
    const { outbox, types, names, shown, ids, accepts } = startOutbox()
    outbox.isOpen = true
    types('a')
    names({ title: 'New' })
    mock.timers.tick(30)
    assert.deepEqual(shown(), ['a'])
    accepts(ids()[0])
    mock.timers.tick(0)
    assert.deepEqual(shown(), ['a', 'fields'])
  })

  it('sends under the names that were kept, whatever is typed meanwhile', () => {
    const { outbox, types, shown, ids, accepts } = startOutbox()
    outbox.isOpen = true
    types('a')
    mock.timers.tick(30)
    types('b')
    const { sent, next } = outbox.reserve()
    types('c')
    assert.deepEqual(outbox.reserve(), { sent, next })
    accepts(sent)
    mock.timers.tick(0)
    accepts(next)
    types('d')
    mock.timers.tick(30)
    assert.deepEqual(shown(), ['a', 'bc', 'd'])
    assert.deepEqual(ids().slice(0, 2), [sent, next])
    assert.notEqual(ids()[2], next)
  })

  it('goes on with the batches of an earlier visit', () => {
    const { outbox, steps, shown, ids, accepts } = startOutbox()
    steps.push({ name: 'a', batch: 'one' }, { name: 'b', batch: '' })
    outbox.resume('one', ['two'])
    outbox.isOpen = true
    accepts('one')
    mock.timers.tick(0)
    assert.deepEqual(
      [shown(), ids()],
      [
        ['a', 'b'],
        ['one', 'two'],
      ],
    )
  })
})
