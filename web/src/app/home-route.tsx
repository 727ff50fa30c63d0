import { Home } from '../home/home.tsx'
import { UnsentNotice } from '../pages/unsent/notice/unsent-notice.tsx'

/** Puts the home screen together with the notice of changes that are not sent. */
export function HomeRoute() {
  return <Home notice={<UnsentNotice />} />
}
