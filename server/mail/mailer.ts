import type { MailConfig } from '../config.ts'
import { AppError } from '../lib/errors.ts'

export type Mail = { to: string; subject: string; text: string }

/** Sends plain text, one mail at a time. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

/** Milliseconds a mail server may take for one step. */
const patience = 15_000

/** Mail over SMTP. The library is loaded with the first mail: most servers send few, many none. */
export function openMailer({ url, from }: MailConfig): Mailer {
  return {
    send: async ({ to, ...mail }) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url,
        connectionTimeout: patience,
        greetingTimeout: patience,
        socketTimeout: patience,
        // A body of ours names no file and no address to be fetched.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        // As an object it is one address, whatever signs it holds.
        await transport.sendMail({ from, to: { name: '', address: to }, ...mail })
      } catch (error) {
        throw new AppError('MAIL_FAILED', `The mail to ${to} could not be sent.`, {
          cause: error,
        })
      } finally {
        transport.close()
      }
    },
  }
}
