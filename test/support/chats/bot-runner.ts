import type { App } from '../../../server/app.ts'
import { WebhookDispatcher } from '../../../server/background/webhooks/dispatcher.ts'
import { BotRunner } from '../../../server/bots/runner.ts'

/** What a node of the role `worker` does for chats, quickly. */
export function startWorker(app: App): { faults: unknown[]; stop: () => Promise<void> } {
  const faults: unknown[] = []
  const report = (error: unknown) => faults.push(error)
  const dispatcher = new WebhookDispatcher(app, report)
  const runner = new BotRunner(app, report, { pollMs: 15, retryMs: 30 })
  dispatcher.start()
  runner.start()
  return {
    faults,
    stop: async () => {
      await Promise.all([runner.stop(), dispatcher.stop()])
    },
  }
}
