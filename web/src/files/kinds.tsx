import type { FileKind } from '../../../server/domain/files/list.ts'
import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconMovie,
  IconMusic,
  IconPhoto,
} from '../../vendor/icons/icons.ts'
import { t } from './messages.ts'

export type { FileKind } from '../../../server/domain/files/list.ts'

export const kinds: readonly { value: FileKind | 'all'; label: () => string }[] = [
  { value: 'all', label: () => t.all },
  { value: 'image', label: () => t.images },
  { value: 'pdf', label: () => t.pdf },
  { value: 'audio', label: () => t.audio },
  { value: 'video', label: () => t.video },
  { value: 'text', label: () => t.text },
  { value: 'other', label: () => t.other },
]

const textTypes =
  /^(?:text\/.*|application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|rtf))$/

/** As the server sorts them. */
export function kindOf(mimeType: string): FileKind {
  if (mimeType === 'application/pdf') return 'pdf'
  const [type] = mimeType.split('/')
  if (type === 'image' || type === 'audio' || type === 'video') return type
  return textTypes.test(mimeType) ? 'text' : 'other'
}

const icons = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  audio: IconMusic,
  video: IconMovie,
  text: IconFileText,
  other: IconFile,
}

export function KindIcon({ mimeType }: { mimeType: string }) {
  const Icon = icons[kindOf(mimeType)]
  return <Icon size={20} stroke={1.5} aria-hidden />
}
