import type { inbox } from '../../store/index.ts'
import { actorOf, messageOf, pathOf } from '../inbox/entry-lines.ts'
import { loadLanguage } from '../people/language.ts'
import type { MessageButtons } from './adapters.ts'
import { inboxChatMessages, type InboxChatTexts } from './messages.ts'
import {
  type Block,
  item,
  oneLine,
  paragraph,
  type RichText,
  styled,
  withoutMarks,
} from './text.ts'

/** Of one message; the inbox has the others. */
const maxLines = 10
const maxTitleLength = 200
const maxExcerptLength = 280

/** The message about some entries of an inbox. */
export async function writeInboxMessage(
  entries: readonly inbox.InboxItem[],
  baseUrl: string,
  language: string | null,
): Promise<{ blocks: Block[]; buttons?: MessageButtons }> {
  const texts = inboxChatMessages.in(await loadLanguage(language))
  const blocks = await blocksOf(entries, baseUrl, texts)
  return { blocks, ...buttonsOf(entries, baseUrl, texts) }
}

async function blocksOf(
  entries: readonly inbox.InboxItem[],
  baseUrl: string,
  texts: InboxChatTexts,
): Promise<Block[]> {
  const [only, ...others] = entries
  if (only !== undefined && others.length === 0) {
    const excerpt = only.text === null ? '' : await withoutMarks(only.text)
    const text = oneLine(excerpt, maxExcerptLength)
    const quote: Block[] = text === '' ? [] : [{ kind: 'quote', spans: [{ text }] }]
    return [paragraph(lineOf(only, baseUrl, texts)), ...quote]
  }
  const more = entries.length - maxLines
  const link = styled({ url: `${baseUrl}/inbox` })
  return [
    paragraph(texts.several({ count: entries.length, link })),
    ...entries.slice(0, maxLines).map((entry) => item(lineOf(entry, baseUrl, texts))),
    ...(more > 0 ? [item(texts.more({ count: more, link }))] : []),
  ]
}

/** Below a message about one proposal: they decide about the revision that it is about. */
function buttonsOf(
  [only, ...others]: readonly inbox.InboxItem[],
  baseUrl: string,
  texts: InboxChatTexts,
): { buttons?: MessageButtons } {
  if (only?.kind !== 'review' || others.length > 0) return {}
  const about = `${only.proposalId} ${only.proposalRevision}`
  const list = (['accept', 'decline'] as const).map((name) => ({
    name,
    label: texts[name],
    command: `${name} ${about}`,
  }))
  return { buttons: { baseUrl, list } }
}

function lineOf(entry: inbox.InboxItem, baseUrl: string, texts: InboxChatTexts): RichText {
  const actor = actorOf(entry)
  const person = oneLine(actor.person, maxTitleLength)
  const client = oneLine(actor.client, maxTitleLength)
  const name = client === '' ? person : texts.agent({ client, person })
  const title = oneLine(entry.pageTitle ?? entry.proposalTitle ?? '', maxTitleLength)
  const link = styled({ styles: ['bold'], url: `${baseUrl}${pathOf(entry)}` })
  return texts[messageOf(entry)]({ name, title: title || texts.untitled, link })
}
