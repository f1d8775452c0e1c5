import { Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Instant } from '../format/instant.tsx'

const now = () => new Date().toISOString()

/** Prints below the title which part of the list this is, and when it was printed. */
export function PrintNote({ children }: { children?: string | undefined }) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    // The page may have been open all day, and prints as it is when this event ends.
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
