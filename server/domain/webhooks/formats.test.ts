import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { english } from '../../../messages/language.ts'
import { eventTypeNames } from '../../lib/event-types.ts'
import { loadLanguage } from '../people/language.ts'
import { bodyOf, type WebhookFormat } from './formats.ts'
import { webhookMessages } from './messages.ts'
import type { Message } from './payload.ts'

const url = 'https://notes.example.com/pages/1'
const texts = webhookMessages.in(english)

function message(title: string, columns: Partial<Message> = {}): Message {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    type: 'page.updated',
    isKnown: true,
    sequence: 7,
    workspaceId: '01890000-0000-7000-8000-000000000002',
    timestamp: 0,
    actor: { type: 'member', id: 'ada', via: 'api', name: 'Ada Lovelace' },
    data: { page: { title } },
    subject: { title, url },
    pageIds: [],
    ...columns,
  }
}

/** What each chat is sent as text. */
const textOf = (format: WebhookFormat, one: Message): string => {
  const body = JSON.parse(bodyOf(format, one, texts))
  return format === 'discord' ? body.content : body.text
}

/** Titles that try to call people, make links, break lines or look like something else. */
const hostile: { title: string; slack: string; markdown: string }[] = [
  {
    title: '<!channel> & <@U123>',
    slack: '&lt;!channel&gt; &amp; &lt;@U123&gt;',
    markdown: String.raw`\<\!channel\> \& \<@​U123\>`,
  },
  {
    title: '<https://evil.example|Click>',
    slack: '&lt;https://evil.example¦Click&gt;',
    markdown: String.raw`\<https\://evil\.example\|Click\>`,
  },
  {
    title: '@channel @everyone @here',
    slack: '@channel @everyone @here',
    markdown: '@​channel @​everyone @​here',
  },
  {
    title: '](https://evil.example) [x',
    slack: '](https://evil.example) [x',
    markdown: String.raw`\]\(https\://evil\.example\) \[x`,
  },
  {
    title: '# Big\n\n> quote\r\n```code```',
    slack: '# Big &gt; quote ```code```',
    markdown: String.raw`\# Big \> quote \`\`\`code\`\`\``,
  },
  {
    title: '**bold** _it_ ~~no~~ ||spoiler|| :smile:',
    slack: '**bold** _it_ ~~no~~ ¦¦spoiler¦¦ :smile:',
    markdown: String.raw`\*\*bold\*\* \_it\_ \~\~no\~\~ \|\|spoiler\|\| \:smile\:`,
  },
  {
    title: 'right\u202eto left\u2066 and\u200b hidden\u0000\u2028line',
    slack: 'rightto left and hidden line',
    markdown: 'rightto left and hidden line',
  },
  { title: '   ', slack: 'Untitled', markdown: 'Untitled' },
]

describe('formats of webhooks', () => {
  for (const { title, slack, markdown } of hostile) {
    it(`let ${JSON.stringify(title)} be nothing but text`, () => {
      const one = message(title)
      assert.equal(textOf('slack', one), `Ada Lovelace updated <${url}|${slack}>`)
      assert.equal(textOf('mattermost', one), `Ada Lovelace updated [${markdown}](${url})`)
      assert.equal(textOf('discord', one), `Ada Lovelace updated [${markdown}](<${url}>)`)
    })
  }

  it('escape the name of who did it, and the address', () => {
    const actor = { type: 'member', id: 'x', via: 'web', name: '<!here> @all' } as const
    const subject = { title: 'T', url: 'https://notes.example.com/a b>|(c)' }
    const one = message('', { actor, subject })
    const safe = 'https://notes.example.com/a%20b%3E%7C'
    assert.equal(textOf('slack', one), `&lt;!here&gt; @all updated <${safe}%28c%29|T>`)
    assert.equal(textOf('mattermost', one), String.raw`\<\!here\> @​all updated [T](${safe}%28c%29)`)
  })

  it('cut a title that no chat would show', () => {
    for (const format of ['slack', 'mattermost', 'discord'] as const) {
      const text = textOf(format, message('😀<'.repeat(5000)))
      assert.ok(text.length < 2000, `${format} ${text.length}`)
      assert.match(text, /…/)
    }
  })

  it('call nobody and fetch nothing in Discord', () => {
    const body = JSON.parse(bodyOf('discord', message('@everyone'), texts))
    assert.deepEqual(body.allowed_mentions, { parse: [] })
    assert.equal(body.flags, 4)
  })

  it('have words for every type, with a link where there is one', () => {
    const subject = { title: 'Agenda', url: null }
    const sentences = eventTypeNames.map((type) => textOf('slack', message('', { type, subject })))
    assert.deepEqual(sentences.slice(0, 5), [
      'Ada Lovelace created Agenda',
      'Ada Lovelace updated Agenda',
      'Ada Lovelace moved Agenda',
      'Ada Lovelace deleted Agenda',
      'Ada Lovelace restored Agenda',
    ])
    assert.ok(sentences.includes('Ada Lovelace commented on Agenda'))
    assert.ok(sentences.every((text) => text.includes('Agenda')))
    assert.equal(new Set(sentences).size, eventTypeNames.length)
  })

  it('say that a proposal was accepted in part', () => {
    const columns = { type: 'proposal.accepted', isInPart: true }
    const text = textOf('slack', message('Agenda', columns))
    assert.equal(text, `Ada Lovelace accepted parts of a proposal for <${url}|Agenda>`)
  })

  it('speak the language of their texts', async () => {
    const german = webhookMessages.in(await loadLanguage('de'))
    const { text } = JSON.parse(bodyOf('slack', message('Agenda'), german))
    assert.equal(text, `Ada Lovelace hat <${url}|Agenda> geändert`)
  })

  it('is the envelope for programs, with nothing of the chat in it', () => {
    assert.deepEqual(JSON.parse(bodyOf('standard', message('<b>'), texts)), {
      id: '01890000-0000-7000-8000-000000000001',
      type: 'page.updated',
      timestamp: '1970-01-01T00:00:00.000Z',
      workspaceId: '01890000-0000-7000-8000-000000000002',
      sequence: 7,
      actor: { type: 'member', id: 'ada', via: 'api', runId: null, client: null },
      data: { page: { title: '<b>' } },
    })
  })
})
