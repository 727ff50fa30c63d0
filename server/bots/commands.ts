import type { Bot } from '../domain/chats/bots.ts'
import { eventsOf, eventWords } from '../domain/chats/events.ts'
import { type Block, code, item, paragraph, type Span, styled } from '../domain/chats/text.ts'
import { canonicalUrl } from '../domain/pages/urls.ts'
import { type ChatEvent, chatEvents } from '../lib/event-types.ts'
import * as chatSubscriptions from '../operations/chats/chat-subscriptions.ts'
import * as pages from '../operations/pages/pages.ts'
import * as search from '../operations/search/search.ts'
import { findPage, type Found } from './find-page.ts'
import type { Answer, Incoming } from './incoming.ts'
import type { Member } from './member.ts'
import type { BotTexts } from './messages.ts'
import { pageBlocks } from './page-text.ts'

export type Request = {
  bot: Bot
  incoming: Incoming
  member: Member
  /** In the language of the member. */
  texts: BotTexts
  args: string
}

const maxResults = 5
const maxFragmentLength = 300

const bold = (text: string, url?: string): Span => ({ text, styles: ['bold'], url })
const boldTag = styled({ styles: ['bold'] })

export async function searchCommand(request: Request): Promise<Answer> {
  const { incoming, member, texts, args } = request
  if (args === '') {
    return [paragraph(texts.searchUsage({ command: incoming.formatCommand('search'), code }))]
  }
  const sections = await visibleSections(request)
  if (sections === 'none') return [paragraph(texts.notSubscribedHere)]
  const query = args.slice(0, 500)
  const hits =
    sections === 'all'
      ? (await member.call(search.find, { query, k: maxResults })).results
      : await searchSections(member, query, sections)
  if (hits.length === 0) return [paragraph(texts.nothingFound({ query: args.slice(0, 100) }))]
  const name = (page: { title: string }) => nameOrUntitled(page.title, texts)
  return hits.map((hit) => {
    const ancestors = hit.above.map(name).join(' › ')
    const fragment = hit.content.replaceAll(/\s+/g, ' ').trim().slice(0, maxFragmentLength)
    return item(
      bold(name(hit), pageUrl(member, hit.pageId)),
      ancestors === '' ? '' : ` · ${ancestors}`,
      fragment === '' ? '' : `\n${fragment}`,
    )
  })
}

function nameOrUntitled(name: string, { untitled }: BotTexts): string {
  return name.trim() === '' ? untitled : name
}

async function searchSections(member: Member, query: string, sections: readonly string[]) {
  const found = await Promise.all(
    sections.map((underPageId) => member.call(search.find, { query, k: maxResults, underPageId })),
  )
  const seen = new Set<string>()
  return found
    .flatMap(({ results }) => results)
    .filter(({ pageId }) => !seen.has(pageId) && seen.add(pageId))
    .slice(0, maxResults)
}

export async function getCommand(request: Request): Promise<Answer> {
  const { incoming, member, texts, args } = request
  const command = incoming.formatCommand('get')
  if (args === '') return [paragraph(texts.getUsage({ command, code }))]
  const sections = await visibleSections(request)
  const hidden = [paragraph(texts.notSubscribedHere)]
  if (sections === 'none') return hidden
  const found = await findPage(member, args)
  if (found.kind !== 'one') {
    // Other readers may not be allowed to know the titles either.
    return sections === 'all' ? pageOptions(request, found, command) : hidden
  }
  const {
    title: name,
    content,
    breadcrumb,
  } = await member.call(pages.document, { pageId: found.id })
  const lineage = new Set([found.id, ...breadcrumb.map(({ id }) => id)])
  if (sections !== 'all' && !sections.some((id) => lineage.has(id))) return hidden
  return [
    paragraph(bold(nameOrUntitled(name, texts), found.url)),
    ...pageBlocks(content, member.context.publicUrl ?? '', texts),
  ]
}

/** The pages to choose from. */
function pageOptions(
  { texts, args }: Request,
  { kind, options }: Exclude<Found, { kind: 'one' }>,
  command: string,
): Block[] {
  const name = args.slice(0, 100)
  if (options.length === 0) return [paragraph(texts.pageNotFound({ name }))]
  const head = kind === 'several' ? texts.severalPages({ name }) : texts.similarPages({ name })
  return [
    paragraph(head),
    ...options.map((option) =>
      item(
        bold(nameOrUntitled(option.title, texts)),
        option.ancestors === '' ? '' : ` · ${option.ancestors}`,
        '\n',
        code([`${command} ${option.id}`]),
      ),
    ),
  ]
}

/** The sections an answer may show: in a shared chat, only those it is subscribed to. */
async function visibleSections(request: Request): Promise<'all' | 'none' | string[]> {
  if (!request.incoming.isShared) return 'all'
  const here = (await subscriptionsHere(request)).filter(({ isPaused }) => !isPaused)
  if (here.some(({ sectionId }) => sectionId === null)) return 'all'
  const sections = here.flatMap(({ sectionId }) => sectionId ?? [])
  return sections.length === 0 ? 'none' : sections
}

async function subscriptionsHere({ bot, incoming, member }: Request) {
  const { subscriptions } = await member.call(chatSubscriptions.list, {})
  return subscriptions.filter(
    ({ connectionId, chatId }) => connectionId === bot.connectionId && chatId === incoming.chat.id,
  )
}

