import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { IconCloudUp } from '../../../../vendor/icons/icons.ts'
import { useUnsent } from '../use-unsent.ts'
import { t } from './messages.ts'

/** Says how many pages have changes that the server has not got; nothing when it has them all. */
export function UnsentNotice() {
  const { length } = useUnsent()
  if (length === 0) return null
  return (
    <Alert color="orange" variant="light" icon={<IconCloudUp />} role="status">
      {t.notice({
        count: length,
        link: (label) => (
          <Anchor component={Link} to="/unsent" size="sm" fw={600} c="inherit" underline="always">
            {label}
          </Anchor>
        ),
      })}
    </Alert>
  )
}
