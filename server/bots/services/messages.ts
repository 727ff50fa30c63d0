import { catalogue } from '../../../messages/catalogue.ts'

/** What the form that connects a bot says of each field. */
export const fieldMessages = catalogue('bots.fields', {
  otherServer: 'Server',
  otherServerHint: 'Null for the public server.',
  incomingWebhook: 'Incoming webhook',
  incomingWebhookHint: 'Replaces the token if the bot only posts to one channel.',
  slashCommand: 'Slash command',
  slashCommandHint: 'The command you created, without the slash. People type /quire search words.',
  telegramToken: 'Token',
  telegramTokenHint: 'Send /newbot to @BotFather. Its reply contains the token.',
  telegramDelivery: 'Let Telegram call this server',
  telegramDeliveryHint:
    'Requires that this server is reachable over HTTPS. Otherwise the server polls Telegram, which works everywhere.',
  slackToken: 'Bot token',
  slackTokenHint: 'Starts with xoxb-. Under OAuth & Permissions, with the scope chat:write.',
  slackSigningSecret: 'Signing secret',
  slackSigningSecretHint: 'Under Basic Information. Required for commands.',
  mattermostServer: 'Server',
  mattermostServerHint: 'The address where people open Mattermost.',
  mattermostToken: 'Access token',
  mattermostTokenHint: 'Token of a bot account, under Integrations.',
  mattermostCommandToken: 'Slash command token',
  mattermostCommandTokenHint: 'Required for commands.',
  matrixServer: 'Homeserver',
  matrixServerHint: 'The server of the bot’s account.',
  matrixToken: 'Access token',
  matrixTokenHint: 'Token of an account created for the bot.',
})

type Key = keyof typeof fieldMessages.english
/** A field of a form: its label has this key, its description the same with `Hint`. */
export type FieldText = { [Name in Key]: `${Name}Hint` extends Key ? Name : never }[Key]
