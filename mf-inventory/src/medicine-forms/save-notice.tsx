import { Box } from '@mms/ui'
import { type ReactNode, useEffect, useRef } from 'react'

/**
 * What saving led to: brought into view when it appears, and focused when the button that led to it is gone or was
 * disabled meanwhile. Give each message its own `key`.
 */
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
