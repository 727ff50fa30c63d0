import { SimpleGrid, Text, Title } from '@mantine/core'
import { IconFilePlus, IconPlugConnected, IconUpload, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRights } from '../lib/workspace.tsx'
import classes from './home.module.css'

type Step = { icon: ReactNode; title: string; text: string; to: string }

const writing: Step[] = [
  {
    icon: <IconUpload size={22} />,
    title: 'Bring files',
    text: 'Drop files of any size into the library and make pages of them.',
    to: '/library',
  },
  {
    icon: <IconPlugConnected size={22} />,
    title: 'Connect an agent',
    text: 'Make a key and let Claude, Cursor or your own scripts read and write here.',
    to: '/settings/api',
  },
]

const managing: Step = {
  icon: <IconUsers size={22} />,
  title: 'Invite others',
  text: 'Send a link; each person gets a role.',
  to: '/settings/members',
}

/** For a workspace in which there is nothing yet. */
export function GettingStarted({ onCreate }: { onCreate: () => void }) {
  const { canWrite, canManage } = useRights()
  if (!canWrite) {
    return <Text c="dimmed">There are no pages here yet. Those who may write will add some.</Text>
  }
  const steps = canManage ? [...writing, managing] : writing
  return (
    <section aria-label="Getting started">
      <Title order={2} size="h5" mb="sm">
        Getting started
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <button type="button" className={classes['step']} onClick={onCreate}>
          <IconFilePlus size={22} />
          <Words
            title="Write the first page"
            text="Type / in it for headings, lists, tables and more."
          />
        </button>
        {steps.map(({ icon, title, text, to }) => (
          <Link key={title} to={to} className={classes['step']}>
            {icon}
            <Words title={title} text={text} />
          </Link>
        ))}
      </SimpleGrid>
    </section>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <span className={classes['texts']}>
      <span className={classes['title']}>{title}</span>
      <Text span size="sm" c="dimmed">
        {text}
      </Text>
    </span>
  )
}
