import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tokenTexts } from '../../../../content/tokens/tokens.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { pairs, textsOf } from '../../../../test/fixtures/tokens/pairs.ts'
import { pageOf } from '../../../../test/support/web/editor.ts'
import { LiveServer } from '../../../../test/support/web/live-server.ts'
import {
  openSynced as open,
  textOf,
  untilSoon as until,
} from '../../../../test/support/web/saving/synced-page.ts'
import type { Draft } from './drafts.ts'

const storedIn = ({ content }: LiveServer) => writeMarkdown(content).trim()

describe('a page that was written offline', () => {
  /** Ada's page without a connection, and what Bob makes of it meanwhile. */
  async function away(base: string, mine: string, theirs: string) {
    const server = new LiveServer(pageOf(base))
    const drafts: Draft[] = []
    const ada = open(server, drafts)
    await ada.live()
    server.isDown = true
    server.cut()
    ada.answering({ kind: 'unreachable' })
    ada.writes(mine)
    await until(() => drafts.length === 1)
    server.writes(pageOf(theirs))
    const back = () => {
      ada.answering(undefined)
      server.isDown = false
    }
    return { server, ada, drafts, back }
  }

  const base = 'It costs 5,000 a year.\n\nTwo.'
  const mine = base.replace('5,000', '8,000')
  const theirs = base.replace('5,000', '9,000')

  it('has the outcome of each pair of changes when it is back, and no third word', async () => {
    const wrong: string[] = []
    for (const pair of pairs) {
      const texts = textsOf(pair)
      const { server, ada, back } = await away(texts.base, texts.mine, texts.theirs)
      back()
      const { sync } = ada
      await until(
        () => sync.status.kind === 'conflict' || (sync.live?.isOpen === true && !sync.hasUnsent),
      )
      const isConflict = sync.status.kind === 'conflict'
      if (isConflict !== (pair.expected === 'conflict')) wrong.push(pair.name)
      const stored = storedIn(server)
      const sides = [texts.mine, texts.theirs].map((text) => writeMarkdown(pageOf(text)).trim())
      if (isConflict) assert.equal(stored, sides[1], pair.name)
      else assert.equal(writeMarkdown(ada.read().content).trim(), stored, pair.name)
      const known = new Set(sides.flatMap(tokenTexts))
      const unknown = tokenTexts(stored).filter((token) => !known.has(token))
      if (unknown.length > 0) wrong.push(`${pair.name}: ${unknown.join(' ')} is new`)
      if (isConflict) sync.discard()
      await sync.close()
    }
    assert.deepEqual(wrong, [])
  })

  it('is live again with the words of both', async () => {
    const month = base.replace('year', 'month')
    const { server, ada, drafts, back } = await away(base, mine, month)
    back()
    await until(() => ada.sync.live?.isOpen === true && ada.sync.status.kind === 'saved')
    assert.equal(storedIn(server), mine.replace('year', 'month'))
    assert.equal(ada.editor.text, 'It costs 8,000 a month./Two.')
    await until(() => drafts.length === 0)
    ada.editor.type('Two.', ' More.')
    await until(() => textOf(server).endsWith('Two. More.'))
    await ada.sync.close()
  })

  it('sends nothing of what is disputed before the person has chosen, and is live then', async () => {
    for (const side of ['mine', 'theirs'] as const) {
      const { server, ada, drafts, back } = await away(base, mine, theirs)
      back()
      await until(() => ada.sync.status.kind === 'conflict')
      assert.equal(storedIn(server), theirs)
      assert.equal(ada.editor.text, 'It costs 8,000 a year./Two.')
      await until(() => drafts[0]?.state?.kind === 'conflict')
      ada.chooses(side)
      await until(() => ada.sync.live?.isOpen === true && ada.sync.status.kind === 'saved')
      assert.equal(storedIn(server), side === 'mine' ? mine : theirs)
      await until(() => drafts.length === 0)
      await ada.sync.close()
    }
  })

  it('is in conflict again in the next tab, from the draft alone', async () => {
    const { server, ada, drafts } = await away(base, mine, theirs)
    const [draft] = drafts
    assert.ok(draft?.live !== undefined)
    ada.sync.discard()
    await ada.sync.close()
    server.isDown = false
    const next = open(server)
    await next.live()
    next.sync.restore(draft)
    await until(() => next.sync.status.kind === 'conflict')
    assert.equal(next.editor.text, 'It costs 8,000 a year./Two.')
    assert.equal(storedIn(server), theirs)
    next.chooses('mine')
    await until(() => next.sync.live?.isOpen === true && next.sync.status.kind === 'saved')
    assert.equal(storedIn(server), mine)
    await next.sync.close()
  })

  it('counts what was being sent when the connection was lost as seen', async () => {
    const server = new LiveServer(pageOf(base))
    const ada = open(server)
    await ada.live()
    server.losesAnswers = true
    ada.editor.type('5,000', '0')
    await until(() => server.version === 2)
    server.isDown = true
    server.losesAnswers = false
    ada.answering({ kind: 'unreachable' })
    ada.editor.type('5,0000', '0')
    server.writes(pageOf(base.replace('5,000', '5,0000').replace('year', 'month')))
    ada.answering(undefined)
    server.isDown = false
    await until(() => ada.sync.status.kind === 'saved' && ada.sync.live?.isOpen === true)
    assert.equal(textOf(server), 'It costs 5,00000 a month./Two.')
    await ada.sync.close()
  })

  it('is merged by token, too, when it was opened without a connection', async () => {
    const server = new LiveServer(pageOf(base))
    server.isDown = true
    const ada = open(server)
    ada.sync.attach(ada.editor)
    ada.answering({ kind: 'unreachable' })
    ada.goLive()
    ada.writes(mine)
    await until(() => ada.sync.status.kind === 'offline')
    server.writes(pageOf(theirs))
    ada.answering(undefined)
    server.isDown = false
    await until(() => ada.sync.status.kind === 'conflict')
    assert.equal(storedIn(server), theirs)
    ada.chooses('theirs')
    await until(() => ada.sync.live?.isOpen === true && ada.sync.status.kind === 'saved')
    assert.equal(ada.editor.text, 'It costs 9,000 a year./Two.')
    await ada.sync.close()
  })
})
