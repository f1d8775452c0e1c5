import { lazy, Suspense } from 'react'
import type { ApprovalProps } from './approval-dialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./approval-dialog.tsx')).ApprovalDialog }))

export const ApprovalDialog = (props: ApprovalProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
