import type { ServiceName } from './shapes.ts'

export type Asked = {
  name: 'token' | 'signingSecret' | 'commandToken' | 'webhookUrl' | 'baseUrl'
  label: string
  description: string
  placeholder?: string
  isSecret: boolean
  isRequired: boolean
}

const secret = (
  name: Asked['name'],
  label: string,
  description: string,
  isRequired = false,
): Asked => ({ name, label, description, isSecret: true, isRequired })

const address = (
  label: string,
  description: string,
  placeholder: string,
  isRequired: boolean,
): Asked => ({ name: 'baseUrl', label, description, placeholder, isSecret: false, isRequired })

const webhook = secret(
  'webhookUrl',
  'Incoming webhook',
  'Instead of a token, where one channel is to be told and that is all.',
)

/** What a service gives to whoever makes a bot there, in the order in which it does. */
export const fieldsOf: Record<ServiceName, readonly Asked[]> = {
  telegram: [
    secret('token', 'Token', 'Write /newbot to @BotFather: the token is in its answer.', true),
  ],
  slack: [
    secret('token', 'Bot token', 'xoxb-…, under OAuth & Permissions, with the scope chat:write.'),
    secret('signingSecret', 'Signing secret', 'Under Basic Information. Commands need it.'),
    webhook,
  ],
  mattermost: [
    address('Server', 'Where people open Mattermost.', 'https://chat.example.com', true),
    secret('token', 'Access token', 'Of a bot account, under Integrations.'),
    secret('commandToken', 'Token of the slash command', 'Commands need it.'),
    webhook,
  ],
  matrix: [
    address('Homeserver', 'Where the bot’s account is.', 'https://matrix.example.org', true),
    secret('token', 'Access token', 'Of an account made for the bot.', true),
  ],
}
