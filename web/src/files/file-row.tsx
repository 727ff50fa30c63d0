import { Text, UnstyledButton } from '@mantine/core'
import type { client } from '../lib/client.ts'
import { formatSize } from '../lib/numbers.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { KindIcon, kindOf } from './kinds.tsx'
import { t } from './messages.ts'
import classes from './files.module.css'

export type ListedFile = Awaited<ReturnType<typeof client.files.list>>['files'][number]

/** Larger images are not loaded for a small thumbnail. */
const maxThumbnailBytes = 2_000_000

type Props = { file: ListedFile; onOpen: (file: ListedFile) => void }

export function FileRow({ file, onOpen }: Props) {
  const { name, mimeType, size, createdAt, createdBy, pages } = file
  const hasThumbnail = kindOf(mimeType) === 'image' && size <= maxThumbnailBytes
  return (
    <li>
      <UnstyledButton className={classes['row'] ?? ''} onClick={() => onOpen(file)}>
        <span className={classes['thumbnail']}>
          {hasThumbnail ? (
            <img src={file.url} alt="" loading="lazy" width={40} height={40} />
          ) : (
            <KindIcon mimeType={mimeType} />
          )}
        </span>
        <span className={classes['texts']}>
          <span className={classes['name']} dir="auto">
            {name}
          </span>
          <Text span size="xs" c="dimmed">
            {t.rowDetails({
              size: formatSize(size),
              name: `${createdBy.firstName} ${createdBy.lastName}`,
              ago: () => <RelativeTime at={createdAt} />,
            })}
          </Text>
        </span>
        <Text span size="xs" c="dimmed" className={classes['use'] ?? ''}>
          {t.onPages({ count: pages })}
        </Text>
      </UnstyledButton>
    </li>
  )
}
