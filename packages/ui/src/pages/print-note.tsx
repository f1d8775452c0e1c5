import { Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Instant } from '../format/instant.tsx'

const now = () => new Date().toISOString()

/** On paper, shows below the title which part of the list was printed, and when. */
export function PrintNote({ children }: { children?: string | undefined }) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    // Updates the time, as the page may have been open all day. `flushSync`: printing starts right after this event.
    const onPrint = () => flushSync(() => setAt(now()))
    window.addEventListener('beforeprint', onPrint)
    return () => window.removeEventListener('beforeprint', onPrint)
  }, [])
  return (
    <Text display="none" _print={{ display: 'block' }} mb="3">
      {children ? `${children} · ` : null}Printed <Instant at={at} />
    </Text>
  )
}
