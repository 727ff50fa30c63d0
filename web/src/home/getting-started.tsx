import { SimpleGrid, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconFilePlus, IconPlugConnected, IconUpload, IconUsers } from '../../vendor/icons/icons.ts'
import { useRights } from '../lib/workspace.tsx'
import { t } from './messages.ts'
import classes from './home.module.css'

type Step = { icon: ReactNode; title: string; text: string; to: string }

function stepsOf({ canManage }: { canManage: boolean }): Step[] {
  const steps = [
    { icon: <IconUpload size={22} />, title: t.files, text: t.filesHint, to: '/library' },
    {
      icon: <IconPlugConnected size={22} />,
      title: t.agents,
      text: t.agentsHint,
      to: '/settings/api',
    },
  ]
  if (!canManage) return steps
  const invite = { title: t.invite, text: t.inviteHint, to: '/settings/members' }
  return [...steps, { ...invite, icon: <IconUsers size={22} /> }]
}

/** First steps, for an empty workspace. */
export function GettingStarted({ onCreate }: { onCreate: () => void }) {
  const { canCreate, canManage, isGuest } = useRights()
  if (!canCreate) {
    return <Text c="dimmed">{isGuest ? t.nothingShared : t.noPages}</Text>
  }
  const steps = stepsOf({ canManage })
  return (
    <section aria-label={t.gettingStarted}>
      <Title order={2} size="h5" mb="sm">
        {t.gettingStarted}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <button type="button" className={classes['step']} onClick={onCreate}>
          <IconFilePlus size={22} />
          <StepText title={t.firstPage} text={t.firstPageHint} />
        </button>
        {steps.map(({ icon, title, text, to }) => (
          <Link key={title} to={to} className={classes['step']}>
            {icon}
            <StepText title={title} text={text} />
          </Link>
        ))}
      </SimpleGrid>
    </section>
  )
}

function StepText({ title, text }: { title: string; text: string }) {
  return (
    <span className={classes['texts']}>
      <span className={classes['title']}>{title}</span>
      <Text span size="sm" c="dimmed">
        {text}
      </Text>
    </span>
  )
}
