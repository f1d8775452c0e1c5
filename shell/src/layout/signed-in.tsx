import { Navigate, Outlet, useLocation, useSession } from '@mms/sdk'
import { hasToChangePassword } from '@mms/sdk/host'
import { PageLoader, ProblemCard } from '@mms/ui'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary } from '../areas/error-boundary.tsx'
import { isRegistryFresh, refreshRegistry, useRegistry } from '../areas/registry.ts'

const FirstPasswordPage = lazy(async () => ({
  default: (await import('../account/first-password-page.tsx')).FirstPasswordPage,
}))

export function SignedInLayout() {
  const { token, user, endedBy } = useSession()
  const { pathname, search } = useLocation()
  if (token === null) {
    // After Logout, do not return to this page: the next user starts at the dashboard.
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
  // Remount for another user, who may sign in from another tab and must not see or send this user's input.
  return <WithAreas key={user?.id} />
}

const INTERVAL_MS = 60_000
const RETRY_MS = 10_000

function useAreaRegistry(): void {
  const failed = useRegistry((registry) => registry.status === 'failed')
  useEffect(() => {
    if (!isRegistryFresh()) void refreshRegistry()
    const onVisible = () => {
      if (document.visibilityState === 'visible') void refreshRegistry()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  useEffect(() => {
    const timer = setInterval(() => void refreshRegistry(), failed ? RETRY_MS : INTERVAL_MS)
    return () => clearInterval(timer)
  }, [failed])
}

function WithAreas() {
  useAreaRegistry()
  return <Outlet />
}

export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={
        <ProblemCard title="This page could not be loaded" onRetry={() => window.location.reload()}>
          A new version may have been installed meanwhile.
        </ProblemCard>
      }
    >
      <Suspense fallback={<PageLoader />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
