import { t } from './messages.ts'

type Person = { firstName: string; lastName: string }
type Here = { name: string; isAgent: boolean; client?: string | null }
type Run = { isAgent: boolean; client: string | null } | null

export function personName({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`.trim()
}

/** Who made a change: a person, or a program for them. */
export function authorName(person: Person, run: Run): string {
  const name = personName(person)
  if (run?.isAgent !== true) return name
  return run.client === null
    ? t.unnamedAgent({ person: name })
    : t.agent({ client: run.client, person: name })
}

/** Someone on a page, who has one name. */
export function nameHere({ name, isAgent, client = null }: Here): string {
  return authorName({ firstName: name, lastName: '' }, { isAgent, client })
}

/** That the name of a program is its own; undefined where none is shown. */
export function claimOf(run: Run): string | undefined {
  return run?.isAgent === true && run.client !== null ? t.claim({ client: run.client }) : undefined
}
