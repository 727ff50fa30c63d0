import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { showFailure } from '../ui/undo.tsx'
import { type Children, childrenKey, type ParentId } from './children.ts'
import type { Lists } from './lists.ts'

type Options<Input, Output> = {
  call: (input: Input) => Promise<Output>
  /** The lists as they are once it has succeeded, as far as they change. */
  preview: (lists: Lists, input: Input) => Lists
  /** What the person reads when it is refused. */
  failure: () => string
  onDone?: (output: Output, input: Input) => void
  /** What else is read again, also after a refusal. */
  changes?: readonly QueryKey[]
}

/** Changes the tree at once as if `call` had succeeded; a refusal puts it back and says why. */
export function useTreeMutation<Input, Output>(
  workspaceId: string,
  { call, preview, failure, onDone, changes = [] }: Options<Input, Output>,
): UseMutationResult<Output, Error, Input> {
  const queries = useQueryClient()
  const show = (lists: Lists) => {
    for (const [parentId, list] of lists) {
      queries.setQueryData(childrenKey(workspaceId, parentId), list)
    }
  }
  return useMutation({
    mutationFn: call,
    onMutate: async (input: Input) => {
      await queries.cancelQueries({ queryKey: ['pages', 'children', workspaceId] })
      const before = readLists(queries, workspaceId)
      const changed = preview(before, input)
      show(changed)
      return { before: new Map([...before].filter(([parentId]) => changed.has(parentId))) }
    },
    onSuccess: (output, input) => onDone?.(output, input),
    onError: (error, _input, shown) => {
      if (shown !== undefined) show(shown.before)
      showFailure(failure(), error)
    },
    onSettled: async (_output, _error, _input, shown) => {
      const parents = [...(shown?.before.keys() ?? [])]
      await refresh(queries, [
        ...parents.map((parentId) => childrenKey(workspaceId, parentId)),
        ...changes,
      ])
    },
  })
}

/** The lists of the tree that are loaded. */
export function readLists(queries: QueryClient, workspaceId: string): Lists {
  return new Map(
    queries
      .getQueriesData<Children>({ queryKey: ['pages', 'children', workspaceId] })
      .flatMap(([key, data]) =>
        // SAFETY: a key of childrenKey.
        data === undefined ? [] : [[key[3] as ParentId, data] as const],
      ),
  )
}

export async function refresh(queries: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
