import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconFileImport, IconLink } from '../../vendor/icons/icons.ts'
import { useRights } from '../lib/workspace.tsx'
import { t } from './messages.ts'

const ImportSkills = lazy(async () => ({
  default: (await import('./import/import-skills.tsx')).ImportSkills,
}))
const AllLinks = lazy(async () => ({
  default: (await import('./install/all-links.tsx')).AllLinks,
}))

/** What people do with all skills: import others, and give them to people without an account. */
export function GalleryActions({ workspaceId }: { workspaceId: string }) {
  const { canCreate, canManage } = useRights()
  const [open, setOpen] = useState<'import' | 'links'>()
  const props = { workspaceId, close: () => setOpen(undefined) }
  if (!canCreate && !canManage) return null
  return (
    <Group>
      {canCreate && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} />}
          onClick={() => setOpen('import')}
        >
          {t.importSkills}
        </Button>
      )}
      {canManage && (
        <Button
          variant="default"
          leftSection={<IconLink size={16} />}
          onClick={() => setOpen('links')}
        >
          {t.installLinks}
        </Button>
      )}
      <Suspense>
        {open === 'import' && <ImportSkills {...props} />}
        {open === 'links' && <AllLinks {...props} />}
      </Suspense>
    </Group>
  )
}
