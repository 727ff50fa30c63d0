import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { createDatabase } from '../../../test/support/stores/postgres.ts'
import { until } from '../../../test/support/until.ts'
import { maxNotificationBytes } from '../notifications.ts'
import { PostgresNotifications } from './notifications.ts'

describe('notifications', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  let ada: PostgresNotifications
  let grace: PostgresNotifications
  const received: string[] = []
  const own: string[] = []
  const address = () => ({
    url: database.url,
    applicationName: 'quire notifications',
    statementTimeoutMs: 5000,
  })

  before(async () => {
    database = await createDatabase()
    ada = new PostgresNotifications(address())
    grace = new PostgresNotifications(address())
    ada.subscribe((text) => own.push(text))
    grace.subscribe((text) => received.push(text))
    // Until the other one listens, texts are lost.
    await until(() => {
      ada.publish('hello')
      return received.length > 0
    })
  })
  after(async () => {
    await ada.close()
    await grace.close()
    await database.drop()
  })

  it('drop a text that PostgreSQL would refuse, and go on', async () => {
    ada.publish('x'.repeat(maxNotificationBytes + 1))
    ada.publish('after it')
    await until(() => received.includes('after it'))
    assert.ok(received.every((text) => text.length < 100))
  })

  it('reach the other processes in order, and not their own', async () => {
    const texts = Array.from({ length: 300 }, (_, index) => `${index} ${'é'.repeat(40)}`)
    for (const text of texts) ada.publish(text)
    await until(() => received.includes(texts.at(-1) ?? ''))
    assert.deepEqual(
      received.filter((text) => text.includes('é')),
      texts,
    )
    assert.deepEqual(own, [])
  })

  it('stop for whoever unsubscribes', async () => {
    const brief: string[] = []
    const stop = grace.subscribe((text) => brief.push(text))
    stop()
    ada.publish('not for everyone')
    await until(() => received.includes('not for everyone'))
    assert.deepEqual(brief, [])
  })

  it('go on after the connection broke', async () => {
    const admin = new pg.Client(database.url)
    await admin.connect()
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'quire notifications'`,
    )
    await admin.end()
    await until(() => {
      ada.publish('again')
      return received.includes('again')
    })
  })
})
