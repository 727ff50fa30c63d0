import type { PageBodyProps } from '../lib/page-body.ts'

export function BoardBody({ pageId }: PageBodyProps) {
  return <div>{pageId}</div>
}
