import { saltsOf } from '@mms/medicine-search'
import { formatCount, TextLink } from '@mms/ui'
import { Fragment, useMemo } from 'react'
import * as words from '../words/medicines.ts'
import type { PickedMedicine } from './api.ts'
import { catalogue } from './catalogue.ts'
import { isExpired } from './medicine-words.tsx'
import { useCatalogue } from './use-medicines.ts'

const NAMED = 3

export function findSameSalts({ _id, compositionKey }: PickedMedicine): PickedMedicine[] {
  const salts = saltsOf(compositionKey)
  if (salts === undefined) return []
  const isSame = (medicine: PickedMedicine) => Number(medicine.compositionKey === compositionKey)
  return catalogue
    .items()
    .filter((other) => saltsOf(other.compositionKey) === salts)
    .filter((other) => other._id !== _id && other.currentStock > 0 && !isExpired(other))
    .sort((a, b) => isSame(b) - isSame(a) || b.currentStock - a.currentStock)
    .slice(0, NAMED)
}

interface Props {
  medicine: PickedMedicine
  onChoose: (medicine: PickedMedicine) => void
}

export function SameSalt({ medicine, onChoose }: Props) {
  const { revision } = useCatalogue()
  // biome-ignore lint/correctness/useExhaustiveDependencies: results change with the catalogue
  const others = useMemo(() => findSameSalts(medicine), [medicine, revision])
  if (others.length === 0) return null
  return (
    <div>
      {words.leftSameSalt(formatCount(medicine.currentStock))}{' '}
      {others.map((other, at) => (
        <Fragment key={other._id}>
          {at > 0 ? ', ' : null}
          <TextLink asChild display="inline" overflowWrap="anywhere">
            <button type="button" onClick={() => onChoose(other)}>
              {other.name}
            </button>
          </TextLink>{' '}
          ({formatCount(other.currentStock)}
          {other.compositionKey === medicine.compositionKey ? '' : words.otherForm})
        </Fragment>
      ))}
    </div>
  )
}
