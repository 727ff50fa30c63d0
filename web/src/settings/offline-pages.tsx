import { Switch } from '@mantine/core'
import { useState } from 'react'
import { setWantsOfflinePages, wantsOfflinePages } from '../lib/offline/offline-preference.ts'
import { Section } from '../ui/screens/section.tsx'
import { securityTexts as t } from './messages.ts'

/** Whether this browser stores pages; other browsers of the person have a choice of their own. */
export function OfflinePages() {
  const [isOn, setOn] = useState(wantsOfflinePages)
  if (!('serviceWorker' in navigator)) return null
  return (
    <Section title={t.offlinePages} description={t.offlinePagesDescription}>
      <Switch
        label={t.offlinePagesLabel}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setWantsOfflinePages(checked)
          setOn(checked)
        }}
      />
    </Section>
  )
}
