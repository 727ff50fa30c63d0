import type { Client } from '../../../client/index.ts'

/** What operations answer with, by the name of the thing. */
type Answer<
  Noun extends keyof Client,
  Name extends keyof Client[Noun],
> = Client[Noun][Name] extends (...input: never[]) => Promise<infer Output> ? Output : never
type Input<
  Noun extends keyof Client,
  Name extends keyof Client[Noun],
> = Client[Noun][Name] extends (input: infer Given, ...more: never[]) => unknown
  ? NonNullable<Given>
  : never

export type { Role } from '../../../server/lib/vocabulary.ts'
export type Member = Answer<'members', 'list'>['members'][number]
export type NewInvitation = Answer<'invitations', 'create'>
export type ApiKey = Answer<'keys', 'list'>['keys'][number]
export type Expiry = Input<'keys', 'create'>['expires']
