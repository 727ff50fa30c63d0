import type { Block } from '../../domain/chats/text.ts'
import type { Incoming } from '../incoming.ts'

export type Pressed = Pick<Incoming, 'user' | 'chat' | 'privateChatId' | 'formatCommand'> & {
  /** Of the button. */
  command: string
}

export type Press = {
  incoming: Incoming
  /** What everyone in the chat is shown instead of the buttons; undefined while they stay. */
  decided: () => Block | undefined
}

/** A pressed button as a message to the bot. Only the person who pressed it reads the answer. */
export function toPress({ command, ...pressed }: Pressed): Press {
  let line: Block | undefined
  const incoming: Incoming = {
    ...pressed,
    text: command,
    isShared: false,
    isAddressed: true,
    onDecided: (decided) => {
      line = decided
    },
  }
  return { incoming, decided: () => line }
}
