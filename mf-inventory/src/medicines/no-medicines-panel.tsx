import { Link } from '@mms/sdk'
import { Button, EmptyState, PillIcon, PlusIcon } from '@mms/ui'
import { LoadSampleDataButton } from '../sample-data/load-sample-data-button.tsx'
import * as words from '../words/medicines.ts'

interface Props {
  addLabel: string
  isAdmin: boolean
  /** Milliseconds to wait before lists reload after sample data was loaded. */
  reloadAfter?: number
}

export function NoMedicinesPanel({ addLabel, isAdmin, reloadAfter = 0 }: Props) {
  return (
    <EmptyState
      icon={<PillIcon size={32} />}
      title={words.noMedicinesFound}
      text={isAdmin ? words.startHere : words.askToAdd}
      actions={
        <>
          {isAdmin ? (
            <Button asChild>
              <Link to="/medicines/add">
                <PlusIcon aria-hidden />
                {addLabel}
              </Link>
            </Button>
          ) : null}
          <LoadSampleDataButton reloadAfter={reloadAfter} />
        </>
      }
    />
  )
}

export function NoMatchPanel({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<PillIcon size={32} />}
      title={words.noMedicinesFound}
      text={words.noMedicineMatchesFilters}
      actions={
        <Button variant="outline" onClick={onClear}>
          {words.clearFilters}
        </Button>
      }
    />
  )
}
