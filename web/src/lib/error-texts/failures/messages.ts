import { texts } from '../../texts.ts'

/** What failed outside of Quire, by the code of the server. */
export const t = texts('failures', {
  requestTimeout: 'No response within {seconds} seconds.',
  connectTimeout: 'No connection within {seconds} seconds.',
  connectionFailed: 'The connection failed ({detail}).',
  cancelled: 'The request was cancelled.',
  addressNotPublic: '{host} is not a public address.',
  hostNotPublic: '{host} does not resolve to a public address.',
  hostResolvesTo: '{host} resolves to {address}, which is not a public address.',
  redirected:
    'The server answered {status}. Redirects are not followed. Enter the target address instead.',
  answered: 'The server answered {status}: {detail}',
  status: 'The server answered {status}.',
  answerTooLarge: 'The server’s response is too large.',
  answerNotJson: 'The server’s response is not JSON: {detail}',

  webhookSecretLost:
    'The secret was encrypted with another QUIRE_SECRET. Create a new secret for the webhook.',
  webhookBodyCleared: 'The body is no longer stored.',
  receiverGone: 'The receiver answered 410 Gone.',
  receiverFailing: 'Every attempt of the last 5 days failed. Attempts: {attempts}.',

  urlScheme: 'Enter an address that begins with https:// or http://.',
  urlCredentials: 'Enter the address without a name or password.',
  addressRefused: '{detail} An operator can allow it with WEBHOOK_ALLOWED_HOSTS.',
  modelAddressRefused:
    '{detail} An operator can allow it with WEBHOOK_ALLOWED_HOSTS, or set it with quire embeddings set.',
  refused: 'This was not accepted. {detail}',

  botLimit: 'A workspace can connect at most {limit} bots.',
  botSecretsLost:
    'The secrets of the bot were encrypted with another QUIRE_SECRET. Enter them again.',
  botServiceUnknown: 'This version of Quire does not support {service}.',
  botsNotHere: 'This server does not run chat bots. Ask your administrator.',
  subscriberLeft: 'The subscriber is no longer a member. Another member must subscribe again.',
  chatNotPrivate:
    'Others can read the chat in which you linked your account. Link it in a private chat with the bot.',
  chatQueueFull: 'Too many messages are waiting for this room.',
  incomingWebhookMissing: 'The bot no longer has an incoming webhook.',
  telegramToken: 'Enter the token from @BotFather, such as 123456:ABC-DEF.',
  slackToken: 'Enter a bot token (xoxb-…) or the address of an incoming webhook.',
  mattermostServer: 'Enter the address of the Mattermost server.',
  mattermostToken: 'Enter the access token of a bot or the address of an incoming webhook.',
  tokenWithoutUser: 'The token does not belong to a user.',
  homeserverAddress: 'Enter the address of the homeserver.',
  homeserverUnknown: 'This is not the address of a homeserver. {detail}',
  homeserverAnswered: 'The homeserver answered {status}: {detail}',
  homeserverUnreadable: 'The server does not respond like a homeserver.',

  modelName: 'Enter the name of a model.',
  modelFolder: 'Enter the name of a folder in the folder for models.',
  modelAddress: 'Enter a web address such as http://127.0.0.1:11434/v1.',
  modelKey: 'Enter a key of ASCII letters, digits and symbols, without spaces.',
  wholeNumber: 'Enter a whole number from 1 to {limit}.',
  weight: 'Enter a number from 0 to 1.',
  prefixLength: 'Use at most 1,000 characters.',
  modelKeyLost: 'The key was encrypted with another secret. Enter it again.',
  modelEnded: 'The thread of the model has ended.',
  vectorMissing: 'The model returned no vector.',
  vectorCount: 'The model returned {found} vectors for {count} texts.',
  vectorInvalid: 'A vector is not a list of numbers, or all of them are 0.',
  vectorLength: 'A vector has {found} numbers instead of {dimensions}.',
  answerWithoutData: 'The server’s response has no list "data".',
  answerUnusable: 'The server’s response cannot be used. {detail}',
})
