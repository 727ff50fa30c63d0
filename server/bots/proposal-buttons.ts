import type { MessageButton } from '../domain/chats/adapters.ts'
import type { NoticeChange } from '../domain/chats/notifications.ts'
import { AppError } from '../lib/errors.ts'
import { isId } from '../lib/ids.ts'
import { isOpenState } from '../lib/vocabulary.ts'
import * as proposals from '../operations/proposals/proposals.ts'
import type { Member } from './member.ts'
import type { BotTexts } from './messages.ts'

/**
 * Buttons that decide about a proposal, below the message that it was made. None if the message is about several, if
 * the proposal is decided already, or if the chat cannot see it.
 */
export async function proposalButtons(
  member: Member,
  changes: readonly NoticeChange[],
  texts: BotTexts,
): Promise<MessageButton[]> {
  const [change, ...others] = changes.filter(({ type }) => type === 'proposal.created')
  if (change === undefined || change.count !== 1 || others.length > 0) return []
  const proposalId = change.subject.url?.split('/').at(-1) ?? ''
  if (!isId(proposalId)) return []
  try {
    const { state, revision } = await member.call(proposals.get, { proposalId })
    if (!isOpenState(state)) return []
    // What was proposed since the message is not decided unread.
    const about = `${proposalId} ${revision}`
    return [
      { name: 'accept', label: texts.acceptButton, command: `accept ${about}` },
      { name: 'decline', label: texts.declineButton, command: `decline ${about}` },
    ]
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROPOSAL_NOT_FOUND') return []
    throw error
  }
}
