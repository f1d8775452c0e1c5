import { Alert } from '@mms/ui'
import { SaveNotice } from './save-notice.tsx'

/** Why saving failed. */
export function FailurePanel({ failure }: { failure: string | null }) {
  if (failure === null) return null
  return (
    <SaveNotice key={failure}>
      <Alert status="error" title={failure}>
        Nothing you typed is lost. You can save again.
      </Alert>
    </SaveNotice>
  )
}
