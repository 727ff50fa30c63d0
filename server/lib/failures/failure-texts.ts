/**
 * What can fail outside of Quire, in English, by code. `{name}` stands for a value. Texts are stored and sent in
 * English; `failureOf` reads the code and the values back, so that the web app can show them in any language.
 */
export const failureTexts = {
  requestTimeout: 'no response within {seconds} s',
  connectTimeout: 'no connection within {seconds} s',
  connectionFailed: 'the connection failed ({detail})',
  cancelled: 'the request was cancelled',
  addressNotPublic: '{host} is not a public address',
  hostNotPublic: '{host} does not resolve to a public address',
  hostResolvesTo: '{host} does not resolve to a public address but to {address}',
  redirected: 'it answered {status}; redirects are not followed, so enter the target address',
  answered: 'it answered {status}: {detail}',
  status: 'it answered {status}',
  answerTooLarge: 'its answer is larger than {bytes} bytes',
  answerNotJson: 'its answer is not JSON: {detail}',

  webhookSecretLost: 'the secret was encrypted with another QUIRE_SECRET; rotate it',
  webhookBodyCleared: 'the body is past its retention time',
  receiverGone: 'The receiver answered 410 Gone.',
  receiverFailing: 'All {attempts} attempts of the last 5 days failed.',

  urlScheme: 'must be an address that begins with https:// or http://',
  urlCredentials: 'must not contain a name or password',
  addressRefused: 'is refused: {detail}. An operator can allow it with WEBHOOK_ALLOWED_HOSTS',
  modelAddressRefused:
    'is refused: {detail}. An operator can allow it with WEBHOOK_ALLOWED_HOSTS, or set it with `quire embeddings set`',
  refused: 'is refused: {detail}',

  botLimit: 'must not connect more than {limit} bots',
  botSecretsLost: 'its secrets were encrypted with another QUIRE_SECRET; enter them again',
  botServiceUnknown: 'this version of Quire does not support {service}',
  botsNotHere: 'this process does not run chat services; use a server with the role `api`',
  subscriberLeft: 'The subscriber is no longer a member. Another member must subscribe again.',
  chatNotPrivate: 'others can read the chat in which you linked your account',
  chatQueueFull: 'too many messages are waiting for this room',
  incomingWebhookMissing: 'the bot no longer has an incoming webhook',
  telegramToken: 'must be the token from @BotFather, such as 123456:ABC-DEF',
  slackToken: 'must be a bot token (xoxb-…), unless you enter the address of an incoming webhook',
  mattermostServer: 'must be the address of the Mattermost server',
  mattermostToken:
    'must be the access token of a bot, unless you enter the address of an incoming webhook',
  tokenWithoutUser: 'it does not belong to a user',
  homeserverAddress: 'must be the address of the homeserver',
  homeserverUnknown: 'is not the address of a homeserver: {detail}',
  homeserverAnswered: 'the homeserver answered {status}: {detail}',
  homeserverUnreadable: 'it does not answer like a homeserver',

  modelName: 'must name a model',
  modelFolder: 'must be the name of a folder in the folder for models',
  modelAddress: 'must be a web address such as http://127.0.0.1:11434/v1',
  modelKey: 'must be one word of ASCII letters, digits and symbols',
  wholeNumber: 'must be a whole number from 1 to {limit}',
  weight: 'must be from 0 to 1',
  prefixLength: 'must be at most 1000 characters',
  modelKeyLost:
    'its key was encrypted with another secret (QUIRE_SECRET, or secret.key in the data folder); set the key again',
  modelEnded: 'the thread of the model has ended',
  vectorMissing: 'it returned no vector',
  vectorCount: 'it returned {found} vectors for {count} texts',
  vectorInvalid: 'a vector is not a list of numbers, or all of them are 0',
  vectorLength: 'a vector has {found} numbers instead of {dimensions}',
  answerWithoutData: 'its answer has no list "data"',
  answerUnusable: 'its answer cannot be used: {detail}',
} as const

export type FailureCode = keyof typeof failureTexts
