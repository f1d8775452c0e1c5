import { Box } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from '../feedback/alert.tsx'

/** Scrolls to the result of saving; focuses it if the button is gone or disabled. Needs a new `key` per message. */
export function SaveNotice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' })
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Box ref={box} tabIndex={-1} scrollMarginY="24">
      {children}
    </Box>
  )
}

interface SaveFailure {
  prefix?: string
  title: string
  reason?: string
}

export function SaveFailureAlert({ failure }: { failure: SaveFailure | null }) {
  if (failure === null) return null
  return (
    <SaveNotice key={failure.title}>
      <Alert status="error" prefix={failure.prefix} title={failure.title}>
        {failure.reason ? `${failure.reason} ` : ''}Nothing you typed is lost. You can save again.
      </Alert>
    </SaveNotice>
  )
}
