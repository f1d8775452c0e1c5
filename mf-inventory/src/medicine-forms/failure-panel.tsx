import { Alert } from '@mms/ui'
import { SaveNotice } from './save-notice.tsx'
import type { SaveFailure } from './use-medicine-form.ts'

/** Why saving failed. */
export function FailurePanel({ failure }: { failure: SaveFailure | null }) {
  if (failure === null) return null
  return (
    <SaveNotice key={failure.title}>
      <Alert status="error" title={failure.title}>
        {failure.reason ? `${failure.reason} ` : ''}Nothing you typed is lost. You can save again.
      </Alert>
    </SaveNotice>
  )
}
