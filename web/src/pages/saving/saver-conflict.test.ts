import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { start } from '../../../../test/support/web/saving/saved-page.ts'

const base = 'It costs 5,000 a year.\n\nTwo.\n\nThree.'
const mine = base.replace('5,000', '8,000')
const theirs = base.replace('5,000', '9,000')

/** A page in conflict about a number. */
async function inConflict() {
  const page = start(base)
  page.writes(mine)
  page.elsewhere({ markdown: theirs })
  await page.until('conflict')
  return page
}

describe('a page in conflict', () => {
  it('overwrites nothing of what is disputed, however long somebody writes on', async () => {
    const page = await inConflict()
    page.writes(mine.replace('8,000', '8,500'))
    await page.saver.flush()
    assert.equal(page.stored(), theirs)
    assert.equal(page.saver.status.kind, 'conflict')
    await until(() => page.draftText() === mine.replace('8,000', '8,500'))
    await until(() => String(page.locations()) === '5,000,8,500,9,000')
  })

  it('says who wrote the other side', async () => {
    const page = await inConflict()
    await until(() => {
      const { status } = page.saver
      const [location] = status.kind === 'conflict' ? status.conflict.locations : []
      return location?.origin?.by?.firstName === 'Alan' && location.origin.via === 'api'
    })
    assert.equal(page.stored(), theirs)
  })

  it('sends all that nobody disputes as it is written', async () => {
    const page = await inConflict()
    page.writes(mine.replace('Three.', 'Three, mine.'))
    await until(() => page.stored() === theirs.replace('Three.', 'Three, mine.'))
    const more = (text: string) => text.replace('Three.', 'Three, mine, and on.\n\nFour.')
    page.writes(more(mine).replace('a year', 'each year'))
    await until(() => page.stored() === more(theirs).replace('a year', 'each year'))
    assert.equal(page.saver.status.kind, 'conflict')
    page.choose('mine')
    await page.until('saved')
    assert.equal(page.stored(), more(mine).replace('a year', 'each year'))
  })

  it('shows all other words as others change them', async () => {
    const page = await inConflict()
    page.elsewhere({ markdown: theirs.replace('Three.', 'Three, theirs.') })
    page.saver.noteRemoteVersion(3)
    await until(() => page.seen() === mine.replace('Three.', 'Three, theirs.'))
    assert.equal(page.saver.status.kind, 'conflict')
    page.writes(page.seen().replace('Two.', 'Two, mine.'))
    const both = (text: string) =>
      text.replace('Two.', 'Two, mine.').replace('Three.', 'Three, theirs.')
    await until(() => page.stored() === both(theirs))
  })

  it('sends a new title while the text is disputed, and the text while the title is', async () => {
    const page = await inConflict()
    page.names('Renamed')
    await until(() => page.server.title === 'Renamed')
    const other = start('One.')
    other.names('Mine')
    other.elsewhere({ title: 'Theirs' })
    await other.until('conflict')
    other.writes('One.\n\nMore.')
    await until(() => other.stored() === 'One.\n\nMore.')
    assert.equal(other.server.title, 'Theirs')
    assert.equal(other.saver.status.kind, 'conflict')
  })

  it('is met again by whoever goes on from its draft, with nothing of it taken back', async () => {
    const page = await inConflict()
    page.writes(mine.replace('Three.', 'Three, mine.'))
    await until(() => page.stored() === theirs.replace('Three.', 'Three, mine.'))
    await page.saver.close()
    const { draft } = page.slot
    assert.ok(draft !== undefined)
    const again = start('')
    Object.assign(again.server, page.server)
    again.saver.noteRemoteVersion(page.server.version)
    await until(() => again.saver.base.version === page.server.version)
    again.saver.restore(draft)
    await again.until('conflict')
    assert.deepEqual(again.locations(), [['5,000', '8,000', '9,000']])
    again.choose('mine')
    await again.until('saved')
    assert.equal(again.stored(), mine.replace('Three.', 'Three, mine.'))
  })

  it('is decided place by place, and goes on from its draft in between', async () => {
    const text = (price: string, day: string) => `It costs ${price} a year.\n\nDue on ${day}.`
    const page = start(text('5,000', 'Monday'))
    page.writes(text('8,000', 'Tuesday'))
    page.elsewhere({ markdown: text('9,000', 'Friday') })
    await page.until('conflict')
    page.choose('theirs')
    assert.equal(page.seen(), text('9,000', 'Tuesday'))
    assert.deepEqual(page.locations(), [['Monday', 'Tuesday', 'Friday']])
    await page.saver.close()
    const { draft } = page.slot
    assert.ok(draft !== undefined)
    const again = start('')
    Object.assign(again.server, page.server)
    again.saver.restore(draft)
    again.saver.noteRemoteVersion(page.server.version)
    await again.until('conflict')
    assert.deepEqual(again.locations(), [['Monday', 'Tuesday', 'Friday']])
    again.choose('mine')
    await again.until('saved')
    assert.equal(again.stored(), text('9,000', 'Tuesday'))
  })

  it('keeps what others saved elsewhere since it was shown', async () => {
    const page = await inConflict()
    page.elsewhere({ markdown: theirs.replace('Two.', 'Two, theirs.') })
    page.choose('mine')
    await page.until('saved')
    assert.equal(page.stored(), mine.replace('Two.', 'Two, theirs.'))
  })

  it('is saved if the person chooses while the server is asked who wrote the other side', async () => {
    const page = start(base)
    page.writes(mine)
    page.elsewhere({ markdown: theirs })
    page.duringNextSend(() => page.choose('mine'))
    page.saver.noteRemoteVersion(page.server.version)
    await page.until('saved')
    assert.equal(page.stored(), mine)
  })

  it('is asked again where others changed the place again', async () => {
    const page = await inConflict()
    page.elsewhere({ markdown: base.replace('5,000', '7,000') })
    page.choose('mine')
    await until(() => page.saver.status.kind === 'conflict')
    assert.deepEqual(page.locations(), [['9,000', '8,000', '7,000']])
    assert.equal(page.stored(), base.replace('5,000', '7,000'))
  })

  it('waits for a server that is away, and goes on then', async () => {
    const page = await inConflict()
    page.answering({ kind: 'unreachable' })
    page.writes(mine.replace('Three.', 'Three, mine.'))
    await until(() => page.sent.length > 4)
    assert.equal(page.saver.status.kind, 'conflict')
    page.answering(undefined)
    await until(() => page.stored() === theirs.replace('Three.', 'Three, mine.'))
  })
})

