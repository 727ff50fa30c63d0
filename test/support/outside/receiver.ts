import { afterEachFile } from '../../runner/after-file.ts'
import { openReceiver, type Receiver } from './receiver-child.ts'

const running = new Set<Receiver>()
afterEachFile(() => {
  for (const receiver of running) receiver.close()
  running.clear()
})

/** A receiver that does not outlive the tests of its file. */
export async function startReceiver(): Promise<Receiver> {
  const receiver = await openReceiver()
  running.add(receiver)
  return receiver
}
