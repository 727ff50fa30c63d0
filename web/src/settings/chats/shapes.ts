import type { client } from '../../lib/client.ts'

type Answer<Call extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>

export type Bot = Answer<typeof client.chats.list>['bots'][number]
export type ServiceName = Bot['service']
export type LinkedPerson = Answer<typeof client.chats.listLinked>['links'][number]
export type LinkCode = Answer<typeof client.chats.linkCode>
export type Subscription = Answer<typeof client.chatSubscriptions.list>['subscriptions'][number]
