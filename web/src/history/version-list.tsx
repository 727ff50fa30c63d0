import { Badge, Text, UnstyledButton } from '@mantine/core'
import { authorName, claimOf, personName } from '../lib/authors/author-name.ts'
import { formatList } from '../lib/numbers.ts'
import { AgentIcon } from '../ui/authors/agent-icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { t } from './messages.ts'
import type { Version } from './version-queries.ts'

/** Names how a change was made; undefined for one made in the app. */
function originLabel(via: string | null): string | undefined {
  switch (via) {
    case 'api':
      return t.viaApi
    case 'mcp':
      return t.viaAgent
    case 'chat':
      return t.viaChat
    case 'cli':
      return t.viaCommandLine
    case 'import':
      return t.viaImport
    default:
      return undefined
  }
}

type Props = {
  versions: readonly Version[]
  selected: number
  select: (version: number) => void
  /** Of the agent accounts, by their IDs. */
  icons?: ReadonlyMap<string, string | null>
}

const noIcons: ReadonlyMap<string, string | null> = new Map()

/** Who changed the page and when, and how where it was not in the app. */
export function VersionList({ versions, selected, select, icons = noIcons }: Props) {
  return (
    <ol className="version-list" aria-label={t.versions}>
      {versions.map(({ version, authors, createdAt, via, run }, index) => (
        <li key={version}>
          <UnstyledButton
            className="version"
            aria-current={version === selected ? 'true' : undefined}
            onClick={() => select(version)}
          >
            <Text size="sm" fw={550}>
              {index === 0 ? t.currentVersion : <RelativeTime at={createdAt} />}
            </Text>
            <Text size="xs" c="dimmed" component="div" className="version-by">
              {authors.map(({ id }) => {
                const icon = icons.get(id)
                return icon === undefined ? null : <AgentIcon key={id} icon={icon} size={14} />
              })}
              <VersionAuthor
                names={namesOf(authors, run)}
                claim={claimOf(run)}
                at={index === 0 ? createdAt : undefined}
              />
              <Origin via={via} />
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}

type AuthorProps = {
  names: readonly string[]
  claim: string | undefined
  at: string | undefined
}

/** `at` is given where the time is not shown above. */
function VersionAuthor({ names, claim, at }: AuthorProps) {
  const author = <bdi title={claim}>{formatList(names)}</bdi>
  if (at === undefined) return author
  return (
    <span>{t.authorAndTime({ author: () => author, ago: () => <RelativeTime at={at} /> })}</span>
  )
}

function Origin({ via }: Pick<Version, 'via'>) {
  const label = originLabel(via)
  if (label === undefined) return null
  return (
    <Badge size="xs" variant="light" color="gray" tt="none" flex="none">
      {label}
    </Badge>
  )
}

/** The run is that of the last author. */
function namesOf(authors: Version['authors'], run: Version['run']): string[] {
  return authors.map((author, index) =>
    index === authors.length - 1 ? authorName(author, run) : personName(author),
  )
}
