import { useBlocker } from '@mms/sdk'
import { ConfirmDialog } from '@mms/ui'
import { useEffect } from 'react'
import type { Unsaved } from './use-unsaved.ts'

/**
 * Asks before what was typed is left behind: by a dialog of ours for links and Back, by the browser's for closing the
 * tab. `isUnsaved` is asked at that moment, so that a save that has just succeeded may navigate.
 */
export function UnsavedDialog({ unsaved: { isUnsaved, release } }: { unsaved: Unsaved }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  )
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isUnsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      open
      destructive
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      cancelLabel="Keep editing"
      onConfirm={() => {
        release()
        blocker.proceed()
      }}
      onCancel={blocker.reset}
    >
      What you changed in this form has not been saved.
    </ConfirmDialog>
  )
}
