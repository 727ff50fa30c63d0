import type { MailConfig } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { isOwnDomain } from '../lib/own-domains.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** Ends such mails with a POST, for the headers from which mail programs make a button (RFC 8058). */
  unsubscribeUrl?: string
}

/** Sends plain-text mails. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

/** For each step of the SMTP dialogue. */
const timeoutMs = 15_000
const maxAnswerBytes = 64 * 1024

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
        maxResponseSize: maxAnswerBytes,
        // Attachments from files and addresses are never used.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        // As an object it is one address, whatever characters it contains.
        const headers = unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)
        await transport.sendMail({ from, to: { name: '', address: to }, ...headers, ...mail })
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

/** https://www.rfc-editor.org/rfc/rfc8058: one click needs https. */
function unsubscribeHeaders(url: string): {
  list: { unsubscribe: string }
  headers?: Record<string, string>
} {
  const list = { unsubscribe: url }
  if (!url.startsWith('https:')) return { list }
  return { list, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}
