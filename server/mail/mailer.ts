import type { MailConfig } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { isOwnDomain } from '../lib/own-domains.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** Where to stop such mails, for the header that mail programs show as a button. */
  unsubscribeUrl?: string
}

/** Sends plain-text mails. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

/** For each step of the SMTP dialogue. */
const timeoutMs = 15_000

/** Mail over SMTP. The library loads with the first mail: most servers send few or none. */
export function openMailer({ url, from }: MailConfig): Mailer {
  return {
    send: async ({ to, unsubscribeUrl, ...mail }) => {
      // Agents read no mail; that to the people beside them is sent.
      if (isOwnDomain(to)) return
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        // Attachments from files and addresses are never used.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        // As an object it is one address, whatever characters it contains.
        const list = unsubscribeUrl === undefined ? {} : { list: { unsubscribe: unsubscribeUrl } }
        await transport.sendMail({ from, to: { name: '', address: to }, ...list, ...mail })
      } catch (error) {
        throw new AppError('MAIL_FAILED', `The mail to ${to} was not sent.`, {
          cause: error,
        })
      } finally {
        transport.close()
      }
    },
  }
}
