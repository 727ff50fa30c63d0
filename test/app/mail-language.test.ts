import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { users } from '../../server/store/index.ts'
import { type MailServer, startMailServer } from '../support/outside/smtp.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, signIn } from '../support/web/visitor.ts'

let quire: TestServer
let mail: MailServer
before(async () => {
  mail = await startMailServer()
  const publicUrl = 'http://localhost'
  quire = await startServer({ publicUrl, mail: { url: mail.url, from: 'q@example.com' } })
})
after(async () => {
  await quire.close()
  await mail.close()
})

const setLanguage = (id: string, language: string | null) =>
  quire.app.store.transact((transaction) => users.setLanguage(transaction, { id, language }))

async function resetMail(email: string): Promise<string> {
  await openVisitor(quire).post('/app/password/request-reset', { email })
  return (await mail.next()).text
}

describe('the language of mails', () => {
  it('is English without a choice, and for a language of a later version', async () => {
    const bob = await addPerson(quire, 'Bob')
    assert.match(await resetMail(bob.email), /To choose a new password for Quire/)
    await setLanguage(bob.userId, 'tlh')
    assert.match(await resetMail(bob.email), /To choose a new password for Quire/)
  })

  it('is the one a person chose', async () => {
    const cleo = await addPerson(quire, 'Cleo')
    const visitor = await signIn(quire, cleo)
    await visitor.post('/app/profile/update', { language: 'de' })
    const text = await resetMail(cleo.email)
    assert.match(text, /um ein neues Passwort für Quire zu wählen/)
    assert.match(text, /http:\/\/localhost\/reset-password#[\w-]{32}/)
  })

  it('is that of the inviter in an invitation', async () => {
    const visitor = await signIn(quire)
    await setLanguage(quire.userId, 'de')
    const invitation = { workspaceId: quire.workspaceId, role: 'MEMBER', email: 'zoe@example.com' }
    await visitor.post('/app/invitations/create', invitation)
    const text = (await mail.next()).text
    assert.match(text, /Ada Lovelace lädt Sie in den Arbeitsbereich Lab in Quire ein/)
    assert.match(text, /innerhalb von 7 Tagen/)
  })
})
