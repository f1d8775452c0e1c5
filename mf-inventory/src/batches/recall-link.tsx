import { Link } from '@mms/sdk'
import { TextLink } from '@mms/ui'
import type { ReactNode } from 'react'

interface Props {
  manufacturer: string
  number: string | null
  children: ReactNode
}

export function recallAddress(number: string, manufacturer: string): string {
  const query = { number, ...(manufacturer === '' ? {} : { manufacturer }) }
  return `/medicines/recalls?${new URLSearchParams(query)}`
}

export function RecallLink({ manufacturer, number, children }: Props) {
  if (number === null) return children
  return (
    <TextLink asChild display="inline">
      <Link to={recallAddress(number, manufacturer)}>{children}</Link>
    </TextLink>
  )
}
