import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useQuery } from '@tanstack/react-query'
import { userEvent } from '@testing-library/user-event'
import { QuireError } from '../../../client/errors.ts'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { useAction } from './actions.ts'
import { loadErrorTexts } from './errors.ts'

type Options = Parameters<typeof useAction<string, string>>[1]

/** Two lists, and a button that does something to the first of them. */
function Lists({
  act,
  options,
  reads,
}: {
  act: (input: string) => Promise<string>
  options?: Options
  reads: string[]
}) {
  const read = (name: string) => () => {
    reads.push(name)
    return reads.filter((one) => one === name).length
  }
  const things = useQuery({ queryKey: ['things', 'list'], queryFn: read('things') })
  const others = useQuery({ queryKey: ['others'], queryFn: read('others') })
  const { mutate, error, isPending } = useAction(act, options)
  return (
    <>
      <p>
        Things {things.data}, others {others.data}
      </p>
      {error !== null && <p>Failed: {error.message}</p>}
      <button disabled={isPending} onClick={() => mutate('given')}>
        Act
      </button>
    </>
  )
}

const refused = () =>
  Promise.reject(new QuireError('Only owners may.', { code: 'FORBIDDEN', status: 403 }))

async function press() {
  await screen.findByText('Things 1, others 1')
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
}

describe('useAction', () => {
  it('says in a notice what the server refuses, and reads nothing again', async () => {
    await loadErrorTexts()
    const reads: string[] = []
    render(<Lists act={refused} options={{ changes: [['things']], done: 'Done.' }} reads={reads} />)
    await press()
    assert.match((await screen.findByRole('alert')).textContent ?? '', /You do not have permission/)
    assert.equal(screen.queryByText('Done.'), null)
    assert.deepEqual(reads, ['things', 'others'])
  })

  it('leaves the words to a form that shows its own', async () => {
    render(<Lists act={refused} options={{ showError: 'in the form' }} reads={[]} />)
    await press()
    assert.ok(await screen.findByText('Failed: Only owners may.'))
    assert.equal(screen.queryByRole('alert'), null)
  })

  it('has read again what it changed, and only that, before it says that it is done', async () => {
    const reads: string[] = []
    const calls: string[] = []
    const onDone = (output: string, input: string) => calls.push(output, input)
    const options = { changes: [['things']], done: 'Done.', onDone }
    render(<Lists act={async (input) => `${input} back`} options={options} reads={reads} />)
    await press()
    assert.ok(await screen.findByText('Done.'))
    assert.ok(screen.getByText('Things 2, others 1'))
    assert.deepEqual(calls, ['given back', 'given'])
    assert.deepEqual(reads, ['things', 'others', 'things'])
  })

  it('is under way until the server has answered', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    render(<Lists act={() => promise} reads={[]} />)
    await press()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Act' })
    await waitFor(() => assert.equal(button.disabled, true))
    resolve('answered')
    await waitFor(() => assert.equal(button.disabled, false))
  })
})
