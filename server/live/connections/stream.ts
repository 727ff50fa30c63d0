import type { PassThrough } from 'node:stream'
import { maxWaitingBytes } from '../limits.ts'
import type { Outlet } from './outlet.ts'

const before = Buffer.from('data: ')
const behind = Buffer.from('\n\n')

/** Frames as Server-Sent Events: JSON has no line breaks. */
export function streamOutlet(body: PassThrough): Outlet {
  body.write('retry: 2000\n\n')
  return {
    send: (frame) => {
      if (body.writableEnded || body.destroyed) return
      body.write(Buffer.concat([before, frame, behind]))
      if (body.writableLength + body.readableLength > maxWaitingBytes) body.destroy()
    },
    end: () => void body.end(),
  }
}
