import type { BotService } from '../chat-service.ts'
import { secret, server } from '../connection-fields.ts'
import { writeCommand } from './command.ts'
import { style } from './style.ts'

export const matrix: BotService = {
  name: 'matrix',
  label: 'Matrix',
  fields: [
    server({
      label: 'Homeserver',
      description: 'Where the bot’s account is.',
      placeholder: 'https://matrix.example.org',
    }),
    secret('token', {
      label: 'Access token',
      description: 'Of an account made for the bot.',
      isRequired: true,
    }),
  ],
  isExclusive: true,
  hidesAccount: false,
  takesCommands: () => true,
  commandPath: () => undefined,
  writeCommand,
  // Synapse lets an account send one message in 5 s, after a burst of ten: the rest is waited for.
  sendInterval: 1000,
  style,
  open: async () => (await import('./homeserver.ts')).adapter,
}