export async function subscribeCommand(request: Request): Promise<Answer> {
  const { bot, incoming, member, texts, args } = request
  const { formatCommand, chat } = incoming
  const command = formatCommand('subscribe')
  if (args === '') return subscribeUsage(request, command)
  const wanted = await findSection(member, args)
  if (wanted.kind !== 'section') {
    if (incoming.isShared) return [paragraph(texts.exactTitleNeeded)]
    return pageOptions(request, wanted.found, command)
  }
  const { id, title: sectionTitle, events } = wanted
  const input = {
    connectionId: bot.connectionId,
    chatId: chat.id,
    chatName: chat.name,
    sectionId: id,
  }
  await member.call(chatSubscriptions.create, events === undefined ? input : { ...input, events })
  const name = id === null ? texts.wholeWorkspace : nameOrUntitled(sectionTitle, texts)
  const unsubscribe = `${formatCommand('unsubscribe')} ${id === null ? 'everything' : name}`
  return [
    paragraph(
      events === undefined
        ? texts.subscribed({ title: boldTag, name })
        : texts.subscribedToEvents({ title: boldTag, name, events: events.join(', ') }),
    ),
    paragraph(texts.toUnsubscribe({ command: unsubscribe, code })),
  ]
}

function subscribeUsage({ texts }: Request, command: string): Block[] {
  return [
    paragraph(texts.subscribeUsage({ command, code })),
    item(texts.subscribeEverything({ command: `${command} everything`, code })),
    item(texts.subscribeEvents({ events: eventWords().join(', ') })),
  ]
}

type Wanted =
  | { kind: 'section'; id: string | null; title: string; events: ChatEvent[] | undefined }
  | { kind: 'unknown'; found: Exclude<Found, { kind: 'one' }> }

/** A title may end with the name of an event, so the complete text is tried first. */
async function findSection(member: Member, args: string): Promise<Wanted> {
  const complete = await sectionOf(member, args)
  if (complete.kind === 'one') return { ...complete, kind: 'section', events: undefined }
  const rest = args.split(/[\s,]+/)
  const events: ChatEvent[] = []
  while (rest.length > 1) {
    const some = eventsOf(rest.at(-1) ?? '')
    if (some === undefined) break
    events.push(...some)
    rest.pop()
  }
  if (events.length === 0) return { kind: 'unknown', found: complete }
  const section = await sectionOf(member, unquote(rest.join(' ')))
  if (section.kind === 'one')
    return { ...section, kind: 'section', events: chatEvents.filter((one) => events.includes(one)) }
  return { kind: 'unknown', found: section }
}

async function sectionOf(
  member: Member,
  args: string,
): Promise<{ kind: 'one'; id: string | null; title: string } | Exclude<Found, { kind: 'one' }>> {
  const name = unquote(args)
  if (/^(?:everything|workspace|all|\*)$/i.test(name)) {
    return { kind: 'one', id: null, title: '' }
  }
  return findPage(member, name)
}

function unquote(text: string): string {
  return text.trim().replace(/^["“](.*)["”]$/s, '$1')
}

export async function unsubscribeCommand(request: Request): Promise<Answer> {
  const { incoming, member, texts, args } = request
  const here = await subscriptionsHere(request)
  if (here.length === 0) return [paragraph(texts.noSubscriptions)]
  const wanted = await wantedOf(request, here)
  if (wanted.length === 0) {
    const command = incoming.formatCommand('unsubscribe')
    const head = args === '' ? texts.whichSubscription : texts.notSubscribed
    return [paragraph(head), ...here.map((one) => item(code([`${command} ${nameOf(one)}`])))]
  }
  for (const { id } of wanted) await member.call(chatSubscriptions.remove, { subscriptionId: id })
  const names = wanted.map(nameOf).join(', ')
  return [paragraph(texts.unsubscribed({ title: boldTag, name: names }))]
}

type Here = Awaited<ReturnType<typeof subscriptionsHere>>

async function wantedOf({ member, args }: Request, here: Here): Promise<Here> {
  const name = unquote(args).toLowerCase()
  if (name === '') return here.length === 1 ? here : []
  const named = here.filter(
    (one) => nameOf(one).toLowerCase() === name || one.sectionId === name || one.id === name,
  )
  if (named.length > 0) return named
  if (name === 'all') return here
  const found = await findPage(member, unquote(args))
  return found.kind === 'one' ? here.filter(({ sectionId }) => sectionId === found.id) : []
}

function nameOf({ sectionId, sectionTitle }: Here[number]): string {
  return sectionId === null ? 'everything' : (sectionTitle ?? sectionId)
}

export async function subscriptionsCommand(request: Request): Promise<Answer> {
  const { incoming, member, texts } = request
  const here = await subscriptionsHere(request)
  if (here.length === 0) {
    const command = incoming.formatCommand('subscribe')
    return [paragraph(texts.noSubscriptionsYet({ command, code }))]
  }
  const lines = here.map((one) => {
    const url = one.sectionId === null ? undefined : pageUrl(member, one.sectionId)
    const values = {
      title: styled({ styles: ['bold'], url }),
      name: nameOf(one),
      events: one.events.join(', '),
    }
    return item(one.isPaused ? texts.pausedSubscription(values) : texts.subscription(values))
  })
  return [paragraph(texts.subscriptions), ...lines]
}

function pageUrl({ context }: Member, pageId: string): string {
  return canonicalUrl(context, pageId)
}