describe('a page whose save arrived though its answer did not', () => {
  const typed = (text: string) => `Begin.${text}`
  for (const [saved, seen, isNewerOnServer] of [
    [' w1. w2', ' w1. w23. w4.', false],
    [' w1. w23. w4.', ' w1. w2', true],
    ['\n\nSec', '\n\nSecond.\n\nThird.', false],
    [' It costs 8,00', ' It costs 8,000 a year.', false],
  ] as const) {
    it(`has ${JSON.stringify(seen)} once, over ${JSON.stringify(saved)}`, async () => {
      const page = start(typed(''))
      page.elsewhere({ markdown: typed(saved), isOwn: true })
      page.writes(typed(seen))
      page.saver.noteRemoteVersion(page.server.version)
      await page.until('saved')
      assert.equal(page.stored(), typed(isNewerOnServer ? saved : seen))
    })
  }

  it('has a number that was changed on, and asks about one of somebody else', async () => {
    const page = start(base)
    page.writes(base.replace('5,000', '8,000'))
    page.elsewhere({ markdown: base.replace('5,000', '8,00'), isOwn: true })
    page.saver.noteRemoteVersion(page.server.version)
    await page.until('saved')
    assert.equal(page.stored(), base.replace('5,000', '8,000'))
    const other = start(base)
    other.writes(base.replace('5,000', '8,000'))
    other.elsewhere({ markdown: base.replace('5,000', '8,00') })
    other.saver.noteRemoteVersion(other.server.version)
    await other.until('conflict')
  })
})
