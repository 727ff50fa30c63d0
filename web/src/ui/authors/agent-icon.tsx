import { IconRobot } from '../../../vendor/icons/icons.ts'

/** The emoji of an agent account, or a robot. Decoration: the name is beside it. */
export function AgentIcon({ icon, size = 20 }: { icon: string | null; size?: number }) {
  if (icon === null) return <IconRobot size={size} aria-hidden />
  return (
    <span aria-hidden style={{ fontSize: size, lineHeight: 1 }}>
      {icon}
    </span>
  )
}
