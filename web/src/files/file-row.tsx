import { Text, UnstyledButton } from '@mantine/core'
import type { client } from '../lib/client.ts'
import { formatSize } from '../lib/numbers.ts'
import { Ago } from '../ui/ago.tsx'
import { KindIcon, kindOf } from './kinds.tsx'
import classes from './files.module.css'

export type ListedFile = Awaited<ReturnType<typeof client.files.list>>['files'][number]

/** Larger pictures would be loaded whole for a small square. */
const largestThumbnail = 2_000_000

type Props = { file: ListedFile; onOpen: (file: ListedFile) => void }

export function FileRow({ file, onOpen }: Props) {
  const { name, mimeType, size, createdAt, createdBy, pages } = file
  const hasThumbnail = kindOf(mimeType) === 'image' && size <= largestThumbnail
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
          <span className={classes['name']}>{name}</span>
          <Text span size="xs" c="dimmed">
            {formatSize(size)} · {createdBy.firstName} {createdBy.lastName} · <Ago at={createdAt} />
          </Text>
        </span>
        <Text span size="xs" c="dimmed" className={classes['use'] ?? ''}>
          {sayUse(pages)}
        </Text>
      </UnstyledButton>
    </li>
  )
}

function sayUse(pages: number): string {
  if (pages === 0) return 'On no page'
  return pages === 1 ? 'On 1 page' : `On ${pages} pages`
}
