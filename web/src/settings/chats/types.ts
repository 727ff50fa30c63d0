import type { client } from '../../lib/client.ts'

export type Bot = Awaited<ReturnType<typeof client.chats.list>>['bots'][number]
export type Service = Awaited<ReturnType<typeof client.chats.listServices>>['services'][number]
export type ServiceField = Service['fields'][number]
export type LinkedPerson = Awaited<ReturnType<typeof client.chats.listLinked>>['links'][number]
export type LinkCode = Awaited<ReturnType<typeof client.chats.linkCode>>
export type Subscription = Awaited<
  ReturnType<typeof client.chatSubscriptions.list>
>['subscriptions'][number]
