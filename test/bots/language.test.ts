import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createMessageHandler } from '../../server/bots/engine.ts'
import { noticeFor } from '../../server/bots/notify.ts'
import { slack } from '../../server/bots/services/slack/slack.ts'
import type { ChatAdapter } from '../../server/domain/chats/adapters.ts'
import { findBots } from '../../server/domain/chats/bot-lease.ts'
import type { Bot } from '../../server/domain/chats/bots.ts'
import type { NoticeChange } from '../../server/domain/chats/notifications.ts'
import { plain } from '../../server/domain/chats/styles.ts'
import { type Block, renderMessage } from '../../server/domain/chats/text.ts'
import { newId } from '../../server/lib/ids.ts'
import { users } from '../../server/store/index.ts'
import { connect, linkCode, slackSecret, startChats } from '../support/chats/chats.ts'
import type { TestServer } from '../support/server.ts'
import type { Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let bot: Bot
const faults: unknown[] = []
before(async () => {
  ;({ quire, ada } = await startChats({ publicUrl: 'https://q.example' }))
  const open = async (): Promise<ChatAdapter> => ({
    identify: async () => ({ ok: true, account: 'T1', name: 'test' }),
    send: async () => ({ ok: true }),
  })
  quire.app.integrations.chatServices.provide([{ ...slack, open }])
  await connect({ quire, ada }, { service: 'slack', signingSecret: slackSecret })
  const [found] = await findBots(quire.app, 'slack', 'T1')
  assert.ok(found)
  bot = found
  await say(`link ${await linkCode(quire, ada, bot.connectionId)}`)
})
after(async () => {
  await quire.close()
  assert.deepEqual(faults, [])
})

const textOf = (blocks: readonly Block[]) => renderMessage(blocks, { ...plain, limit: 8000 })

async function say(text: string, user = 'ada'): Promise<string> {
  const handle = createMessageHandler(quire.app, (error) => faults.push(error))
  const blocks = await handle(bot, {
    user: { id: user, name: `@${user}` },
    chat: { id: 'private', name: 'private' },
    privateChatId: user,
    text,
    isShared: false,
    isAddressed: true,
    formatCommand: (command) => `/${command}`,
  })
  return textOf(blocks ?? [])
}

const setLanguage = (language: string | null) =>
  quire.app.store.transact((transaction) =>
    users.setLanguage(transaction, { id: quire.userId, language }),
  )

describe('the language of chat replies', () => {
  it('is that of the person who connected the bot, for someone who is not linked', async () => {
    await setLanguage('ar')
    assert.match(await say('help', 'stranger'), /^حساب الدردشة الخاص بك غير مرتبط/)
    await setLanguage(null)
    assert.match(await say('help', 'stranger'), /^Your chat account is not linked/)
  })

  it('is English without a choice', async () => {
    await setLanguage(null)
    assert.match(await say('help'), /^These are my commands:/)
  })

  it('is the one the linked person chose', async () => {
    await setLanguage('ar')
    assert.equal(await say('search'), 'أضف ما تبحث عنه: /search كلمات')
    await setLanguage('zh-Hans')
    assert.match(await say('help'), /^我支持以下命令：\n\n• \/search 关键词 查找页面/)
    await setLanguage('de')
    assert.match(await say('serach x'), /^Das verstehe ich nicht\. Meinten Sie \/search\?/)
  })
})

describe('the language of notices', () => {
  const actor = { type: 'member', id: 'a', via: 'web', name: 'Ada' } as const
  const change = (type: NoticeChange['type'], title: string, count = 1): NoticeChange => {
    return { type, actor, subject: { title, url: null }, count }
  }

  async function notice(...pages: NoticeChange[][]): Promise<string> {
    const { workspaceId, userId: createdBy } = quire
    const { connectionId } = bot
    const [id, chatId, chatName] = [newId(), 'C1', 'crew']
    const address = { workspaceId, id, connectionId, chatId, chatName, sectionId: null }
    const state = { error: null, errorAt: null, fromSequence: 0 }
    const subscription = { ...address, ...state, events: '[]', showsExcerpt: 0 as const }
    const notices = pages.map((changes) => ({
      workspaceId,
      subscriptionId: id,
      connectionId,
      pageId: newId(),
      changes: JSON.stringify(changes),
      revision: 1,
      toldAt: null,
      dueAt: 0,
      attempts: 0,
    }))
    const owned = { ...subscription, createdAt: 0, createdBy }
    return textOf((await noticeFor(quire.app, { notices, subscription: owned }))?.blocks ?? [])
  }

  it('is the one of the person who subscribed the chat', async () => {
    await setLanguage('de')
    assert.equal(await notice([change('page.moved', '')]), 'Ada hat Ohne Titel verschoben')
    await setLanguage('zh-Hans')
    const edits = [change('page.updated', 'Rules', 3), change('comment.created', 'Rules')]
    assert.equal(await notice(edits), 'Rules\n\n• Ada 更新了 3 次\n• Ada 添加了 1 条评论')
    await setLanguage('tlh')
    const [one, two] = [change('page.created', 'One'), change('page.created', 'Two')]
    assert.equal(await notice([one], [two]), 'Ada worked on 2 pages:\n\n• One\n• Two')
  })
})
