import { Navigate, Outlet, useLocation, useSession } from '@mms/sdk'
import { hasToChangePassword } from '@mms/sdk/host'
import { lazy } from 'react'
import { useAreaRegistry } from '../areas/use-area-registry.ts'
import { PageBoundary } from './page-boundary.tsx'

const FirstPasswordPage = lazy(async () => ({
  default: (await import('../account/first-password-page.tsx')).FirstPasswordPage,
}))

export function SignedIn() {
  const { token, user, endedBy } = useSession()
  const { pathname, search } = useLocation()
  if (token === null) {
    // After Logout the next user starts at the dashboard.
    const state = endedBy === 'here' ? null : { from: `${pathname}${search}` }
    return <Navigate to="/login" replace state={state} />
  }
  if (hasToChangePassword(token)) {
    return (
      <PageBoundary>
        <FirstPasswordPage />
      </PageBoundary>
    )
  }
  // Another tab may sign in another user, who must neither see nor send this user's input.
  return <WithAreas key={user?.id} />
}

function WithAreas() {
  useAreaRegistry()
  return <Outlet />
}
