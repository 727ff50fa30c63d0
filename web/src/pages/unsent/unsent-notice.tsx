import { Alert, Anchor } from '@mantine/core'
import { IconCloudUp } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useUnsent } from './use-unsent.ts'

/** Says how many pages have changes that the server has not got; nothing when it has them all. */
export function UnsentNotice() {
  const { length } = useUnsent()
  if (length === 0) return null
  const pages = length === 1 ? 'One page has' : `${length} pages have`
  return (
    <Alert color="orange" variant="light" icon={<IconCloudUp />} role="status">
      {pages} changes that are in this browser only.{' '}
      <Anchor component={Link} to="/unsent" size="sm" fw={600} c="inherit" underline="always">
        Unsent changes
      </Anchor>
    </Alert>
  )
}
