import { notifications } from '@mantine/notifications'
import {
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { messageOf } from './errors.ts'

type Options<Input, Output> = {
  /** What of the server's state is different afterwards. */
  changes?: readonly QueryKey[]
  /** Said when it is done. */
  done?: string
  onDone?: (output: Output, input: Input) => void
  /** Where the error is shown: forms show their own. */
  showError?: 'as notice' | 'in the form'
}

/** Something a person does: asks the server, then has what is shown read again. */
export function useAction<Input, Output>(
  act: (input: Input) => Promise<Output>,
  { changes = [], done, onDone, showError = 'as notice' }: Options<Input, Output> = {},
): UseMutationResult<Output, Error, Input> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async (output, input) => {
      await Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      if (done !== undefined) notifications.show({ message: done })
      onDone?.(output, input)
    },
    onError: (error) => {
      if (showError === 'as notice') notifications.show({ color: 'red', message: messageOf(error) })
    },
  })
}
