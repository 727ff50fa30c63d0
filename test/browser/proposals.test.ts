import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { run } from '../../client/cli/program.ts'
import { startWorker } from '../support/chats/bot-runner.ts'
import { connect, linkCode } from '../support/chats/chats.ts'
import { startTelegram, type TelegramStandIn } from '../support/chats/telegram.ts'
import { callTool } from '../support/mcp.ts'
import { openHosts } from '../support/outside/webhooks.ts'
import { addPage, markdownOf, titlesUnder } from '../support/pages.ts'
import { addAgent, addPerson } from '../support/people.ts'
import { grantOnly, restrict } from '../support/sections.ts'
import { addSkill, rewrite } from '../support/skills/skills.ts'
import { until } from '../support/until.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openPage } from '../support/web/page-screen.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'
import { signIn } from '../support/web/visitor.ts'

const agenda = 'We meet on Monday.\n\nBring bread.\n'

describe('proposals', () => {
  let screens: Screens
  let telegram: TelegramStandIn
  let worker: ReturnType<typeof startWorker>
  let agentKey: string
  let page: Page
  before(async () => {
    telegram = await startTelegram()
    screens = await openScreens({ allowedHosts: openHosts('127.0.0.1') })
    const { quire } = screens
    worker = startWorker(quire.app)
    agentKey = (await addAgent(quire, 'Robo', 'propose')).key
    const ada = await signIn(quire)
    const { token, url: baseUrl } = telegram
    const bot = await connect({ quire, ada }, { service: 'telegram', token, baseUrl })
    telegram.say(`/link ${await linkCode(quire, ada, bot.id)}`)
    await until(() => telegram.sent[0])
    telegram.say('/subscribe everything proposals')
    await until(() => telegram.sent[1])
    page = await screens.visitAs()
  })
  after(async () => {
    await worker.stop()
    await screens.close()
    await telegram.close()
  })

  /** An edit of the agent, which becomes a proposal. */
  async function propose(pageId: string, find: string, text: string): Promise<void> {
    const edit = { page: pageId, mode: 'replace', find, text }
    const { isError, value } = await callTool(screens.quire, 'edit_page', edit, { key: agentKey })
    assert.equal(isError, false, JSON.stringify(value))
    assert.equal(value['state'], 'open')
  }

  /** Presses the button below the message about a page. */
  async function acceptInChat(title: string): Promise<void> {
    const message = await until(() =>
      telegram.sent.find(({ plain, buttons }) => plain.includes(title) && buttons.length > 0),
    )
    telegram.press(message, 'Accept')
    await until(() => /accepted the proposal/.test(message.plain))
  }

  const notice = (count: string) => page.getByText(new RegExp(`^${count} open proposals? `))

  it('of an agent are accepted from the page and from a chat', async () => {
    const planId = await addPage(screens.quire, 'Plan', { markdown: agenda })
    const budgetId = await addPage(screens.quire, 'Budget', { markdown: 'Ten coins.\n' })
    await propose(planId, 'Monday', 'Friday')
    await propose(planId, 'bread', 'bread and salt')
    await propose(budgetId, 'Ten', 'Twelve')
    assert.equal(await markdownOf(screens.quire, planId), agenda)

    await openPage(page, planId)
    for (const count of ['2', '1']) {
      await notice(count).waitFor()
      await page.getByRole('link', { name: 'Review' }).click()
      await page.locator('.proposal-row').first().click()
      await page.getByText('Robo', { exact: false }).first().waitFor()
      await checkAccess(page, 'a proposal')
      await page.getByRole('button', { name: 'Accept all' }).click()
      await page.getByText('Proposal saved').first().waitFor()
      await page.getByRole('treeitem', { name: /^Plan/ }).click()
      await page.locator('.ProseMirror').waitFor()
    }
    await page.locator('.ProseMirror', { hasText: 'We meet on Friday.' }).waitFor()
    await page.locator('.ProseMirror', { hasText: 'Bring bread and salt.' }).waitFor()
    assert.equal(await notice('\\d').count(), 0)

    await acceptInChat('Budget')
    await openPage(page, budgetId)
    await page.locator('.ProseMirror', { hasText: 'Twelve coins.' }).waitFor()
    assert.deepEqual(telegram.faults, [])
  })

  it('with three changes are accepted in part from the page, and in part from a chat', async () => {
    const { quire } = screens
    const menuId = await addPage(quire, 'Menu', { markdown: 'Soup.\n' })
    const oldId = await addPage(quire, 'Old menu', { markdown: 'Bread.\n' })
    const proposal = {
      title: 'A menu for winter',
      changes: [
        { kind: 'edit', page: menuId, mode: 'replace', find: 'Soup', text: 'Stew' },
        { kind: 'create', title: 'Drinks', parent: menuId, markdown: 'Tea.' },
        { kind: 'trash', page: oldId },
      ],
    }
    const created = await callTool(quire, 'create_proposal', proposal, { key: agentKey })
    assert.equal(created.isError, false, JSON.stringify(created.value))

    await openPage(page, menuId)
    await page.getByRole('link', { name: 'Review' }).click()
    await page.locator('.proposal-row').first().click()
    await page.getByLabel('Accept: Delete “Old menu”').uncheck()
    await checkAccess(page, 'a proposal with several changes')
    await page.getByRole('button', { name: 'Accept selected parts' }).click()
    await page.getByText('Proposal saved').first().waitFor()
    assert.equal(await markdownOf(quire, menuId), 'Stew.\n')
    assert.equal(await markdownOf(quire, oldId), 'Bread.\n')
    assert.deepEqual(await titlesUnder(quire, menuId), ['Drinks'])

    await acceptInChat('enu')
    await page.getByText('Accepted').first().waitFor()
    const { workspaceId } = quire
    assert.equal((await quire.post('/v1/pages/get', { workspaceId, page: oldId })).status, 404)
    assert.deepEqual(telegram.faults, [])
  })

  it('are written in the editor by people who may only propose', async () => {
    const { quire } = screens
    const planId = await addPage(quire, 'Rules', { markdown: 'Be early.\n' })
    await restrict(quire, planId)
    const vera = await addPerson(quire, 'Vera', 'MEMBER')
    await grantOnly(quire, planId, { [quire.userId]: 'manage', [vera.userId]: 'propose' })
    const hers = await screens.visitAs(vera)
    await openPage(hers, planId)
    await hers.getByRole('link', { name: 'Suggest changes' }).click()
    await hers.locator('.ProseMirror').getByText('Be early.').click()
    await hers.keyboard.press('End')
    await hers.keyboard.type(' Be kind.')
    await hers.getByLabel('Reason').fill('It helps.')
    await checkAccess(hers, 'a suggestion')
    await hers.getByRole('button', { name: 'Propose' }).click()
    await hers.getByRole('heading', { name: 'Edit of “Rules”', level: 1 }).waitFor()
    await hers.getByText('It helps.').waitFor()
    assert.equal(await hers.getByRole('button', { name: 'Accept all' }).count(), 0)
    assert.equal(await markdownOf(quire, planId), 'Be early.\n')

    await openPage(page, planId)
    await notice('1').waitFor()
    await page.getByRole('link', { name: 'Review' }).click()
    await page.locator('.proposal-row').first().click()
    await page.getByRole('button', { name: 'Accept all' }).click()
    await hers.getByText('Accepted').first().waitFor()
    assert.equal(await markdownOf(quire, planId), 'Be early. Be kind.\n')
  })
})

