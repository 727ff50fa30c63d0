import { Alert, List } from '@mantine/core'
import type { client } from '../lib/client.ts'
import { t } from './messages.ts'

type Finding = Awaited<ReturnType<typeof client.skills.check>>['findings'][number]

/** What the check finds, if anything. `ifErrors` is the title where an error prevents a publication. */
export function Findings({
  findings,
  ifErrors = t.findings,
}: {
  findings: readonly Finding[]
  ifErrors?: string
}) {
  if (findings.length === 0) return null
  const hasErrors = findings.some(({ level }) => level === 'error')
  return (
    <Alert
      color={hasErrors ? 'red' : 'yellow'}
      variant="light"
      title={hasErrors ? ifErrors : t.findings}
      role="note"
    >
      <List size="sm">
        {findings.map(({ code, message, path }) => (
          <List.Item key={`${code} ${path ?? ''} ${message}`}>
            <span dir="auto">{path === null ? message : `${path}: ${message}`}</span>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
