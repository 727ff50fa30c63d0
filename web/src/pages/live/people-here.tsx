import { Tooltip } from '@mantine/core'
import type { PersonHere } from '../../../../server/lib/live-messages.ts'
import { nameHere } from '../../lib/authors/author-name.ts'
import { useAgentIcons } from '../../ui/authors/use-agent-icons.ts'
import { usePage } from '../page-context.ts'
import { t } from './messages.ts'
import { useLiveState } from './use-live-state.ts'
import './live.css'

const noPeople: readonly PersonHere[] = []
/** Others are counted. */
const maxShown = 4

/** Who else has the page open now, and the programs that write in it. */
export function PeopleHere() {
  const { model } = usePage()
  const people = useLiveState(model.saver, (live) => live.people, noPeople)
  if (people.length === 0) return null
  const more = people.length - maxShown
  return (
    <ul className="people-here" aria-label={t.here}>
      {people.slice(0, maxShown).map((person) => (
        <li key={person.connection}>
          <Person person={person} />
        </li>
      ))}
      {more > 0 && (
        <li className="person-here" aria-label={t.more({ count: more })}>
          {`+${more}`}
        </li>
      )}
    </ul>
  )
}

function Person({ person }: { person: PersonHere }) {
  const { id, name, color, isAgent } = person
  const label = isAgent ? t.agent({ name: nameHere(person) }) : name
  return (
    <Tooltip label={label}>
      <span
        className="person-here"
        data-agent={isAgent}
        style={{ background: color }}
        role="img"
        aria-label={label}
      >
        {isAgent ? <AgentSign id={id} /> : initialOf(name)}
      </span>
    </Tooltip>
  )
}

/** The emoji of an agent account, or the sign of programs. */
function AgentSign({ id }: { id: string }) {
  return useAgentIcons().get(id) ?? '✦'
}

function initialOf(name: string): string {
  return (/^./u.exec(name.trim())?.[0] ?? '?').toLocaleUpperCase()
}
