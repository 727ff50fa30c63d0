import { mrkdwn } from '../../../domain/chats/styles.ts'
import type { ChatStyle } from '../../../domain/chats/text.ts'

export const style: ChatStyle = { ...mrkdwn, limit: 3000 }
