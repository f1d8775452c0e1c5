import { Button, GridItem, NumberField, TextField } from '@mms/ui'
import { useEffect, useState } from 'react'
import { ExpiryDateField, type FieldsProps, fieldProps } from '../draft/field-props.tsx'
import { batchDetails, hasBatchDetails, packSizeOf } from '../draft/form-values.ts'
import * as words from '../words/deliveries.ts'

const narrow = { base: 1, lg: 3 } as const
const rupees = { min: 0.01, step: 0.01, placeholder: words.sameAsMedicine } as const

export function DeliveryDetails(props: FieldsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { form, elements } = props
  useEffect(() => {
    if (isOpen) elements.focus('batchPrice')
  }, [isOpen, elements])
  const isPacked = packSizeOf(form.values.medicine) > 1
  const isShown = isOpen || hasBatchDetails(form.values) || batchDetails.some((field) => form.errors[field])
  if (!isShown) {
    return (
      <GridItem colSpan={{ base: 2, lg: 12 }}>
        <Button type="button" size="sm" variant="ghost" onClick={() => setIsOpen(true)}>
          {words.batchDetails}
        </Button>
      </GridItem>
    )
  }
  return (
    <>
      <GridItem colSpan={narrow}>
        <NumberField
          {...rupees}
          {...fieldProps(props, 'batchPrice')}
          {...(isPacked && { label: words.pricePerPack })}
        />
      </GridItem>
      <GridItem colSpan={narrow}>
        <NumberField
          {...rupees}
          {...fieldProps(props, 'batchMrp')}
          {...(isPacked && { label: words.mrpPerPack })}
        />
      </GridItem>
      <GridItem colSpan={narrow}>
        <TextField maxLength={200} autoComplete="off" {...fieldProps(props, 'batchSupplier')} />
      </GridItem>
      <GridItem colSpan={narrow}>
        <ExpiryDateField says={words.until} {...fieldProps(props, 'batchReturnBy')} />
      </GridItem>
    </>
  )
}