describe('a skill that is published in the browser', () => {
  let screens: Screens
  let folder: string
  before(async () => {
    screens = await openScreens()
    folder = await mkdtemp(join(tmpdir(), 'quire-journey-'))
  })
  after(async () => {
    await screens.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('reaches a synced folder and a connected MCP client', async () => {
    const { quire, address } = screens
    const skill = await addSkill(quire, 'Code review', 'Read all of it.')
    const mia = await addPerson(quire, 'Mia', 'MEMBER')
    const stopped = new AbortController()
    const printed: string[] = []
    const syncing = run(['skills', 'sync', '--watch', '--to', folder], {
      environment: { QUIRE_URL: address, QUIRE_KEY: quire.key },
      write: (text) => printed.push(text),
      writeBytes: async () => undefined,
      warn: (text) => printed.push(text),
      readInput: async () => '',
      confirm: undefined,
      isScreen: false,
      signal: stopped.signal,
    })
    const file = join(folder, 'code-review', 'SKILL.md')
    const inFolder = (text: string) => async () =>
      (await readFile(file, 'utf8').catch(() => '')).includes(text)
    await until(inFolder('Read all of it.'))
    const client = new Client({ name: 'journey', version: '1.0.0' })
    const headers = { authorization: `Bearer ${quire.key}` }
    const url = new URL('/mcp', address)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    const asked = async () => JSON.stringify(await client.getPrompt({ name: 'code-review' }))
    assert.match(await asked(), /Read all of it/)

    await rewrite(quire, skill, 'Read it twice.', mia.key)
    assert.match(await asked(), /Read all of it/, 'it is not published')
    const page = await screens.visitAs()
    await page.goto(`/skills?skill=${skill}`)
    await page.getByRole('button', { name: 'Publish the current text' }).click()
    await page.getByText('Version 2 is published.').waitFor()
    await until(async () => (await asked()).includes('Read it twice'))
    await until(inFolder('Read it twice.'))

    await page.getByRole('tab', { name: 'Install' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const snippet = page.getByLabel('Snippet for npx skills')
    const [, link = ''] = /^npx skills add (\S+)$/.exec((await snippet.textContent()) ?? '') ?? []
    const index = await fetch(`${link}/.well-known/agent-skills/index.json`)
    assert.match(await index.text(), /"name":"code-review"/)
    await checkAccess(page, 'the installation of a skill')
    await client.close()
    stopped.abort()
    assert.equal(await syncing, 0, printed.join(''))
  })
})
