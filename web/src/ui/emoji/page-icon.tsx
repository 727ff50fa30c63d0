import { IconFileText } from '../../../vendor/icons/icons.ts'

type Props = { icon: string | null; size?: number }

/** The emoji of a page, or what stands for a page without one. */
export function PageIcon({ icon, size = 16 }: Props) {
  const box = { width: size + 4, flex: 'none', textAlign: 'center', lineHeight: 1 } as const
  return (
    <span
      aria-hidden
      style={{ ...box, fontSize: size, display: 'inline-grid', placeItems: 'center' }}
    >
      {icon === null || icon === '' ? (
        <IconFileText size={size} stroke={1.5} color="var(--mantine-color-dimmed)" />
      ) : (
        icon
      )}
    </span>
  )
}
