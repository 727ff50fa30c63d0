import { type ChatEvent, chatEvents, eventTypes } from '../../lib/event-types.ts'

/** What people write for events, to those meant; undefined for other words. */
export function eventsOf(word: string): ChatEvent[] | undefined {
  const name = word.toLowerCase()
  if (name === 'all' || name === 'everything') return [...chatEvents]
  const found = chatEvents.filter((event) => {
    const noun = nounOf(event)
    return [event, noun, `${noun}s`, wordOf(event)].includes(name)
  })
  return found.length === 0 ? undefined : found
}

/** The words for events that a help text lists. */
export function eventWords(): string[] {
  const ofPages = chatEvents.filter((event) => nounOf(event) === 'page')
  const others = chatEvents.filter((event) => nounOf(event) !== 'page')
  const nouns = new Set(chatEvents.map((event) => `${nounOf(event)}s`))
  const words = (list: readonly ChatEvent[]) => list.flatMap((event) => wordOf(event) ?? [])
  return [...words(ofPages), ...nouns, ...words(others)]
}

function nounOf(event: ChatEvent): string {
  return eventTypes[event].subject
}

function wordOf(event: ChatEvent): string | undefined {
  const { chat } = eventTypes[event]
  return 'word' in chat ? chat.word : undefined
}
