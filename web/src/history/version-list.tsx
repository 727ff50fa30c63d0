import { Badge, Text, UnstyledButton } from '@mantine/core'
import { Ago } from '../ui/ago.tsx'
import type { Version } from './version-queries.ts'

const doors: Readonly<Record<string, string>> = {
  api: 'API',
  mcp: 'Agent',
  chat: 'Chat',
  cli: 'Command line',
  import: 'Import',
}

type Props = {
  versions: readonly Version[]
  selected: number
  select: (version: number) => void
}

/** Who changed the page when, and by which door if not in the app. */
export function VersionList({ versions, selected, select }: Props) {
  return (
    <ol className="version-list" aria-label="Versions">
      {versions.map(({ version, author, createdAt, via }, index) => (
        <li key={version}>
          <UnstyledButton
            className="version"
            aria-current={version === selected ? 'true' : undefined}
            onClick={() => select(version)}
          >
            <Text size="sm" fw={550}>
              {index === 0 ? 'Now' : <Ago at={createdAt} />}
            </Text>
            <Text size="xs" c="dimmed" component="div" className="version-by">
              <span>
                {`${author.firstName} ${author.lastName}`.trim()}
                {index === 0 && (
                  <>
                    {' · '}
                    <Ago at={createdAt} />
                  </>
                )}
              </span>
              {via !== null && doors[via] !== undefined && (
                <Badge size="xs" variant="light" color="gray" tt="none">
                  {doors[via]}
                </Badge>
              )}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}
