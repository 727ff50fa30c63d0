import type { BotService } from '../chat-service.ts'
import { secret, server } from '../connection-fields.ts'
import { writeCommand } from './command.ts'
import { style } from './style.ts'

export const matrix: BotService = {
  name: 'matrix',
  label: 'Matrix',
  fields: [
    server('matrixServer', 'https://matrix.example.org'),
    secret('token', 'matrixToken', { isRequired: true }),
  ],
  isExclusive: true,
  hidesAccount: false,
  takesCommands: () => true,
  dropsDuplicates: true,
  messagesPeople: () => true,
  commandPath: () => undefined,
  writeCommand,
  // Synapse allows bursts of ten messages, then one per 5 s: the send queue waits when it has to.
  sendInterval: 1000,
  style,
  open: async () => (await import('./homeserver.ts')).adapter,
}
