import type { MessageButtons } from '../../../domain/chats/adapters.ts'
import { type Block, paragraph } from '../../../domain/chats/text.ts'

/** Matrix has no buttons: people react to the message instead. */
const emoji = { accept: '✅', decline: '❌' } as const
/** The commands in the content of the message, which only the bot can write. */
const field = 'org.quire.commands'

/** Shows how to react. */
export function reactionLine({ list }: MessageButtons): Block {
  return paragraph(list.map(({ name, label }) => `${emoji[name]} ${label}`).join('   '))
}

export function reactionCommands({ list }: MessageButtons): object {
  return { [field]: Object.fromEntries(list.map(({ name, command }) => [emoji[name], command])) }
}

/** A reaction of the bot: it did not do what someone asked for with theirs, and cannot say why to them alone. */
export function refusalOf(eventId: string): { type: 'm.reaction'; content: object } {
  const relation = { rel_type: 'm.annotation', event_id: eventId, key: '🚫' }
  return { type: 'm.reaction', content: { 'm.relates_to': relation } }
}

/** Whether the emoji can be a decision. Clients may add a variation selector. */
export function isDecision(key: string): boolean {
  return Object.values<string>(emoji).includes(plain(key))
}

/** The command of a reaction to an event; undefined unless the bot wrote the event with commands. */
export function commandOfReaction(
  event: Record<string, unknown> | undefined,
  { account, key }: { account: string; key: string },
): string | undefined {
  const content = event?.['content']
  if (event?.['sender'] !== account || typeof content !== 'object' || content === null) {
    return undefined
  }
  const commands: unknown = Reflect.get(content, field)
  if (typeof commands !== 'object' || commands === null) return undefined
  const command: unknown = Reflect.get(commands, plain(key))
  return typeof command === 'string' ? command : undefined
}

function plain(key: string): string {
  return key.replaceAll('\ufe0f', '')
}
