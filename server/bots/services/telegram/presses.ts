import { type Api, GrammyError } from 'grammy'
import { plain } from '../../../domain/chats/styles.ts'
import { type Block, renderMessage } from '../../../domain/chats/text.ts'
import { style, type TelegramPress } from './messages.ts'

/** https://core.telegram.org/bots/api#answercallbackquery */
const maxAlertLength = 200

/** Shows the answer to the person who pressed a button; once it is decided, the message says so without buttons. */
export async function answerPress(
  api: Api,
  { queryId, message, decided }: TelegramPress,
  answer: readonly Block[],
): Promise<void> {
  const line = decided()
  await unlessRefused(
    api.answerCallbackQuery(queryId, {
      text: renderMessage(answer, { ...plain, limit: maxAlertLength }),
      show_alert: line === undefined,
    }),
  )
  if (line === undefined || message === undefined) return
  const { chatId, messageId, text, entities } = message
  const shown = `${text}\n\n${renderMessage([line], { ...plain, limit: 500 })}`
  const isShort = shown.length <= style.limit
  const preview = { link_preview_options: { is_disabled: true } }
  await unlessRefused(
    isShort
      ? // Without buttons, they go.
        api.editMessageText(chatId, messageId, shown, { entities, ...preview })
      : api.editMessageReplyMarkup(chatId, messageId),
  )
}

/** A query can be too old to answer, and a message deleted: what was decided stays. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    const isRefused = error instanceof GrammyError
    const isUnreachable = error instanceof Error && 'error' in error
    if (!isRefused && !isUnreachable) throw error
  }
}
