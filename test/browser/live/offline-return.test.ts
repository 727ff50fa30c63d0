import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { draftsIn } from '../../support/drafts.ts'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { stoppedServer } from '../../support/web/relay.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph, typeBehind, typeOver } from '../../support/web/typing.ts'

const price = 'It costs 5,000 a year.\n\nLast.\n'

describe('a person who returns from offline', () => {
  let screens: Screens
  let ada: Page
  let bob: Page
  let bobKey: string

  before(async () => {
    screens = await openScreens({}, { provoked: stoppedServer })
    const person = await addPerson(screens.quire, 'Bob', 'MEMBER')
    bobKey = person.key
    ada = await screens.visitAs()
    bob = await screens.visitAs(person)
  })
  after(() => screens.close())

  const rows = () => ada.locator('.conflicts li')
  const keep = (side: 'yours' | 'theirs') =>
    rows()
      .first()
      .getByRole('button', { name: `Keep ${side}` })

  async function open(markdown: string, title = 'Plan'): Promise<string> {
    const pageId = await addPage(screens.quire, title, { markdown })
    await Promise.all([openPage(ada, pageId), openPage(bob, pageId)])
    await Promise.all(
      [ada, bob].map((page) => page.locator('.ProseMirror[contenteditable=true]').waitFor()),
    )
    return pageId
  }

  async function leave(): Promise<void> {
    await ada.context().setOffline(true)
  }

  async function changes(page: Page, words: Readonly<Record<string, string>>): Promise<void> {
    for (const [before, text] of Object.entries(words)) await typeOver(page, before, text)
  }

  async function remaining(pageId: string, text: string): Promise<void> {
    await waitForSaveState(ada, 'offline')
    await until(async () => (await draftsIn(ada, pageId)).includes(text))
  }

  async function byApi(pageId: string, find: string, text: string): Promise<void> {
    const markdown = await markdownOf(screens.quire, pageId)
    const { status } = await screens.quire.request({
      method: 'POST',
      url: '/v1/pages/edit',
      headers: { authorization: `Bearer ${bobKey}` },
      payload: {
        workspaceId: screens.quire.workspaceId,
        pageId,
        mode: 'body',
        text: markdown.replace(find, text),
        expectedVersion: await versionOf(pageId),
      },
    })
    assert.equal(status, 200)
  }

  async function versionOf(pageId: string): Promise<number> {
    const { workspaceId } = screens.quire
    const { body } = await screens.quire.post<{ version: number }>('/v1/pages/document', {
      workspaceId,
      pageId,
    })
    return body.version
  }

  it('chooses a number, a date, a link, a cell and a Chinese word, and everything else is merged', async () => {
    const pageId = await open(
      [
        '## Money',
        'It costs 5,000 a year.',
        'Due 2026-12-01 at noon.',
        'See [the docs](https://a.example/docs) for more.',
        '| Item | Count |\n| - | - |\n| Eggs | 100 |',
        '会议在星期一举行。',
        'The service is stable today.',
      ].join('\n\n'),
    )
    await leave()
    await changes(ada, {
      '5,000': '8,000',
      '2026-12-01': '2027-12-01',
      'the docs': 'the manual',
      '100': '150',
      星期一: '星期二',
      today: 'now',
    })
    await remaining(pageId, '150')
    await changes(bob, {
      '5,000': '9,000',
      '2026-12-01': '2026-11-15',
      '100': '200',
      星期一: '星期三',
      stable: 'fast',
    })
    await waitForSaveState(bob, 'saved')
    await markdownWhen(screens.quire, pageId, /fast/)
    await byApi(pageId, 'https://a.example/docs', 'https://b.example/docs')
    await ada.context().setOffline(false)
    await waitForSaveState(ada, 'conflict')
    await until(async () => (await rows().count()) === 5)
    const stored = await markdownWhen(screens.quire, pageId, /fast now/)
    for (const word of [
      '9,000',
      '2026-11-15',
      '[the docs](https://b.example/docs)',
      '| 200 |',
      '星期三',
    ]) {
      assert.ok(stored.includes(word), `${word} is in ${stored}`)
    }
    const marks = await ada
      .locator('.conflicts li')
      .evaluateAll((items) =>
        items.map((item) => [...item.querySelectorAll('mark')].map((mark) => mark.textContent)),
      )
    assert.deepEqual(marks, [
      ['8,000', '9,000'],
      ['2027-12-01', '2026-11-15'],
      ['the manual', 'the docs', 'https://b.example/docs'],
      ['150', '200'],
      ['星期二', '星期三'],
    ])
    await rows().first().getByText('Theirs: Bob').waitFor()
    await checkAccess(ada, 'conflicts')
    for (const side of ['yours', 'theirs', 'yours', 'theirs', 'yours'] as const) {
      const left = await rows().count()
      await keep(side).click()
      await until(async () => (await rows().count()) === left - 1)
    }
    await waitForSaveState(ada, 'saved')
    const chosen = await markdownWhen(screens.quire, pageId, /星期二/)
    for (const word of [
      '8,000',
      '2026-11-15',
      'the manual',
      '| 200 |',
      'The service is fast now.',
    ]) {
      assert.ok(chosen.includes(word), `${word} is in ${chosen}`)
    }
    await typeBehind(ada, 'The service is', ' Live again.')
    await paragraph(bob, 'Live again.').waitFor()
  })

  it('merges different words of a sentence without a question, and is live again', async () => {
    const pageId = await open(price)
    await leave()
    await changes(ada, { '5,000': '8,000' })
    await remaining(pageId, '8,000')
    await changes(bob, { year: 'month' })
    await markdownWhen(screens.quire, pageId, /month/)
    await ada.context().setOffline(false)
    await markdownWhen(screens.quire, pageId, /It costs 8,000 a month\./)
    await waitForSaveState(ada, 'saved')
    await paragraph(ada, 'It costs 8,000 a month.').waitFor()
    assert.equal(await rows().count(), 0)
    await typeBehind(bob, 'Last.', ' From Bob.')
    await paragraph(ada, 'Last. From Bob.').waitFor()
    await waitForSaveState(bob, 'saved')
  })

  for (const side of ['yours', 'theirs'] as const) {
    it(`finds the question again after a reload, and keeps ${side} by keyboard`, async () => {
      const pageId = await open(price, `Keep ${side}`)
      await leave()
      await changes(ada, { '5,000': '8,000' })
      await remaining(pageId, '8,000')
      await changes(bob, { '5,000': '9,000' })
      await markdownWhen(screens.quire, pageId, /9,000/)
      await ada.context().setOffline(false)
      await waitForSaveState(ada, 'conflict')
      await keep(side).waitFor()
      await until(async () => (await draftsIn(ada, pageId)).includes('8,000'))
      ada.once('dialog', (dialog) => void dialog.accept())
      await ada.reload()
      await waitForSaveState(ada, 'conflict')
      assert.match(await markdownOf(screens.quire, pageId), /It costs 9,000 a year/)
      await ada.goto('/unsent')
      await ada.getByRole('main').getByText('Choose what to keep').first().waitFor()
      await ada
        .getByRole('main')
        .getByRole('link', { name: `Keep ${side}` })
        .first()
        .click()
      await paragraph(ada, 'It costs 8,000 a year.').waitFor()
      await ada.getByRole('button', { name: 'Review' }).focus()
      await ada.keyboard.press('Enter')
      await ada.locator('.conflicts:focus').waitFor()
      await ada.keyboard.press('Tab')
      if (side === 'theirs') await ada.keyboard.press('Tab')
      await ada.keyboard.press('Enter')
      await waitForSaveState(ada, 'saved')
      const number = side === 'yours' ? '8,000' : '9,000'
      const stored = await markdownWhen(screens.quire, pageId, new RegExp(`costs ${number} a`))
      assert.equal(stored, price.replace('5,000', number))
      await paragraph(bob, `It costs ${number} a year.`).waitFor()
      await ada.getByRole('link', { name: /^Unsent changes/ }).waitFor({ state: 'detached' })
    })
  }
})
