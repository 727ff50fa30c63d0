import { markdown } from '../../../domain/chats/styles.ts'
import type { ChatStyle } from '../../../domain/chats/text.ts'

export const style: ChatStyle = { ...markdown, limit: 16_000 }
