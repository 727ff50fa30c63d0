import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { IconCheck, IconPlus, IconSelector } from '../../../vendor/icons/icons.ts'
import { useSession } from '../../lib/session.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { Initials } from '../../ui/initials.tsx'
import { t } from '../messages.ts'
import classes from './sidebar.module.css'

const NewWorkspace = lazy(async () => ({
  default: (await import('../../ui/forms/new-workspace.tsx')).NewWorkspace,
}))

/** Which workspace is open, and the others. */
export function WorkspaceSwitcher() {
  const { workspaces, rights } = useSession()
  const { workspace, select } = useWorkspace()
  const navigate = useNavigate()
  const [isCreating, { open, close }] = useDisclosure()
  const change = (id: string) => {
    select(id)
    void navigate('/')
  }
  return (
    <>
      <Menu position="bottom-start" width={256}>
        <Menu.Target>
          <UnstyledButton
            className={classes['switcher']}
            aria-label={t.switchWorkspace({ name: workspace.name })}
          >
            <Initials name={workspace.name} shape="workspace" />
            <Text fw={600} truncate flex={1}>
              {workspace.name}
            </Text>
            <IconSelector size={16} stroke={1.7} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t.workspaces}</Menu.Label>
          {workspaces.map(({ id, name }) => (
            <Menu.Item
              key={id}
              aria-current={id === workspace.id}
              rightSection={id === workspace.id ? <IconCheck size={16} /> : undefined}
              onClick={() => change(id)}
            >
              <Text size="sm" truncate>
                {name}
              </Text>
            </Menu.Item>
          ))}
          {rights.mayCreateWorkspaces && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={open}>
                {t.newWorkspace}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isCreating && (
        <Suspense>
          <NewWorkspace isOpen close={close} />
        </Suspense>
      )}
    </>
  )
}
