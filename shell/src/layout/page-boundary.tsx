import { PageLoader, ProblemCard } from '@mms/ui'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../areas/error-boundary.tsx'

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
