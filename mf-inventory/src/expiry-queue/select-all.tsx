import type { NamedStockBatch } from '@mms/contracts'
import { CheckboxField } from '@mms/ui'
import type { ReactNode } from 'react'

export const SELECT_ALL = 'Select all on this page'

export interface Selection {
  selected: ReadonlySet<string>
  onSelect: (batches: readonly NamedStockBatch[], isSelected: boolean) => void
}

interface Props extends Selection {
  batches: readonly NamedStockBatch[]
  label: ReactNode
}

export function SelectAll({ batches, selected, onSelect, label }: Props) {
  const count = batches.filter(({ _id }) => selected.has(_id)).length
  const isAll = count > 0 && count === batches.length
  return (
    <CheckboxField
      label={label}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={batches.length === 0}
      onChange={({ target }) => onSelect(batches, target.checked)}
    />
  )
}
