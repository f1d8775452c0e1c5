import { readTypedDate } from '@mms/contracts'
import { DateField } from '@mms/sdk'
import { formatDate } from '@mms/ui'
import type { ComponentProps } from 'react'

type Props = ComponentProps<typeof DateField> & {
  value: string
  says?: string
}

export function ExpiryDateField({ hint, says = 'Expires', ...props }: Props) {
  const date = readTypedDate(props.value)
  const understood = date === null ? undefined : `${says} ${formatDate(date)}`
  return <DateField placeholder="MM/YY" {...props} hint={hint ?? understood} />
}
